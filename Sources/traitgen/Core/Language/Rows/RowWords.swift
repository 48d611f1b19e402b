// The types of a row's clauses.

/// The kind of a row: a publisher with or without inputs.
public enum RowKind: String, Hashable, Sendable {
    /// The publisher has no inputs.
    case source
    /// The publisher is built on others.
    case `operator`
}

/// A method that can't exist, since the row loses a trait that the method would need.
public struct RowMethod: Hashable, Sendable {
    /// The type or protocol that people would call it on.
    public var type: String
    /// The declaration after `func`.
    public var signature: String
    /// The place of the clause that names the method.
    public var location: SourceLocation
}

/// A Swift expression that builds the publisher, for tests.
public struct RowSample: Hashable, Sendable {
    /// The expression over `upstream` and the other inputs, as written.
    public var text: String
    /// The place of the expression.
    public var location: SourceLocation
}

/// A history that the row predicts of these inputs, and no sample can show.
public struct RowUnseenHistory: Hashable, Sendable {
    /// The history of each input.
    public var inputs: [Shape]
    /// The history that can't be shown.
    public var output: Shape
}

/// A change of the row that no law can notice.
public struct RowSurvivor: Hashable, Sendable {
    /// The change, in the words of `traitgen mutate`.
    public var change: String
    /// The reason that no law can notice the change.
    public var because: String
    /// The place of the explanation.
    public var location: SourceLocation
}

/// A law of streams that the publisher need not keep, and why.
public struct RowExemption: Hashable, Sendable {
    /// The law's name in the law kit, such as `patience`.
    public var law: String
    /// The reason that the publisher need not keep the law.
    public var because: String

    /// The laws a row can be exempt from, as the law kit calls them.
    public static let laws = [
        "subscription", "end", "demand", "cancellation", "patience", "completion", "sink", "path",
        "order", "serial", "place", "sharing", "release", "leak", "surplus",
    ]
}

/// The subject of a trait's promise.
public enum TraitPromise: Hashable, Sendable {
    /// The events of a stream: the trait allows some histories.
    case events
    /// The place of every event: this global actor.
    case place(String)
    /// Shared work: it is done once for any number of subscribers.
    case sharing
}
