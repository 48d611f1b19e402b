import TraitgenCore

extension TraitgenCommand {
    /// `traitgen explain WHAT`, where WHAT is a type, a method or a chain.
    func explain(_ options: Options) throws(UsageError) -> Status {
        let text = try options.word("the name of a publisher type or of a method")
        let named = options.all("--table")
        let tables = named.isEmpty ? try foundTables(options) : try tables(named)
        guard let models = try models(tables, options) else { return .findings }
        let sheets: [NameSheet]
        do throws(DiagnosticsError) {
            sheets = try zip(tables, models).map { (table, model) throws(DiagnosticsError) in
                try names(table, model)
            }
        } catch {
            report(error)
            return .findings
        }
        var status = Status.clean
        var explained: Set<String> = []
        var rows: [JSONValue] = []
        for name in Chain.names(in: text) {
            let found = self.rows(about: name, in: models, sheets)
            if found.isEmpty {
                status = .findings
                errors("error: no row is about `\(name)` in \(tables.joined(separator: ", "))")
                if let form = sheets.lazy.compactMap({ $0.form(of: name) }).first {
                    errors("note: here it is \(form)")
                } else if let nearest = models.lazy.compactMap({ $0.typeNamed(like: name) }).first {
                    errors("note: did you mean `\(nearest)`?")
                }
            }
            for (row, model) in found where explained.insert(row.type).inserted {
                if explained.count > 1 { output("") }
                let explanation = Explanation(of: row, in: model).description
                output(explanation)
                rows.append(["row": row.json, "explanation": .text(explanation)])
            }
        }
        result(["rows": .list(rows)])
        return status
    }

    /// The row about a type, or for a method the rows about all types that it may return.
    private func rows(about name: String, in models: [Model], _ sheets: [NameSheet]) -> [(Row, Model)] {
        for model in models {
            if let row = model.row(named: name) { return [(row, model)] }
        }
        guard name.first?.isLowercase == true else { return [] }
        let all = zip(models, sheets).flatMap { model, sheet in
            model.rows.map { (row: $0, model: model, entry: sheet.entry(for: $0.type)) }
        }
        let own = all.filter { $0.row.isCalled(name) || $0.entry?.isCalled(name) == true }
        let found = own.isEmpty ? all.filter { $0.entry?.isCalledElsewhere(name) == true } : own
        return found.map { ($0.row, $0.model) }
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

extension Row {
    /// Indicates whether a method of this name returns the publisher: `filter` returns a `Publishers.Filter`.
    fileprivate func isCalled(_ name: String) -> Bool {
        let own = type.split(separator: ".").last.map { $0.prefix(1).lowercased() + $0.dropFirst() }
        return own == name || method.map { String($0.prefix { $0 != "(" }) } == name
    }
}

extension NameSheet {
    /// The base name of a call: `filter` of `filter(_:)`, `all` of `Property.all(_:)`.
    fileprivate static func word(_ call: String) -> Substring {
        let call = call.prefix { $0 != "(" }
        return call.split(separator: ".").last ?? call
    }

    /// The equivalent, in this library, of a name that no row has.
    fileprivate func form(of name: String) -> String? {
        elsewhere.first { $0.names.contains { Self.word($0) == name } }?.text
    }
}

extension NameSheet.Entry {
    /// Indicates whether a method of this name returns the publisher: `prefix` returns a `Publishers.Output`.
    fileprivate func isCalled(_ name: String) -> Bool { calls.contains { NameSheet.word($0.text) == name } }

    /// Indicates whether another library uses this name: `take` is such a name for `Publishers.Output`.
    fileprivate func isCalledElsewhere(_ name: String) -> Bool {
        calls.contains { $0.others.contains { NameSheet.word($0) == name } }
    }
}

/// A chain of operators, pasted from a program.
enum Chain {
    /// The names of the calls, in order: `Just`, `filter` and `first` of `Just(1).filter { … }.first()`. A text without
    /// calls or names is one name.
    static func names(in text: String) -> [String] {
        guard text.contains(where: { "({".contains($0) }) else { return [text] }
        var names: [String] = []
        var name = ""
        var depth = 0
        // A name before a bracket is called, even with blanks between them.
        func isPart(_ character: Character) -> Bool {
            character.isLetter || character.isNumber || character == "_"
        }
        for character in text + "." {
            if "([{".contains(character) { depth += 1 }
            if depth == 0, isPart(character) {
                name.append(character)
            } else if !character.isWhitespace, !name.isEmpty {
                // `Publishers.Filter(…)` is one name.
                if character == ".", depth == 0, name.first?.isUppercase == true, !name.contains(".") {
                    name += "."
                } else {
                    names.append(name)
                    name = ""
                }
            }
            if ")]}".contains(character) { depth = max(0, depth - 1) }
        }
        names = names.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }.filter { !$0.isEmpty }
        return names.isEmpty ? [text] : names
    }
}
