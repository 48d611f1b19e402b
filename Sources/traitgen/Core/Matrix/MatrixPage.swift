/// The matrix as one page that needs nothing else: styles and pictures are in it.
struct MatrixPage {
    let html: String

    /// A page of one table or of several, one after the other.
    init(_ pages: [(Matrix, Model)]) {
        let title = pages.map(\.1.fileName).joined(separator: ", ")
        html = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(Self.escaped(title)): operators and traits</title>
            <style>
            \(Self.style)
            </style>
            </head>
            <body>
            \(pages.flatMap(Self.section).joined(separator: "\n"))
            </body>
            </html>
            """
    }

    /// What the page says about one table.
    private static func section(_ matrix: Matrix, _ model: Model) -> [String] {
        var body = ["<h1>\(escaped(model.fileName))</h1>"]
        body.append(
            "<p>Which publishers keep which traits. Where one doesn't, the cell says what it may do instead, and shows "
                + "the shortest history in which it does, with inputs that keep the trait; "
                + "<span class=\"seen\">a frame</span> marks a history that the law tests have seen.</p>"
        )
        body.append("<h2>The traits</h2>")
        for trait in model.allTraits {
            body.append("<h3 id=\"\(trait.name)\">\(trait.name)</h3><table class=\"trait\">")
            if let place = trait.place {
                body.append("<tr><td>every event arrives on <code>\(escaped(place))</code></td></tr>")
            }
            if trait.promise == .sharing {
                body.append(
                    "<tr><td>each source is subscribed once at a time, however many subscribe</td></tr>")
            }
            body += trait.lines.map {
                "<tr><td>\(picture($0.marbles))</td><td>\(escaped($0.meaning))</td></tr>"
            }
            body.append("</table>")
        }
        body.append("<h2>The operators</h2><table class=\"matrix\"><thead><tr><th>type</th>")
        body += matrix.traits.map { "<th><a href=\"#\($0.name)\">\($0.shortName)</a></th>" }
        body.append("</tr></thead><tbody>")
        for line in matrix.lines {
            let because = line.row.because.map { "<p>\(escaped($0))</p>" } ?? ""
            body.append(
                "<tr><th scope=\"row\"><code>\(escaped(line.row.type))</code>"
                    + "<br><code class=\"rule\">\(escaped(line.row.rules))</code>\(because)</th>")
            body += line.cells.map { cell($0, matrix) }
            body.append("</tr>")
        }
        body.append("</tbody></table>")
        return body
    }

    private static let style = """
        :root { color-scheme: light dark; --line: light-dark(#bbb, #555); --value: light-dark(#2a6fdb, #6ea8ff);
          --bad: light-dark(#c0392b, #ff7b6b); --good: light-dark(#1e7e45, #6fd08c); }
        body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 84rem; padding: 0 1rem; }
        table { border-collapse: collapse; }
        .matrix th, .matrix td { border: 1px solid var(--line); padding: .4rem .6rem; text-align: left;
          vertical-align: top; }
        .matrix thead th { position: sticky; top: 0; background: Canvas; z-index: 1; }
        .matrix th p { font-weight: normal; font-size: .8rem; margin: .2rem 0 0; max-width: 22rem; }
        .trait td { padding: .1rem 1rem .1rem 0; }
        .rule { font-weight: normal; font-size: .8rem; white-space: pre-wrap; }
        .yes { color: var(--good); font-weight: 600; }
        .if { color: var(--good); }
        .no { color: var(--bad); }
        .matrix .history { margin: .3rem 0 0; }
        .matrix .history td { border: 0; padding: 0 .5rem 0 .3rem; vertical-align: middle; }
        .matrix .history .name { font-size: .75rem; }
        .seen { outline: 1px dashed var(--line); outline-offset: 1px; }
        svg { display: block; overflow: visible; }
        svg line, svg path { stroke: currentColor; stroke-width: 1.5; fill: none; }
        svg circle { fill: var(--value); }
        svg text { fill: Canvas; font: 600 10px ui-monospace, monospace; text-anchor: middle; }
        svg .x { stroke: var(--bad); stroke-width: 2; }
        svg .end { stroke-width: 2.5; }
        """

    private static func cell(_ cell: Matrix.Cell, _ matrix: Matrix) -> String {
        switch cell {
        case .always: return "<td class=\"yes\">always</td>"
        case .when(let constraints):
            let parts = constraints.map {
                "<code>\(escaped($0.input))</code> is \(escaped(matrix.name($0)))"
            }
            return "<td class=\"if\">if \(parts.joined(separator: ", "))</td>"
        case .never(let reason, let lines, let isObserved):
            let columns = lines.map { drawn($0.marbles).count }.max() ?? 0
            let rows = lines.map {
                "<tr><td class=\"name\">\(escaped($0.name))</td><td>\(picture($0.marbles, columns: columns))</td></tr>"
            }
            if rows.isEmpty { return "<td><span class=\"no\">\(escaped(reason))</span></td>" }
            return "<td><span class=\"no\">\(escaped(reason))</span>"
                + "<table class=\"history\(isObserved ? " seen" : "")\">\(rows.joined())</table></td>"
        }
    }

    /// The part of a line of marbles that has columns of its own: not the arrow, not a remark in parentheses.
    private static func drawn(_ marbles: String) -> Substring.UTF8View {
        marbles.utf8.prefix { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "(") }
    }

    /// A line of marbles as a picture: circles, a bar, a cross, and time from left to right.
    ///
    /// - Parameter columns: the length of the longest line beside it; a line that goes on goes on as far as that.
    static func picture(_ marbles: String, columns: Int = 0) -> String {
        let history = Array(drawn(marbles))
        let isOpen = marbles.utf8.dropFirst(history.count).first == UInt8(ascii: ">")
        let last = history.lastIndex { $0 != UInt8(ascii: " ") } ?? 0
        let first = history.firstIndex { $0 != UInt8(ascii: " ") } ?? 0
        let step = 14
        // Room for a line that only goes on to be seen as one.
        let shortest = 2
        let end = isOpen ? max(last + 1, columns, first + shortest) * step + step / 2 : last * step + step / 2
        var parts = ["<line x1=\"\(first * step)\" y1=\"10\" x2=\"\(end)\" y2=\"10\"/>"]
        for (index, mark) in history.enumerated() {
            let x = index * step + step / 2
            switch mark {
            case UInt8(ascii: "|"):
                parts.append("<line class=\"end\" x1=\"\(x)\" y1=\"2\" x2=\"\(x)\" y2=\"18\"/>")
            case UInt8(ascii: "x"):
                parts.append("<path class=\"x\" d=\"M\(x - 4) 6l8 8M\(x - 4) 14l8-8\"/>")
            case UInt8(ascii: "-"), UInt8(ascii: " "): break
            default:
                parts.append("<circle cx=\"\(x)\" cy=\"10\" r=\"6\"/>")
                // An `o` is any value; all else is the name of one.
                let name = escaped(String(Unicode.Scalar(mark)))
                if name != "o" { parts.append("<text x=\"\(x)\" y=\"13.5\">\(name)</text>") }
            }
        }
        if isOpen { parts.append("<path d=\"M\(end - 5) 6l5 4l-5 4\"/>") }
        let width = max(end, columns * step) + step / 2
        return "<svg role=\"img\" aria-label=\"\(escaped(marbles))\" width=\"\(width)\" height=\"20\" "
            + "viewBox=\"0 0 \(width) 20\"><title>\(escaped(marbles))</title>\(parts.joined())</svg>"
    }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
