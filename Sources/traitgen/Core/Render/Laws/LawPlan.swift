/// The extent of the law tests of a row: the situations that are tried, and the precision with which histories are
/// compared.
///
/// One input is tried with up to three values, several inputs with fewer: the number of situations grows with a power
/// of the inputs. Values are counted further than for the derivation, so that a law notices a lost third value.
package struct LawPlan {
    /// The number of publishers that a sample is given.
    package let inputs: Int
    /// The largest number of values that an input sends.
    let values: Int
    /// The number of later ticks at which something may happen.
    let laterTicks: Int
    /// The number of values from which on histories aren't distinguished.
    package let limit: Int
    /// For each input the histories that it may have, if it has a bound or is always the same publisher.
    private let bounds: [ShapeSet?]

    /// The largest number of inputs that can be tried at all.
    static let mostInputs = 4

    package init(_ row: Row, in model: Model) {
        inputs = row.kind == .source ? 0 : row.inputs.count
        bounds = row.inputs.map { $0.given?.shapes(limit: model.valueLimit) ?? $0.language }
        switch inputs {
        case 0: (values, laterTicks, limit) = (0, 2, model.valueLimit)
        // If time decides, each of three values and the end needs its own tick.
        case 1: (values, laterTicks, limit) = (3, row.behaviour.isTimed ? 4 : 2, 4)
        case 2: (values, laterTicks, limit) = (2, 2, 4)
        case 3: (values, laterTicks, limit) = (1, 1, 4)
        default: (values, laterTicks, limit) = (1, 1, 4)
        }
    }

    /// The histories that one input may have, in the order of the predictions. With four inputs, each begins
    /// immediately or never.
    package var inputShapes: [Shape] {
        ShapeSet.all(limit: limit).shapes.filter {
            $0.values <= values && (inputs < 4 || $0.first != .later)
        }
    }

    /// Indicates whether all inputs keep their bounds.
    package func allows(_ situation: [Shape]) -> Bool {
        zip(situation, bounds).allSatisfy { shape, bound in bound?.contains(shape) ?? true }
    }

    /// All combinations of the inputs' histories, including combinations that their bounds exclude. The last input
    /// changes fastest.
    package var situations: [[Shape]] {
        ImageFinder.combinations(Array(repeating: inputShapes, count: inputs))
    }
}

/// The predictions of a row for each combination of its inputs' histories.
struct LawPrediction {
    let plan: LawPlan
    /// The distinct images, in the order of the first situation with each.
    private(set) var images: [ShapeSet] = []
    /// For each situation the index of its image.
    private(set) var numbers: [Int] = []
    /// The situations in which the row says that the program stops, whatever happens before.
    private(set) var traps: [String] = []

    init(_ behaviour: Behaviour, plan: LawPlan, finder: ImageFinder) {
        self.plan = plan
        var known: [ShapeSet: Int] = [:]
        let canTrap = behaviour.canTrap
        for situation in plan.situations {
            let inputs = situation.map { ShapeSet($0, limit: plan.limit) }
            let image =
                plan.allows(situation)
                ? finder.image(of: behaviour, inputs: inputs) : ShapeSet(limit: plan.limit)
            let number = known[image] ?? images.count
            if number == images.count {
                known[image] = number
                images.append(image)
            }
            numbers.append(number)
            if image.isEmpty && canTrap && plan.allows(situation) {
                traps.append(situation.map(\.lawMarbles).joined(separator: " "))
            }
        }
    }
}

extension Shape {
    /// The shape as the law kit writes it: `o|` immediately, `-o|` later, `->` never.
    package var lawMarbles: String {
        let ending =
            switch end {
            case .silent: ">"
            case .finished: "|"
            case .failed: "x"
            }
        return (first == .immediate ? "" : "-") + String(repeating: "o", count: values) + ending
    }

    /// Reads marbles as ``lawMarbles`` writes them; nil for anything else.
    init?(lawMarbles text: some StringProtocol) { self.init(lawMarbles: Array(text.utf8)[...]) }

    /// Reads a word of a record.
    package init?(lawMarbles word: ArraySlice<UInt8>) {
        guard let mark = word.last, let end = End(lawMark: mark) else { return nil }
        let isLater = word.first == UInt8(ascii: "-")
        let values = word.dropFirst(isLater ? 1 : 0).dropLast()
        guard values.allSatisfy({ $0 == UInt8(ascii: "o") }) else { return nil }
        self.init(first: isLater ? .later : .immediate, values: values.count, end: end)
    }
}

extension Shape.End {
    /// Reads the last mark of ``Shape/lawMarbles``.
    init?(lawMark: UInt8) {
        switch lawMark {
        case UInt8(ascii: ">"): self = .silent
        case UInt8(ascii: "|"): self = .finished
        case UInt8(ascii: "x"): self = .failed
        default: return nil
        }
    }
}

extension ShapeSet {
    /// The shapes as the law kit writes them, separated by blanks.
    var lawMarbles: String { shapes.map(\.lawMarbles).joined(separator: " ") }
}
