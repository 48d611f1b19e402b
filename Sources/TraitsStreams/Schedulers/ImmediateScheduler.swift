/// A scheduler that runs each closure synchronously, inside the call that schedules it.
///
/// Put it in the place of a queue where a test or a preview wants no asynchrony. It has no clock: a closure scheduled for later
/// runs now, and a repeating closure runs once.
///
/// ```swift
/// ImmediateScheduler.shared.schedule { print("now") }
/// print("then")      // now, then
/// ```
@frozen
public struct ImmediateScheduler: Scheduler, Sendable {
    /// A moment of a clock that stands still.
    @frozen
    public struct SchedulerTimeType: Strideable, Sendable {
        @inlinable init() {}

        /// The distance to another moment: always none.
        @inlinable
        public func distance(to other: SchedulerTimeType) -> Stride { Stride(0) }

        /// A moment some time later: always the same.
        @inlinable
        public func advanced(by n: Stride) -> SchedulerTimeType { self }

        /// A length of time, which this scheduler takes no notice of.
        @frozen
        public struct Stride: ExpressibleByFloatLiteral, Comparable, SignedNumeric, Codable,
            SchedulerTimeIntervalConvertible, Sendable
        {
            public typealias FloatLiteralType = Double
            public typealias IntegerLiteralType = Int
            public typealias Magnitude = Int

            /// The length, in no particular unit.
            public var magnitude: Int

            /// Creates a length from a number.
            @inlinable
            public init(_ value: Int) { magnitude = value }

            @inlinable
            public init(integerLiteral value: Int) { magnitude = value }

            @inlinable
            public init(floatLiteral value: Double) { magnitude = Int(value) }

            @inlinable
            public init?<T: BinaryInteger>(exactly source: T) {
                guard let value = Int(exactly: source) else { return nil }
                magnitude = value
            }

            @inlinable
            public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }
            @inlinable
            public static func * (lhs: Stride, rhs: Stride) -> Stride {
                Stride(lhs.magnitude * rhs.magnitude)
            }
            @inlinable
            public static func + (lhs: Stride, rhs: Stride) -> Stride {
                Stride(lhs.magnitude + rhs.magnitude)
            }
            @inlinable
            public static func - (lhs: Stride, rhs: Stride) -> Stride {
                Stride(lhs.magnitude - rhs.magnitude)
            }
            @inlinable
            public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }
            @inlinable
            public static func += (lhs: inout Stride, rhs: Stride) { lhs = lhs + rhs }
            @inlinable
            public static func -= (lhs: inout Stride, rhs: Stride) { lhs = lhs - rhs }

            @inlinable
            public static func seconds(_ s: Int) -> Stride { 0 }
            @inlinable
            public static func seconds(_ s: Double) -> Stride { 0 }
            @inlinable
            public static func milliseconds(_ ms: Int) -> Stride { 0 }
            @inlinable
            public static func microseconds(_ us: Int) -> Stride { 0 }
            @inlinable
            public static func nanoseconds(_ ns: Int) -> Stride { 0 }
        }
    }

    public typealias SchedulerOptions = Never

    /// The one immediate scheduler.
    public static let shared = ImmediateScheduler()

    @inlinable init() {}

    @inlinable
    public var now: SchedulerTimeType { SchedulerTimeType() }

    @inlinable
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    @inlinable
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { action() }

    @inlinable
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) { action() }

    @inlinable
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        action()
        return Subscriptions.empty
    }
}
