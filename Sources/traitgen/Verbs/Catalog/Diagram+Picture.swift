import TraitgenCore

extension Diagram {
    /// A name derived from the contents.
    var name: String { "marbles-" + HistoryPicture.hash("\(words)\n\(lines.map(Self.columns))") }

    private static func columns(_ line: Line) -> String {
        guard case .stream(let stream) = line else { return "" }
        return "\(stream.columns) \(stream.marks.keys.sorted())"
    }

    /// The diagram in words, for readers that don't see it.
    var words: String {
        lines.map { line in
            switch line {
            case .caption(let text): return text
            case .stream(let stream):
                let marks = stream.marks.sorted { $0.key < $1.key }.map { column, mark in
                    let word =
                        switch mark {
                        case .value(let value): value
                        case .finish: "finish"
                        case .failure: "failure"
                        case .arrival: "a subscriber arrives"
                        }
                    return "\(word) at \(column)"
                }
                let label = stream.label.isEmpty ? "" : stream.label + ": "
                return label + (marks.isEmpty ? "nothing" : marks.joined(separator: ", "))
            }
        }.joined(separator: "; ").replacing("[", with: "(").replacing("]", with: ")").replacing("`", with: "")
    }

    var files: [String: String] {
        [
            "\(name).svg": svg(.light),
            "\(name)~dark.svg": svg(.dark),
        ]
    }

    private func svg(_ colors: PictureColors) -> String {
        let step = MarblePicture.step
        var labels = 0
        var columns = 0
        var captions = 0
        for line in lines {
            switch line {
            case .caption(let text): captions = max(captions, text.count)
            case .stream(let stream):
                labels = max(labels, stream.label.count)
                columns = max(
                    columns,
                    stream.columns.upperBound + 1
                        + (stream.remark.isEmpty ? 0 : stream.remark.count * 7 / step + 3))
            }
        }
        // A letter is about eight points wide.
        let left = labels == 0 ? 8 : labels * 8 + 20
        var body = ""
        for (number, line) in lines.enumerated() {
            let top = number * 26 + 7
            switch line {
            case .caption(let text):
                body +=
                    "<text class=\"code\" x=\"8\" y=\"\(top + 14)\">\(MarblePicture.escaped(text))</text>\n"
            case .stream(let stream):
                body +=
                    "<text class=\"code\" x=\"8\" y=\"\(top + 14)\">\(MarblePicture.escaped(stream.label))</text>\n"
                body += "<g transform=\"translate(\(left) \(top))\">\(Self.elements(stream))</g>\n"
                if !stream.remark.isEmpty {
                    let x = left + (stream.columns.upperBound + 2) * step
                    body +=
                        "<text x=\"\(x)\" y=\"\(top + 14)\">\(MarblePicture.escaped(stream.remark))</text>\n"
                }
            }
        }
        return colors.svg(
            width: max(left + (columns + 2) * step, captions * 8 + 16), height: lines.count * 26 + 8,
            body: body)
    }

    private static func elements(_ stream: Stream) -> String {
        let step = MarblePicture.step
        let start = stream.columns.lowerBound * step
        let last = stream.columns.upperBound * step
        // The arrow's head needs space after a value.
        let endsInValue = stream.marks.keys.max().map { $0 + 2 > stream.columns.upperBound } ?? false
        let end = stream.isOpen ? last + (endsInValue ? 2 : 1) * step : last + step / 2
        var parts = ["<line x1=\"\(start)\" y1=\"10\" x2=\"\(end)\" y2=\"10\"/>"]
        for (column, mark) in stream.marks.sorted(by: { $0.key < $1.key }) {
            let x = column * step + step / 2
            switch mark {
            case .finish: parts.append("<line class=\"end\" x1=\"\(x)\" y1=\"2\" x2=\"\(x)\" y2=\"18\"/>")
            case .failure: parts.append("<path class=\"x\" d=\"M\(x - 4) 6l8 8M\(x - 4) 14l8-8\"/>")
            case .arrival: parts.append("<path d=\"M\(x) 20v-7M\(x - 3) 16l3-4l3 4\"/>")
            case .value(let text):
                let width = max(14, text.count * 7 + 8)
                parts.append(
                    "<rect class=\"value\" x=\"\(x - 7)\" y=\"3\" width=\"\(width)\" height=\"14\" rx=\"7\"/>"
                )
                if text != "o" {
                    parts.append(
                        "<text x=\"\(x - 7 + width / 2)\" y=\"13.5\">\(MarblePicture.escaped(text))</text>")
                }
            }
        }
        if stream.isOpen { parts.append("<path d=\"M\(end - 5) 6l5 4l-5 4\"/>") }
        return parts.joined()
    }
}

/// The colours of a picture file.
struct PictureColors {
    let ink: String
    let value: String
    let failure: String
    let paper: String

    static let light = PictureColors(ink: "#1d1d1f", value: "#2a6fdb", failure: "#b03023", paper: "#fff")
    static let dark = PictureColors(ink: "#f5f5f7", value: "#6ea8ff", failure: "#ff8a7a", paper: "#000")

    /// A complete file.
    func svg(width: Int, height: Int, body: String) -> String {
        """
        \(CatalogPages.mark)
        <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
        <style>
        line, path { stroke: \(ink); stroke-width: 1.5; fill: none } circle, .value { fill: \(value) }
        .x { stroke: \(failure); stroke-width: 2 } .end { stroke-width: 2.5 }
        text { fill: \(ink); font: 13px system-ui, sans-serif } .code { font-family: ui-monospace, monospace }
        g text { fill: \(paper); font: 600 10px ui-monospace, monospace; text-anchor: middle }
        </style>
        \(body)</svg>

        """
    }
}
