/// What an operator of time does, as a pure value: what it remembers, and what it makes of each event.
///
/// A machine knows no thread and no lock, calls nobody, and holds no subscription and no timer; ``_TimeNode`` does all
/// of that. It must not drop a value by itself, since that may run code of the user's: what it needs no more goes into
/// ``_TimeAction/released``.
@usableFromInline
protocol _TimeMachine<Input, Output, Failure> {
    associatedtype Input
    associatedtype Output
    associatedtype Failure: Error
    associatedtype Context: Scheduler

    /// The operator's name, as `print()` shows it.
    static var name: String { get }

    /// Whether upstream is asked for everything when it is attached, given whether downstream asks so.
    static func asksForAll(_ downstream: Bool) -> Bool

    /// Whether a request for no values is handled like any other.
    static var acceptsZeroDemand: Bool { get }

    /// Whether a cancellation that comes before the subscription ends all; else it is ignored.
    static var heedsEarlyCancellation: Bool { get }

    /// Whether upstream is of use until the end has been delivered: to ask it for what downstream returns for the last
    /// values, and to cancel it.
    static var keepsUpstream: Bool { get }

    /// Whether it wants to know when that event happens.
    func wantsTime(of event: _TimeEvent<Self>) -> Bool

    /// Something has happened: what is to be done about it.
    mutating func on(_ event: _TimeEvent<Self>) -> _TimeAction<Self>

    /// What a debugger shows beside the subscriber.
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

/// What happens to an operator of time.
@frozen @usableFromInline
struct _TimeEvent<Machine: _TimeMachine> {
    @frozen @usableFromInline
    enum Kind {
        /// Upstream's subscription is there; downstream doesn't have its own yet.
        case connected
        /// Downstream has its subscription.
        case attached
        /// Downstream wants more values: by a request, or by what it returned for a value.
        case requested(Subscribers.Demand)
        case value(Machine.Input)
        case completion(Subscribers.Completion<Machine.Failure>)
        /// The time has come that the machine has asked to be woken at.
        case due
        /// The machine has said ``_TimeAction/isUnfinished``.
        case more
        case cancelled
    }

    @usableFromInline let kind: Kind
    /// Whether what downstream wants was returned for a value, and not requested.
    @usableFromInline let isReturned: Bool
    /// The time, if the machine wants to know it.
    @usableFromInline var time: Machine.Context.SchedulerTimeType?

    @inlinable @inline(__always)
    init(_ kind: Kind, isReturned: Bool = false) {
        self.kind = kind
        self.isReturned = isReturned
    }
}

/// What an operator of time does about an event. It is done once, and so it can't be copied; what is left of it then is
/// released part by part, without the help of metadata.
@frozen @usableFromInline
struct _TimeAction<Machine: _TimeMachine>: ~Copyable {
    /// How what is sent reaches downstream.
    @frozen @usableFromInline
    enum Delivery {
        case now
        /// In a closure of its own that the scheduler runs, with the operator's options or without.
        case scheduled(withOptions: Bool)
    }

    @frozen @usableFromInline
    enum Wake {
        case unchanged
        case never
        /// That much time from now, in place of what was asked for before.
        case after(Machine.Context.SchedulerTimeType.Stride)
        /// At that time, or immediately.
        case at(Machine.Context.SchedulerTimeType?)
    }

    @usableFromInline var value: Machine.Output?
    @usableFromInline var completion: Subscribers.Completion<Machine.Failure>?
    /// In place of a completion: makes one, with code of the user's. Cancels upstream first.
    @usableFromInline var timeout: (() -> Subscribers.Completion<Machine.Failure>)?
    @usableFromInline var delivery = Delivery.now
    @usableFromInline var wake = Wake.unchanged
    /// What upstream is asked for, which may be nothing if downstream has asked so.
    @usableFromInline var request: Subscribers.Demand?
    /// Whether there is more to do, in an action of its own.
    @usableFromInline var isUnfinished = false
    /// What the machine needs no more.
    @usableFromInline var released: Machine.Output?

    @inlinable @inline(__always)
    init() {}
}
