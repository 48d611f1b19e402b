import TraitgenCore
import TraitgenVerbs

extension EditorServer {
    /// Lays a table out, as `traitgen format` does. A table with mistakes, samples and names stay as they are.
    func formatting(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        let document = try document(parameters)
        guard document.kind == .table else { return [] }
        guard Table.parse(bytes: document.text.bytes, path: document.path).diagnostics.isEmpty,
            let text = TableLayout.formatted(document.text.bytes)
        else { return [] }
        return edits(of: document.text, to: text)
    }

    /// The edit that turns a text into another one. The lines at both ends that are equal stay, so that an editor keeps its place.
    func edits(of old: SourceText, to text: String) -> JSONValue {
        let new = SourceText(text)
        if old.bytes == new.bytes { return [] }
        let (before, after) = (old.bytes, new.bytes)
        var start = 0
        while start < min(before.count, after.count), before[start] == after[start] { start += 1 }
        start = old.lines[old.line(of: start)].lowerBound
        var end = 0
        while end < min(before.count, after.count) - start,
            before[before.count - 1 - end] == after[after.count - 1 - end]
        {
            end += 1
        }
        // An edit replaces whole lines.
        var last = before.count - end
        while last < before.count, last > 0, before[last - 1] != 0x0A { last += 1 }
        let rest = before.count - last
        return [
            [
                "range": json(start..<last, in: old),
                "newText": .text(String(decoding: after[start..<(after.count - rest)], as: UTF8.self)),
            ]
        ]
    }
}
