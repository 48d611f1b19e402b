extension Subscribers {
    /// The number of values that a subscriber asks for, or no limit.
    ///
    /// Demand only grows: a request and the return value of ``Subscriber/receive(_:)`` add to the earlier demand. Once the
    /// demand is ``unlimited``, it stays unlimited.
    @frozen
    public struct Demand: Equatable, Comparable, Hashable, Codable, CustomStringConvertible, Sendable {
        /// The number; `unlimited` is one above the largest number, so that ordering needs no separate case.
        @usableFromInline let rawValue: UInt

        @inlinable @inline(__always)
        init(rawValue: UInt) { self.rawValue = rawValue }

        /// As many values as the publisher can send.
        @inlinable @inline(__always)
        public static var unlimited: Demand { Demand(rawValue: UInt(Int.max) + 1) }

        /// No values, the same as `max(0)`.
        @inlinable @inline(__always)
        public static var none: Demand { Demand(rawValue: 0) }

        /// At most a number of values.
        ///
        /// - Precondition: `value` is not negative.
        @inlinable @inline(__always)
        public static func max(_ value: Int) -> Demand {
            precondition(value >= 0, "a demand can't be negative")
            return Demand(rawValue: UInt(bitPattern: value))
        }

        /// The number, or `nil` if there is no limit.
        @inlinable
        public var max: Int? { self == .unlimited ? nil : Int(rawValue) }

        public var description: String { max.map { "max(\($0))" } ?? "unlimited" }
    }
}

// MARK: - Arithmetic
// Unlimited demand stays unlimited; a sum or product too large for a number becomes unlimited.

extension Subscribers.Demand {
    /// Returns the sum of both demands; unlimited if one of them is.
    @inlinable
    public static func + (lhs: Self, rhs: Self) -> Self {
        if lhs == .unlimited || rhs == .unlimited { return .unlimited }
        let sum = lhs.rawValue + rhs.rawValue  // two values up to Int.max fit a UInt
        return sum > UInt(Int.max) ? .unlimited : Self(rawValue: sum)
    }

    /// Adds another demand.
    @inlinable
    public static func += (lhs: inout Self, rhs: Self) {
        if lhs != .unlimited { lhs = lhs + rhs }
    }

    /// Returns the demand plus a number of values; unlimited stays unlimited.
    ///
    /// - Precondition: the sum is not negative.
    @inlinable
    public static func + (lhs: Self, rhs: Int) -> Self {
        if lhs == .unlimited { return .unlimited }
        let (sum, overflow) = Int(lhs.rawValue).addingReportingOverflow(rhs)
        return overflow ? .unlimited : .max(sum)
    }

    /// Adds a number of values.
    ///
    /// - Precondition: the sum is not negative.
    @inlinable
    public static func += (lhs: inout Self, rhs: Int) { lhs = lhs + rhs }

    /// Returns a multiple of the demand; unlimited stays unlimited.
    ///
    /// - Precondition: the product is not negative.
    public static func * (lhs: Self, rhs: Int) -> Self {
        if lhs == .unlimited { return .unlimited }
        let (product, overflow) = Int(lhs.rawValue).multipliedReportingOverflow(by: rhs)
        return overflow ? .unlimited : .max(product)
    }

    /// Multiplies a demand.
    ///
    /// - Precondition: the product is not negative.
    public static func *= (lhs: inout Self, rhs: Int) { lhs = lhs * rhs }

    /// Subtracts one demand from another: unlimited stays unlimited, and a number minus unlimited is none.
    ///
    /// - Precondition: the difference is not negative. According to Combine's documentation a negative difference becomes
    ///   none, but Combine stops the program, as this library does.
    @inlinable
    public static func - (lhs: Self, rhs: Self) -> Self {
        if lhs == .unlimited { return .unlimited }
        if rhs == .unlimited { return .none }
        return .max(Int(lhs.rawValue) - Int(rhs.rawValue))
    }

    /// Subtracts another demand.
    ///
    /// - Precondition: the difference is not negative.
    @inlinable
    public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

    /// Returns the demand minus a number of values; unlimited stays unlimited.
    ///
    /// - Precondition: the difference is not negative.
    @inlinable
    public static func - (lhs: Self, rhs: Int) -> Self {
        if lhs == .unlimited { return .unlimited }
        let (difference, overflow) = Int(lhs.rawValue).subtractingReportingOverflow(rhs)
        return overflow ? .none : .max(difference)
    }

    /// Subtracts a number of values.
    ///
    /// - Precondition: the difference is not negative.
    @inlinable
    public static func -= (lhs: inout Self, rhs: Int) {
        if lhs != .unlimited { lhs = lhs - rhs }
    }
}

// MARK: - Comparison

extension Subscribers.Demand {
    @inlinable @inline(__always)
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.rawValue == rhs.rawValue }

    @inlinable @inline(__always)
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
    @inlinable @inline(__always)
    public static func <= (lhs: Self, rhs: Self) -> Bool { lhs.rawValue <= rhs.rawValue }
    @inlinable @inline(__always)
    public static func > (lhs: Self, rhs: Self) -> Bool { lhs.rawValue > rhs.rawValue }
    @inlinable @inline(__always)
    public static func >= (lhs: Self, rhs: Self) -> Bool { lhs.rawValue >= rhs.rawValue }

    /// Returns whether the demand is limited to exactly this number.
    @inlinable
    public static func == (lhs: Self, rhs: Int) -> Bool { lhs.max == rhs }
    /// Returns whether the demand is unlimited or another number.
    @inlinable
    public static func != (lhs: Self, rhs: Int) -> Bool { lhs.max != rhs }
    /// Returns whether the demand is limited to exactly this number.
    @inlinable
    public static func == (lhs: Int, rhs: Self) -> Bool { rhs.max == lhs }
    /// Returns whether the demand is unlimited or another number.
    @inlinable
    public static func != (lhs: Int, rhs: Self) -> Bool { rhs.max != lhs }

    // No number reaches unlimited.
    /// Returns whether the demand is limited to less than a number.
    @inlinable
    public static func < (lhs: Self, rhs: Int) -> Bool { lhs.max.map { $0 < rhs } ?? false }
    /// Returns whether the demand is limited to a number or less.
    @inlinable
    public static func <= (lhs: Self, rhs: Int) -> Bool { lhs.max.map { $0 <= rhs } ?? false }
    /// Returns whether the demand is more than a number, or unlimited.
    @inlinable
    public static func > (lhs: Self, rhs: Int) -> Bool { lhs.max.map { $0 > rhs } ?? true }
    /// Returns whether the demand is a number or more, or unlimited.
    @inlinable
    public static func >= (lhs: Self, rhs: Int) -> Bool { lhs.max.map { $0 >= rhs } ?? true }
    /// Returns whether a number is less than the demand.
    @inlinable
    public static func < (lhs: Int, rhs: Self) -> Bool { rhs > lhs }
    /// Returns whether a number is at most the demand.
    @inlinable
    public static func <= (lhs: Int, rhs: Self) -> Bool { rhs >= lhs }
    /// Returns whether a number is more than the demand; `false` if the demand is unlimited.
    @inlinable
    public static func > (lhs: Int, rhs: Self) -> Bool { rhs < lhs }
    /// Returns whether a number is at least the demand; `false` if the demand is unlimited.
    @inlinable
    public static func >= (lhs: Int, rhs: Self) -> Bool { rhs <= lhs }
}

// MARK: - Codable

extension Subscribers.Demand {
    public init(from decoder: any Decoder) throws {
        let raw = try decoder.singleValueContainer().decode(UInt.self)
        self.init(rawValue: Swift.min(raw, Self.unlimited.rawValue))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
