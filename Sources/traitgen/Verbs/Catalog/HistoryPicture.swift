import TraitgenCore

/// A picture of a history of several lines, in one file for light pages and one for dark pages.
struct HistoryPicture {
    private let lines: [(name: String, picture: MarblePicture)]

    init(_ lines: [Counterexample.Line]) {
        self.lines = lines.map { ($0.name, MarblePicture($0.marbles)) }
    }

    /// A name derived from the contents, so that rows with the same history share a picture.
    var name: String {
        "marbles-" + Self.hash(lines.map { "\($0.name) \($0.picture.marbles)" }.joined(separator: "\n"))
    }

    /// Returns eight digits computed from a text: FNV-1a in 32 bits.
    static func hash(_ text: String) -> String {
        let hash = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// The history in words, for readers that don't see it.
    var words: String {
        lines.map { "\($0.name): \($0.picture.words)" }.joined(separator: "; ")
    }

    var files: [String: String] { ["\(name).svg": svg(.light), "\(name)~dark.svg": svg(.dark)] }

    private func svg(_ colors: PictureColors) -> String {
        let columns = lines.map(\.picture.columns).max() ?? 0
        // A letter is about eight points wide.
        let label = (lines.map(\.name.count).max() ?? 0) * 8 + 16
        let width = label + (lines.map { $0.picture.width(columns) }.max() ?? 0) + 8
        let height = lines.count * 26 + 8
        var text = ""
        for (number, line) in lines.enumerated() {
            let top = number * 26 + 7
            text += "<text x=\"8\" y=\"\(top + 14)\">\(MarblePicture.escaped(line.name))</text>\n"
            text +=
                line.picture.isEmpty
                ? "<text x=\"\(label)\" y=\"\(top + 14)\">\(MarblePicture.escaped(line.picture.marbles))</text>\n"
                : "<g transform=\"translate(\(label) \(top))\">\(line.picture.elements(columns: columns))</g>\n"
        }
        return colors.svg(width: width, height: height, body: text)
    }
}
