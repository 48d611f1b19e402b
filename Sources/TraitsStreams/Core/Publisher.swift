/// A type that can deliver a sequence of values over time to one or more subscribers.
///
/// A publisher describes a stream; nothing happens until a subscriber is attached with `subscribe(_:)`.
/// It then sends the subscriber, in this order:
///
/// 1. exactly one ``Subscription``;
/// 2. any number of values, never more than the subscriber has asked for;
/// 3. at most one completion, after which it stays silent.
///
/// ```
/// subscription --o--o--o--|-->   finishes
/// subscription --o--o--x----->   fails
/// subscription --o----------->   may stay silent for ever
/// ```
///
/// Calls to one subscriber never overlap: a type that conforms to this protocol serialises them.
/// Types that make a promise about *how many* values they send also conform to a trait, such as
/// ``SinglePublisher`` or ``MaybePublisher``.
///
/// ```swift
/// let cancellable = [1, 2, 3].publisher
///     .map { $0 * 10 }
///     .sink { print($0) }      // 10, 20, 30
/// ```
public protocol Publisher<Output, Failure> {
    /// The kind of values this publisher sends.
    associatedtype Output

    /// The kind of error this publisher may fail with; `Never` if it can't fail.
    associatedtype Failure: Error

    /// Attaches a subscriber. Implement this; call `subscribe(_:)`.
    ///
    /// - Parameter subscriber: the subscriber. Send it a subscription before anything else.
    func receive<S: Subscriber>(subscriber: __owned S) where S.Input == Output, S.Failure == Failure

    // The engine's hooks. All have safe defaults, so that custom publishers need none of them;
    // Engine/Nodes/PublisherHooks.swift documents their promises.

    /// The fact that publishers of this type answer to ``_answer()``.
    associatedtype _Answers = _No

    /// The same fact as a property, for types where it depends on another type.
    static var _answering: _Answering { get }

    /// A Boolean value that indicates whether every history of this type has at most one value. Generated from the
    /// operator table.
    static var _atMostOne: Bool { get }

    /// Returns the one value of this publisher without a subscription, if it is available synchronously.
    func _answer() -> _Answer<Output, Failure>

    /// Returns this publisher in an eraser, without a box if there is a lighter form.
    func _erased() -> AnyPublisher<Output, Failure>
}

extension Publisher {
    /// Attaches a subscriber to this publisher.
    ///
    /// - Parameter subscriber: the subscriber. It receives the subscription, then the values that it asks for.
    @inlinable @inline(__always)
    public func subscribe<S: Subscriber>(_ subscriber: __owned S)
    where S.Input == Output, S.Failure == Failure {
        #if TRAITS_TRACE_ALL
            _subscribeTraced(subscriber)
        #elseif TRAITS_COUNT_LOCKS
            _callsOut("subscribe(_:)")
            receive(subscriber: _LockCheckedSubscriber(subscriber))
        #else
            receive(subscriber: consume subscriber)
        #endif
    }
}

/// The namespace of the types that Combine's operators return, such as ``Publishers/Map``.
///
/// It has Combine's types and no others, so a program can add types of any name to it.
@frozen public enum Publishers {}

/// The namespace of the types that the other operators return, such as ``MorePublishers/ShareReplay``.
@frozen public enum MorePublishers {}
