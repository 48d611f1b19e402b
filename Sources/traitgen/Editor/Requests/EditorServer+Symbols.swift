import TraitgenCore
import TraitgenVerbs

extension EditorServer {
    /// The outline of a text: sections with their rows, traits, facts, sets and entries.
    func symbols(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        let document = try document(parameters)
        guard let syntax = workspace.syntax(of: document.path) else { return [] }
        var top: [JSONValue] = []
        var section: (block: SyntaxBlock, children: [JSONValue])?
        func close() {
            guard let open = section else { return }
            let last =
                open.children.isEmpty
                ? open.block.end : syntax.blocks.last { $0.line >= open.block.line }?.end
            top.append(
                symbol(of: open.block, to: last ?? open.block.end, syntax, document.text, open.children))
            section = nil
        }
        for block in syntax.blocks where block.mentions.count > 1 || block.name != nil {
            if block.keyword == "section" {
                close()
                section = (block, [])
            } else if section != nil {
                section?.children.append(symbol(of: block, to: block.end, syntax, document.text, []))
            } else {
                top.append(symbol(of: block, to: block.end, syntax, document.text, []))
            }
        }
        close()
        return .list(top)
    }

    /// The kinds of symbols, with the numbers of the protocol.
    private static let kinds = [
        "section": 3, "trait": 11, "source": 5, "operator": 5, "fact": 14, "import": 2, "set": 18,
    ]

    private func symbol(
        of block: SyntaxBlock, to end: Int, _ syntax: Syntax, _ text: SourceText, _ children: [JSONValue]
    ) -> JSONValue {
        let name = block.name ?? block.mentions[min(1, block.mentions.count - 1)]
        let lines = syntax.text.lines
        let range =
            lines[block.line].lowerBound..<lines[max(block.line, min(end, lines.count) - 1)].upperBound
        return [
            "name": .text(name.name.isEmpty ? block.keyword : name.name),
            "detail": .text(Self.kinds[block.keyword] == nil ? "" : block.keyword),
            "kind": .number(Self.kinds[block.keyword] ?? 5),
            "range": json(range, in: text), "selectionRange": json(name.range, in: text),
            "children": .list(children),
        ]
    }
}
