/// A place and time to run closures: a queue, a run loop, a test's virtual clock.
///
/// Schedulers drive all operators that deal in time (`delay`, `debounce`, …) or in threads
/// (`receive(on:)`, `subscribe(on:)`), so that a test can put virtual time in place of a queue.
public protocol Scheduler<SchedulerTimeType> {
    /// A moment of this scheduler's clock.
    associatedtype SchedulerTimeType: Strideable
    where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible

    /// The further options that this scheduler takes for a closure; `Never` if there are none.
    associatedtype SchedulerOptions

    /// The current moment.
    var now: SchedulerTimeType { get }

    /// The finest tolerance the scheduler can honour.
    var minimumTolerance: SchedulerTimeType.Stride { get }

    /// Runs a closure as soon as possible.
    func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)

    /// Runs a closure once, at a moment or after it.
    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void)

    /// Runs a closure at a moment and then again and again, until the returned object is cancelled.
    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable

    /// Runs a closure once, at a moment or after it, unless it is cancelled before.
    ///
    /// - Returns: an object that cancels and releases the closure; `nil` if the scheduler keeps the closure until its time,
    ///   which is the default.
    func _scheduleOnce(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) -> (any Cancellable)?

    /// Runs a closure at a moment, unless it is cancelled before. The caller ignores every run but the first.
    ///
    /// By default this is a repeating closure, which is the only kind that Combine's interface can cancel. A scheduler of this
    /// library runs the closure once.
    ///
    /// - Parameter interval: the time between two runs of the repeating closure.
    func _scheduleWait(
        until date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable
}

extension Scheduler {
    public func _scheduleOnce(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) -> (any Cancellable)? {
        schedule(after: date, tolerance: tolerance, options: options, action)
        return nil
    }

    public func _scheduleWait(
        until date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
    }

    /// Runs a closure once, at a moment or after it, with the finest tolerance.
    @inlinable
    public func schedule(after date: SchedulerTimeType, _ action: @escaping () -> Void) {
        schedule(after: date, tolerance: minimumTolerance, options: nil, action)
    }

    /// Runs a closure once, at a moment or after it.
    @inlinable
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
    ) {
        schedule(after: date, tolerance: tolerance, options: nil, action)
    }

    /// Runs a closure as soon as possible.
    @inlinable
    public func schedule(_ action: @escaping () -> Void) {
        schedule(options: nil, action)
    }

    /// Runs a closure at a moment and then again and again, until the returned object is cancelled.
    @inlinable
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, _ action: @escaping () -> Void
    ) -> any Cancellable {
        schedule(after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
    }

    /// Runs a closure at a moment and then again and again, until the returned object is cancelled.
    @inlinable
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
    }
}

/// A length of time that can be made from seconds and their parts.
public protocol SchedulerTimeIntervalConvertible {
    /// A whole number of seconds.
    static func seconds(_ s: Int) -> Self
    /// A number of seconds.
    static func seconds(_ s: Double) -> Self
    /// A whole number of thousandths of a second.
    static func milliseconds(_ ms: Int) -> Self
    /// A whole number of millionths of a second.
    static func microseconds(_ us: Int) -> Self
    /// A whole number of billionths of a second.
    static func nanoseconds(_ ns: Int) -> Self
}
