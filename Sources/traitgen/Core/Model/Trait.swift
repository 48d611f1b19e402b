/// A checked trait, with everything that the templates need to write its family.
public struct Trait: Hashable, Sendable {
    /// One line of the declaration.
    public struct Line: Hashable, Sendable {
        /// The marbles as written, such as `--o--|--->`.
        public var marbles: String
        /// The meaning of the line, in words; may be empty.
        public var meaning: String
        /// The place of the line.
        public var location: SourceLocation
    }

    /// The result that a sink, a promise and `await` deliver.
    public enum ResultKind: String, Hashable, Sendable {
        /// A value or a failure: `Result`.
        case result
        /// A value, a failure, or a finish without a value: `MaybeResult`.
        case maybeResult
        /// A finish or a failure: `Subscribers.Completion`.
        case completion
        /// The trait allows histories that one result can't tell, so there is no result sink.
        case none
    }

    /// The subject of a trait's promise.
    public typealias Promise = TraitPromise

    /// The events that may follow a number of values.
    public struct Step: Hashable, Sendable {
        /// The number of values so far. The last step of a list also stands for all larger numbers.
        public var values: Int
        /// A Boolean value that indicates whether a value may follow.
        public var allowsValue: Bool
        /// A Boolean value that indicates whether the stream may finish.
        public var allowsFinish: Bool
        /// A Boolean value that indicates whether the stream may fail.
        public var allowsFailure: Bool
        /// A Boolean value that indicates whether the stream may stay silent.
        public var allowsSilence: Bool
    }

    /// The name of the protocol, such as `SinglePublisher`. An imported trait has its module before the name if a trait of
    /// another module has the same name.
    public var name: String
    /// The name of the family, such as `Single`.
    public var shortName: String
    /// The documentation comment above the declaration, line by line.
    public var documentation: [String]
    /// The traits named after the colon.
    public var refines: [String]
    /// All traits that this trait refines, directly or not, nearest first.
    public var ancestors: [String]
    /// The lines of the declaration.
    public var lines: [Line]
    /// The histories that the trait allows.
    public var language: ShapeSet
    /// The place of the declaration.
    public var location: SourceLocation
    /// The module that the trait comes from; nil for a trait of the table itself.
    public var module: String?
    /// The subject of the promise: the trait promises nothing else.
    public var promise = Promise.events
    /// The methods that lead to this trait from a publisher that keeps another trait, by that trait's name. The key `Publisher`
    /// stands for a publisher without a known trait.
    public var ways: [String: String] = [:]
    /// The traits of unrelated modules, none of which writes that publishers keep both promises.
    var strangers: Set<String> = []
}

extension Trait {
    /// The name of the protocol without its module.
    public var bareName: String { name.qualifiedParts.name }
    /// The name of the eraser, with the module that the trait's own name has: `AnySinglePublisher`.
    package var eraser: String { name.ofFamily { "Any\($0)" } }
    /// The name of the family for readers, with the module that the trait's own name has: `Single`.
    package var title: String { name.ofFamily(Trait.shortName) }
    /// The name of the trait as a part of other names: `KCouplePublisher` for `K.CouplePublisher`.
    var joinedName: String { name.replacing(".", with: "") }
    /// The name of the family as a part of other names: `KCouple` for `K.CouplePublisher`.
    var joinedShortName: String { Trait.shortName(joinedName) }

    /// The name of the eraser that keeps this trait and another: `AnyMainActorSinglePublisher`. It has a module if both traits'
    /// names have it; if the two are of several modules, the modules are part of the name.
    package func eraser(with other: Trait) -> String {
        let (module, short) = name.qualifiedParts
        guard let module, other.name.qualifiedParts.module == module else {
            return "Any\(joinedShortName)\(other.joinedName)"
        }
        return "\(module).Any\(Trait.shortName(short))\(other.bareName)"
    }

    /// The global actor on which every event arrives; nil if the trait doesn't promise a place.
    public var place: String? { if case .place(let actor) = promise { actor } else { nil } }

    private func allows(_ values: Int, _ end: Shape.End) -> Bool {
        language.contains(Shape(first: .immediate, values: values, end: end))
    }

    /// A Boolean value that indicates whether an immediate `o|` is allowed: the eraser has `just`.
    public var allowsJust: Bool { allows(1, .finished) }
    /// A Boolean value that indicates whether an immediate `x` is allowed: the eraser has `fail`.
    public var allowsFail: Bool { allows(0, .failed) }
    /// A Boolean value that indicates whether an immediate `|` is allowed: the eraser has `empty`.
    public var allowsEmpty: Bool { allows(0, .finished) }
    /// A Boolean value that indicates whether silence is allowed: the eraser has `never`.
    public var allowsNever: Bool { allows(0, .silent) }

    /// The largest number of values of any allowed history; nil if there is no bound.
    public var maximumValues: Int? {
        let most = language.shapes.map(\.values).max() ?? 0
        return most == language.limit ? nil : most
    }

    /// A Boolean value that indicates whether all allowed histories have at most one value.
    public var hasAtMostOneValue: Bool { maximumValues.map { $0 <= 1 } ?? false }

    /// The smallest number of values of any allowed history that finishes; nil if none finishes.
    public var minimumValuesAtFinish: Int? {
        language.shapes.filter { $0.end == .finished }.map(\.values).min()
    }

    /// A Boolean value that indicates whether a failure may follow a value.
    public var allowsFailureAfterValue: Bool {
        language.shapes.contains { $0.end == .failed && $0.values > 0 }
    }

    /// A Boolean value that indicates whether every allowed history has its first event immediately.
    public var isImmediate: Bool { language.shapes.allSatisfy { $0.first == .immediate } }

    /// The kind of result that a sink of this trait delivers.
    public var resultKind: ResultKind {
        for shape in language.shapes {
            switch (shape.values, shape.end) {
            case (0, _), (1, .finished): continue
            default: return .none
            }
        }
        let finishes = language.shapes.filter { $0.end == .finished }.map(\.values)
        if !finishes.contains(1) { return .completion }
        return finishes.contains(0) ? .maybeResult : .result
    }

    /// The automaton that finds a violation at run time: one step for each number of values.
    ///
    /// - Parameter immediate: whether the first event came immediately. If a trait says nothing about time, both automata are
    ///   equal.
    public func steps(immediate: Bool) -> [Step] {
        let first: Shape.First = immediate ? .immediate : .later
        return (0...language.limit).map { values in
            Step(
                values: values,
                allowsValue: language.shapes.contains {
                    ($0.first == first)
                        && ($0.values > values || ($0.values == values && values == language.limit))
                },
                allowsFinish: language.contains(Shape(first: first, values: values, end: .finished)),
                allowsFailure: language.contains(Shape(first: first, values: values, end: .failed)),
                allowsSilence: language.contains(Shape(first: first, values: values, end: .silent)))
        }
    }
}
