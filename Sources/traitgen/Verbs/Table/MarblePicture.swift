import TraitgenCore

/// A line of marbles as a picture: circles, a bar, a cross, and time from left to right.
struct MarblePicture {
    /// The marbles without the arrow's head and without a remark in parentheses.
    private let marks: [UInt8]
    private let isOpen: Bool
    let marbles: String

    /// The distance between two columns, and the height of a line.
    static let step = 14
    static let height = 20

    init(_ marbles: String) {
        self.marbles = marbles
        marks = Array(marbles.utf8.prefix { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "(") })
        isOpen = marbles.utf8.dropFirst(marks.count).first == UInt8(ascii: ">")
    }

    /// The number of columns that the line takes.
    var columns: Int { marks.count }

    /// Indicates whether there is nothing to draw.
    var isEmpty: Bool { marks.allSatisfy { $0 == UInt8(ascii: " ") } }

    private var first: Int { marks.firstIndex { $0 != UInt8(ascii: " ") } ?? 0 }
    private var last: Int { marks.lastIndex { $0 != UInt8(ascii: " ") } ?? 0 }

    /// The end of the line.
    ///
    /// - Parameter columns: the columns of the longest line beside it; an open line extends as far as that line.
    private func end(_ columns: Int) -> Int {
        guard isOpen else { return last * Self.step + Self.step / 2 }
        // An open line without events must be long enough to be seen.
        return max(last + 1, columns, first + 2) * Self.step + Self.step / 2
    }

    func width(_ columns: Int = 0) -> Int { max(end(columns), columns * Self.step) + Self.step / 2 }

    /// The elements of an SVG picture. They have classes, whose styles are in the page or the file.
    func elements(columns: Int = 0) -> String {
        if isEmpty { return "" }
        let end = end(columns)
        var parts = ["<line x1=\"\(first * Self.step)\" y1=\"10\" x2=\"\(end)\" y2=\"10\"/>"]
        for (index, mark) in marks.enumerated() {
            let x = index * Self.step + Self.step / 2
            switch mark {
            case UInt8(ascii: "|"):
                parts.append("<line class=\"end\" x1=\"\(x)\" y1=\"2\" x2=\"\(x)\" y2=\"18\"/>")
            case UInt8(ascii: "x"):
                parts.append("<path class=\"x\" d=\"M\(x - 4) 6l8 8M\(x - 4) 14l8-8\"/>")
            case UInt8(ascii: "-"), UInt8(ascii: " "): break
            default:
                parts.append("<circle cx=\"\(x)\" cy=\"10\" r=\"6\"/>")
                // An `o` is any value; any other character is a value's name.
                let name = Self.escaped(String(Unicode.Scalar(mark)))
                if name != "o" { parts.append("<text x=\"\(x)\" y=\"13.5\">\(name)</text>") }
            }
        }
        if isOpen { parts.append("<path d=\"M\(end - 5) 6l5 4l-5 4\"/>") }
        return parts.joined()
    }

    /// The picture inside of a page, with a description for screen readers.
    func inline(columns: Int = 0) -> String {
        let width = width(columns)
        let words = Self.escaped(words)
        return "<svg role=\"img\" aria-label=\"\(words)\" width=\"\(width)\" height=\"\(Self.height)\" "
            + "viewBox=\"0 0 \(width) \(Self.height)\"><title>\(Self.escaped(marbles))</title>"
            + "\(elements(columns: columns))</svg>"
    }

    /// The marbles in words: "time passes, a value, finish".
    var words: String {
        if isEmpty { return marbles }
        var words: [String] = []
        for mark in marks[first...] {
            let word =
                switch mark {
                case UInt8(ascii: "-"), UInt8(ascii: " "): "time passes"
                case UInt8(ascii: "|"): "finish"
                case UInt8(ascii: "x"): "failure"
                case UInt8(ascii: "*"): "any number of times"
                case UInt8(ascii: "o"): "a value"
                default: "the value \(Unicode.Scalar(mark))"
                }
            if word != "time passes" || words.last != word { words.append(word) }
        }
        if isOpen { words.append("stays open") }
        return words.joined(separator: ", ")
    }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
