import TraitgenCore
import TraitgenVerbs

extension EditorServer {
    /// The kinds of proposals, with the numbers of the protocol.
    private enum Kind: Int {
        case keyword = 14
        case trait = 8
        case type = 7
        case parameter = 25
        case module = 9
        case constant = 21
    }

    /// Proposes the words that may stand at a position.
    func completion(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let subject = try subject(parameters), let table = workspace.table(beside: subject.path) else {
            return .null
        }
        let context = CompletionContext(subject.syntax, subject.text, at: subject.offset)
        var seen: Set<String> = []
        var items: [JSONValue] = []
        for expectation in context.expectations {
            for (word, kind, detail) in proposals(expectation, subject, table)
            where seen.insert(word).inserted {
                items.append([
                    "label": .text(word), "kind": .number(kind.rawValue), "detail": .text(detail),
                    "sortText": .text("\(10_000 + items.count)"),
                    "textEdit": ["range": json(context.word, in: subject.text), "newText": .text(word)],
                ])
            }
        }
        return ["isIncomplete": .truth(false), "items": .list(items)]
    }

    private func proposals(
        _ expectation: CompletionContext.Expectation, _ subject: Subject, _ table: String
    ) -> [(word: String, kind: Kind, detail: String)] {
        switch expectation {
        case .words(let words): words.map { ($0, .keyword, LanguageWord.meaning(of: $0) ?? "") }
        case .traits:
            visible(table, ["trait"]).filter { $0 != declared(subject) }.map { ($0, .trait, "trait") }
        case .rows: visible(table, ["operator", "source"]).map { ($0, .type, "row") }
        case .sources: visible(table, ["source"]).map { ($0, .type, "source") }
        case .types: types(table).map { ($0, .type, "type without a row") }
        case .entries: entries(subject, table).map { ($0, .type, "row") }
        case .inputs: inputs(subject).map { ($0, .parameter, "input") }
        case .modules: workspace.finder.modules(visibleTo: table).map { ($0, .module, "module") }
        case .sets: names(in: subject.path, ["set"]).map { ($0, .constant, "set") }
        }
    }

    /// The names that declarations of some kinds give in a file.
    private func names(in path: String, _ keywords: [String]) -> [String] {
        (workspace.syntax(of: path)?.blocks ?? []).filter { keywords.contains($0.keyword) }.compactMap(
            \.name?.name)
    }

    /// The name that the declaration at the position gives.
    private func declared(_ subject: Subject) -> String? {
        subject.syntax.block(at: subject.text.line(of: subject.offset))?.name?.name
    }

    private func visible(_ table: String, _ keywords: [String]) -> [String] {
        workspace.visible(to: table).flatMap { names(in: $0, keywords) }
    }

    /// The types of the module that are publishers and have no row yet.
    private func types(_ table: String) -> [String] {
        let known = Set(visible(table, ["operator", "source"]))
        return workspace.publishers(ofModuleWith: table).filter { !known.contains($0) }
    }

    /// The rows of the table that this file has no entry for.
    private func entries(_ subject: Subject, _ table: String) -> [String] {
        let known = Set(subject.syntax.blocks.compactMap(\.name?.name))
        return names(in: table, ["operator", "source"]).filter { !known.contains($0) }
    }

    private func inputs(_ subject: Subject) -> [String] {
        let line = subject.text.line(of: subject.offset)
        let block = subject.syntax.block(at: line) ?? subject.syntax.blocks.last { $0.line <= line }
        let inputs = block?.mentions.filter { $0.role == .input && $0.isDeclaration }.map(\.name) ?? []
        return inputs.isEmpty ? ["Upstream"] : inputs
    }
}
