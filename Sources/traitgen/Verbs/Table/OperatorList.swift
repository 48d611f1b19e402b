import TraitgenCore

/// The rows of several tables, with every promise that one of the tables sees.
struct OperatorList {
    /// The tables, each after the tables that it imports.
    let sources: [MatrixPage.Source]
    /// The traits of all tables, each once.
    let traits: [Trait]
    private let observations: Observations?

    init(_ sources: [MatrixPage.Source], _ observations: Observations?) {
        self.sources = sources.sorted { $0.model.importedRows.count < $1.model.importedRows.count }
        self.observations = observations
        var seen: Set<String> = []
        traits = self.sources.flatMap(\.model.allTraits).filter { seen.insert($0.name).inserted }
    }

    /// The verdict on a row and a trait, and the remedy. If the row's own table doesn't see the trait, a table that imports the
    /// row supplies them; nil if none does.
    func cell(_ trait: Trait, _ row: Row) -> (cell: Matrix.Cell?, remedy: String?) {
        func knows(_ row: Row) -> Bool { row.verdicts.contains { $0.trait == trait.name } }
        let known =
            knows(row)
            ? row
            : sources.lazy.flatMap(\.model.importedRows).first { $0.name == row.name && knows($0) }
        return (known.map { Matrix.cell($0, trait, observations) }, known?.remedies[trait.name])
    }
}
