import TraitsRuntime

/// What is left of a history when one forgets the values and the time between them: whether it began
/// synchronously, how many values it had, how it ended.
public struct HistoryShape: Hashable, Sendable, CustomStringConvertible {
    /// How a history ends.
    public enum Ending: String, Hashable, Sendable {
        /// Not at all.
        case silent = ">"
        /// `|`
        case finished = "|"
        /// `x`
        case failed = "x"
    }

    /// Whether the first event came inside of the call that subscribed and requested.
    public var isImmediate: Bool
    /// The number of values.
    public var values: Int
    /// How it ends.
    public var ending: Ending

    /// Creates a shape.
    public init(isImmediate: Bool, values: Int, ending: Ending) {
        self.isImmediate = isImmediate
        self.values = values
        self.ending = ending
    }

    /// Reads the marbles of ``description``: `o|` began synchronously, `-o|` did not.
    ///
    /// - Parameter marbles: A dash or none, so many `o`, and one of `>`, `|` and `x`; anything else gives nil.
    public init?(marbles: some StringProtocol) {
        let isImmediate = marbles.first != "-"
        let rest = isImmediate ? marbles[...] : marbles.dropFirst()
        guard let last = rest.last, let ending = Ending(rawValue: String(last)),
            rest.dropLast().allSatisfy({ $0 == "o" })
        else { return nil }
        self.init(isImmediate: isImmediate, values: rest.count - 1, ending: ending)
    }

    /// The shape with no more values than a space of histories tells apart.
    func limited(to limit: Int) -> HistoryShape {
        HistoryShape(isImmediate: isImmediate, values: min(values, limit), ending: ending)
    }

    /// The same with its first event synchronous, or not.
    var atAnotherTime: HistoryShape {
        HistoryShape(isImmediate: !isImmediate, values: values, ending: ending)
    }

    /// What this may be the beginning of, synchronously or later.
    ///
    /// - Parameters:
    ///   - limit: The most values.
    ///   - endings: How it may end.
    func continued(to limit: Int, _ endings: [Ending] = [.silent, .finished, .failed]) -> Set<HistoryShape> {
        (values...max(values, limit)).reduce(into: []) { histories, count in
            for ending in endings { histories.formUnion(HistoryShape.both(count, ending)) }
        }
    }

    init<Output, Failure>(of events: [TimedSignal<Output, Failure>], isImmediate: Bool) {
        self.init(isImmediate: isImmediate && !events.isEmpty, values: 0, ending: .silent)
        for event in events {
            switch event.signal {
            case .value: values += 1
            case .completion(.finished): ending = .finished
            case .completion(.failure): ending = .failed
            case .cancelled: continue
            }
            if ending != .silent { return }
        }
    }

    /// The shape in marbles: `o|` began synchronously, `-o|` did not.
    public var description: String {
        (isImmediate ? "" : "-") + String(repeating: "o", count: values) + ending.rawValue
    }
}
