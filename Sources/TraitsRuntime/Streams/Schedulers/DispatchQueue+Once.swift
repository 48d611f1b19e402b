#if canImport(Dispatch)
    public import Dispatch

    extension DispatchQueue {
        public func _scheduleOnce(
            after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
            _ action: @escaping () -> Void
        ) -> (any Cancellable)? {
            // What is due keeps its place among the other closures of the queue.
            guard date.dispatchTime > .now() else {
                schedule(options: options, action)
                return nil
            }
            let timer = _QueueTimer(self, options, _SendableWork.sendable(action))
            timer.start(at: date.dispatchTime, leeway: tolerance.timeInterval)
            return timer
        }
    }

    /// A closure that a queue runs once, at its time. `asyncAfter` keeps its closure until then; this releases it when it is
    /// cancelled.
    private final class _QueueTimer: Cancellable, @unchecked Sendable {
        // Unchecked: `lock` guards what changes.

        private let queue: DispatchQueue
        private let options: DispatchQueue.SchedulerOptions?
        private let lock = _Lock()
        /// Both until it runs or is cancelled.
        private var work: (@Sendable () -> Void)?
        private var source: (any DispatchSourceTimer)?

        init(
            _ queue: DispatchQueue, _ options: DispatchQueue.SchedulerOptions?,
            _ work: @escaping @Sendable () -> Void
        ) {
            self.queue = queue
            self.options = options
            self.work = work
            options?.group?.enter()
        }

        func start(at time: DispatchTime, leeway: DispatchTimeInterval) {
            let source = DispatchSource.makeTimerSource(queue: queue)
            self.source = source
            source.schedule(deadline: time, leeway: leeway)
            source.setEventHandler { [self] in fire() }
            source.activate()
        }

        private func fire() {
            guard let work = stop() else { return }
            guard let options else { return work() }
            queue.async(qos: options.qos, flags: options.flags) {
                work()
                options.group?.leave()
            }
        }

        func cancel() {
            if stop() != nil { options?.group?.leave() }
        }

        /// - Returns: the closure, unless it has run or was cancelled.
        private func stop() -> (@Sendable () -> Void)? {
            lock.lock()
            let (work, source) = (self.work.take(), self.source.take())
            lock.unlock()
            source?.cancel()
            return work
        }
    }
#endif
