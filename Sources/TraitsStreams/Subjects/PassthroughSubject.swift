/// A subject that sends each value to the subscribers it has at that moment, and keeps none.
///
/// ```
/// send:           --1--2--3--|
/// 1st subscriber  --1--2--3--|-->
/// from here           ^
///                      2--3--|-->
/// ```
///
/// - Demand: a subscriber without demand misses the value.
/// - Threads: values are sent on the thread that calls `send`, one call after the other. `send` waits while another thread
///   sends to a subscriber, unless that subscriber has cancelled, as `first()` does before it passes its value on. The end
///   doesn't wait: that thread sends it after its value. Subscribing, requesting and cancelling never wait.
/// - Order: all subscribers get the values in one order, with an exception. While a subscriber that has cancelled passes its value
///   on, another thread may send the next value, which the subscribers behind it then get first.
/// - Start: a subscriber may get its first value on another thread as soon as it asks for values, also if it asks inside
///   `receive(subscription:)` and that method hasn't returned.
/// - Lifetime: a subject lives as long as its subscriptions do.
/// - Re-entrancy: a value sent from inside a delivery reaches all subscribers before `send` returns and the outer delivery goes
///   on. From inside 64 deliveries, a value is sent after the innermost one, so that a subscriber may answer every value with
///   another one.
/// - Complexity: sending is linear in the number of subscribers, subscribing and cancelling are constant
///   (amortised).
///
/// ```swift
/// let clicks = PassthroughSubject<Int, Never>()
/// let cancellable = clicks.sink { print($0) }
/// clicks.send(1)      // 1
/// ```
public final class PassthroughSubject<Output, Failure: Error>: Subject, _NodePublisher {
    @usableFromInline let core: _SubjectCore<Output, Failure>

    /// Creates a subject without subscribers.
    @inlinable
    public init() { core = _SubjectCore() }

    @inlinable @inline(__always)
    public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        core.attach(consume downstream, keeping: self)
    }

    @inlinable
    public func send(_ input: Output) { core.send(input, keeps: false) }

    @inlinable
    public func send(completion: Subscribers.Completion<Failure>) { core.finish(completion) }

    public func send(subscription: any Subscription) { core.adopt(subscription) }
}

// Safe to share: the core serialises deliveries and guards all else.
extension PassthroughSubject: @unchecked Sendable where Output: Sendable {}

extension PassthroughSubject: _MissedValues {
    var missedValues: Int { Int(core.missed.load(ordering: .relaxed)) }
}
