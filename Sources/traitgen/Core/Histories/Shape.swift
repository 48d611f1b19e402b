/// The generator's abstraction of a history.
///
/// A shape keeps three properties of a line of marbles: whether the first event comes immediately, the number of
/// values, and the end. It drops everything else on purpose: the time between later events, and the exact number of
/// values once it exceeds the numbers that any trait distinguishes.
public struct Shape: Hashable, Sendable {
    /// The moment of the first event.
    public enum First: UInt8, Hashable, Sendable {
        /// Inside the call that subscribes and requests.
        case immediate
        /// After that call has returned.
        case later
        /// Never: the history is silent from start to end.
        case never
    }

    /// The end of a history.
    public enum End: UInt8, Hashable, Sendable, CaseIterable {
        /// No end.
        case silent
        /// A finish.
        case finished
        /// A failure.
        case failed
    }

    /// The moment of the first event.
    public var first: First
    /// The number of values. The largest number of a space stands for itself and all larger numbers.
    public var values: Int
    /// The end of the history.
    public var end: End

    /// Creates a shape. A shape without values and end is `never`, whatever `first` says.
    public init(first: First, values: Int, end: End) {
        self.first = values == 0 && end == .silent ? .never : first
        self.values = values
        self.end = end
    }

    /// The shape as marbles: `o|` immediately, `--o|` later, `-->` never.
    public var marbles: String {
        let start = first == .immediate ? "" : "--"
        return start + String(repeating: "o", count: values)
            + (end == .silent ? (first == .never ? ">" : "-->") : end == .finished ? "|" : "x")
    }
}

/// A set of shapes: the histories that a trait allows, or that a row can produce.
///
/// Sets are bit masks, which makes the derivation's exhaustive search cheap.
public struct ShapeSet: Hashable, Sendable {
    /// The largest number of values that is distinguished, which stands for "that many or more".
    public let limit: Int
    /// The mask, a bit for each shape.
    public private(set) var bits: UInt64

    /// The largest limit that fits a mask.
    public static let largestLimit = 9

    /// Creates a set; an empty one by default.
    public init(limit: Int, bits: UInt64 = 0) {
        precondition((1...Self.largestLimit).contains(limit), "the limit doesn't fit a mask")
        self.limit = limit
        self.bits = bits
    }

    /// The set of one shape.
    package init(_ shape: Shape, limit: Int) {
        self.init(limit: limit)
        insert(shape)
    }

    /// The set of all shapes.
    public static func all(limit: Int) -> ShapeSet {
        var set = ShapeSet(limit: limit)
        for first in [Shape.First.immediate, .later] {
            for values in 0...limit {
                for end in Shape.End.allCases { set.insert(Shape(first: first, values: values, end: end)) }
            }
        }
        return set
    }

    /// The index of a shape's bit.
    static func index(of shape: Shape, limit: Int) -> Int {
        let timing = shape.first == .immediate ? 0 : 1
        return (timing * (limit + 1) + min(shape.values, limit)) * 3 + Int(shape.end.rawValue)
    }

    private func bit(_ shape: Shape) -> UInt64 { 1 << UInt64(Self.index(of: shape, limit: limit)) }

    /// Adds a shape.
    public mutating func insert(_ shape: Shape) { bits |= bit(shape) }
    /// Adds the shapes of another set.
    public mutating func formUnion(_ other: ShapeSet) { bits |= other.bits }

    /// A Boolean value that indicates whether the set has no shape.
    public var isEmpty: Bool { bits == 0 }
    /// Returns a Boolean value that indicates whether a shape is in the set.
    public func contains(_ shape: Shape) -> Bool { bits & bit(shape) != 0 }
    /// Returns a Boolean value that indicates whether another set contains all shapes of this set.
    public func isSubset(of other: ShapeSet) -> Bool { bits & ~other.bits == 0 }
    /// Returns the shapes that another set doesn't contain.
    public func subtracting(_ other: ShapeSet) -> ShapeSet {
        ShapeSet(limit: limit, bits: bits & ~other.bits)
    }
    /// Returns the shapes that another set also contains.
    public func intersection(_ other: ShapeSet) -> ShapeSet {
        ShapeSet(limit: limit, bits: bits & other.bits)
    }

    /// The shapes of the same histories with another event in front.
    ///
    /// Events after the first have no time of their own.
    func following(_ event: TimedEvent) -> ShapeSet {
        guard event.event == .value else {
            let end: Shape.End = event.event == .finish ? .finished : .failed
            var result = ShapeSet(limit: limit)
            result.insert(Shape(first: event.isLate ? .later : .immediate, values: 0, end: end))
            return result
        }
        let half = UInt64(3 * (limit + 1))
        let low: UInt64 = (1 << half) - 1
        let top: UInt64 = 7 << (half - 3)
        let either = (bits & low) | (bits >> half)
        let more = ((either << 3) | (either & top)) & low
        return ShapeSet(limit: limit, bits: event.isLate ? more << half : more)
    }

    /// A Boolean value that indicates whether any history has a value or a finish. Traits that share no such history
    /// exclude each other: a completable that is also a single can only fail or stay silent.
    var canSucceed: Bool { shapes.contains { $0.values > 0 || $0.end == .finished } }
    /// Returns the shapes of both sets.
    public func union(_ other: ShapeSet) -> ShapeSet { ShapeSet(limit: limit, bits: bits | other.bits) }

    /// The same shapes with another limit.
    package func counting(to other: Int) -> ShapeSet {
        var result = ShapeSet(limit: other)
        for shape in shapes { result.insert(shape) }
        return result
    }

    /// The shapes in a fixed order: by number of values, then silent before ended, then immediate before later.
    public var shapes: [Shape] {
        var result: [Shape] = []
        for values in 0...limit {
            for end in Shape.End.allCases {
                for first in [Shape.First.immediate, .later] {
                    let shape = Shape(first: first, values: values, end: end)
                    if shape.first == .never && first == .immediate { continue }
                    if contains(shape) { result.append(shape) }
                }
            }
        }
        return result
    }
}
