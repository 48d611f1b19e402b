public import Foundation
public import TraitsStreams

/// Running closures in operations of a queue.
///
/// Delayed work is in the queue as an operation from the start, so the queue's waiting, cancelling and barriers include it. On
/// Linux, Foundation walks over all waiting operations whenever an operation is added, becomes ready or finishes. Starting *n*
/// timeouts therefore takes time proportional to *n*²: 0.25 s for 1,000 and 4 s for 4,000, in a debug build. Use a
/// `DispatchQueue` for thousands of pending timeouts or delays.
extension OperationQueue: Scheduler {
    /// The options of an operation queue, which has none.
    public struct SchedulerOptions: Sendable {}

    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        addOperation(BlockOperation(block: sendable(action)))
    }

    /// Adds an operation to the queue that becomes ready at a moment, so that waiting for the queue includes it.
    ///
    /// - Complexity: on Linux, O(*n*) with *n* operations that wait in the queue.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        add(action, after: date)
    }

    public func _scheduleOnce(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) -> (any Cancellable)? {
        add(action, after: date)
    }

    public func _scheduleWait(
        until date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        add(action, after: date)
    }

    @discardableResult
    private func add(_ action: @escaping () -> Void, after date: SchedulerTimeType) -> DelayedOperation {
        let operation = DelayedOperation(sendable(action))
        addOperation(operation)
        operation.wait(now.distance(to: date).timeInterval)
        return operation
    }

    /// Adds an operation that becomes ready at a moment and, when it runs, another operation for the next time. A cancellation
    /// also cancels the operation that waits.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let repetition = Repetition(of: sendable(action), every: interval.timeInterval, on: self)
        repetition.start(after: now.distance(to: date).timeInterval)
        return AnyCancellable { repetition.cancel() }
    }
}

// MARK: - Time

extension OperationQueue {
    /// A moment on an operation queue's clock: a date.
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
