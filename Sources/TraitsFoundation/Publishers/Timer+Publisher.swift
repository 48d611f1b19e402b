public import Foundation
public import TraitsRuntime

/// Publishing the date at intervals.
extension Timer {
    /// A publisher of the date, again and again, once it is connected.
    ///
    /// ```
    /// connect   --d--d--d-->
    /// ```
    ///
    /// - Demand: a subscriber that has none misses the tick.
    /// - Threads: ticks arrive on the thread of the run loop. On Linux nobody runs the main run loop of a program whose
    ///   `main` is asynchronous, so nothing ticks there; take the run loop of a thread that runs one.
    /// - Cancellation: the timer stops when the connection is cancelled.
    ///
    /// ```swift
    /// let cancellable = Timer.publish(every: 1, on: .main, in: .common)
    ///     .autoconnect()
    ///     .sink { print($0) }
    /// ```
    ///
    /// - Parameters:
    ///   - interval: the time between ticks, in seconds.
    ///   - tolerance: not used, as in Combine; create a ``TimerPublisher`` for a timer that may be late.
    ///   - runLoop: runs the timer.
    ///   - mode: when the run loop runs it.
    ///   - options: not used.
    public static func publish(
        every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop,
        in mode: RunLoop.Mode, options: RunLoop.SchedulerOptions? = nil
    ) -> TimerPublisher {
        TimerPublisher(interval: interval, runLoop: runLoop, mode: mode, options: options)
    }

    /// A publisher of the date; see `Timer.publish(every:tolerance:on:in:options:)`.
    public final class TimerPublisher: ConnectablePublisher {
        public typealias Output = Date
        public typealias Failure = Never

        /// The time between ticks, in seconds.
        public let interval: TimeInterval

        /// How late a tick may be.
        public let tolerance: TimeInterval?

        /// Runs the timer.
        public let runLoop: RunLoop

        /// When the run loop runs it.
        public let mode: RunLoop.Mode

        /// Not used.
        public let options: RunLoop.SchedulerOptions?

        private let subject = PassthroughSubject<Date, Never>()
        private let lock = TraitLock()
        /// Under `lock`.
        private var connection: AnyCancellable?

        /// Creates a publisher of the date.
        public init(
            interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
            options: RunLoop.SchedulerOptions? = nil
        ) {
            self.interval = interval
            self.tolerance = tolerance
            self.runLoop = runLoop
            self.mode = mode
            self.options = options
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
            subject.receive(subscriber: TimerSubscription(subscriber, interval, tolerance))
        }

        /// Starts the timer, unless it runs.
        ///
        /// - Returns: the connection, the same one for all calls while the timer runs.
        public func connect() -> any Cancellable {
            lock.withLock {
                if let connection { return connection }
                let clock = RunLoopClock.of(runLoop, mode: mode)
                let first = Date(timeIntervalSinceNow: interval)
                let tick = clock.add(at: first, every: interval) { [subject] in subject.send(Date()) }
                let made = AnyCancellable { [weak self] in
                    clock.cancel(tick)
                    self?.disconnected()
                }
                connection = made
                return made
            }
        }

        private func disconnected() {
            let old = lock.withLock {
                let old = connection
                connection = nil
                return old
            }
            withExtendedLifetime(old) {}
        }
    }
}

/// What a subscriber of a timer is given: the subject's subscription under the timer's name.
private final class TimerSubscription<S: Subscriber>: Subscriber, Subscription, CustomStringConvertible,
    CustomReflectable, CustomPlaygroundDisplayConvertible
where S.Input == Date, S.Failure == Never {
    private let interval: TimeInterval
    private let tolerance: TimeInterval?
    private let lock = TraitLock()
    // Both under `lock`; a cancelled subscription that is kept keeps no subscriber.
    private var subscriber: S?
    private var upstream: (any Subscription)?

    init(_ subscriber: S, _ interval: TimeInterval, _ tolerance: TimeInterval?) {
        self.subscriber = subscriber
        self.interval = interval
        self.tolerance = tolerance
    }

    var description: String { "Timer" }
    var customMirror: Mirror {
        let children: [Mirror.Child] = [
            ("downstream", downstream as Any), ("interval", interval), ("tolerance", tolerance as Any),
        ]
        return Mirror(self, children: children)
    }
    var playgroundDescription: Any { description }

    private var downstream: S? { lock.withLock { subscriber } }

    func receive(subscription: any Subscription) {
        lock.withLock { upstream = subscription }
        downstream?.receive(subscription: self)
    }

    func receive(_ input: Date) -> Subscribers.Demand { downstream?.receive(input) ?? .none }

    // The timer never ends by itself.
    func receive(completion: Subscribers.Completion<Never>) {}

    func request(_ demand: Subscribers.Demand) { lock.withLock { upstream }?.request(demand) }

    func cancel() {
        let (upstream, subscriber) = lock.withLock { (self.upstream.take(), self.subscriber.take()) }
        upstream?.cancel()
        withExtendedLifetime(subscriber) {}
    }
}
