/// A checked table with everything that follows from it. All reasoning is done here: templates only lay out the model.
public struct Model: Hashable, Sendable {
    /// The table's file name without its extension, such as `Operators`.
    public var name: String
    /// The table's file name, such as `Operators.traits`.
    public var fileName: String
    /// The module that the table belongs to; nil if the caller doesn't know.
    public var module: String?
    /// The stream library that output is written for.
    public var backend: Backend
    /// Indicates whether the tables are written for that library; the caller may have named another library.
    var isForItsOwnBackend = true
    /// The Swift modules whose tables are imported, and the modules that rows name, in the order of their mention. The
    /// backend's own module is among them only if the table says so.
    public var imports: [String]
    /// The traits that the table declares: each gets its whole family.
    public var traits: [Trait]
    /// The traits of imported tables.
    public var importedTraits: [Trait]
    /// The rows of the table that hold for its backend, in the table's order.
    public var rows: [Row]
    /// The rows of imported tables, with conformances to the table's own traits alone. The other conformances are written in
    /// the rows' own module.
    public var importedRows: [Row]
    /// The number of values from which on histories aren't distinguished.
    public var valueLimit: Int

    /// All traits that the table sees, imported traits first.
    public var allTraits: [Trait] { importedTraits + traits }

    /// The rows whose laws the table's tests check: its own rows, and the rows of tables that it imports directly.
    public var lawRows: [Row] {
        importedRows.filter(\.isDirect) + rows
    }

    /// Sets the module that the table belongs to.
    package mutating func belong(to module: String) {
        self.module = module
        for index in rows.indices where rows[index].home == nil { rows[index].home = module }
        for index in importedRows.indices where importedRows[index].home == nil {
            importedRows[index].home = module
        }
    }

    /// The number of conformances to write.
    public var conformanceCount: Int { (rows + importedRows).reduce(0) { $0 + $1.conformances.count } }
}
