/// A checked row of a table, with everything derived from it.
public struct Row: Hashable, Sendable {
    /// The kind of a row: a publisher with or without inputs.
    public typealias Kind = RowKind
    /// A method that can't exist, since the row loses a trait that the method would need.
    public typealias Method = RowMethod
    /// A Swift expression that builds the publisher, for tests.
    public typealias Sample = RowSample
    /// A history that the row predicts of these inputs, and no sample can show.
    public typealias UnseenHistory = RowUnseenHistory
    /// A change of the row that no law can notice.
    public typealias Survivor = RowSurvivor
    /// A law of streams that the publisher need not keep, and why.
    public typealias Exemption = RowExemption

    /// A publisher that an operator is built on.
    public struct Input: Hashable, Sendable {
        /// The generic parameter, or a path that starts with a generic parameter: `Upstream`, `Upstream.Output`.
        public var name: String
        /// A Boolean value that indicates whether there may be any number of publishers of this type, including none.
        public var isRepeated: Bool
        /// The trait that Swift requires of the parameter, so that conformances needn't.
        public var bound: String?
        /// The histories that the bound allows.
        public var language: ShapeSet?
        /// The fixed publisher of the input; nil if the input may be any publisher.
        public var given: Given?

        /// The histories of the input if it keeps a trait, within its bound.
        package func language(keeping trait: Trait) -> ShapeSet {
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

    /// A fixed input: a publisher type that has its own row.
    public struct Given: Hashable, Sendable {
        /// The publisher type, such as `Property.AllValues`.
        public var type: String
        /// The histories of its row.
        public var histories: [Marble]
        /// A Boolean value that indicates whether its row is `shared`: a subscriber begins no work.
        public var isShared = false

        package func shapes(limit: Int) -> ShapeSet {
            histories.shapes(limit: limit)
        }
    }

    /// The kind of the row, which tells whether it has inputs.
    public var kind: Kind
    /// The type that is extended, such as `Publishers.Map` or `Optional.Publisher`.
    public var type: String
    /// The module that declares the type; nil if the row names none.
    public var module: String?
    /// The module that declares the type, also if it is the module of the table itself; nil if the caller doesn't know it.
    public var home: String?
    /// A Boolean value that indicates whether tables of other modules have a row for a type of the same name.
    public var sharesType = false
    /// The publishers that an operator is built on; empty for a source.
    public var inputs: [Input]
    /// The behaviour of the row: the way from its inputs' events to its own.
    public var behaviour: Behaviour
    /// The places where the events arrive.
    public var deliveries: [Delivery] = []
    /// A Boolean value that indicates whether the row has an `at` clause.
    public var saysPlaces = false
    /// The work that each subscriber begins separately; empty if all of it is shared.
    public var work: [Work] = []
    /// A Boolean value that indicates whether the row says that its subscribers share everything.
    public var isShared = false
    /// The row's rules in the notation of the table, such as `o => o or nothing`.
    public var rules: String
    /// The documentation comment above the row, line by line.
    public var documentation: [String]
    /// The row's reason: `because "…"`.
    public var because: String?
    /// The stream libraries the row holds for; empty for all.
    public var backends: [Backend]
    /// The condition of the compiler under which the type exists, such as `os(macOS)`; nil if it always exists.
    public var build: String?
    /// Swift requirements that every conformance of the row carries, such as `Failure == Never`.
    public var requirements: [String]
    /// Expressions that build the publisher, for tests.
    public var samples: [Sample]
    /// The reason that there is no sample.
    public var unsampled: String?
    /// The reason that the samples don't show every history that the row predicts of one input.
    public var unseen: String?
    /// The laws of streams that the publisher need not keep.
    public var exemptions: [Exemption] = []
    /// The histories that are unseen; empty if the row names none.
    public var unseenHistories: [UnseenHistory] = []
    /// Changes of the row that no law notices, with the reasons.
    public var survivors: [Survivor] = []
    /// The place of the row.
    public var location: SourceLocation
    /// The verdicts on all traits that the row's table sees, in the order of the traits.
    public var verdicts: [Verdict]
    /// The conformances to write, in the order of the traits. Conformances that Swift infers are left out.
    public var conformances: [Conformance]
    /// The static facts to write, in the order of their declarations.
    public var facts: [Fact]
    /// The remedies for traits that the row never keeps, in the row's words, by the trait's name.
    public var remedies: [String: String] = [:]
    /// A Boolean value that indicates whether the row stands in the table itself, or in a table that it imports directly.
    public var isDirect = true
    /// The file with the row's samples; nil if there is none beside the table.
    public var samplesPath: String?
    /// The method that is proposed if this row restores a trait that another row loses.
    public var method: String?
    /// Methods that would need a lost trait, by the trait's name.
    public var lostMethods: [String: Method] = [:]
}

extension Row {
    /// The name of the row among all rows: its type, with the module if modules share the type's name.
    public var name: String {
        guard sharesType, let module = home ?? module else { return type }
        return "\(module).\(type)"
    }

    /// Indicates whether a name means the row: its type, with the module or without.
    public func isNamed(_ name: String) -> Bool { type == name || self.name == name }
}

/// `input: trait`.
public struct Constraint: Hashable, Sendable, CustomStringConvertible {
    /// The generic parameter, or a path that starts with a generic parameter.
    public var input: String
    /// The trait or type that the input has to have.
    public var trait: String
    /// A Boolean value that indicates whether the input must be this type, rather than conform to a protocol.
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
    /// A Boolean value that indicates whether both the type and the trait belong to other modules.
    public var isRetroactive: Bool
    /// The row's own reason, if the conformance is a claim; nil if it is derived.
    public var because: String?
    /// The place of the row, or of the claim.
    public var location: SourceLocation

    /// Everything after `where`, such as `A: SinglePublisher, B: SinglePublisher`; empty where
    /// the conformance has no condition.
    public var whereClause: String {
        (constraints.map(\.description) + requirements).joined(separator: ", ")
    }
}

/// The result of the derivation for one row and one trait.
public struct Verdict: Hashable, Sendable {
    /// The conditions under which a row keeps a trait.
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
    /// The conditions under which the row keeps the trait.
    public var outcome: Outcome
    /// Additional Swift requirements, such as `Output == Never`, from the row or from a claim.
    public var requirements: [String] = []
    /// Other weakest conditions, which would also do. Swift can't hold them beside the chosen condition.
    public var alternatives: [[Constraint]]
    /// A Boolean value that indicates whether there are more alternatives than are listed.
    public var hasMoreAlternatives = false
    /// The weakest condition that was chosen, if the outcome's condition is stronger because it has to imply the condition of a
    /// refined trait; otherwise nil.
    public var weakest: [Constraint]?
    /// The claim that the verdict rests on; nil if the verdict is derived.
    public var claim: SourceLocation?
    /// The reason, in the words of the claim.
    public var because: String?
    /// A Boolean value that indicates whether Swift infers the conformance from an unconditional conformance to a narrower
    /// trait.
    public var isInferred: Bool
    /// The refined trait that the row's own table refuses, if nothing else prevents the conformance.
    public var lacks: String?

    /// All conditions of the trait, including requirements that only Swift understands; nil if the trait never holds.
    package var conditions: [Constraint]? {
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
    /// The trait that the fact follows.
    public var trait: String
    /// A disjunction of conjunctions: without alternatives it is `false`, and an empty alternative is `true`.
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
