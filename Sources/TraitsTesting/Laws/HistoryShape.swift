import TraitsRuntime

/// The shape of a history, without its values and the time between them: whether it began synchronously, how many values it had
/// and how it ended.
public struct HistoryShape: Hashable, Sendable, CustomStringConvertible {
    /// The ending of a history.
    public enum Ending: String, Hashable, Sendable {
        /// The history doesn't end.
        case silent = ">"
        /// `|`
        case finished = "|"
        /// `x`
        case failed = "x"
    }

    /// A Boolean value that indicates whether the first event came inside of the call that subscribed and requested.
    public var isImmediate: Bool
    /// The number of values.
    public var values: Int
    /// The ending of the history.
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

    /// Returns the shape with no more values than a space of histories distinguishes.
    func limited(to limit: Int) -> HistoryShape {
        HistoryShape(isImmediate: isImmediate, values: min(values, limit), ending: ending)
    }

    /// The same shape with its first event synchronous if it wasn't, and later if it was.
    var atAnotherTime: HistoryShape {
        HistoryShape(isImmediate: !isImmediate, values: values, ending: ending)
    }

    /// Returns the shapes that a history which has begun with these values may come to have, synchronously or later.
    ///
    /// - Parameters:
    ///   - limit: The largest number of values.
    ///   - endings: The endings that the history may have.
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
