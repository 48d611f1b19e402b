/// The machine of `combineLatest`: the newest value of each input, and a tuple of them for each value as soon as there are all.
@frozen @usableFromInline
struct _CombineLatestMachine<Row: _Row, Failure: Error>: _Machine {
    @usableFromInline var slots = Row.Slots()
    /// One bit for each input that has finished.
    @usableFromInline var finished: UInt8 = 0

    @inlinable init() {}

    @usableFromInline static var name: String { "CombineLatest" }
    @inlinable @inline(__always) static var demand: _MachineDemand { .latest }
    @inlinable @inline(__always) static var replacesValues: Bool { true }
    @usableFromInline typealias AsksForAll = _No

    @inlinable @inline(__always)
    mutating func on(_ event: _Event<Row.Slots.Value, Failure>) -> _Action<Row.Tuple, Failure> {
        switch event {
        case .value(let value):
            guard slots.put(value, finished) else { return .wait }
            return .next(Row.take(&slots))
        case .end(let input, .finished):
            finished |= 1 << UInt8(input)
            return finished == 1 << Row.count - 1 ? .finish : .wait
        case .end(_, .failure(let error)):
            return .fail(error)
        }
    }
}
