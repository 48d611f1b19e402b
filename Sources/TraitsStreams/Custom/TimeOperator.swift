/// The logic of a custom operator of time: it answers values, the end and the moments that it has asked for.
///
/// A machine is a value: it has no threads, no locks, no timers and no scheduler. It gets one event at a time, with the
/// time of the event, and says in ``wakeTime`` when it has to be woken. ``TimeOperator`` runs a separate machine for each
/// subscription. No lock is held while a machine is called, so it may call closures, and values that it releases may run any
/// code. Events that such code causes in the same stream follow the current one.
///
/// A machine knows its scheduler's time as a type only, so a test can call it with numbers.
public protocol OperatorTimeMachine<Input, Output, Failure, Time> {
    /// The type of upstream's values.
    associatedtype Input
    /// The type of the operator's values.
    associatedtype Output
    /// The type of failure of upstream and the operator.
    associatedtype Failure: Error
    /// The type of the scheduler's time.
    associatedtype Time: Strideable

    /// The operator's name, which `print()` shows.
    static var name: String { get }

    /// The demand that is requested from upstream.
    ///
    /// With ``MachineDemand/asSubscriber`` the machine sends a value only in answer to one of upstream's values, and never when
    /// it is woken.
    static var demand: MachineDemand { get }

    /// A Boolean value that indicates whether a value that the subscriber hasn't asked for waits until it is asked for, and the
    /// end after it. Otherwise such a value is dropped. The default is `false`.
    ///
    /// The number of waiting values has no limit. With ``MachineDemand/asSubscriber`` no value has to wait.
    static var keepsSurplus: Bool { get }

    /// The time at which the machine has to be woken; `nil` if it hasn't.
    ///
    /// It is read after each event. A time that has passed wakes the machine as soon as possible. A machine that sends a value
    /// when it is woken, and whose time has come still, is woken again. If it sends nothing, the time counts as used until
    /// the next event.
    var wakeTime: Time? { get }

    /// Handles the start of the subscription, before any other event. By default it does nothing.
    mutating func start(at now: Time)

    /// Handles a value from upstream.
    mutating func receive(_ input: Input, at now: Time) -> OperatorStep<Output, Failure>

    /// Handles the time that the machine has asked for. `now` is ``wakeTime`` or later.
    mutating func wake(at now: Time) -> OperatorStep<Output, Failure>

    /// Handles the end of upstream. By default the operator ends in the same way.
    ///
    /// Return ``OperatorStep/skip`` to go on without upstream. Upstream's end then follows as soon as ``wakeTime`` is `nil`.
    mutating func receive(
        completion: Subscribers.Completion<Failure>, at now: Time
    ) -> OperatorStep<Output, Failure>
}

extension OperatorTimeMachine {
    /// `false`: a value that the subscriber hasn't asked for is dropped.
    @inlinable @inline(__always)
    public static var keepsSurplus: Bool { false }

    /// Does nothing.
    @inlinable @inline(__always)
    public mutating func start(at now: Time) {}

    /// Ends in the same way as upstream.
    @inlinable @inline(__always)
    public mutating func receive(
        completion: Subscribers.Completion<Failure>, at now: Time
    ) -> OperatorStep<Output, Failure> { .end(completion) }
}

/// A custom operator of time, such as `debounce` or `timeout`.
///
/// A conforming type provides the upstream publisher, a scheduler, and a machine that says when it has to be woken. This one
/// begins a period with a value, and sends the newest value when the period is over:
///
/// ```
///           --1-2-3-4-5-----------6---|
/// audit for 3
///           -----2---4---5-----------6|
/// ```
///
/// - Demand: upstream is asked according to the machine's ``OperatorTimeMachine/demand``. A value that the subscriber hasn't
///   asked for is dropped, or waits if the machine says ``OperatorTimeMachine/keepsSurplus``.
/// - Failure: decided by the machine; a failure ends the stream, and cancels upstream. Values that wait for demand come first.
/// - Threads: the machine is called on upstream's threads and on the scheduler, never by two threads at the same time. No thread
///   waits for another. Values and completion arrive on the scheduler; they never overlap.
/// - Cancellation: cancels upstream and the timer, and releases the machine and the waiting values.
/// - Complexity: constant for each event. A changed ``OperatorTimeMachine/wakeTime`` starts one timer and stops one.
///
/// ```swift
/// extension Publisher {
///     func audit<Context: Scheduler>(
///         for period: Context.SchedulerTimeType.Stride, scheduler: Context
///     ) -> Audit<Self, Context> {
///         Audit(upstream: self, period: period, scheduler: scheduler)
///     }
/// }
///
/// struct Audit<Upstream: Publisher, Context: Scheduler>: TimeOperator {
///     let upstream: Upstream
///     let period: Context.SchedulerTimeType.Stride
///     let scheduler: Context
///
///     func makeMachine() -> AuditMachine<Upstream.Output, Upstream.Failure, Context.SchedulerTimeType> {
///         AuditMachine(period: period)
///     }
/// }
///
/// struct AuditMachine<Input, Failure: Error, Time: Strideable>: OperatorTimeMachine {
///     let period: Time.Stride
///     var newest: Input?
///     var wakeTime: Time?
///
///     static var name: String { "Audit" }
///     static var demand: MachineDemand { .unlimited }
///
///     mutating func receive(_ input: Input, at now: Time) -> OperatorStep<Input, Failure> {
///         newest = input
///         wakeTime = wakeTime ?? now.advanced(by: period)
///         return .skip
///     }
///
///     mutating func wake(at now: Time) -> OperatorStep<Input, Failure> {
///         wakeTime = nil
///         return newest.take().map { .next($0) } ?? .skip
///     }
/// }
///
/// let clock = TestScheduler()
/// let letters = PassthroughSubject<String, Never>()
/// let cancellable = letters.audit(for: 3, scheduler: clock).sink { print($0, clock.now) }
/// letters.send("a")
/// clock.advance(by: 2)
/// letters.send("b")
/// clock.advance(by: 3)
/// // Prints: b 3
/// ```
public protocol TimeOperator<Output, Failure>: _NodePublisher where _Outlives == _Yes {
    /// The publisher whose values the machine handles.
    associatedtype Upstream: Publisher where Upstream.Failure == Failure
    /// The type of the scheduler.
    associatedtype Context: Scheduler
    /// The type of the machine.
    associatedtype Machine: OperatorTimeMachine
    where
        Machine.Input == Upstream.Output, Machine.Output == Output, Machine.Failure == Failure,
        Machine.Time == Context.SchedulerTimeType

    /// The publisher whose values the machine handles.
    var upstream: Upstream { get }

    /// The scheduler whose clock measures the time, and which wakes the machine and runs the deliveries.
    var scheduler: Context { get }

    /// The options that the scheduler gets with each closure. The default is `nil`.
    var options: Context.SchedulerOptions? { get }

    /// Creates the machine of one subscription.
    func makeMachine() -> Machine
}

extension TimeOperator {
    /// `nil`: there are no options.
    @inlinable
    public var options: Context.SchedulerOptions? { nil }

    /// Subscribes with a new machine.
    @inlinable
    public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        upstream.subscribe(_CustomTimeNode(consume downstream, makeMachine(), scheduler, options))
    }
}
