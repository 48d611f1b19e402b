#if canImport(Dispatch)
    public import Dispatch
#endif
/// A scheduler that runs closures on an actor.
///
/// A closure that belongs to an actor must run there: Swift stops a program that runs it elsewhere. With this scheduler
/// in the place of a queue, all operators that take one deliver on the actor.
///
/// ```swift
/// @MainActor final class SearchField {
///     var text = ""
///
///     func observe(_ texts: AnyPublisher<String, Never>) -> AnyCancellable {
///         texts
///             .debounce(for: .milliseconds(300), scheduler: .mainActor)
///             .sink { self.text = $0 }      // on the main actor
///     }
/// }
/// ```
///
/// - Order: closures that are to run as soon as possible run in the order in which they were scheduled, one at a time. An actor
///   makes no promise about the order of its jobs, so a job runs the closure that has waited longest, and not a closure of its
///   own. Each closure has a job to itself: other work of the actor keeps its place between them.
/// - Threads: off Apple's platforms, a job goes to the actor's executor in the call that schedules it. Tasks that keep the threads of Swift's pool
///   busy delay an actor that runs on the pool, and no other: not the main actor, and no actor with an executor of its own.
/// - Time: that of `DispatchQueue`, whose types this scheduler shares, so that one can take the other's place.
/// - Lifetime: the scheduler holds the actor.
public struct ActorScheduler: Scheduler, Sendable {
    #if canImport(Dispatch)
        public typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
    #else
        public typealias SchedulerTimeType = _TaskClock.SchedulerTimeType
    #endif
    public typealias SchedulerOptions = Never

    private let jobs: _ActorJobs

    /// Creates a scheduler that runs closures on an actor.
    public init(_ actor: any Actor) { jobs = _ActorJobs(actor) }

    fileprivate static let main = ActorScheduler(jobs: .main)

    init(jobs: _ActorJobs) { self.jobs = jobs }

    /// A Boolean value that indicates whether a closure that is scheduled now would be the first to run.
    var isIdle: Bool { jobs.isEmpty }

    public var now: SchedulerTimeType { Self.clock.now }

    public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { jobs.add(action) }

    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        Self.clock.schedule(after: date, tolerance: tolerance, options: nil) { [jobs] in jobs.add(action) }
    }

    public func _scheduleOnce(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) -> (any Cancellable)? {
        let work = _ActorWork(jobs, repeats: false, action)
        let timer = Self.clock._scheduleOnce(after: date, tolerance: tolerance, options: nil, work.comeDue)
        return _ActorTimer(timer: timer, work: work)
    }

    public func _scheduleWait(
        until date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        _scheduleOnce(after: date, tolerance: tolerance, options: nil, action) ?? Subscriptions.empty
    }

    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let work = _ActorWork(jobs, repeats: true, action)
        let timer = Self.clock.schedule(
            after: date, interval: interval, tolerance: tolerance, options: nil, work.comeDue)
        return AnyCancellable(_ActorTimer(timer: timer, work: work))
    }

    /// The clock that says when a closure is due. It runs none of them.
    #if canImport(Dispatch)
        private static let clock = DispatchQueue(label: "ActorScheduler")
    #else
        private static let clock = _TaskClock()
    #endif
}

extension Scheduler where Self == ActorScheduler {
    /// A scheduler that runs closures on the main actor, of the type for all actors.
    ///
    /// Where the type doesn't matter, `.mainActor` is a ``GlobalActorScheduler``, of which the compiler knows the actor.
    @_disfavoredOverload
    public static var mainActor: ActorScheduler { ActorScheduler.main }
}

extension Publisher {
    /// Delivers values and completion on an actor.
    ///
    /// ```
    ///        --1--2--3--|-->
    /// receive(on: actor)
    ///        --1--2--3--|-->   the same events, each in a job of its own on the actor
    /// ```
    ///
    /// Closures behind it may belong to the actor. `#isolation` is the actor that the code is on:
    ///
    /// ```swift
    /// actor Log {
    ///     var lines: [String] = []
    ///
    ///     func gather(_ source: AnyPublisher<String, Never>) -> AnyCancellable {
    ///         source.receive(on: #isolation).sink { self.lines.append($0) }
    ///     }
    /// }
    /// ```
    ///
    /// In all else it is like `receive(on:options:)` with an ``ActorScheduler``.
    ///
    /// - Parameter actor: the actor to deliver on; `MainActor.shared` for the main actor.
    public func receive(on actor: any Actor) -> Publishers.ReceiveOn<Self, ActorScheduler> {
        receive(on: ActorScheduler(actor))
    }
}

// MARK: - Inside

/// The closures that wait for an actor.
final class _ActorJobs: @unchecked Sendable {
    // Unchecked: the waiting closures are touched under `lock` only. The code that schedules a closure guarantees that it may
    // run on the actor, as with a queue.

    /// The closures of all streams that wait for the main actor, in the order of scheduling.
    static let main = _ActorJobs(MainActor.shared)

    private let actor: any Actor
    private let lock = _Lock()
    private var waiting = _Queue<() -> Void>()

    init(_ actor: any Actor) { self.actor = actor }

    func add(_ action: @escaping () -> Void) {
        lock.withLock { waiting.push(action) }
        #if canImport(Darwin)
            Task { await runOldest(on: actor) }
        #else
            Self.start(self, actor)
        #endif
    }

    var isEmpty: Bool { lock.withLock { waiting.isEmpty } }

    #if canImport(Darwin)
        // A debug build of Xcode checks the executor wherever an isolated function begins, so none may be entered from elsewhere.
        private func runOldest(on actor: isolated any Actor) { runOldest() }
    #else
        /// Starts a task on the actor, from any thread.
        ///
        /// A task that went there by `await` would need a thread of the pool first, which other tasks may occupy for as long as
        /// they like. The function touches nothing of the actor, so it may be called from elsewhere.
        private static var start: (_ActorJobs, any Actor) -> Void {
            let start: (_ActorJobs, isolated any Actor) -> Void = startFromActor
            return unsafe unsafeBitCast(start, to: ((_ActorJobs, any Actor) -> Void).self)
        }

        private static func startFromActor(_ jobs: _ActorJobs, _ actor: isolated any Actor) {
            Task {
                // The captured actor determines where the task runs.
                _ = actor
                jobs.runOldest()
            }
        }
    #endif

    /// There are as many calls as closures.
    private func runOldest() {
        let action = lock.withLock { waiting.pop() }
        action?()
    }
}

/// A closure that an actor runs at its time, once or again and again. While the actor is behind, one job waits for it.
private final class _ActorWork: @unchecked Sendable {
    // Unchecked: `lock` guards the mutable state. The code that schedules the closure guarantees that it may run on the actor.

    private let jobs: _ActorJobs
    private let repeats: Bool
    private let lock = _Lock()
    private var runs = _Runs()
    /// `nil` after the only run, and after a cancellation, which may come while a job waits.
    private var action: (() -> Void)?

    init(_ jobs: _ActorJobs, repeats: Bool, _ action: @escaping () -> Void) {
        (self.jobs, self.repeats, self.action) = (jobs, repeats, action)
    }

    /// Adds a job, unless one waits or runs.
    func comeDue() {
        if lock.withLock({ runs.comeDue() }) { jobs.add(run) }
    }

    private func run() {
        let action = lock.withLock {
            runs.begin()
            return repeats ? self.action : self.action.take()
        }
        guard let action else { return }
        action()
        if lock.withLock({ runs.end() }) { jobs.add(run) }
    }

    func cancel() {
        let action = lock.withLock { self.action.take() }
        withExtendedLifetime(action) {}
    }
}

/// Cancels a closure of an actor, before its time and while its job waits.
private struct _ActorTimer: Cancellable {
    let timer: (any Cancellable)?
    let work: _ActorWork

    func cancel() {
        timer?.cancel()
        work.cancel()
    }
}
