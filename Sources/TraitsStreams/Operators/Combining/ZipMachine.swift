/// The machine of `zip`: a queue for each input, and a tuple as soon as none is empty.
@frozen @usableFromInline
struct _ZipMachine<Row: _Row, Failure: Error>: OperatorInputsMachine {
    @usableFromInline typealias _HoldsInputs = _No
    @usableFromInline typealias _AsksForAll = _No

    @usableFromInline var slots = Row.Slots()
    /// One bit for each input that has finished.
    @usableFromInline var finished: UInt8 = 0

    @inlinable init() {}

    @usableFromInline static var name: String { "Zip" }
    @inlinable @inline(__always) static var _demand: _MachineDemand { .together }
    @inlinable @inline(__always) static var _code: _MachineCode { .own }
    @inlinable @inline(__always) static var _acceptsZeroDemand: Bool { false }

    @inlinable @inline(__always)
    mutating func receive(_ input: Row.Slots.Value, from index: Int) -> OperatorStep<Row.Tuple, Failure> {
        guard slots.put(input, finished) else { return .skip }
        let tuple = Row.take(&slots)
        // An input that has nothing left makes no further tuple.
        return finished != 0 && slots.isSpent(finished) ? .last(tuple) : .next(tuple)
    }

    @inlinable @inline(__always)
    mutating func receive(
        completion: Subscribers.Completion<Failure>, from index: Int
    ) -> OperatorStep<Row.Tuple, Failure> {
        if case .failure(let error) = completion { return .fail(error) }
        finished |= 1 << UInt8(index)
        return slots.isSpent(finished) ? .finish : .skip
    }
}
