import TraitgenCore
import TraitgenVerbs

extension EditorServer {
    /// Explains the word at a position: the row of a type, a trait, a word of the language, a mistake.
    func hover(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let subject = try subject(parameters),
            let (mention, block) = subject.syntax.mention(at: subject.offset)
        else { return .null }
        let parts = explanation(of: mention, in: block, subject)
        guard !parts.isEmpty else { return .null }
        return [
            "contents": ["kind": "markdown", "value": .text(parts.joined(separator: "\n\n"))],
            "range": json(mention.range, in: subject.text),
        ]
    }

    private func explanation(of mention: Mention, in block: SyntaxBlock, _ subject: Subject) -> [String] {
        guard let table = workspace.table(beside: subject.path) else { return [] }
        switch mention.role {
        case .type:
            guard let model = workspace.model(of: table), let row = model.row(named: mention.name) else {
                return []
            }
            return explanation(of: row, in: model, table)
        case .trait:
            guard let model = workspace.model(of: table),
                let trait = model.allTraits.first(where: { $0.name == mention.name })
            else { return [] }
            return [
                trait.documentation.joined(separator: "\n"),
                code(Explanation(of: trait, in: [model]).description, table),
            ]
            .filter { !$0.isEmpty }
        case .input:
            guard let row = block.name.flatMap({ name in workspace.model(of: table)?.row(named: name.name) }),
                let input = row.inputs.first(where: { $0.name.prefix { $0 != "." } == mention.name })
            else { return word(mention) }
            return ["An input of `\(row.type)`: `\(input.text)`"]
        case .law: return ["The law `\(mention.name)`, from which the row is exempt"]
        case .module, .path, .library, .set, .plain: return word(mention)
        }
    }

    private func word(_ mention: Mention) -> [String] {
        guard !mention.isQuote, let meaning = LanguageWord.meaning(of: mention.name) else { return [] }
        return ["`\(mention.name)`: \(meaning)"]
    }

    /// The conformances that follow from a row, and what `explain` says of it.
    private func explanation(of row: Row, in model: Model, _ table: String) -> [String] {
        let extensions = row.conformances.map { conformance in
            let condition = conformance.whereClause
            return "extension \(row.type): \(conformance.trait)"
                + (condition.isEmpty ? " {}" : " where \(condition) {}")
        }
        let swift = extensions.isEmpty ? "" : "```swift\n\(extensions.joined(separator: "\n"))\n```"
        return [
            row.documentation.joined(separator: "\n"), swift,
            code(Explanation(of: row, in: model).description, table),
        ]
        .filter { !$0.isEmpty }
    }

    /// A text in which places are relative to the table's package.
    private func code(_ text: String, _ table: String) -> String {
        let folder = workspace.finder.package(of: table) ?? Path.folder(table)
        return "```\n\(folder.isEmpty ? text : text.replacing(folder + "/", with: ""))\n```"
    }
}
