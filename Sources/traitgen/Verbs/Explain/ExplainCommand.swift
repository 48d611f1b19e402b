import TraitgenCore

extension TraitgenCommand {
    /// `traitgen explain WHAT`, where WHAT is a type, a method or a chain.
    func explain(_ options: Options) throws(UsageError) -> Status {
        let text = try options.word("the name of a publisher type or of a method")
        guard let (finder, tables) = try finder(options) else { return .findings }
        let pasted = PastedText(text).names
        let answers = pasted.map { name in (name, finder.answer(to: name)) }
        // The arguments of a type include many types that are no publishers.
        let known = answers.filter { !$0.1.isEmpty }
        let hasAnswer = known.contains { $0.1.isFound }
        let isCall = text.contains { "({".contains($0) }
        var status = Status.clean
        for (index, (name, answer)) in answers.enumerated() where !answer.isFound {
            guard isCall || !hasAnswer || index == 0 else { continue }
            let nearest = answer.forms.isEmpty ? finder.nearest(to: name) : nil
            guard isCall || !hasAnswer || nearest != nil else { continue }
            status = .findings
            errors("error: no row is about `\(name)` in \(tables.joined(separator: ", "))")
            for form in answer.forms { errors("note: here it is \(form)") }
            if let nearest { errors("note: did you mean `\(nearest)`?") }
            if !isCall { break }
        }
        var explained: Set<String> = []
        var (rows, traits): ([JSONValue], [JSONValue]) = ([], [])
        func say(_ subject: String, _ explanation: @autoclosure () -> Explanation) -> JSONValue? {
            guard explained.insert(subject).inserted else { return nil }
            if explained.count > 1 { output("") }
            let text = explanation().description
            output(text)
            return .text(text)
        }
        for (_, answer) in known where answer.isFound {
            for (row, model) in answer.rows {
                guard let text = say(row.name, Explanation(of: row, in: model)) else { continue }
                rows.append(["row": row.json, "explanation": text])
            }
            for trait in answer.traits {
                guard let text = say(trait.name, Explanation(of: trait, in: finder.models)) else { continue }
                traits.append(["trait": .text(trait.name), "explanation": text])
            }
            for form in answer.forms { errors("note: on other publishers it is \(form)") }
        }
        result(["rows": .list(rows), "traits": .list(traits)])
        return status
    }

    /// Reads the tables whose publishers are explained.
    func finder(_ options: Options) throws(UsageError) -> (NameFinder, tables: [String])? {
        let named = options.all("--table")
        let tables = named.isEmpty ? try foundTables(options) : try tables(named)
        guard let models = try models(tables, options) else { return nil }
        do throws(DiagnosticsError) {
            let sheets = try zip(tables, models).map { (table, model) throws(DiagnosticsError) in
                try names(table, model)
            }
            return (NameFinder(models: models, sheets: sheets), tables)
        } catch {
            report(error)
            return nil
        }
    }

    /// All tables below the working directory's `Sources`, then the imported tables.
    func foundTables(_ options: Options) throws(UsageError) -> [String] {
        var result = tables(below: "Sources")
        var seen = Set(result.map(files.resolved))
        for path in try options.imports().map(\.path).flatMap(tablesAt)
        where seen.insert(files.resolved(path)).inserted {
            result.append(path)
        }
        guard result.isEmpty else { return result }
        throw UsageError("there is no table in `Sources` here", "name one with `--table PATH`")
    }
}
