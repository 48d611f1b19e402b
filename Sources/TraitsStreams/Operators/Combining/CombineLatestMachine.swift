/// The machine of `combineLatest`: the newest value of each input, and a tuple of them for each value as soon as there are all.
@frozen @usableFromInline
struct _CombineLatestMachine<Row: _Row, Failure: Error>: OperatorInputsMachine {
    @usableFromInline typealias _HoldsInputs = _No
    @usableFromInline typealias _AsksForAll = _No

    @usableFromInline var slots = Row.Slots()
    /// One bit for each input that has finished.
    @usableFromInline var finished: UInt8 = 0

    @inlinable init() {}

    @usableFromInline static var name: String { "CombineLatest" }
    @inlinable @inline(__always) static var _demand: _MachineDemand { .latest }
    @inlinable @inline(__always) static var _code: _MachineCode { .released }
    @inlinable @inline(__always) static var _cancelsFailed: Bool { false }
    @inlinable @inline(__always) static var _acceptsZeroDemand: Bool { false }

    @inlinable @inline(__always)
    mutating func receive(_ input: Row.Slots.Value, from index: Int) -> OperatorStep<Row.Tuple, Failure> {
        slots.put(input, finished) ? .next(Row.take(&slots)) : .skip
    }

    @inlinable @inline(__always)
    mutating func receive(
        completion: Subscribers.Completion<Failure>, from index: Int
    ) -> OperatorStep<Row.Tuple, Failure> {
        if case .failure(let error) = completion { return .fail(error) }
        finished |= 1 << UInt8(index)
        return .skip
    }
}
