public import Foundation
public import TraitsStreams

/// Publishing the date at intervals.
extension Timer {
    /// Returns a publisher that repeatedly sends the date, once it is connected.
    ///
    /// ```
    /// connect   --d--d--d-->
    /// ```
    ///
    /// - Demand: a subscriber without demand misses the tick.
    /// - Threads: ticks arrive on the thread of the run loop. On Linux nobody runs the main run loop of a program whose `main`
    ///   is asynchronous, so nothing ticks there; use the run loop of a thread that runs it.
    /// - Cancellation: the timer stops when the connection is cancelled, or when the publisher is released: keep the publisher, or
    ///   use `autoconnect()`.
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
    ///   - runLoop: the run loop that runs the timer.
    ///   - mode: the mode in which the run loop runs the timer.
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

        /// The greatest delay of a tick, in seconds.
        public let tolerance: TimeInterval?

        /// The run loop that runs the timer.
        public let runLoop: RunLoop

        /// The mode in which the run loop runs the timer.
        public let mode: RunLoop.Mode

        /// Not used.
        public let options: RunLoop.SchedulerOptions?

        private let subject = PassthroughSubject<Date, Never>()
        private let lock = TraitLock()
        /// The current connection, which `lock` guards.
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

        /// Starts the timer, unless it is running.
        ///
        /// - Returns: the connection, which is the same for all calls while the timer is running.
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

/// The subscription of a timer's subscriber: it wraps the subject's subscription under the timer's name.
private final class TimerSubscription<S: Subscriber>: Subscriber, Subscription, CustomStringConvertible,
    CustomReflectable, CustomPlaygroundDisplayConvertible
where S.Input == Date, S.Failure == Never {
    private let interval: TimeInterval
    private let tolerance: TimeInterval?
    private let lock = TraitLock()
    // `lock` guards both. A cancelled subscription retains no subscriber.
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
