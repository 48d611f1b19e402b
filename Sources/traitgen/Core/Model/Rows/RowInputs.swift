/// The inputs of a row, with the parameter of each.
package struct RowInputs {
    /// The inputs as written; `Upstream` for an operator that names none.
    let declared: [Table.RowDeclaration.Input]
    /// The generic parameters, each once.
    let names: [String]
    /// The number of each input's parameter: `(A, B)` is 0, 1 and `(A, A)` is 0, 0.
    let parameters: [Int]

    package init(_ row: Table.RowDeclaration) {
        switch row.kind {
        case .source: declared = []
        case .operator:
            declared =
                row.inputs ?? [.init(name: Located("Upstream", row.type.location), isRepeated: false)]
        }
        var names: [String] = []
        var numbers: [String: Int] = [:]
        parameters = declared.map { input in
            let number = numbers[input.name.value, default: names.count]
            if number == names.count { names.append(input.name.value) }
            numbers[input.name.value] = number
            return number
        }
        self.names = names
    }

    /// Indicates whether there may be any number of publishers of one type.
    var isRepeated: Bool { declared.contains(where: \.isRepeated) }
}

/// A row of a publisher that an input can be fixed to; an operator has no histories of its own.
package struct GivenRow {
    var histories: [Marble]?
    var isShared = false
    var location: SourceLocation
    /// The module that declares the type; nil for the run's own module.
    var module: String?
    /// Rows of other modules for types of the same name, none of which is of the table's own module.
    var others: [(module: String?, location: SourceLocation)] = []

    /// The same row, with another module's row that its name could mean.
    func joined(with other: GivenRow) -> GivenRow {
        var joined = self
        joined.others.append((other.module, other.location))
        return joined
    }
}
