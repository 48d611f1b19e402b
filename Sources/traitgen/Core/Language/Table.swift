/// The parsed text of a table, not yet checked: every part with its place.
public struct Table: Hashable, Sendable {
    /// The path of the text, as the caller spelled it.
    public var path: String
    /// The stream library that the table names; nil if it names none.
    public var backend: Located<Backend>?
    /// The tables that are imported, in the order of the text.
    public var imports: [Import] = []
    /// The traits that the table declares.
    public var traits: [TraitDeclaration] = []
    /// The static facts that the table declares.
    public var facts: [FactDeclaration] = []
    /// The rows, in the order of the text.
    public var rows: [RowDeclaration] = []
    /// The sections, in the order of the text.
    public var sections: [Section] = []
    /// The path of the file with the samples; nil if there is none.
    public var samplesPath: String?
    /// The declarations of the table and its samples that couldn't be read.
    var unread: [Unread] = []

    init(path: String) { self.path = path }
}

extension Table {
    /// `import TraitsRuntime` or `import "Shared.traits"`.
    public struct Import: Hashable, Sendable {
        /// The targets of an import.
        public enum Target: Hashable, Sendable {
            /// The table of a Swift module.
            case module(String)
            /// A table beside this one.
            case path(String)
        }

        /// The imported table.
        public var target: Target
        /// The place of the import.
        public var location: SourceLocation

        /// The module or path as written.
        public var name: String {
            switch target {
            case .module(let name), .path(let name): name
            }
        }
    }

    /// `trait SinglePublisher: MaybePublisher { … }`.
    public struct TraitDeclaration: Hashable, Sendable {
        /// One line of marbles with its meaning.
        public struct Line: Hashable, Sendable {
            /// The line of marbles.
            public var marble: Marble
            /// The meaning of the line, in words; may be empty.
            public var meaning: String
        }

        /// The name of the trait.
        public var name: Located<String>
        /// The traits behind the colon.
        public var refines: [Located<String>]
        /// The histories that the trait allows, a line for each.
        public var lines: [Line]
        /// The promise of a trait that isn't about histories; such a trait has no lines. Otherwise nil.
        public var promise: Located<TraitPromise>?
        /// The documentation comment above the declaration, line by line.
        public var documentation: [String]
    }

    /// `fact _atMostOne from MaybePublisher`.
    public struct FactDeclaration: Hashable, Sendable {
        /// The name of the static property.
        public var name: Located<String>
        /// The trait that the fact follows.
        public var trait: Located<String>
    }

    /// One rule, such as `o => o or nothing`.
    public struct Rule: Hashable, Sendable {
        /// The event that the rule is about.
        public var trigger: Located<Behaviour.Trigger>
        /// The possible reactions to the event.
        public var alternatives: [Located<Behaviour.Reaction>]
        /// The rule as written, with single blanks.
        public var text: String
    }

    /// A rule about one event of the second input, such as `signal o => opens`.
    public struct SignalRule: Hashable, Sendable {
        /// The event of the second input that the rule is about.
        public var trigger: Located<Behaviour.Trigger>
        /// The possible effects of the event.
        public var alternatives: [Located<Signals.Effect>]
    }

    /// `Upstream: SinglePublisher` or `Failure == Never`.
    public struct Requirement: Hashable, Sendable {
        /// The text before the colon or the equals signs.
        public var left: Located<String>
        /// A Boolean value that indicates whether the two sides are separated by `==`, rather than by a colon.
        public var isEquality: Bool
        /// The text after the colon or the equals signs.
        public var right: Located<String>

        /// The requirement in Swift.
        public var text: String { "\(left.value)\(isEquality ? " ==" : ":") \(right.value)" }
    }

    /// `conforms SinglePublisher where Upstream: SinglePublisher because "…"`.
    public struct Claim: Hashable, Sendable {
        /// The trait that is claimed.
        public var trait: Located<String>
        /// The conditions of the claim.
        public var requirements: [Requirement]
        /// The reason; nil if it is missing.
        public var because: String?
        /// The place of the claim.
        public var location: SourceLocation
    }

    /// `prefer CompletablePublisher where B: CompletablePublisher`.
    public struct Preference: Hashable, Sendable {
        /// The trait whose condition is chosen.
        public var trait: Located<String>
        /// The condition that is preferred.
        public var requirements: [Requirement]
        /// The place of the preference.
        public var location: SourceLocation
    }

    /// `restore SinglePublisher with "…" in Type method(…)`.
    public struct Remedy: Hashable, Sendable {
        /// The trait that the row loses.
        public var trait: Located<String>
        /// The way to restore the trait, in words.
        public var text: String
        /// The method that people would write in vain; nil if the row names none.
        public var method: RowMethod?
        /// The place of the remedy.
        public var location: SourceLocation
    }

    /// `at Context`: the place where events arrive.
    public struct PlaceClause: Hashable, Sendable {
        /// The inputs, publishers or schedulers that determine the place.
        public var names: [Located<String>] = []
        /// The place of the clause.
        public var location: SourceLocation
    }

    /// A row.
    public struct RowDeclaration: Hashable, Sendable {
        /// A word about events that names no event.
        public enum Word: String, Hashable, Sendable, CaseIterable {
            /// Events pass unchanged.
            case passes
            /// Nothing comes synchronously.
            case later
            /// Values are put into groups: of one size, or beside `later` also when time has passed.
            case grouped
            /// A value waits for time to pass, and the next value replaces it.
            case held
            /// The newest values go out before the finish.
            case last
            /// Rules and a cut hold until a value has got through.
            case until = "until o"
            /// A late subscriber may miss any prefix.
            case joinsLate = "joins late"
            /// A late subscriber gets the newest values synchronously, one at the least.
            case joinsNow = "joins now"
        }

        /// An input as the row names it.
        public struct Input: Hashable, Sendable {
            /// The generic parameter, or a path that starts with a generic parameter.
            public var name: Located<String>
            /// A Boolean value that indicates whether `...` follows: there may be any number of these inputs.
            public var isRepeated: Bool
            /// The trait that Swift requires of the parameter.
            public var bound: Located<String>?
            /// The publisher type that the input always has; nil for a generic parameter.
            public var given: Located<String>?
        }

        /// The word that the row begins with: `source` or `operator`.
        public var kind: RowKind
        /// The type that the row is about.
        public var type: Located<String>
        /// The module that declares the type; nil if the row names none.
        public var module: Located<String>?
        /// The inputs as written; nil if the row doesn't name them.
        public var inputs: [Input]?
        /// The histories of a source.
        public var histories: [Marble] = []
        /// The way in which the inputs become one stream; nil if the row doesn't name one.
        public var combiner: Located<Behaviour.Combiner>?
        /// A Boolean value that indicates whether a failure may come in place of the next publisher: `x => next or x`.
        public var combinerMayFail = false
        /// A Boolean value that indicates whether the next attempt may come later: `x => again or later or x`.
        public var combinerMayWait = false
        /// The place of `x last`: a failure waits until all inputs have ended. Nil without it.
        public var failsLast: SourceLocation?
        /// The history without any inputs: `none => o|`.
        public var none: Located<Marble>?
        /// The rules, in the order of the text.
        public var rules: [Rule] = []
        /// The rules about the second input, if its events are signals.
        public var signals: [SignalRule] = []
        /// The words of the row, each with its place.
        public var words: [Word: SourceLocation] = [:]
        /// The events with which a `cut` ends the stream; empty if there is no cut.
        public var cut: [Located<Behaviour.Event>] = []
        /// The place where events arrive; nil if they arrive where the inputs deliver.
        public var places: PlaceClause?
        /// The place of the word `shared`: the inputs are subscribed to once for all subscribers. Nil without the word.
        public var shared: SourceLocation?
        /// The generic parameters whose publisher is created separately for each subscriber: `anew NewPublisher`.
        public var anew: [Located<String>] = []
        /// The reason of the row: `because "…"`.
        public var because: String?
        /// The stream libraries that the row holds for: `on Combine`; empty for all.
        public var backends: [Located<Backend>] = []
        /// The condition of the compiler under which the type exists: `if "os(macOS)"`.
        public var build: Located<String>?
        /// The requirements of every conformance of the row.
        public var requirements: [Requirement] = []
        /// The claims of the row.
        public var claims: [Claim] = []
        /// The preferences of the row.
        public var preferences: [Preference] = []
        /// The remedies for traits that the row loses.
        public var remedies: [Remedy] = []
        /// The method that is proposed if the row restores a trait that another row loses: `as "first()"`.
        public var method: Located<String>?
        /// Expressions that build the publisher, for tests.
        public var samples: [RowSample] = []
        /// The reason that there is no sample.
        public var unsampled: Located<String>?
        /// The reason that the samples don't show every history that the row predicts.
        public var unseen: Located<String>?
        /// The laws of streams that the publisher need not keep.
        public var exemptions: [RowExemption] = []
        /// The histories that are unseen; empty if the row names none.
        public var unseenHistories: [RowUnseenHistory] = []
        /// Changes of the row that no law notices, with the reasons.
        public var survivors: [RowSurvivor] = []
        /// The documentation comment above the row, line by line.
        public var documentation: [String] = []
        /// The number of the row's section.
        public var section: Int?
        /// The clauses about events, as written.
        public var clauses: [String] = []

        init(kind: RowKind, type: Located<String>) {
            self.kind = kind
            self.type = type
        }
    }
}
