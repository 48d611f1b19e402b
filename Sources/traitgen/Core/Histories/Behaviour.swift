/// The behaviour of a row, without names and places: the way in which its inputs become one stream, and the stages of
/// that stream. Rows that say the same are equal, and share one derivation.
public struct Behaviour: Hashable, Sendable {
    /// An event of a stream.
    public typealias Event = TraitgenCore.Event
    /// The left side of a rule.
    public typealias Trigger = Rules.Trigger
    /// One alternative on the right side of a rule.
    public typealias Reaction = Rules.Reaction

    /// The ways in which inputs become one stream, as the table writes them.
    public enum Combiner: String, Hashable, Sendable, CaseIterable {
        /// There is one input, and its events are taken as they come.
        case pass
        /// The output is arbitrary.
        case anything
        /// One value from each.
        case zip
        /// The latest of each, whenever one changes.
        case latest
        /// All, as they come.
        case merge
        /// All, as they come, and a failure once all have ended.
        case gather = "merge   x last"
        /// The next after a finish.
        case concat = "| => next"
        /// The input that sends the first event, alone.
        case race
        /// One value from each, and a failure once no more can come.
        case match = "zip   x last"
        /// The first, with the second's events as signals.
        case signal
        /// The next after a finish without a value.
        case fallback = "-| => next"
        /// A publisher for each value, all of them merged.
        case flatten
        /// A publisher for each value, the newest alone.
        case `switch`
        /// The next in place of a failure.
        case rescue = "x => next"
        /// The same publisher again in place of a failure.
        case retry = "x => again or x"
        /// The same publisher again after a finish.
        case `repeat` = "| => again or |"

        /// A Boolean value that indicates whether the combiner subscribes to publishers that are made from events, of
        /// its second input's type.
        var makesPublishers: Bool { [.flatten, .switch, .rescue].contains(self) }

        /// A Boolean value that indicates whether the table names the combiner by one word.
        var isWord: Bool { self != .pass && !rawValue.contains(" ") }
    }

    /// A way to combine any number of inputs by folding: three inputs are combined as two and one more.
    public enum Joint: Hashable, Sendable, CaseIterable {
        /// One value from each.
        case zip
        /// The latest of each, whenever one changes.
        case latest
        /// All, as they come.
        case merge
        /// All, as they come, and a failure once all have ended.
        case gather
        /// One after the other.
        case concat
        /// The input that sends the first event, alone.
        case race

        /// A Boolean value that indicates whether the order of the inputs makes no difference.
        public var isSymmetric: Bool { self != .concat }

        /// The same combiner among all of them.
        package var combiner: Combiner {
            switch self {
            case .zip: .zip
            case .latest: .latest
            case .merge: .merge
            case .gather: .gather
            case .concat: .concat
            case .race: .race
            }
        }
    }

    /// The handling of the publishers that are made from an input's values.
    package enum Spawn: Hashable, Sendable {
        /// All of them are merged.
        case flatten
        /// The newest takes the place of the others.
        case `switch`
    }

    /// A combiner with its parameters.
    public enum Combination: Hashable, Sendable {
        /// A source: there are no inputs.
        case source(ShapeSet)
        /// The output is arbitrary.
        case anything
        /// There is one input, and its events are taken as they come.
        case pass
        /// As many inputs as the row has parameters.
        case joined(Joint)
        /// Any number of inputs of one type. `none` is the output without inputs; empty for an immediate finish.
        case repeated(Joint, none: [Shape])
        /// One value from each of two inputs, and a failure once no more can come.
        case match
        /// The first, with the second's events as signals.
        case signal(Signals)
        /// Another publisher after a finish without a value.
        case fallback
        /// Another publisher in place of a failure. Making it may fail instead: `x => next or x`.
        case rescue(mayFail: Bool)
        /// A publisher for each value, all of them merged.
        case flatten
        /// A publisher for each value, the newest alone.
        case `switch`
        /// The same input again in place of a failure. The next attempt may come later, or never: `x => again or later or x`.
        case retry(mayWait: Bool)
        /// The same input again after its finish, some number of times. `none` is the output for zero times; empty for
        /// an immediate finish.
        case `repeat`(none: [Shape])

        /// The handling of the publishers that are made from values; nil if none are made.
        package var spawn: Spawn? {
            switch self {
            case .flatten: .flatten
            case .switch: .switch
            default: nil
            }
        }
    }

    /// The way in which the inputs become one stream.
    public var combination: Combination
    /// The stages of the combined stream, in order: rules, a cut, lateness, late subscribers.
    public private(set) var stages: [Stage]
    /// For each input, the index of its parameter in the row: `(A, B)` is 0, 1 and `(A, A)` is 0, 0.
    public var parameters: [Int] = [0]
    /// The possible histories of parameters that are always the same publisher, by their index.
    public var given: [Int: ShapeSet] = [:]

    /// Creates a behaviour; its stages are sorted into their fixed order.
    public init(_ combination: Combination = .pass, _ stages: [Stage] = []) {
        self.combination = combination
        self.stages = stages.sorted { $0.order < $1.order }
    }

    /// A Boolean value that indicates whether the output depends on the time between events.
    var isTimed: Bool {
        stages.contains {
            switch $0 {
            case .later, .held: true
            case .grouped(let grouped): grouped.release == .time
            default: false
            }
        }
    }

    /// A Boolean value that indicates whether the order of the inputs makes no difference.
    package var isSymmetric: Bool {
        switch combination {
        case .joined(let joint): joint.isSymmetric
        case .match: true
        default: false
        }
    }

    /// The table's word for the combination.
    package var combiner: Combiner {
        switch combination {
        case .source, .anything: .anything
        case .pass: .pass
        case .joined(let joint), .repeated(let joint, none: _): joint.combiner
        case .match: .match
        case .signal: .signal
        case .fallback: .fallback
        case .rescue: .rescue
        case .flatten: .flatten
        case .switch: .switch
        case .retry: .retry
        case .repeat: .repeat
        }
    }

    /// The output without inputs or for zero repetitions, if the row allows that; empty for an immediate finish.
    package var ofNone: [Shape]? {
        switch combination {
        case .repeated(_, let none), .repeat(let none): none
        default: nil
        }
    }

    /// A Boolean value that indicates whether the program may stop.
    var canTrap: Bool {
        stages.contains { $0.rules?.reactions.values.contains { $0.contains(.traps) } ?? false }
    }

    /// Replaces or removes a stage.
    package mutating func replace(_ stage: Stage, by other: Stage?) {
        stages.removeAll { $0 == stage }
        if let other { stages = (stages + [other]).sorted { $0.order < $1.order } }
    }

    package mutating func add(_ stage: Stage) { stages = (stages + [stage]).sorted { $0.order < $1.order } }
}
