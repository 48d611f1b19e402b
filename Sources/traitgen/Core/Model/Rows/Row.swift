/// A row of a table, checked, with everything derived from it.
public struct Row: Hashable, Sendable {
    /// Whether a row has inputs.
    public typealias Kind = RowKind
    /// A method that can't be there, since the row loses a trait that it would need.
    public typealias Method = RowMethod
    /// A Swift expression that builds the publisher, for tests.
    public typealias Sample = RowSample
    /// A history that the row predicts of these inputs, and no sample can show.
    public typealias UnseenHistory = RowUnseenHistory
    /// A change of the row that no law can notice.
    public typealias Survivor = RowSurvivor
    /// A law of streams that the publisher need not keep, and why.
    public typealias Exemption = RowExemption

    /// A publisher an operator is built on.
    public struct Input: Hashable, Sendable {
        /// The generic parameter, or a path that starts with one: `Upstream`, `Upstream.Output`.
        public var name: String
        /// Whether there may be any number of publishers of this type, including none.
        public var isRepeated: Bool
        /// The trait that Swift requires of the parameter, so that no conformance has to.
        public var bound: String?
        /// The histories that the bound allows.
        public var language: ShapeSet?
        /// The publisher that the input always is; nil where it may be any.
        public var given: Given?

        /// What the input may do that keeps a trait, beside the one that is required anyway.
        func language(keeping trait: Trait) -> ShapeSet {
            if let given { return given.shapes(limit: trait.language.limit) }
            guard let language else { return trait.language }
            let both = trait.language.intersection(language)
            return both.canSucceed ? both : language
        }

        /// The input as the table writes it, such as `A: SinglePublisher...` or `A == Property.AllValues`.
        public var text: String {
            name + (bound.map { ": \($0)" } ?? "") + (isRepeated ? "..." : "")
                + (given.map { " == \($0.type)" } ?? "")
        }
    }

    /// A publisher type with a row of its own, which an operator is built on and nothing else.
    public struct Given: Hashable, Sendable {
        /// The publisher type, such as `Property.AllValues`.
        public var type: String
        /// What its row says.
        public var histories: [Marble]
        /// Whether its row says that a subscriber begins nothing: `shared`.
        public var isShared = false

        func shapes(limit: Int) -> ShapeSet {
            histories.shapes(limit: limit)
        }
    }

    /// Whether the row has inputs.
    public var kind: Kind
    /// The type that is extended, such as `Publishers.Map` or `Optional.Publisher`.
    public var type: String
    /// The module that declares the type, where the row names one.
    public var module: String?
    /// The publishers that an operator is built on; empty for a source.
    public var inputs: [Input]
    /// What the row says about events.
    public var behaviour: Behaviour
    /// Where the events arrive.
    public var deliveries: [Delivery] = []
    /// What each subscriber begins that others have begun as well; nothing where all is shared.
    public var work: [Work] = []
    /// Whether the row says that its subscribers share everything.
    public var isShared = false
    /// The row's rules in the notation of the table, such as `o => o or nothing`.
    public var rules: String
    /// The documentation comment above the row, line by line.
    public var documentation: [String]
    /// The row's reason: `because "…"`.
    public var because: String?
    /// The version that brought the type: `since 1.2`.
    public var since: String?
    /// The stream libraries the row holds for; empty for all.
    public var backends: [Backend]
    /// Swift requirements that every conformance of the row carries, such as `Failure == Never`.
    public var requirements: [String]
    /// Expressions that build the publisher, for tests.
    public var samples: [Sample]
    /// Why there is no sample.
    public var unsampled: String?
    /// Why not every history that the row predicts of one input is seen in the samples.
    public var unseen: String?
    /// The laws of streams that the publisher need not keep.
    public var exemptions: [Exemption] = []
    /// Which histories are unseen; empty if that is left open.
    public var unseenHistories: [UnseenHistory] = []
    /// Changes of the row that no law notices, and why that is right.
    public var survivors: [Survivor] = []
    /// The place of the row.
    public var location: SourceLocation
    /// What holds for each trait that the row's table sees, in the order of the traits.
    public var verdicts: [Verdict]
    /// The conformances to write, in the order of the traits. What Swift infers is left out.
    public var conformances: [Conformance]
    /// The static facts to write, in the order of their declarations.
    public var facts: [Fact]
    /// What restores a trait that the row never keeps, in the row's words, by the trait's name.
    public var remedies: [String: String] = [:]
    /// Whether the row stands in the table itself or in one that it imports itself.
    public var isDirect = true
    /// The file that the row's samples stand in; nil where the table has none beside it.
    public var samplesPath: String?
    /// The method that is proposed where this row restores what another one loses.
    public var method: String?
    /// Methods that would need such a trait, by the trait's name.
    public var lostMethods: [String: Method] = [:]
}

/// `input: trait`.
public struct Constraint: Hashable, Sendable, CustomStringConvertible {
    /// The generic parameter, or a path that starts with one.
    public var input: String
    /// The trait or type that the input has to have.
    public var trait: String
    /// Whether it is a type that the input has to be, and no protocol.
    public var isType: Bool

    /// Creates a constraint.
    public init(input: String, trait: String, isType: Bool = false) {
        self.input = input
        self.trait = trait
        self.isType = isType
    }

    public var description: String { input + (isType ? " == " : ": ") + trait }
}

/// One conformance that has to be written.
public struct Conformance: Hashable, Sendable {
    /// The trait that the type conforms to.
    public var trait: String
    /// The traits of inputs that the conformance depends on.
    public var constraints: [Constraint]
    /// Swift requirements beside the constraints, such as `Failure == Never`.
    public var requirements: [String]
    /// Whether both the type and the trait belong to other modules.
    public var isRetroactive: Bool
    /// The row's own reason, where the conformance is a claim and not derived.
    public var because: String?
    /// The row, or the claim.
    public var location: SourceLocation

    /// Everything after `where`, such as `A: SinglePublisher, B: SinglePublisher`; empty where
    /// the conformance has no condition.
    public var whereClause: String {
        (constraints.map(\.description) + requirements).joined(separator: ", ")
    }
}

/// What was found out about one row and one trait.
public struct Verdict: Hashable, Sendable {
    /// When a row keeps a trait.
    public enum Outcome: Hashable, Sendable {
        /// The trait holds whatever the inputs are.
        case always
        /// The trait holds under these constraints.
        case when([Constraint])
        /// No assignment of traits to inputs makes it hold.
        case never
    }

    /// The trait that the verdict is about.
    public var trait: String
    /// When the row keeps the trait.
    public var outcome: Outcome
    /// Swift requirements that hold beside it, such as `Output == Never`: the row's and those of a claim.
    public var requirements: [String] = []
    /// Other weakest conditions that would do as well, which Swift can't hold beside the chosen.
    public var alternatives: [[Constraint]]
    /// Whether there are more of those than are listed.
    public var hasMoreAlternatives = false
    /// The weakest condition that was chosen, where the outcome's is stronger because it has to
    /// imply the condition of a trait that this one refines; nil where nothing had to be added.
    public var weakest: [Constraint]?
    /// The claim that the verdict rests on; nil where it is derived.
    public var claim: SourceLocation?
    /// Why, in the words of the claim.
    public var because: String?
    /// Whether Swift infers the conformance from an unconditional one to a narrower trait.
    public var isInferred: Bool
    /// The trait that is refined and that the row's own table refuses, where that is all that is in the way.
    public var lacks: String?

    /// All that has to hold, what Swift alone understands included; nil where the trait never holds.
    var conditions: [Constraint]? {
        let others = requirements.map { requirement in
            let parts = requirement.split(separator: " ", maxSplits: 2)
            let isType = parts.count > 2 && parts[1] == "=="
            return Constraint(
                input: String(parts[0].prefix { $0 != ":" }), trait: parts.last.map(String.init) ?? "",
                isType: isType)
        }
        return switch outcome {
        case .never: nil
        case .always: others
        case .when(let constraints): constraints + others
        }
    }
}

/// A static Boolean that follows a trait: `A._atMostOne && B._atMostOne`.
public struct Fact: Hashable, Sendable {
    /// One operand: the fact of an input.
    public struct Operand: Hashable, Sendable {
        /// The generic parameter of the input.
        public var input: String
        /// The name of the input's static property.
        public var name: String
    }

    /// The name of the static property.
    public var name: String
    /// The trait it follows.
    public var trait: String
    /// A disjunction of conjunctions: no alternative is `false`, an empty one is `true`.
    public var alternatives: [[Operand]]

    /// The Swift expression, such as `A._atMostOne && B._atMostOne`.
    public var expression: String {
        if alternatives.isEmpty { return "false" }
        if alternatives.contains(where: \.isEmpty) { return "true" }
        let terms = alternatives.map { operands in
            operands.map { "\($0.input).\($0.name)" }.joined(separator: " && ")
        }
        guard terms.count > 1 else { return terms[0] }
        return zip(terms, alternatives).map { term, operands in operands.count > 1 ? "(\(term))" : term }
            .joined(separator: " || ")
    }
}
