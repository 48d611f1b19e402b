import TraitgenCore

/// The marbles of a history that a law run recorded: only dashes take time, and a digit is a value's name.
struct TimedMarbles {
    /// The marbles of each tick.
    private var ticks: [[Character]] = [[]]
    /// Indicates whether the history has an end.
    private var isOver: Bool { ticks.joined().contains { $0 == "|" || $0 == "x" || $0 == "!" } }

    init(_ text: String) {
        var digits: String?
        for character in text {
            switch (character, digits) {
            case ("{", _): digits = ""
            case ("}", let number?):
                // A long silence is drawn as a short one.
                pass(min(Int(number) ?? 0, 3))
                digits = nil
            case (_, let number?): digits = number + String(character)
            case ("-", _): pass(1)
            case (">", _): break
            default: ticks[ticks.count - 1].append(character)
            }
        }
    }

    private mutating func pass(_ count: Int) { ticks += Array(repeating: [], count: count) }

    /// Aligns lines, so that the marbles of one tick are in the same columns. A line without an end gets an arrow.
    static func aligned(_ texts: [String]) -> [String] {
        let lines = texts.map(TimedMarbles.init)
        let count = lines.map(\.ticks.count).max() ?? 0
        var widths = Array(repeating: 0, count: count)
        for line in lines {
            for (tick, symbols) in line.ticks.enumerated() { widths[tick] = max(widths[tick], symbols.count) }
        }
        return lines.map { line in
            var text = ""
            for tick in 0..<count {
                let symbols = tick < line.ticks.count ? line.ticks[tick] : []
                if tick > 0 { text += "-" }
                text += String(symbols) + String(repeating: "-", count: widths[tick] - symbols.count)
            }
            guard line.isOver else { return text + (text.isEmpty ? "-->" : "->") }
            let end = text.lastIndex { $0 != "-" } ?? text.startIndex
            return String(text[...end])
        }
    }
}
