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
            let work = _QueueWork(
                self, options, after: date, every: nil, tolerance: tolerance, waitsInGroup: true, action)
            _Deadlines.shared.add(work)
            return work
        }

        public func _scheduleWait(
            until date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
            tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
        ) -> any Cancellable {
            _callsOut("schedule(after:_:)")
            let work = _QueueWork(
                self, options, after: date, every: nil, tolerance: tolerance, waitsInGroup: false, action)
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
        /// A Boolean value that indicates whether the closure belongs to its group while it waits, too.
        private let waitsInGroup: Bool
        /// The queue to run on. Like the closure, `nil` after the last run and after a cancellation.
        fileprivate var queue: DispatchQueue?
        /// A Boolean value that indicates whether the work is in the list of deadlines.
        fileprivate(set) var isWaiting = true
        fileprivate var runs = _Runs()

        init(
            _ queue: DispatchQueue, _ options: DispatchQueue.SchedulerOptions?, after date: Time,
            every interval: Time.Stride?, tolerance: Time.Stride, waitsInGroup: Bool,
            _ action: @escaping () -> Void
        ) {
            self.waitsInGroup = waitsInGroup
            self.queue = queue
            self.options = options
            self.interval = interval.map { max(1, $0.magnitude) }
            self.tolerance = max(0, tolerance.magnitude)
            let earliest = Int(clamping: date.dispatchTime.uptimeNanoseconds)
            super.init(time: Self.sum(earliest, self.tolerance), action)
            if waitsInGroup { options?.group?.enter() }
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
            if !waitsInGroup { options?.group?.enter() }
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
            if _Deadlines.shared.cancel(self), waitsInGroup { options?.group?.leave() }
        }
    }

    /// A handle of a repeating closure, which is cancelled when the handle is released, as in Combine.
    final class _QueueTimer: Cancellable, Sendable {
        let work: _QueueWork

        init(_ work: _QueueWork) { self.work = work }

        deinit { work.cancel() }

        func cancel() { work.cancel() }
    }

    /// The closures of all queues that wait for their time.
    ///
    /// One timer of Dispatch serves them all. A timer for each would wake the thread that manages timers when it is made and
    /// when it is cancelled: a request with a time-out spent half of its time there.
    ///
    /// A repeating closure that has been put into its queue isn't in the list. It comes back when it begins to run, so a queue
    /// that is behind causes no work here.
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

        /// Takes the closure, for the queue that runs it. A repeating closure waits for its next time from now on.
        ///
        /// - Returns: `nil` if it was cancelled.
        fileprivate func begin(_ work: _QueueWork) -> (() -> Void)? {
            if work.isRepeating { return beginAgain(work) }
            lock.lock()
            let (action, queue) = (work.action.take(), work.queue.take())
            lock.unlock()
            withExtendedLifetime(queue) {}
            return action
        }

        private func beginAgain(_ work: _QueueWork) -> (() -> Void)? {
            let now = Self.now
            lock.lock()
            work.runs.begin()
            let action = work.action
            if action != nil, !work.isWaiting {
                work.advance(past: now)
                push(work)
                setTimer()
            }
            lock.unlock()
            return action
        }

        /// Ends a run, for the queue that has run a closure. The closure never runs twice at the same time, even on a
        /// concurrent queue.
        fileprivate func end(_ work: _QueueWork) {
            lock.lock()
            let queue = work.runs.end() ? work.queue : nil
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
        ///
        /// They are taken in batches: a thread that creates or cancels a timer waits for one batch at most.
        private func postDue() {
            var due: [(_QueueWork, DispatchQueue)] = []
            var areMoreDue = true
            while areMoreDue {
                lock.lock()
                areMoreDue = takeDue(64, &due)
                lock.unlock()
                for (work, queue) in due { work.post(to: queue) }
                due.removeAll(keepingCapacity: true)
            }
        }

        /// - Returns: whether more closures may be due.
        private func takeDue(_ count: Int, _ due: inout [(_QueueWork, DispatchQueue)]) -> Bool {
            let now = Self.now
            for _ in 0..<count {
                guard let work = first(), work.earliest <= now, let queue = work.queue else {
                    call = nil
                    setTimer()
                    return false
                }
                _ = waiting.popFirst()
                work.isWaiting = false
                // A closure that is running waits for the end of its run.
                if work.runs.comeDue() { due.append((work, queue)) }
            }
            return true
        }

        private static var now: Int { Int(clamping: DispatchTime.now().uptimeNanoseconds) }

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
