extension RaceInput {
    /// The events of an input while other threads subscribe and send.
    enum Behaviour: String, CaseIterable {
        case kept = "a promise that is kept"
        case broken = "a promise that is broken"
        case current = "a current value that is replaced"
        case stream = "values and an end for whoever is there"
        case failingStream = "values and a failure for whoever is there"
        case script = "values and an end, separately for each subscription"
        case failingScript = "values and a failure, separately for each subscription"
        case values = "values and an end synchronously"
        case end = "an end synchronously"
        case failure = "a failure synchronously"

        /// Indicates whether a late subscriber misses earlier events.
        var isHot: Bool { self == .stream || self == .failingStream }

        /// Indicates whether each subscription gets the same events, sooner or later.
        var isTheSameForAll: Bool { !isHot && self != .current }

        /// Indicates whether all events, or the first value, come inside of the call that subscribes.
        var isAtOnce: Bool {
            switch self {
            case .current, .values, .end, .failure: true
            default: false
            }
        }

        /// Indicates whether the input sends one value and the end, the end alone, or a failure alone.
        func isMaybe(further: Int) -> Bool {
            switch self {
            case .kept, .broken, .end, .failure: true
            case .values, .script: further == 0
            default: false
            }
        }

        var ending: HistoryShape.Ending {
            switch self {
            case .current: .silent
            case .kept, .stream, .script, .values, .end: .finished
            case .broken, .failingStream, .failingScript, .failure: .failed
            }
        }

        /// Returns the number of values that it sends to a subscriber that is there from the first value on.
        func count(further: Int) -> Int {
            switch self {
            case .kept: 1
            case .broken, .end, .failure: 0
            case .current, .stream, .failingStream, .script, .failingScript, .values: 1 + further
            }
        }

        /// Returns the histories of a subscription, and the parts of them that may be seen until then.
        ///
        /// - Parameter further: The number of values after the first, if it sends several.
        func shapes(further: Int) -> Set<HistoryShape> {
            let count = count(further: further)
            if self == .current {
                return Set(
                    (1...count).map { HistoryShape(isImmediate: true, values: $0, ending: .silent) })
            }
            if isAtOnce { return [HistoryShape(isImmediate: true, values: count, ending: ending)] }
            let whole = HistoryShape.both(count, ending).union([.nothing])
            if !isHot { return whole }
            return (0...count).reduce(into: whole) { shapes, count in
                shapes.formUnion(HistoryShape.both(count, ending))
                if count > 0 { shapes.formUnion(HistoryShape.both(count, .silent)) }
            }
        }

        /// Returns the choices of a seed: half of all behaviours for one input, a part of all pairs for two inputs, and
        /// mixtures for more inputs. Ten seeds cover all of them.
        static func choices(inputs: Int, seed: UInt64) -> [[Behaviour]] {
            let count = allCases.count
            let step = Int(seed % UInt64(count))
            switch inputs {
            case 0: return [[]]
            case 1: return allCases.indices.filter { ($0 + step) % 2 == 0 }.map { [allCases[$0]] }
            case 2: return allCases.indices.map { [allCases[$0], allCases[($0 + step) % count]] }
            default:
                return allCases.indices.filter { ($0 + step / 2) % 2 == 0 }.map { first in
                    (0..<inputs).map { allCases[(first + $0 * step) % count] }
                }
            }
        }
    }
}

extension HistoryShape {
    static var nothing: HistoryShape {
        HistoryShape(isImmediate: false, values: 0, ending: .silent)
    }

    /// Returns the shapes of a history that begins synchronously and of one with a later beginning.
    static func both(_ values: Int, _ ending: Ending) -> Set<HistoryShape> {
        if values == 0, ending == .silent { return [.nothing] }
        return [
            HistoryShape(isImmediate: true, values: values, ending: ending),
            HistoryShape(isImmediate: false, values: values, ending: ending),
        ]
    }
}
