#if canImport(Dispatch)
    public import Dispatch

    extension DispatchQueue {
        public func _scheduleOnce(
            after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
            _ action: @escaping () -> Void
        ) -> (any Cancellable)? {
            _callsOut("schedule(after:_:)")
            // A closure that is due keeps its place among the other closures of the queue.
            guard date.dispatchTime > .now() else {
                schedule(options: options, action)
                return nil
            }
            let work = _QueueWork(self, options, after: date, every: nil, tolerance: tolerance, action)
            _Deadlines.shared.add(work)
            return work
        }
    }

    /// A closure that a queue runs at its time, once or again and again. `asyncAfter` keeps its closure until then; this releases
    /// it when it is cancelled.
    final class _QueueWork: _Due, Cancellable, @unchecked Sendable {
        // Unchecked: the lock of `_Deadlines` guards all mutable state.

        typealias Time = DispatchQueue.SchedulerTimeType

        let options: DispatchQueue.SchedulerOptions?
        /// In nanoseconds, as are times, which Dispatch counts from the start of the system.
        private let interval: Int?
        private let tolerance: Int
        /// The queue to run on. Like the closure, `nil` after the last run and after a cancellation.
        fileprivate var queue: DispatchQueue?
        /// A Boolean value that indicates whether the work is in the list of deadlines.
        fileprivate var isWaiting = true
        /// A Boolean value that indicates whether the work has been put into its queue and hasn't run yet.
        fileprivate var isPosted = false
        /// A Boolean value that indicates whether another time of the work has come since it began to run.
        fileprivate var isMissed = false

        init(
            _ queue: DispatchQueue, _ options: DispatchQueue.SchedulerOptions?, after date: Time,
            every interval: Time.Stride?, tolerance: Time.Stride, _ action: @escaping () -> Void
        ) {
            self.queue = queue
            self.options = options
            self.interval = interval.map { max(1, $0.magnitude) }
            self.tolerance = max(0, tolerance.magnitude)
            let earliest = Int(clamping: date.dispatchTime.uptimeNanoseconds)
            super.init(time: Self.sum(earliest, self.tolerance), action)
            if interval == nil { options?.group?.enter() }
        }

        private static func sum(_ time: Int, _ length: Int) -> Int {
            let (sum, isEndless) = time.addingReportingOverflow(length)
            return isEndless ? .max : sum
        }

        /// The earliest time to run; `time` is the latest.
        fileprivate var earliest: Int { time == .max ? .max : time - tolerance }

        var isRepeating: Bool { interval != nil }

        /// Advances to the next time that isn't past.
        fileprivate func advance(past now: Int) {
            guard let interval else { return }
            let missed = max(0, now - earliest) / interval
            let (length, isEndless) = interval.multipliedReportingOverflow(by: missed + 1)
            time = isEndless ? .max : Self.sum(time, length)
        }

        fileprivate func run() {
            guard let action = _Deadlines.shared.begin(self) else { return }
            if isRepeating { options?.group?.enter() }
            action()
            if isRepeating { _Deadlines.shared.end(self) }
            options?.group?.leave()
        }

        /// Puts the work into its own queue, which alone runs it: the work may take long, and the queue may be suspended.
        fileprivate func post(to queue: DispatchQueue) {
            guard let options else { return queue.async { self.run() } }
            queue.async(qos: options.qos, flags: options.flags) { self.run() }
        }

        func cancel() {
            if _Deadlines.shared.cancel(self), !isRepeating { options?.group?.leave() }
        }
    }

    /// A handle of a repeating closure, which is cancelled when the handle is released, as in Combine.
    final class _QueueTimer: Cancellable, Sendable {
        private let work: _QueueWork

        init(_ work: _QueueWork) { self.work = work }

        deinit { work.cancel() }

        func cancel() { work.cancel() }
    }

    /// The closures of all queues that wait for their time.
    ///
    /// One timer of Dispatch serves them all. A timer for each would wake the thread that manages timers when it is made and
    /// when it is cancelled: a request with a time-out spent half of its time there.
    final class _Deadlines: @unchecked Sendable {
        // Unchecked: `lock` guards all mutable state.

        static let shared = _Deadlines()

        private let lock = _Lock()
        private var waiting = _DueQueue()
        private var orders: UInt64 = 0
        /// The latest time at which the timer calls; `nil` if it isn't set.
        private var call: Int?
        private let timer = DispatchSource.makeTimerSource(
            queue: DispatchQueue(label: "TraitsRuntime.deadlines", qos: .userInteractive))

        private init() {
            timer.setEventHandler { [unowned self] in postDue() }
            timer.activate()
        }

        func add(_ work: _QueueWork) {
            lock.lock()
            push(work)
            setTimer()
            lock.unlock()
        }

        /// Takes the closure, for the queue that runs it.
        ///
        /// - Returns: `nil` if it was cancelled.
        fileprivate func begin(_ work: _QueueWork) -> (() -> Void)? {
            lock.lock()
            work.isMissed = false
            let action = work.action
            let queue = work.isRepeating ? nil : work.queue.take()
            if !work.isRepeating { work.action = nil }
            lock.unlock()
            withExtendedLifetime(queue) {}
            return action
        }

        /// Ends a run, for the queue that has run a closure. The closure never runs twice at the same time, even on a
        /// concurrent queue.
        fileprivate func end(_ work: _QueueWork) {
            lock.lock()
            let queue = work.isMissed ? work.queue : nil
            work.isPosted = queue != nil
            lock.unlock()
            if let queue { work.post(to: queue) }
        }

        /// - Returns: whether the closure would have run.
        fileprivate func cancel(_ work: _QueueWork) -> Bool {
            lock.lock()
            let (action, queue) = (work.action.take(), work.queue.take())
            if action != nil, work.isWaiting { waiting.noteCancellation() }
            lock.unlock()
            withExtendedLifetime(queue) {}
            return action != nil
        }

        /// Puts the closures that are due into their queues.
        private func postDue() {
            var due: [(_QueueWork, DispatchQueue)] = []
            lock.lock()
            call = nil
            let now = Int(clamping: DispatchTime.now().uptimeNanoseconds)
            while let work = first(), work.earliest <= now, let queue = work.queue {
                _ = waiting.popFirst()
                work.isWaiting = false
                // Where a queue is slower than its timer, one run stands for several times.
                if work.isPosted { work.isMissed = true } else { due.append((work, queue)) }
                work.isPosted = true
                if work.isRepeating {
                    work.advance(past: now)
                    push(work)
                }
            }
            setTimer()
            lock.unlock()
            for (work, queue) in due { work.post(to: queue) }
        }

        private func push(_ work: _QueueWork) {
            orders += 1
            work.order = orders
            work.isWaiting = true
            waiting.push(work)
        }

        /// Sets the timer to the next deadline. A timer that was set for a cancelled closure fires once without effect.
        private func setTimer() {
            guard let next = first() else { return }
            if let call, call <= next.time { return }
            call = next.time
            timer.schedule(
                deadline: DispatchTime(uptimeNanoseconds: UInt64(next.earliest)),
                leeway: .nanoseconds(next.time - next.earliest))
        }

        private func first() -> _QueueWork? {
            waiting.first().map { unsafeDowncast($0, to: _QueueWork.self) }
        }
    }
#endif
