import TraitsTesting

/// The laws of all rows. A module of its own is compiled beside the others.
public enum RowLaws {
    /// The publisher types of the rows that have samples.
    public static var types: [String] { LawTable.types }

    /// Returns the row about a publisher type.
    public static func row(_ type: String) -> LawRow { LawTable.row(type) }
}
