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

    /// Every table of the targets in the working directory's `Sources`.
    private func foundTables() throws(UsageError) -> [String] {
        var result: [String] = []
        for folder in (files.list("Sources") ?? []).sorted() {
            let path = Path.join("Sources", folder)
            for name in (files.list(path) ?? []).sorted() where name.hasSuffix(".traits") {
                result.append(Path.join(path, name))
            }
        }
        guard result.isEmpty else { return result }
        throw UsageError("there is no table in `Sources` here", "name one with `--table PATH`")
    }
}
