/// The machine of `zip`: a queue for each input, and a tuple as soon as none is empty.
@frozen @usableFromInline
struct _ZipMachine<Row: _Row, Failure: Error>: _Machine {
    @usableFromInline var slots = Row.Slots()
    /// One bit for each input that has finished.
    @usableFromInline var finished: UInt8 = 0

    @inlinable init() {}

    @usableFromInline static var name: String { "Zip" }
    @inlinable @inline(__always) static var cancelsFailed: Bool { true }
    @inlinable @inline(__always) static var demand: _MachineDemand { .together }
    @usableFromInline typealias AsksForAll = _No

    @inlinable @inline(__always)
    mutating func on(_ event: _Event<Row.Slots.Value, Failure>) -> _Action<Row.Tuple, Failure> {
        switch event {
        case .value(let value):
            guard slots.put(value, finished) else { return .wait }
            let tuple = Row.take(&slots)
            // An input that has nothing left makes no further tuple.
            return finished != 0 && slots.isSpent(finished) ? .last(tuple) : .next(tuple)
        case .end(let input, .finished):
            finished |= 1 << UInt8(input)
            return slots.isSpent(finished) ? .finish : .wait
        case .end(_, .failure(let error)):
            return .fail(error)
        }
    }
}
