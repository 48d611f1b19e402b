public import Foundation
public import TraitsStreams

/// Running closures in a run loop.
extension RunLoop: Scheduler {
    /// The options of a run loop, which has none.
    public struct SchedulerOptions: Sendable {}

    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs a closure in the next turn of the loop in its default mode.
    ///
    /// On Linux nobody runs the main run loop of a program whose `main` is asynchronous, so nothing that is scheduled there
    /// runs. `.mainActor` and `DispatchQueue.main` deliver in such a program, too.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        perform(sendable(action))
        if RunLoop.current !== self { RunLoopClock.of(self).wake() }
    }

    /// Runs a closure in the loop's default mode, in a turn after a moment.
    ///
    /// One timer fires when closures are due. It stays in the loop from then on, so `run()` doesn't return by itself.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        RunLoopClock.of(self).add(at: date.date, sendable(action))
    }

    public func _scheduleOnce(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) -> (any Cancellable)? {
        addOnce(at: date, action)
    }

    public func _scheduleWait(
        until date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        addOnce(at: date, action)
    }

    private func addOnce(at date: SchedulerTimeType, _ action: @escaping () -> Void) -> any Cancellable {
        let clock = RunLoopClock.of(self)
        let work = clock.add(at: date.date, sendable(action))
        return AnyCancellable { clock.cancel(work) }
    }

    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let clock = RunLoopClock.of(self)
        let work = clock.add(at: date.date, every: interval.timeInterval, sendable(action))
        return AnyCancellable { clock.cancel(work) }
    }
}

// MARK: - Time

extension RunLoop {
    /// A moment on a run loop's clock: a date.
    public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
        /// The moment.
        public var date: Date

        /// Creates a moment from a date.
        public init(_ date: Date) { self.date = date }

        /// Returns the time from this moment to another moment, negative if that is earlier.
        public func distance(to other: SchedulerTimeType) -> Stride {
            Stride(other.date.timeIntervalSince(date))
        }

        /// Returns the moment some time after this moment.
        public func advanced(by n: Stride) -> SchedulerTimeType {
            SchedulerTimeType(date.addingTimeInterval(n.timeInterval))
        }

        /// A length of time in seconds.
        public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
            ExpressibleByFloatLiteral, Codable, Hashable, Sendable
        {
            public typealias FloatLiteralType = TimeInterval
            public typealias IntegerLiteralType = TimeInterval
            public typealias Magnitude = TimeInterval

            /// The length in seconds.
            public var magnitude: TimeInterval

            /// The length in seconds.
            public var timeInterval: TimeInterval { magnitude }

            /// Creates a length from seconds.
            public init(_ timeInterval: TimeInterval) { magnitude = timeInterval }

            public init(integerLiteral value: TimeInterval) { magnitude = value }

            public init(floatLiteral value: TimeInterval) { magnitude = value }

            public init?<T: BinaryInteger>(exactly source: T) {
                guard let value = TimeInterval(exactly: source) else { return nil }
                magnitude = value
            }

            public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }
            public static func * (lhs: Stride, rhs: Stride) -> Stride {
                Stride(lhs.magnitude * rhs.magnitude)
            }
            public static func + (lhs: Stride, rhs: Stride) -> Stride {
                Stride(lhs.magnitude + rhs.magnitude)
            }
            public static func - (lhs: Stride, rhs: Stride) -> Stride {
                Stride(lhs.magnitude - rhs.magnitude)
            }
            public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }
            public static func += (lhs: inout Stride, rhs: Stride) { lhs = lhs + rhs }
            public static func -= (lhs: inout Stride, rhs: Stride) { lhs = lhs - rhs }

            public static func seconds(_ s: Int) -> Stride { Stride(TimeInterval(s)) }
            public static func seconds(_ s: Double) -> Stride { Stride(s) }
            public static func milliseconds(_ ms: Int) -> Stride { Stride(TimeInterval(ms) / 1_000) }
            public static func microseconds(_ us: Int) -> Stride { Stride(TimeInterval(us) / 1_000_000) }
            public static func nanoseconds(_ ns: Int) -> Stride { Stride(TimeInterval(ns) / 1_000_000_000) }
        }
    }
}
