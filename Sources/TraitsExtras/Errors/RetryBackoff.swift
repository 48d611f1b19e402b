public import TraitsRuntime

/// The waits of `retry(_:backoff:scheduler:)` before its attempts.
public struct Backoff: Sendable {
    /// The wait before the second attempt, in seconds.
    public var initial: Double
    /// The factor between one wait and the next one.
    public var multiplier: Double
    /// The longest wait, in seconds.
    public var maximum: Double
    /// The part of a wait that chance decides, from 0 to 1: with 0.5, a wait takes between half and all of
    /// its time.
    public var jitter: Double

    /// Creates a backoff.
    ///
    /// A negative wait or multiplier, a `jitter` outside of 0 to 1, or NaN for one of them stops the program.
    public init(initial: Double, multiplier: Double = 1, maximum: Double = .infinity, jitter: Double = 0) {
        precondition(
            initial >= 0 && multiplier >= 0 && maximum >= 0 && (0...1).contains(jitter),
            "a wait can't be negative")
        self.initial = initial
        self.multiplier = multiplier
        self.maximum = maximum
        self.jitter = jitter
    }

    /// Creates a backoff.
    ///
    /// A negative wait or multiplier, a `jitter` outside of 0 to 1, or NaN for one of them stops the program.
    ///
    /// - Parameters:
    ///   - initial: the wait before the second attempt.
    ///   - multiplier: the factor between one wait and the next one.
    ///   - maximum: the longest wait; `nil` for no limit.
    ///   - jitter: the part of a wait that chance decides, from 0 to 1.
    public init(initial: Duration, multiplier: Double = 1, maximum: Duration? = nil, jitter: Double = 0) {
        self.init(
            initial: initial / .seconds(1), multiplier: multiplier,
            maximum: maximum.map { $0 / .seconds(1) } ?? .infinity, jitter: jitter)
    }

    /// No wait.
    public static var none: Backoff { Backoff(initial: 0) }

    /// The same wait before each attempt, in seconds.
    public static func constant(_ seconds: Double) -> Backoff { Backoff(initial: seconds) }

    /// The same wait before each attempt.
    public static func constant(_ wait: Duration) -> Backoff { Backoff(initial: wait) }

    /// A wait that grows with each attempt.
    ///
    /// - Parameters:
    ///   - initial: the wait before the second attempt.
    ///   - multiplier: the factor between one wait and the next one.
    ///   - maximum: the longest wait; `nil` for no limit.
    ///   - jitter: the part of a wait that chance decides, from 0 to 1.
    public static func exponential(
        initial: Duration, multiplier: Double = 2, maximum: Duration? = nil, jitter: Double = 0
    ) -> Backoff {
        Backoff(initial: initial, multiplier: multiplier, maximum: maximum, jitter: jitter)
    }

    /// A wait that grows with each attempt, in seconds.
    public static func exponential(
        initial: Double, multiplier: Double = 2, maximum: Double = .infinity, jitter: Double = 0
    ) -> Backoff {
        Backoff(initial: initial, multiplier: multiplier, maximum: maximum, jitter: jitter)
    }

    /// Returns the wait after a number of failures, in seconds.
    ///
    /// - Parameters:
    ///   - failures: the number of failures so far, from 1.
    ///   - chance: from 0 to 1; with 0, nothing is taken from the wait.
    public func wait(after failures: Int, chance: Double) -> Double {
        var (wait, left) = (initial, failures - 1)
        // The wait stays the same once it is zero, at its maximum, or so small that its product is rounded to itself.
        while left > 0, wait > 0, wait < maximum {
            let next = wait * multiplier
            if next == wait { break }
            wait = next
            left -= 1
        }
        return min(wait, maximum) * (1 - jitter * chance)
    }

    /// Returns the wait after a number of failures. Without a jitter, nothing is asked of `random`: the system's generator
    /// costs more than the attempt.
    @usableFromInline
    func wait(after failures: Int, random: () -> Double) -> Double {
        wait(after: failures, chance: jitter == 0 ? 0 : random())
    }
}

extension Publisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Subscribes again after a failure, up to some number of times, after a wait that may grow.
        ///
        /// ```
        ///             --x
        ///                  --x
        ///                          --1|
        /// retry(2, backoff: .exponential(initial: 3), scheduler:)
        ///             ---------------1|
        /// ```
        ///
        /// Every promise is preserved: a single stays a single. The meaning is that of `retryWhen` with
        /// `Retry.backoff` in Reactor.
        ///
        /// - Demand: the demand that a failed attempt hasn't met is asked of the next attempt.
        /// - Failure: the failure of the last attempt, or the first failure that `isRetryable` refuses.
        /// - Threads: the closures run where upstream fails. Each further attempt begins on the scheduler.
        /// - Cancellation: cancels the attempt that runs, or the wait.
        ///
        /// ```swift
        /// struct Busy: Error {}
        /// func load() -> AnySinglePublisher<String, Busy> { .fail(Busy()) }
        ///
        /// let cancellable = load()
        ///     .retry(3, backoff: .exponential(initial: .milliseconds(100), jitter: 0.5), scheduler: DispatchQueue.global())
        ///     .sinkSingle { print($0) }
        /// ```
        ///
        /// - Parameters:
        ///   - retries: the greatest number of further attempts; the first attempt doesn't count.
        ///   - backoff: how long to wait.
        ///   - scheduler: where the wait takes place.
        ///   - isRetryable: whether to try again after a failure.
        ///   - onFailure: called with each failure and its number, from 1, before the decision to try again.
        ///   - random: returns a number from 0 to 1 for each wait, if the backoff has a jitter. Tests can pass a known number.
        @_disfavoredOverload
        @inlinable
        public func retry<Context: Scheduler>(
            _ retries: Int, backoff: Backoff, scheduler: Context,
            when isRetryable: @escaping (Failure) -> Bool = { _ in true },
            onFailure: @escaping (Failure, Int) -> Void = { _, _ in },
            random: @escaping () -> Double = { .random(in: 0...1) }
        ) -> TraitPublishers.RetryWhen<Self, AnyPublisher<Void, Failure>> {
            retrying(retries, backoff, scheduler, isRetryable, onFailure, random)
        }
    #endif

    @inlinable
    func retrying<Context: Scheduler>(
        _ retries: Int, _ backoff: Backoff, _ scheduler: Context,
        _ isRetryable: @escaping (Failure) -> Bool,
        _ onFailure: @escaping (Failure, Int) -> Void,
        _ random: @escaping () -> Double
    ) -> TraitPublishers.RetryWhen<Self, AnyPublisher<Void, Failure>> {
        TraitPublishers.RetryWhen(upstream: self) { failures in
            let count = Counter()
            return Publishers.FlatMap(
                upstream: failures.setFailureType(to: Failure.self), maxPublishers: .unlimited
            ) { error -> AnyPublisher<Void, Failure> in
                let number = count.next()
                onFailure(error, number)
                guard number <= retries, isRetryable(error) else {
                    return Fail(error: error).eraseToAnyPublisher()
                }
                let wait = backoff.wait(after: number, random: random)
                let timer = TraitPublishers.Timer<Context, Failure>(
                    after: .seconds(wait), scheduler: scheduler)
                return Publishers.Map(upstream: timer) { _ in }.eraseToAnyPublisher()
            }.eraseToAnyPublisher()
        }
    }
}

/// Counts the failures of one subscription, which come one at a time.
@usableFromInline
final class Counter {
    private var count = 0

    @usableFromInline
    init() {}

    @usableFromInline
    func next() -> Int {
        count += 1
        return count
    }
}
