/// What tells the operators that run one upstream after another apart, as a value: it says what follows when an
/// upstream has ended. ``_SequentialNode`` does the rest.
///
/// The node asks under its lock, so a machine calls nobody. One that has a closure to call hands out a publisher
/// that calls it when it is subscribed to, such as `Deferred`.
@usableFromInline
protocol _SequentialMachine {
    /// What follows. What runs first sends the same, unless the two types after this say otherwise.
    associatedtype Next: Publisher
    associatedtype FirstOutput = Next.Output
    associatedtype FirstFailure: Error = Next.Failure

    /// The operator's name, as `print()` shows it.
    static var name: String { get }

    /// What downstream gets for a value of the first upstream. This alone isn't called under the lock, and may
    /// touch only what belongs to the deliveries of that upstream.
    mutating func on(_ value: FirstOutput) -> Next.Output?

    /// The first upstream has ended.
    mutating func on(first completion: Subscribers.Completion<FirstFailure>) -> _Following<Next>

    /// An upstream that followed has ended.
    mutating func on(_ completion: Subscribers.Completion<Next.Failure>) -> _Following<Next>

    /// An upstream turned out to be a concatenation, and its parts take its place.
    ///
    /// - Returns: the part to run now.
    mutating func insert(
        _ first: AnyPublisher<Next.Output, Next.Failure>,
        before second: AnyPublisher<Next.Output, Next.Failure>
    ) -> Next?

    /// All is over: hands out the parts that won't run any more, to be released outside of the lock.
    mutating func removeAll() -> [Next]

    /// Whether the machine keeps parts: whether ``insert(_:before:)`` and ``removeAll()`` are meant.
    associatedtype TakesParts = _No

    /// How upstreams follow each other.
    static var succession: _Succession { get }
}

/// How upstreams follow each other: one of the ways that operators need. What it means for the node is below.
@frozen @usableFromInline
enum _Succession {
    /// One upstream follows another, once: `andThen`, `ifEmpty`, `delaySubscription`.
    case once
    /// An upstream follows one that has failed: `catch`.
    case rescue
    /// Any number of parts follow each other: `append`, `prepend`.
    case parts
    /// An upstream runs again, right after it has ended or when something else says so: `retry`, `retry(when:)`.
    case again(isAwaited: Bool)
    /// An upstream takes the place of one that runs: `switchToLatest`.
    case replacement
}

/// What follows when an upstream has ended, or when something else decides so.
@frozen @usableFromInline
enum _Following<Next: Publisher> {
    case end(Subscribers.Completion<Next.Failure>)
    /// Another upstream, in place of the one that runs.
    case next(Next)
    /// Nothing yet. The closure is called outside the lock, to tell the deciding publisher.
    case wait(telling: (() -> Void)? = nil)
}

extension _SequentialMachine {
    @inlinable @inline(__always)
    mutating func on(_ value: Next.Output) -> Next.Output? where FirstOutput == Next.Output { value }

    @inlinable
    mutating func on(first completion: Subscribers.Completion<Next.Failure>) -> _Following<Next>
    where FirstFailure == Next.Failure { on(completion) }

    @inlinable
    mutating func on(_ completion: Subscribers.Completion<Next.Failure>) -> _Following<Next> {
        .end(completion)
    }

    @inlinable
    mutating func insert(
        _ first: AnyPublisher<Next.Output, Next.Failure>,
        before second: AnyPublisher<Next.Output, Next.Failure>
    ) -> Next? { nil }

    @inlinable
    mutating func removeAll() -> [Next] { [] }
    @inlinable @inline(__always) static var succession: _Succession { .once }
}

extension _SequentialMachine {
    /// How many upstreams are started inside each other, before the next one waits until a start has returned.
    /// Upstreams that end as soon as they start would fill the stack.
    @inlinable @inline(__always)
    static var nesting: Int {
        switch succession {
        case .once, .rescue, .replacement: .max
        case .parts: 32
        case .again: 1
        }
    }

    /// Whether one upstream may send while another thread starts the next one or ends all.
    @inlinable @inline(__always)
    static var isConcurrent: Bool { if case .replacement = succession { true } else { false } }

    /// Whether nobody else may hold the node while it waits for what follows.
    @inlinable @inline(__always)
    static var keepsNodeWaiting: Bool { if case .again(isAwaited: true) = succession { true } else { false } }

    /// Whether demand that downstream returns is requested of upstream, and not returned.
    @inlinable @inline(__always)
    static var requestsReturned: Bool {
        if case .again(isAwaited: false) = succession { true } else { false }
    }

    /// Whether a value that downstream hasn't asked for is dropped; else it stops the program.
    @inlinable @inline(__always)
    static var dropsUnrequested: Bool { if case .parts = succession { true } else { false } }

    @inlinable @inline(__always)
    static var acceptsZeroDemand: Bool { if case .parts = succession { true } else { false } }

    /// Whether an upstream that ends before it has sent its subscription has ended; else that is ignored.
    @inlinable @inline(__always)
    static var heedsEarlyEnd: Bool {
        switch succession {
        case .rescue, .parts: false
        case .once, .again, .replacement: true
        }
    }

    /// Whether a debugger is shown downstream and its demand.
    @usableFromInline static var showsDemand: Bool { if case .rescue = succession { true } else { false } }
}
