/// An operator that runs one upstream after another, as a value: it decides how the stream continues when an upstream has
/// ended. ``_SequentialNode`` does the rest.
///
/// The node asks under its lock, so a machine calls no foreign code. A machine with a closure returns a publisher that
/// calls the closure when it is subscribed to, such as `Deferred`.
@usableFromInline
package protocol _SequentialMachine {
    /// The type of following upstreams. The first upstream has the same output and failure, unless the next two types differ.
    associatedtype Next: Publisher
    associatedtype FirstOutput = Next.Output
    associatedtype FirstFailure: Error = Next.Failure

    /// The operator's name, as `print()` shows it.
    static var name: String { get }

    /// Returns the output for a value of the first upstream. Only this method isn't called under the lock, so it may touch
    /// only state that belongs to the deliveries of that upstream.
    mutating func on(_ value: FirstOutput) -> Next.Output?

    /// Decides how the stream continues when the first upstream has ended.
    mutating func on(first completion: Subscribers.Completion<FirstFailure>) -> _Following<Next>

    /// Decides how the stream continues when a following upstream has ended.
    mutating func on(_ completion: Subscribers.Completion<Next.Failure>) -> _Following<Next>

    /// Replaces an upstream that turned out to be a concatenation by its parts.
    ///
    /// - Returns: the part to run now.
    mutating func insert(
        _ first: AnyPublisher<Next.Output, Next.Failure>,
        before second: AnyPublisher<Next.Output, Next.Failure>
    ) -> Next?

    /// Removes and returns the parts that won't run any more, so that they can be released outside the lock.
    mutating func removeAll() -> [Next]

    /// The fact that the machine keeps parts: it implements ``insert(_:before:)`` and ``removeAll()``.
    associatedtype TakesParts = _No

    /// The order in which upstreams follow each other.
    static var succession: _Succession { get }
}

/// The ways in which upstreams follow each other. The extension of ``_SequentialMachine`` has their meaning for the node.
@frozen @usableFromInline
package enum _Succession {
    /// One upstream follows another, once: `andThen`, `ifEmpty`, `delaySubscription`.
    case once
    /// An upstream follows a failed upstream: `catch`.
    case rescue
    /// Any number of parts follow each other: `append`, `prepend`.
    case parts
    /// An upstream runs again, right after its end or when another publisher decides: `retry`, `retry(when:)`.
    case again(isAwaited: Bool)
    /// An upstream replaces the running upstream: `switchToLatest`.
    case replacement
}

/// The decision of a machine when an upstream has ended, or when the control decides.
@frozen @usableFromInline
package enum _Following<Next: Publisher> {
    case end(Subscribers.Completion<Next.Failure>)
    /// Another upstream, in place of the current one.
    case next(Next)
    /// No upstream yet. The closure is called outside the lock, to tell the control.
    case wait(telling: (() -> Void)? = nil)
}

extension _SequentialMachine {
    @inlinable @inline(__always)
    package mutating func on(_ value: Next.Output) -> Next.Output? where FirstOutput == Next.Output { value }

    @inlinable
    package mutating func on(first completion: Subscribers.Completion<Next.Failure>) -> _Following<Next>
    where FirstFailure == Next.Failure { on(completion) }

    @inlinable
    package mutating func on(_ completion: Subscribers.Completion<Next.Failure>) -> _Following<Next> {
        .end(completion)
    }

    @inlinable
    package mutating func insert(
        _ first: AnyPublisher<Next.Output, Next.Failure>,
        before second: AnyPublisher<Next.Output, Next.Failure>
    ) -> Next? { nil }

    @inlinable
    package mutating func removeAll() -> [Next] { [] }
    @inlinable @inline(__always) package static var succession: _Succession { .once }
}

extension _SequentialMachine {
    /// The limit of nested starts. Beyond it an upstream waits until a start has returned, because upstreams that end as soon
    /// as they start would fill the stack.
    @inlinable @inline(__always)
    package static var nesting: Int {
        switch succession {
        case .once, .rescue, .replacement: .max
        case .parts: 32
        case .again: 1
        }
    }

    /// Indicates whether one upstream may send while another thread starts the next one or ends the node.
    @inlinable @inline(__always)
    package static var isConcurrent: Bool { if case .replacement = succession { true } else { false } }

    /// Indicates whether the node must retain itself while it waits for the next upstream.
    @inlinable @inline(__always)
    package static var keepsNodeWaiting: Bool {
        if case .again(isAwaited: true) = succession { true } else { false }
    }

    /// Indicates whether demand that downstream returns is requested from upstream, not returned to it.
    @inlinable @inline(__always)
    package static var requestsReturned: Bool {
        if case .again(isAwaited: false) = succession { true } else { false }
    }

    /// Indicates whether a value that downstream hasn't asked for is dropped; otherwise it stops the program, as in Combine.
    @inlinable @inline(__always)
    package static var dropsUnrequested: Bool {
        switch succession {
        case .once, .parts, .again(isAwaited: true): true
        case .rescue, .replacement, .again(isAwaited: false): false
        }
    }

    @inlinable @inline(__always)
    package static var acceptsZeroDemand: Bool { if case .parts = succession { true } else { false } }

    /// Indicates whether an end that an upstream sends before its subscription counts; otherwise it is ignored.
    @inlinable @inline(__always)
    package static var heedsEarlyEnd: Bool {
        switch succession {
        case .rescue, .parts: false
        case .once, .again, .replacement: true
        }
    }

    /// Indicates whether the mirror shows downstream and its demand.
    @usableFromInline package static var showsDemand: Bool {
        if case .rescue = succession { true } else { false }
    }
}
