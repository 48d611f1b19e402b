import TraitgenCore
import TraitgenVerbs

extension EditorServer {
    /// The remedies of the mistakes in a range.
    func codeActions(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        let document = try document(parameters)
        let only = parameters["context"]["only"].list.compactMap(\.text)
        guard only.isEmpty || only.contains(where: { $0 == "quickfix" || $0 == "" }),
            let range = range(parameters["range"], in: document.text),
            let table = workspace.table(beside: document.path),
            let syntax = workspace.syntax(of: document.path), workspace.analysis(of: table) != nil
        else { return [] }
        workspace.lint(table)
        var actions: [JSONValue] = []
        for finding in workspace.findings[document.path] ?? [] {
            let place = document.text.range(of: finding.location)
            guard place.lowerBound <= range.upperBound, range.lowerBound <= place.upperBound else { continue }
            for remedy in Remedy.remedies(for: finding, syntax, document.text) {
                let edits = remedy.edits.map { range, text -> JSONValue in
                    ["range": json(range, in: document.text), "newText": .text(text)]
                }
                actions.append([
                    "title": .text(remedy.title), "kind": "quickfix", "isPreferred": .truth(true),
                    "diagnostics": [json(finding, in: document.text)],
                    "edit": ["changes": .object([.init(name: document.uri, value: .list(edits))])],
                ])
            }
        }
        return .list(actions)
    }
}
