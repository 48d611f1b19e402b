public import TraitsRuntime

/// A scheduler that hides the type of another scheduler, but not its times and options.
///
/// A view model that is written for a dispatch queue takes an `AnyScheduler` in place of the queue, so that a test can pass
/// another scheduler. The name is that of the library *combine-schedulers*.
///
/// ```swift
/// final class Search {
///     let results = PassthroughSubject<String, Never>()
///     let settled: AnyPublisher<String, Never>
///     init(queue: AnySchedulerOf<DispatchQueue>) {
///         settled = results.debounce(for: .milliseconds(300), scheduler: queue).eraseToAnyPublisher()
///     }
/// }
/// let search = Search(queue: DispatchQueue.main.eraseToAnyScheduler())
/// let clock = TestScheduler()
/// let tested = Search(queue: clock.standIn(for: DispatchQueue.main).eraseToAnyScheduler())
/// ```
///
/// - Threads: those of the hidden scheduler.
public struct AnyScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
    private let box: SchedulerBox<SchedulerTimeType, SchedulerOptions>

    /// Hides the type of a scheduler.
    public init<S: Scheduler>(_ scheduler: S)
    where S.SchedulerTimeType == SchedulerTimeType, S.SchedulerOptions == SchedulerOptions {
        if let known = scheduler as? AnyScheduler { self = known } else { box = HiddenScheduler(scheduler) }
    }

    /// The current moment.
    public var now: SchedulerTimeType { box.now }

    /// The finest tolerance that the scheduler can honour.
    public var minimumTolerance: SchedulerTimeType.Stride { box.minimumTolerance }

    /// Runs a closure as soon as possible.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        box.schedule(options: options, action)
    }

    /// Runs a closure once, at a moment or after it.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        box.schedule(after: date, tolerance: tolerance, options: options, action)
    }

    /// Runs a closure at a moment and then again and again, until the returned object is cancelled.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        box.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
    }

    public func _scheduleOnce(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) -> (any Cancellable)? {
        box.scheduleOnce(after: date, tolerance: tolerance, options: options, action)
    }

    public func _scheduleWait(
        until date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        box.scheduleWait(until: date, interval: interval, tolerance: tolerance, options: options, action)
    }
}

/// The type-erased scheduler with the times and options of a scheduler type: `AnySchedulerOf<DispatchQueue>`.
public typealias AnySchedulerOf<S: Scheduler> = AnyScheduler<S.SchedulerTimeType, S.SchedulerOptions>

extension Scheduler {
    /// Hides the type of this scheduler.
    ///
    /// ```swift
    /// let queue: AnySchedulerOf<DispatchQueue> = DispatchQueue.main.eraseToAnyScheduler()
    /// ```
    @_disfavoredOverload
    public func eraseToAnyScheduler() -> AnyScheduler<SchedulerTimeType, SchedulerOptions> {
        AnyScheduler(self)
    }
}

/// The base class of all hidden schedulers with the same times and options.
private class SchedulerBox<Time: Strideable, Options> where Time.Stride: SchedulerTimeIntervalConvertible {
    var now: Time { fatalError("overridden") }
    var minimumTolerance: Time.Stride { fatalError("overridden") }
    func schedule(options: Options?, _ action: @escaping () -> Void) {}
    func schedule(
        after date: Time, tolerance: Time.Stride, options: Options?, _ action: @escaping () -> Void
    ) {}
    func scheduleOnce(
        after date: Time, tolerance: Time.Stride, options: Options?, _ action: @escaping () -> Void
    ) -> (any Cancellable)? { nil }
    func scheduleWait(
        until date: Time, interval: Time.Stride, tolerance: Time.Stride, options: Options?,
        _ action: @escaping () -> Void
    ) -> any Cancellable { fatalError("overridden") }
    func schedule(
        after date: Time, interval: Time.Stride, tolerance: Time.Stride, options: Options?,
        _ action: @escaping () -> Void
    ) -> any Cancellable { fatalError("overridden") }
}

private final class HiddenScheduler<Base: Scheduler>:
    SchedulerBox<Base.SchedulerTimeType, Base.SchedulerOptions>
{
    typealias Time = Base.SchedulerTimeType
    typealias Options = Base.SchedulerOptions

    private let base: Base

    init(_ base: Base) { self.base = base }

    override var now: Time { base.now }
    override var minimumTolerance: Time.Stride { base.minimumTolerance }

    override func schedule(options: Options?, _ action: @escaping () -> Void) {
        base.schedule(options: options, action)
    }

    override func schedule(
        after date: Time, tolerance: Time.Stride, options: Options?, _ action: @escaping () -> Void
    ) {
        base.schedule(after: date, tolerance: tolerance, options: options, action)
    }

    override func scheduleOnce(
        after date: Time, tolerance: Time.Stride, options: Options?, _ action: @escaping () -> Void
    ) -> (any Cancellable)? {
        base._scheduleOnce(after: date, tolerance: tolerance, options: options, action)
    }

    override func scheduleWait(
        until date: Time, interval: Time.Stride, tolerance: Time.Stride, options: Options?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        base._scheduleWait(
            until: date, interval: interval, tolerance: tolerance, options: options, action)
    }

    override func schedule(
        after date: Time, interval: Time.Stride, tolerance: Time.Stride, options: Options?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        base.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
    }
}
