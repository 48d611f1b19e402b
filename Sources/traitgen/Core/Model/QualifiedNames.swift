/// The names of traits with their modules, such as `TraitsRuntime.SinglePublisher`, and the short names that they stand for.
struct QualifiedNames {
    private let names: [String: String]

    /// - Parameter tables: the tables; traits of tables that belong to modules have qualified names.
    init(_ tables: [TableLoader.Loaded]) {
        var names: [String: String] = [:]
        for loaded in tables {
            guard let module = loaded.module else { continue }
            for trait in loaded.table.traits { names["\(module).\(trait.name.value)"] = trait.name.value }
        }
        self.names = names
    }

    /// Removes the module from a name. A name that no table has isn't changed, and is reported as written.
    private func shorten(_ name: inout Located<String>) {
        if let short = names[name.value] { name.value = short }
    }

    private func shorten(_ requirements: inout [Table.Requirement]) {
        for index in requirements.indices where !requirements[index].isEquality {
            shorten(&requirements[index].right)
        }
    }

    private func shorten(_ claims: inout [Table.Claim]) {
        for index in claims.indices {
            shorten(&claims[index].trait)
            shorten(&claims[index].requirements)
        }
    }

    private func shorten(_ preferences: inout [Table.Preference]) {
        for index in preferences.indices {
            shorten(&preferences[index].trait)
            shorten(&preferences[index].requirements)
        }
    }

    /// The same table, in which traits have their short names.
    func shortened(_ table: Table) -> Table {
        if names.isEmpty { return table }
        var table = table
        for index in table.traits.indices {
            for parent in table.traits[index].refines.indices {
                shorten(&table.traits[index].refines[parent])
            }
        }
        for index in table.facts.indices { shorten(&table.facts[index].trait) }
        // Only rows with qualified names are rewritten, so that a large table isn't copied needlessly.
        for index in table.rows.indices where isQualified(table.rows[index]) { shorten(&table.rows[index]) }
        return table
    }

    private func isQualified(_ row: Table.RowDeclaration) -> Bool {
        func isQualified(_ name: Located<String>) -> Bool { names[name.value] != nil }
        func isQualified(_ requirements: [Table.Requirement]) -> Bool {
            requirements.contains { isQualified($0.right) }
        }
        return row.inputs?.contains { $0.bound.map(isQualified) == true } == true
            || isQualified(row.requirements) || row.remedies.contains { isQualified($0.trait) }
            || row.claims.contains { isQualified($0.trait) || isQualified($0.requirements) }
            || row.preferences.contains { isQualified($0.trait) || isQualified($0.requirements) }
    }

    private func shorten(_ row: inout Table.RowDeclaration) {
        if var inputs = row.inputs {
            for index in inputs.indices {
                guard var bound = inputs[index].bound else { continue }
                shorten(&bound)
                inputs[index].bound = bound
            }
            row.inputs = inputs
        }
        shorten(&row.requirements)
        shorten(&row.claims)
        shorten(&row.preferences)
        for index in row.remedies.indices { shorten(&row.remedies[index].trait) }
    }
}
