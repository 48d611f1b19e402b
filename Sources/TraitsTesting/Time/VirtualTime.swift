import TraitsRuntime

/// A point on the clock of a ``TestScheduler``: a whole number of ticks.
///
/// Virtual time never passes by itself. One dash in a marble string is one tick.
///
/// ```swift
/// let start: VirtualTime = 0
/// let later = start.advanced(by: .seconds(2))   // 2000 ticks
/// ```
///
/// Arithmetic stops at ``distantFuture`` and ``distantPast`` instead of overflowing.
public struct VirtualTime: Strideable, Hashable, Codable, Sendable, ExpressibleByIntegerLiteral,
    CustomStringConvertible
{
    /// The number of ticks since the scheduler's origin.
    public var ticks: Int

    /// Creates the time `ticks` after the origin.
    public init(ticks: Int) {
        self.ticks = ticks
    }

    /// Creates the time `value` ticks after the origin.
    public init(integerLiteral value: Int) {
        self.ticks = value
    }

    /// The origin: the time at which a scheduler starts unless it is told otherwise.
    public static let zero = VirtualTime(ticks: 0)
    /// The last possible time.
    public static let distantFuture = VirtualTime(ticks: .max)
    /// The first possible time.
    public static let distantPast = VirtualTime(ticks: .min)

    /// Returns the ticks from this time to `other`; negative if `other` is earlier.
    public func distance(to other: VirtualTime) -> Stride {
        Stride(ticks: other.ticks) - Stride(ticks: ticks)
    }

    /// Returns the time `stride` later than this time.
    public func advanced(by stride: Stride) -> VirtualTime {
        VirtualTime(ticks: (Stride(ticks: ticks) + stride).ticks)
    }

    /// Returns a Boolean value that indicates whether `lhs` is earlier than `rhs`.
    public static func < (lhs: VirtualTime, rhs: VirtualTime) -> Bool {
        lhs.ticks < rhs.ticks
    }

    /// Returns a Boolean value that indicates whether both are the same tick.
    public static func == (lhs: VirtualTime, rhs: VirtualTime) -> Bool {
        lhs.ticks == rhs.ticks
    }

    /// The number of ticks, as text.
    public var description: String { "\(ticks)" }
}

extension VirtualTime {
    /// A stretch of virtual time.
    ///
    /// A plain number is a number of ticks, as in marble tests:
    ///
    /// ```swift
    /// source.delay(for: 2, scheduler: scheduler)      // two dashes later
    /// ```
    ///
    /// For code that uses real units one tick is **one millisecond**. A fraction of a tick is rounded away from zero, so that a
    /// positive stretch never becomes no time at all.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, Hashable, Codable,
        Sendable, CustomStringConvertible
    {
        /// The number of ticks.
        public var ticks: Int

        /// Creates a stretch of this number of ticks.
        public init(ticks: Int) {
            self.ticks = ticks
        }

        /// Creates a stretch of this number of ticks.
        public init(integerLiteral value: Int) {
            self.ticks = value
        }

        /// Creates a stretch of this number of ticks, or nil if the number does not fit.
        public init?<Source: BinaryInteger>(exactly source: Source) {
            guard let ticks = Int(exactly: source) else { return nil }
            self.ticks = ticks
        }

        /// The length without its sign.
        public var magnitude: Stride { ticks < 0 ? -self : self }

        /// The number of ticks, as text.
        public var description: String { "\(ticks)" }

        /// Returns a Boolean value that indicates whether `lhs` is shorter than `rhs`.
        public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.ticks < rhs.ticks }

        /// Returns the sum, or the nearest possible stretch.
        public static func + (lhs: Stride, rhs: Stride) -> Stride {
            let (sum, overflow) = lhs.ticks.addingReportingOverflow(rhs.ticks)
            return Stride(ticks: overflow ? (rhs.ticks < 0 ? .min : .max) : sum)
        }

        /// Returns the difference, or the nearest possible stretch.
        public static func - (lhs: Stride, rhs: Stride) -> Stride {
            let (difference, overflow) = lhs.ticks.subtractingReportingOverflow(rhs.ticks)
            return Stride(ticks: overflow ? (rhs.ticks < 0 ? .max : .min) : difference)
        }

        /// Returns the product of both numbers of ticks, or the nearest possible stretch.
        public static func * (lhs: Stride, rhs: Stride) -> Stride {
            let (product, overflow) = lhs.ticks.multipliedReportingOverflow(by: rhs.ticks)
            return Stride(ticks: overflow ? ((lhs.ticks < 0) == (rhs.ticks < 0) ? .max : .min) : product)
        }

        /// Adds `rhs` to `lhs`.
        public static func += (lhs: inout Stride, rhs: Stride) { lhs = lhs + rhs }
        /// Subtracts `rhs` from `lhs`.
        public static func -= (lhs: inout Stride, rhs: Stride) { lhs = lhs - rhs }
        /// Multiplies `lhs` by `rhs`.
        public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }

        /// Returns a thousand ticks for each second.
        public static func seconds(_ seconds: Int) -> Stride { Stride(ticks: seconds) * 1000 }

        /// Returns a thousand ticks for each second, rounded away from zero.
        public static func seconds(_ seconds: Double) -> Stride {
            let exact = seconds * 1000
            let nearest = exact.rounded()
            // 0.035 * 1000 is a hair above 35: such an error must not cost a tick.
            let whole = (exact - nearest).magnitude < 1e-6 ? nearest : exact.rounded(.awayFromZero)
            if whole >= Double(Int.max) { return Stride(ticks: .max) }
            if whole <= Double(Int.min) { return Stride(ticks: .min) }
            return Stride(ticks: Int(whole))
        }

        /// Returns one tick for each millisecond.
        public static func milliseconds(_ milliseconds: Int) -> Stride { Stride(ticks: milliseconds) }

        /// Returns one tick for a thousand microseconds, rounded away from zero.
        public static func microseconds(_ microseconds: Int) -> Stride {
            Stride(dividing: microseconds, by: 1000)
        }

        /// Returns one tick for a million nanoseconds, rounded away from zero.
        public static func nanoseconds(_ nanoseconds: Int) -> Stride {
            Stride(dividing: nanoseconds, by: 1_000_000)
        }

        private init(dividing count: Int, by divisor: Int) {
            let (quotient, remainder) = count.quotientAndRemainder(dividingBy: divisor)
            ticks = quotient + remainder.signum()
        }
    }
}
