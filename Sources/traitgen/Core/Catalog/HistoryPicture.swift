/// A history of several lines as a picture in a file, once for light pages and once for dark ones.
struct HistoryPicture {
    private let lines: [(name: String, picture: MarblePicture)]

    init(_ lines: [Counterexample.Line]) {
        self.lines = lines.map { ($0.name, MarblePicture($0.marbles)) }
    }

    /// A name that follows from what is drawn, so that one picture serves all rows that need it.
    var name: String {
        "marbles-" + Self.hash(lines.map { "\($0.name) \($0.picture.marbles)" }.joined(separator: "\n"))
    }

    /// Eight digits that follow from a text: FNV-1a in 32 bits.
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
        // A letter is some eight points wide.
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
