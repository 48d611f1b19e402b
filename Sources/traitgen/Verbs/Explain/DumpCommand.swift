import TraitgenCore

extension TraitgenCommand {
    /// `traitgen dump TABLE…`.
    func dump(_ options: Options) throws(UsageError) -> Status {
        guard let models = try models(tables(options.words), options) else { return .findings }
        if options.value("--format") == "json" {
            result(["models": .list(models.map(\.json))])
            return .clean
        }
        let rows = models.flatMap { model in model.rows.map { Explanation(of: $0, in: model).description } }
        output(rows.isEmpty ? "no rows" : rows.joined(separator: "\n\n"))
        return .clean
    }
}
