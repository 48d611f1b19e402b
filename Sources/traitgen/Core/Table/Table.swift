/// The text of a table, read but not yet checked: every part with the place it was read from.
public struct Table: Hashable, Sendable {
    /// The path of the text, as the caller spelled it.
    public var path: String
    public var backend: Located<Backend>?
    public var imports: [Import] = []
    public var traits: [TraitDeclaration] = []
    public var facts: [FactDeclaration] = []
    public var rows: [RowDeclaration] = []
    public var sections: [Section] = []
    /// The path of the file with the samples; nil where there is none.
    public var samplesPath: String?
    public var extensions: [RowExtension] = []

    init(path: String) { self.path = path }
}

extension Table {
    /// `import TraitsRuntime` or `import "Shared.traits"`.
    public struct Import: Hashable, Sendable {
        public enum Target: Hashable, Sendable {
            /// The table of a Swift module.
            case module(String)
            /// A table beside this one.
            case path(String)
        }

        public var target: Target
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
        public struct Line: Hashable, Sendable {
            public var marble: Marble
            public var meaning: String
        }

        public var name: Located<String>
        public var refines: [Located<String>]
        public var lines: [Line]
        /// What the trait promises, where that isn't which events come; such a trait has no lines.
        public var promise: Located<Trait.Promise>?
        public var documentation: [String]
    }

    /// `fact _atMostOne from MaybePublisher`.
    public struct FactDeclaration: Hashable, Sendable {
        public var name: Located<String>
        public var trait: Located<String>
    }

    /// One rule, such as `o => o or nothing`.
    public struct Rule: Hashable, Sendable {
        public var trigger: Located<Behaviour.Trigger>
        public var alternatives: [Located<Behaviour.Reaction>]
        /// The rule as written, with single blanks.
        public var text: String
    }

    /// `Upstream: SinglePublisher` or `Failure == Never`.
    public struct Requirement: Hashable, Sendable {
        public var left: Located<String>
        public var isEquality: Bool
        public var right: Located<String>

        /// The requirement in Swift.
        public var text: String { "\(left.value)\(isEquality ? " ==" : ":") \(right.value)" }
    }

    /// `conforms SinglePublisher where Upstream: SinglePublisher because "…"`.
    public struct Claim: Hashable, Sendable {
        public var trait: Located<String>
        public var requirements: [Requirement]
        public var because: String?
        public var location: SourceLocation
    }

    /// `prefer CompletablePublisher where B: CompletablePublisher`.
    public struct Preference: Hashable, Sendable {
        public var trait: Located<String>
        public var requirements: [Requirement]
        public var location: SourceLocation
    }

    /// `restore SinglePublisher with "…" in Type method(…)`.
    public struct Remedy: Hashable, Sendable {
        public var trait: Located<String>
        public var text: String
        /// The method that people would write in vain, where the row says it.
        public var method: Row.Method?
        public var location: SourceLocation
    }

    /// `extend Publishers.Merge   prefer …`: what a table adds to a row that it imports, for traits of its own.
    public struct RowExtension: Hashable, Sendable {
        public var type: Located<String>
        public var claims: [Claim] = []
        public var preferences: [Preference] = []
    }

    /// `at Context`, or `cut at Other => |`: where events arrive.
    public struct PlaceClause: Hashable, Sendable {
        public var names: [Located<String>] = []
        public var location: SourceLocation
    }

    /// A row.
    public struct RowDeclaration: Hashable, Sendable {
        public struct Input: Hashable, Sendable {
            public var name: Located<String>
            public var isRepeated: Bool
            /// The trait that Swift requires of the parameter.
            public var bound: Located<String>?
            /// The publisher type that the input always is; nil where it is a generic parameter.
            public var given: Located<String>?
        }

        public var kind: Row.Kind
        public var type: Located<String>
        public var module: Located<String>?
        /// The inputs as written; nil where the row doesn't name them.
        public var inputs: [Input]?
        public var histories: [Marble] = []
        public var combiner: Located<Behaviour.Combiner>?
        public var combinerMayFail = false
        public var combinerMayWait = false
        /// What comes of no inputs at all: `none => o|`.
        public var none: Located<Marble>?
        public var rules: [Rule] = []
        /// `passes`, `later`, `grouped`, `waits`, `by time`, `joins late` and `joins now`.
        public var words: [String: SourceLocation] = [:]
        public var cut: [Located<Behaviour.Event>] = []
        public var cutIsLater = false
        /// Where the other publisher that cuts the stream delivers.
        public var cutPlace: Located<String>?
        /// Where the events arrive, where that isn't where the inputs deliver.
        public var places: PlaceClause?
        /// Where the row says that what it is built on is subscribed once for all subscribers: `shared`.
        public var shared: SourceLocation?
        /// The generic parameters that each subscriber has one of its own of: `anew NewPublisher`.
        public var anew: [Located<String>] = []
        public var because: String?
        public var since: String?
        public var backends: [Located<Backend>] = []
        public var requirements: [Requirement] = []
        public var claims: [Claim] = []
        public var preferences: [Preference] = []
        public var remedies: [Remedy] = []
        /// The method that is proposed where the row restores what another one loses: `as "first()"`.
        public var method: Located<String>?
        public var samples: [Row.Sample] = []
        public var unsampled: Located<String>?
        public var unseen: Located<String>?
        public var exemptions: [Row.Exemption] = []
        public var unseenHistories: [Row.UnseenHistory] = []
        public var survivors: [Row.Survivor] = []
        public var documentation: [String] = []
        /// The number of the section that the row stands in.
        public var section: Int?
        /// The clauses about events, as written.
        public var clauses: [String] = []

        init(kind: Row.Kind, type: Located<String>) {
            self.kind = kind
            self.type = type
        }
    }
}
