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

    /// How many upstreams are started inside each other, before the next one waits until a start has returned.
    /// Upstreams that end as soon as they start would fill the stack.
    static var nesting: Int { get }

    /// Whether one upstream may send while another thread starts the next one or ends all.
    static var isConcurrent: Bool { get }

    /// Whether nobody else may hold the node while it waits for what follows.
    static var keepsNodeWaiting: Bool { get }

    /// Whether demand that downstream returns is requested of upstream, and not returned.
    static var requestsReturned: Bool { get }

    /// Whether a value that downstream hasn't asked for is dropped; else it stops the program.
    static var dropsUnrequested: Bool { get }

    static var acceptsZeroDemand: Bool { get }

    /// Whether an upstream that ends before it has sent its subscription has ended; else that is ignored.
    static var heedsEarlyEnd: Bool { get }

    /// Whether a debugger is shown downstream and its demand.
    static var showsDemand: Bool { get }
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
    @inlinable @inline(__always) static var nesting: Int { .max }
    @inlinable @inline(__always) static var isConcurrent: Bool { false }
    @inlinable @inline(__always) static var keepsNodeWaiting: Bool { false }
    @inlinable @inline(__always) static var requestsReturned: Bool { false }
    @inlinable @inline(__always) static var dropsUnrequested: Bool { false }
    @inlinable @inline(__always) static var acceptsZeroDemand: Bool { false }
    @inlinable @inline(__always) static var heedsEarlyEnd: Bool { true }
    @usableFromInline static var showsDemand: Bool { false }
}
