/// The newest values of a stream. Each keeps its number in the stream, so the position of a slow reader is a number, too.
@frozen @usableFromInline
struct _ReplayBuffer<Output> {
    /// The maximal number of values that are kept, at least one.
    @usableFromInline let capacity: Int
    @usableFromInline var values: ContiguousArray<Output> = []
    /// The index of the oldest value in `values`.
    @usableFromInline var head = 0
    /// The number of the value that comes next.
    @usableFromInline var next = 0

    @inlinable
    init(capacity: Int) { self.capacity = capacity }

    /// The number of the oldest value that is kept, or of the next one.
    @inlinable @inline(__always)
    var oldest: Int { next &- values.count }

    /// The kept value with a number.
    @inlinable @inline(__always)
    subscript(number: Int) -> Output {
        let index = head &+ (number &- oldest)
        return values[index < values.count ? index : index &- values.count]
    }

    /// Keeps a value.
    ///
    /// - Returns: the value whose place it has taken. Its release may run any code, so the caller releases it when the buffer
    ///   can be used again.
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

    /// Empties the buffer. The caller releases the values.
    @inlinable
    mutating func takeAll() -> ContiguousArray<Output> {
        let taken = values
        values = []
        head = 0
        return taken
    }
}

/// The progress of a subscriber of `share(replay:)`.
@usableFromInline
final class _ReplayReader<Output> {
    // For the thread that delivers.
    /// The number of the value that is sent next.
    @usableFromInline @exclusivity(unchecked) var next = 0
    /// A Boolean value that indicates whether a call to the subscriber is on the stack.
    @usableFromInline @exclusivity(unchecked) var isBeingServed = false
    /// The values that the joining thread sends to the subscriber; under the core's lock. The delivering thread sends the rest.
    @usableFromInline @exclusivity(unchecked) var kept = _Queue<Output>()

    @inlinable
    init() {}
}
