/// The logic of an operator of time, as a pure value: it has a state, and returns an action for each event.
///
/// A machine has no threads and no locks, calls no foreign code, and holds no subscription and no timer; ``_TimeNode``
/// does. A machine must not release a value by itself, because a release may run a client's code. It puts values that it no
/// longer needs into ``_TimeAction/released``.
@usableFromInline
protocol _TimeMachine<Input, Output, Failure> {
    associatedtype Input
    associatedtype Output
    associatedtype Failure: Error
    associatedtype Context: Scheduler

    /// The operator's name, as `print()` shows it.
    static var name: String { get }

    /// Returns whether upstream is asked for unlimited demand when it is attached.
    ///
    /// - Parameter downstream: whether downstream asks for unlimited demand.
    static func asksForAll(_ downstream: Bool) -> Bool

    /// Indicates whether a request for no values is handled like any other.
    static var acceptsZeroDemand: Bool { get }

    /// Indicates whether a cancellation before the subscription ends the stream; otherwise it is ignored.
    static var heedsEarlyCancellation: Bool { get }

    /// Indicates whether upstream's subscription is kept until the end has been delivered, to pass on the demand that
    /// downstream returns for the last values, and to cancel it.
    static var keepsUpstream: Bool { get }

    /// Returns whether the machine needs the time of an event.
    func wantsTime(of event: _TimeEvent<Self>) -> Bool

    /// Handles an event, and returns the action to perform.
    mutating func on(_ event: _TimeEvent<Self>) -> _TimeAction<Self>

    /// The children of the subscription's mirror, beside the subscriber.
    var children: [Mirror.Child] { get }
}

extension _TimeMachine {
    @inlinable @inline(__always)
    static var acceptsZeroDemand: Bool { false }

    @inlinable @inline(__always)
    static var heedsEarlyCancellation: Bool { false }

    @inlinable @inline(__always)
    func wantsTime(of event: _TimeEvent<Self>) -> Bool { false }
}

/// An event of an operator of time.
@frozen @usableFromInline
struct _TimeEvent<Machine: _TimeMachine> {
    @frozen @usableFromInline
    enum Kind {
        /// Upstream has sent its subscription; downstream doesn't have its own yet.
        case connected
        /// Downstream has its subscription.
        case attached
        /// Downstream asks for more values, by a request or by the demand that it returned for a value.
        case requested(Subscribers.Demand)
        case value(Machine.Input)
        case completion(Subscribers.Completion<Machine.Failure>)
        /// The time at which the machine asked to be woken has come.
        case due
        /// The machine's previous action had ``_TimeAction/isUnfinished`` set.
        case more
        case cancelled
    }

    @usableFromInline let kind: Kind
    /// Indicates whether the demand was returned for a value, not requested.
    @usableFromInline let isReturned: Bool
    /// The time of the event, if the machine needs it.
    @usableFromInline var time: Machine.Context.SchedulerTimeType?

    @inlinable @inline(__always)
    init(_ kind: Kind, isReturned: Bool = false) {
        self.kind = kind
        self.isReturned = isReturned
    }
}

/// The answer of an operator of time to an event. It is performed once, and so it can't be copied; its remaining parts are
/// released one by one, without the help of metadata.
@frozen @usableFromInline
struct _TimeAction<Machine: _TimeMachine>: ~Copyable {
    /// The way in which the value and completion reach downstream.
    @frozen @usableFromInline
    enum Delivery {
        case now
        /// In a separate closure that the scheduler runs, with or without the operator's options.
        case scheduled(withOptions: Bool)
    }

    @frozen @usableFromInline
    enum Wake {
        case unchanged
        case never
        /// Once, after this interval, in place of an earlier request.
        case after(Machine.Context.SchedulerTimeType.Stride)
        /// Repeatedly, at this interval, in place of an earlier request.
        case every(Machine.Context.SchedulerTimeType.Stride)
        /// At this time, or immediately for `nil`.
        case at(Machine.Context.SchedulerTimeType?)
    }

    @usableFromInline var value: Machine.Output?
    @usableFromInline var completion: Subscribers.Completion<Machine.Failure>?
    /// A closure of the client that creates the completion. Upstream is cancelled before it is called.
    @usableFromInline var timeout: (() -> Subscribers.Completion<Machine.Failure>)?
    @usableFromInline var delivery = Delivery.now
    @usableFromInline var wake = Wake.unchanged
    /// The demand to request from upstream, which may be none if downstream has requested none.
    @usableFromInline var request: Subscribers.Demand?
    /// Indicates whether the machine has another action to perform.
    @usableFromInline var isUnfinished = false
    /// The value that the machine no longer needs.
    @usableFromInline var released: Machine.Output?

    @inlinable @inline(__always)
    init() {}
}
