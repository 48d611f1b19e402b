extension TraitgenCommand {
    /// `traitgen explain TYPE`.
    func explain(_ arguments: [String]) throws(UsageError) -> Status {
        let options = try Options(arguments, known: ["--table", "--import", "--backend"])
        let name = try options.word("the name of a publisher type")
        let tables = if let table = options.value("--table") { [table] } else { try foundTables() }
        var nearest: String?
        for table in tables {
            switch try model(table, options) {
            case .failure(let error):
                report(error)
                return .findings
            case .success(let model):
                if let row = model.row(named: name) {
                    output(Explanation(of: row, in: model).description)
                    return .clean
                }
                nearest = nearest ?? model.typeNamed(like: name)
            }
        }
        errors("error: no row is about `\(name)` in \(tables.joined(separator: ", "))")
        if let nearest { errors("note: did you mean `\(nearest)`?") }
        return .findings
    }

    /// Every table below the working directory's `Sources`.
    private func foundTables() throws(UsageError) -> [String] {
        let result = tables(below: "Sources")
        guard result.isEmpty else { return result }
        throw UsageError("there is no table in `Sources` here", "name one with `--table PATH`")
    }
}
