#if canImport(Dispatch)
    import Dispatch
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A scheduler that runs closures on a global actor, which is part of its type.
///
/// The compiler follows that type: values that `receive(on: .mainActor)` delivers arrive on the main actor, and so do the
/// results of later operators. Closures of the main actor are then proven to run there:
///
/// ```swift
/// @MainActor final class SearchField {
///     var text = ""
///
///     func observe(_ texts: AnyPublisher<String, Never>) -> AnyCancellable {
///         texts
///             .debounce(for: .milliseconds(300), scheduler: .mainActor)
///             .map { $0.lowercased() }
///             .sink { self.text = $0 }      // on the main actor, which the compiler has found
///     }
/// }
/// ```
///
/// Order, time and lifetime are those of ``ActorScheduler``.
public struct GlobalActorScheduler<A: GlobalActor>: Scheduler, Sendable {
    public typealias SchedulerTimeType = ActorScheduler.SchedulerTimeType
    public typealias SchedulerOptions = Never

    private let scheduler: ActorScheduler
    private let isImmediate: Bool

    /// Creates a scheduler that runs closures on a global actor, each in a job of its own.
    ///
    /// - Complexity: O(1).
    public init(_ actor: A.Type) { self.init(_ActorJobs(A.shared), isImmediate: false) }

    fileprivate init(_ jobs: _ActorJobs, isImmediate: Bool) {
        scheduler = ActorScheduler(jobs: jobs)
        self.isImmediate = isImmediate
    }

    public var now: SchedulerTimeType { scheduler.now }

    public var minimumTolerance: SchedulerTimeType.Stride { scheduler.minimumTolerance }

    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        // Closures that wait already were scheduled earlier, and run earlier.
        if isImmediate, _isOnMainQueue, scheduler.isIdle {
            action()
        } else {
            scheduler.schedule(options: nil, action)
        }
    }

    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        scheduler.schedule(after: date, tolerance: tolerance, options: nil, action)
    }

    public func _scheduleOnce(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) -> (any Cancellable)? {
        scheduler._scheduleOnce(after: date, tolerance: tolerance, options: nil, action)
    }

    public func _scheduleWait(
        until date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        scheduler._scheduleWait(until: date, interval: interval, tolerance: tolerance, options: nil, action)
    }

    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        scheduler.schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
    }
}

extension Scheduler where Self == GlobalActorScheduler<MainActor> {
    /// A scheduler that runs closures on the main actor, each in a job of its own.
    ///
    /// ```swift
    /// let cancellable = [1, 2].publisher.delay(for: .seconds(1), scheduler: .mainActor).sink { print($0) }
    /// ```
    public static var mainActor: GlobalActorScheduler<MainActor> {
        GlobalActorScheduler(_ActorJobs.main, isImmediate: false)
    }

    /// A scheduler that runs a closure synchronously on the main actor, and schedules it there from elsewhere.
    ///
    /// A value sent on the main actor arrives inside the call that sends it, and a view that subscribes there has its first
    /// value before it is drawn. From elsewhere it is like `mainActor`. Closures of one stream are never reordered.
    ///
    /// ```swift
    /// @MainActor func show(_ name: CurrentValueSubject<String, Never>) {
    ///     let cancellable = name.receive(on: .mainActorImmediate).sink { print($0) }
    ///     // printed by now
    ///     cancellable.cancel()
    /// }
    /// ```
    ///
    /// Swift can't tell for other global actors whether they are running, so theirs have no such scheduler.
    public static var mainActorImmediate: GlobalActorScheduler<MainActor> {
        // A separate list of jobs: closures that wait in other streams are no reason to wait.
        GlobalActorScheduler(_ActorJobs(MainActor.shared), isImmediate: true)
    }
}

// MARK: - Inside

#if canImport(Dispatch)
    // Safe to share: the key is made once, and says nothing itself.
    private let _mainQueueKey: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// A Boolean value that indicates whether the main actor is running here: its jobs are those of the main queue.
    public var _isOnMainQueue: Bool { DispatchQueue.getSpecific(key: _mainQueueKey) ?? false }
#else
    /// Always `false`: it can't be known whether the main actor is running here.
    public var _isOnMainQueue: Bool { false }
#endif

/// Writes why the program is about to stop, as a fatal error does.
public func _report(_ text: String, file: StaticString, line: UInt) {
    _writeToStandardError("\(file):\(line): Fatal error: \(text)\n")
}

public func _writeToStandardError(_ text: String) {
    var bytes = Array(text.utf8)
    // A failed write can't be reported.
    _ = write(2, &bytes, bytes.count)
}
