public import TraitsRuntime

extension Publisher {
    /// Lets all subscribers share one subscription to upstream, which goes on for some time after the last subscriber has
    /// cancelled.
    ///
    /// ```
    /// upstream                            --1--2--3--4--5--6--x      (cancelled)
    /// share(stopTimeout: 6, scheduler:)
    /// 1st                                 --1--2-x                   (cancels)
    /// 2nd                                          ^-4--5x           (cancels)
    /// ```
    ///
    /// A view that is rotated, or a screen that is left and entered again, doesn't start the work again. The meaning is that of
    /// `shareIn` with `SharingStarted.WhileSubscribed(stopTimeout)` in Kotlin's flows.
    ///
    /// The first subscriber starts upstream. Once it has been cancelled, the next subscriber starts it again. Once upstream has
    /// ended, it is never started again, and a late subscriber gets the newest values and the end.
    ///
    /// - Demand: unlimited towards upstream. With `replay`, as many values wait for a subscriber's demand as are replayed.
    ///   Without it, a subscriber misses values that it hasn't asked for.
    /// - Failure: sent to all, and to late subscribers.
    /// - Threads: values are sent wherever upstream sends; values that have waited, where they are asked for. Upstream is cancelled
    ///   on the scheduler.
    /// - Cancellation: other subscribers aren't affected. After the last subscriber has cancelled, upstream is cancelled when
    ///   the time is over and no other subscriber has arrived.
    ///
    /// ```swift
    /// let prices = PassthroughSubject<Int, Never>()
    /// let shared = prices.share(replay: 1, stopTimeout: .seconds(5), scheduler: DispatchQueue.global())
    /// let chart = shared.sink { print("chart \($0)") }
    /// prices.send(10)                                      // Prints: chart 10
    /// chart.cancel()
    /// prices.send(11)
    /// let label = shared.sink { print("label \($0)") }     // Prints: label 11
    /// ```
    ///
    /// - Parameters:
    ///   - replay: the number of values that a late subscriber gets.
    ///   - stopTimeout: the time for which upstream goes on without subscribers.
    ///   - scheduler: measures the time.
    @_disfavoredOverload
    @inlinable
    public func share<Context: Scheduler>(
        replay: Int = 0, stopTimeout: Context.SchedulerTimeType.Stride, scheduler: Context
    ) -> MorePublishers.ShareStopTimeout<Self, Context> {
        MorePublishers.ShareStopTimeout(
            upstream: self, replay: replay, stopTimeout: stopTimeout, scheduler: scheduler)
    }
}

extension MorePublishers {
    /// A publisher whose subscribers share one subscription, which goes on for some time without them; see
    /// `share(replay:stopTimeout:scheduler:)`.
    ///
    /// It is a class, since its subscribers share a connection.
    public final class ShareStopTimeout<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The type of the values that the publisher sends.
        public typealias Output = Upstream.Output
        /// The type of the publisher's failures.
        public typealias Failure = Upstream.Failure

        /// The publisher that is shared.
        public let upstream: Upstream

        /// The number of values that a late subscriber gets.
        public let replay: Int

        /// The time for which upstream goes on without subscribers.
        public let stopTimeout: Context.SchedulerTimeType.Stride

        /// The scheduler that measures the time.
        public let scheduler: Context

        @usableFromInline
        struct State {
            /// The current connection to upstream, if any.
            @usableFromInline var hub: SharingHub<Output, Failure>?
            @usableFromInline var subscribers = 0
            /// The number of times that the last subscriber has cancelled.
            @usableFromInline var absences = 0
            /// The end of the newest absence's time, once that is known.
            @usableFromInline var deadline: (absence: Int, time: Context.SchedulerTimeType)?
            /// The absence at whose deadline the one timer is due; `timer` is its cancellation, if the scheduler has one.
            @usableFromInline var timed: Int?
            /// The time at which the one timer is due. If that has passed, the scheduler may have dropped the timer.
            @usableFromInline var dueTime: Context.SchedulerTimeType?
            @usableFromInline var timer: (any Cancellable)?

            @inlinable
            init() {}

            /// Indicates whether there is no subscriber and upstream hasn't ended.
            @inlinable
            var isAbsent: Bool { subscribers == 0 && hub?.hasEnded == false }

            /// Returns the next deadline to wait for, unless a timer waits or there is no deadline yet.
            @inlinable
            mutating func nextDeadline() -> Context.SchedulerTimeType? {
                guard timed == nil, isAbsent, let deadline, deadline.absence == absences else { return nil }
                (timed, dueTime) = (absences, deadline.time)
                return deadline.time
            }

            /// Notes when the time of an absence that begins now is over.
            @inlinable
            mutating func begin(
                _ absence: Int, from now: Context.SchedulerTimeType, to time: Context.SchedulerTimeType
            ) {
                if absences == absence { deadline = (absence, time) }
                if let dueTime, dueTime < now { timed = nil }
            }

            /// Takes the timer out, to be cancelled.
            @inlinable
            mutating func takeTimer() -> (any Cancellable)? {
                guard let timer else { return nil }
                (self.timer, timed) = (nil, nil)
                return timer
            }
        }

        @usableFromInline let state = Guarded(State())

        /// Shares a publisher.
        @inlinable
        public init(
            upstream: Upstream, replay: Int, stopTimeout: Context.SchedulerTimeType.Stride, scheduler: Context
        ) {
            precondition(replay >= 0, "the number of values can't be negative")
            self.upstream = upstream
            self.replay = replay
            self.stopTimeout = stopTimeout
            self.scheduler = scheduler
        }

        /// Adds a subscriber, and starts upstream if it isn't running.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let made = SharingHub<Output, Failure>(replay: replay)
            let (hub, isFirst, timer) = state.withLock { state in
                state.subscribers += 1
                defer { if state.hub == nil { state.hub = made } }
                return (state.hub ?? made, state.hub == nil, state.takeTimer())
            }
            timer?.cancel()
            let once = Once()
            let leave = { [self] in if once.isFirst() { self.leave() } }
            Publishers.HandleEvents(
                upstream: hub.values, receiveCompletion: { _ in leave() }, receiveCancel: leave,
                receiveRequest: nil
            ).receive(subscriber: subscriber)
            if isFirst { hub.start(upstream) }
        }

        @inlinable
        func leave() {
            let absence = state.withLock { state -> Int? in
                state.subscribers -= 1
                guard state.isAbsent else { return nil }
                state.absences += 1
                return state.absences
            }
            guard let absence else { return }
            let now = scheduler.now
            let deadline = now.advanced(by: stopTimeout)
            state.withLock { $0.begin(absence, from: now, to: deadline) }
            waitForDeadline()
        }

        /// Starts a timer, unless a timer waits already: when that is due, it is started again for a later absence.
        @inlinable
        func waitForDeadline() {
            let (deadline, absence) = state.withLock { ($0.nextDeadline(), $0.absences) }
            guard let deadline else { return }
            let timer = scheduler._scheduleOnce(
                after: deadline, tolerance: scheduler.minimumTolerance, options: nil
            ) { [self] in stop(after: absence) }
            guard let timer else { return }
            // The timer may be due already, or a subscriber may have arrived.
            let isWanted = state.withLock { state in
                guard state.timed == absence else { return false }
                if state.subscribers == 0 { state.timer = timer } else { state.timed = nil }
                return state.subscribers == 0
            }
            if !isWanted { timer.cancel() }
        }

        @inlinable
        func stop(after absence: Int) {
            let (hub, timer) = state.withLock { state -> (SharingHub<Output, Failure>?, (any Cancellable)?) in
                guard state.timed == absence else { return (nil, nil) }
                let timer = state.timer
                (state.timer, state.timed) = (nil, nil)
                guard state.isAbsent, state.absences == absence else { return (nil, timer) }
                let hub = state.hub
                state.hub = nil
                return (hub, timer)
            }
            withExtendedLifetime(timer) { hub?.stop() }
            waitForDeadline()
        }
    }
}

/// One subscription to a shared publisher, and the subject that passes its events on.
@usableFromInline
final class SharingHub<Output, Failure: Error> {
    @usableFromInline let subject: any Subject<Output, Failure>
    @usableFromInline let values: AnyPublisher<Output, Failure>
    @usableFromInline let connection = Slot()
    @usableFromInline let isOver = Guarded(false)

    @inlinable
    init(replay: Int) {
        if replay == 0 {
            let subject = PassthroughSubject<Output, Failure>()
            (self.subject, values) = (subject, subject.eraseToAnyPublisher())
        } else {
            let subject = ReplaySubject<Output, Failure>(bufferSize: replay)
            (self.subject, values) = (subject, subject.eraseToAnyPublisher())
        }
    }

    @inlinable
    var hasEnded: Bool { isOver.withLock { $0 } }

    @inlinable
    func start<P: Publisher>(_ upstream: P) where P.Output == Output, P.Failure == Failure {
        let sink = Subscribers.Sink<Output, Failure>(
            receiveCompletion: { [self] completion in
                isOver.withLock { $0 = true }
                subject.send(completion: completion)
            }, receiveValue: subject.send)
        if connection.put(sink) { return }
        upstream.subscribe(sink)
    }

    @inlinable
    func stop() { connection.close()?.cancel() }
}

// Unchecked: the lock guards the mutable state.
extension MorePublishers.ShareStopTimeout: @unchecked Sendable
where Upstream: Sendable, Upstream.Output: Sendable, Context: Sendable {}
