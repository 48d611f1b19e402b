/// The newest values of a stream. Each has the number that it had in the stream, so a reader that has fallen behind is a
/// number too.
@frozen @usableFromInline
struct _ReplayBuffer<Output> {
    /// The most values that are kept: one at the least.
    @usableFromInline let capacity: Int
    @usableFromInline var values: ContiguousArray<Output> = []
    /// Where in `values` the oldest one stands.
    @usableFromInline var head = 0
    /// The number of the value that comes next.
    @usableFromInline var next = 0

    @inlinable
    init(capacity: Int) { self.capacity = capacity }

    /// The number of the oldest value that is kept, or of the next one.
    @inlinable @inline(__always)
    var oldest: Int { next &- values.count }

    /// The value with a number: one that is kept.
    @inlinable @inline(__always)
    subscript(number: Int) -> Output {
        let index = head &+ (number &- oldest)
        return values[index < values.count ? index : index &- values.count]
    }

    /// Keeps a value.
    ///
    /// - Returns: the one whose place it has taken. To release that may call anybody, so the caller does it, when the
    ///   buffer can be used again.
    @inlinable
    mutating func append(_ value: Output) -> Output? {
        next &+= 1
        guard values.count == capacity else {
            values.append(value)
            return nil
        }
        var old = value
        swap(&values[head], &old)
        head = head &+ 1 == capacity ? 0 : head &+ 1
        return old
    }

    /// Empties the buffer. What was in it is the caller's to release.
    @inlinable
    mutating func takeAll() -> ContiguousArray<Output> {
        let taken = values
        values = []
        head = 0
        return taken
    }
}
