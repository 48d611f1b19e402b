/// A line of marbles that is being drawn.
struct MarbleDrawing {
    private(set) var text = ""
    /// The positions of the symbols in the text.
    private(set) var columns: [Int] = []
    private var tick = 0

    /// The number of dashes that are drawn; longer silences are written as a number.
    static let longestRun = 24

    /// Draws a symbol at its tick. A symbol with an earlier tick than the symbol before it is drawn behind that, without time
    /// between them.
    mutating func add(_ symbol: Character, at tick: Int) {
        pass(until: tick)
        columns.append(text.count)
        text.append(symbol)
    }

    /// Draws the silence until `tick`.
    mutating func pass(until tick: Int) {
        guard tick > self.tick else { return }
        let ticks = tick - self.tick
        text += ticks > Self.longestRun ? "{\(ticks)}" : String(repeating: "-", count: ticks)
        self.tick = tick
    }
}

extension Marbles {
    /// The marbles as this module draws them, so that two lines can be compared.
    var drawing: MarbleDrawing {
        var drawing = MarbleDrawing()
        for mark in marks {
            switch mark.symbol {
            case .name(let name): drawing.add(name, at: mark.tick)
            case .finished: drawing.add("|", at: mark.tick)
            case .cancelled: drawing.add("!", at: mark.tick)
            }
        }
        drawing.pass(until: duration)
        return drawing
    }
}
