extension Publisher {
    /// Sends on a value once upstream has been quiet for a while after it.
    ///
    /// ```
    ///           -1-2-3------4-----|
    /// debounce(for: 3)
    ///           ------3------4--|
    /// ```
    ///
    /// - Demand: unlimited towards upstream; a value that becomes due without demand is dropped.
    /// - Failure: sent on at once, through the scheduler, as the completion is; a value that was waiting is
    ///   dropped.
    /// - Threads: values and completion arrive on the scheduler; they never overlap.
    /// - Cancellation: drops the waiting value and its timer.
    /// - Complexity: holds one value; each value starts one timer and stops one.
    ///
    /// ```swift
    /// let keystrokes = PassthroughSubject<String, Never>()
    /// let search = keystrokes.debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
    /// ```
    ///
    /// - Parameters:
    ///   - dueTime: how long it must be quiet.
    ///   - scheduler: its clock measures, and it runs the deliveries.
    ///   - options: handed to the scheduler.
    @inlinable
    public func debounce<S: Scheduler>(
        for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, S> {
        Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
    }
}

extension Publishers {
    /// A publisher that waits for quiet; see `debounce(for:scheduler:options:)`.
    @frozen
    public struct Debounce<Upstream: Publisher, Context: Scheduler>: _NodePublisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values wait.
        public let upstream: Upstream

        /// How long it must be quiet.
        public let dueTime: Context.SchedulerTimeType.Stride

        /// Measures the time and runs the deliveries.
        public let scheduler: Context

        /// Handed to the scheduler.
        public let options: Context.SchedulerOptions?

        @inlinable
        public init(
            upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions?
        ) {
            self.upstream = upstream
            self.dueTime = dueTime
            self.scheduler = scheduler
            self.options = options
        }

        @inlinable @inline(__always)
        public static var _outlivesSubscription: Bool { true }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            upstream.subscribe(Inner(downstream, self))
        }
    }
}

extension Publishers.Debounce {
    @usableFromInline
    final class Inner<Downstream: Subscriber>: _SerialNode<Downstream>, _StreamNode
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = Upstream.Failure

        @usableFromInline let dueTime: Context.SchedulerTimeType.Stride
        @usableFromInline let scheduler: Context
        @usableFromInline let options: Context.SchedulerOptions?

        // All under `lock`.
        @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
        /// The value that waits.
        @usableFromInline @exclusivity(unchecked) var waiting: Input?
        @usableFromInline @exclusivity(unchecked) var timer: (any Cancellable)?
        /// Which value that is; zero for none.
        @usableFromInline @exclusivity(unchecked) var generation = 0

        @inlinable
        init(_ downstream: Downstream, _ debounce: Publishers.Debounce<Upstream, Context>) {
            dueTime = debounce.dueTime
            scheduler = debounce.scheduler
            options = debounce.options
            super.init(downstream, _handled(by: Inner<Downstream>.self))
        }

        @usableFromInline override var description: String { "Debounce" }

        @usableFromInline override var customMirror: Mirror {
            let (demand, value) = lock.withLock { (self.demand, self.waiting) }
            let children: [Mirror.Child] = [
                ("downstream", downstream as Any), ("downstreamDemand", demand),
                ("currentValue", value as Any),
            ]
            return Mirror(self, children: children)
        }

        @inlinable @inline(__always)
        static var _isUnlimited: Bool { true }

        @inlinable @inline(__always)
        static var acceptsZeroDemand: Bool { false }

        @inlinable
        func requested(_ demand: Subscribers.Demand) { lock.withLock { self.demand += demand } }

        @inlinable
        func cancelled() {
            if isAwaiting { return }
            stop()
            stopWaiting()
        }

        @inlinable
        func _receive(node: _Node) {
            guard connect(node) else { return }
            attach { returned($0) }
            node.request(.unlimited)
        }

        @inlinable
        func receive(_ input: Input) -> Subscribers.Demand {
            lock.lock()
            guard isConnected else {
                lock.unlock()
                return .none
            }
            generation += 1
            let mine = generation
            let oldTimer = timer
            let oldValue = waiting
            timer = nil
            waiting = input
            lock.unlock()
            let newTimer = scheduler.schedule(
                after: scheduler.now.advanced(by: dueTime), interval: dueTime,
                tolerance: scheduler.minimumTolerance, options: options
            ) { [self] in due(mine) }
            // It may be due already, or replaced, or all may be over.
            let isNeeded = lock.withLock {
                guard generation == mine, waiting != nil else { return false }
                timer = newTimer
                return true
            }
            if !isNeeded { newTimer.cancel() }
            oldTimer?.cancel()
            withExtendedLifetime(oldValue) {}
            return .none
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Failure>) {
            guard disconnect() else { return }
            stopWaiting()
            post(.completion(completion))
            scheduler.schedule(options: options) { [self] in deliver { returned($0) } }
        }

        /// It has been quiet for long enough after a value.
        @inlinable
        func due(_ mine: Int) {
            lock.lock()
            guard generation == mine, let value = waiting else {
                lock.unlock()
                return
            }
            waiting = nil
            let doneTimer = timer
            timer = nil
            let hasDemand = demand > .none
            if hasDemand {
                demand -= 1
                enqueue(.value(value))
            }
            lock.unlock()
            doneTimer?.cancel()
            if hasDemand { deliver { returned($0) } }
        }

        @inlinable
        func returned(_ more: Subscribers.Demand) { lock.withLock { demand += more } }

        @inlinable
        func stopWaiting() {
            let (timer, value) = lock.withLock {
                let parts = (self.timer, waiting)
                self.timer = nil
                waiting = nil
                return parts
            }
            timer?.cancel()
            withExtendedLifetime(value) {}
        }
    }
}
