// `zip` and `combineLatest` of any number of publishers of one type, each one node. `TraitsExtras` has the methods.

/// A publisher of arrays of the first values of others, then of the second values, and so on. There is one other at least.
@frozen @usableFromInline
package struct ZipCollection<Upstream: Publisher>: _NodePublisher {
    @usableFromInline package typealias Output = [Upstream.Output]
    @usableFromInline package typealias Failure = Upstream.Failure

    @usableFromInline let publishers: [Upstream]

    @inlinable
    package init(_ publishers: [Upstream]) { self.publishers = publishers }

    @inlinable
    package func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        let machine = _ZipCollectionMachine<Upstream.Output, Failure>(of: publishers.count)
        _MachineNode(machine, consume downstream, inputs: publishers.count).run {
            $0.subscribe(to: publishers)
        }
    }
}

/// A publisher of arrays of the newest values of others. There is one other at least.
@frozen @usableFromInline
package struct CombineLatestCollection<Upstream: Publisher>: _NodePublisher {
    @usableFromInline package typealias Output = [Upstream.Output]
    @usableFromInline package typealias Failure = Upstream.Failure

    @usableFromInline let publishers: [Upstream]

    @inlinable
    package init(_ publishers: [Upstream]) { self.publishers = publishers }

    @inlinable
    package func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        let machine = _CombineLatestCollectionMachine<Upstream.Output, Failure>(of: publishers.count)
        _MachineNode(machine, consume downstream, inputs: publishers.count).run {
            $0.subscribe(to: publishers)
        }
    }
}

@frozen @usableFromInline
struct _ZipCollectionMachine<Input, Failure: Error>: OperatorInputsMachine {
    @usableFromInline typealias _HoldsInputs = _No
    @usableFromInline typealias _AsksForAll = _No

    @usableFromInline var queues: [_Queue<Input>]
    /// The number of inputs without a value that waits.
    @usableFromInline var empty: Int
    @usableFromInline var finished: Set<Int> = []

    @inlinable
    init(of count: Int) {
        queues = Array(repeating: _Queue(), count: count)
        empty = count
    }

    @usableFromInline static var name: String { "Zip" }
    @inlinable @inline(__always) static var _demand: _MachineDemand { .together }
    @inlinable @inline(__always) static var _code: _MachineCode { .own }
    @inlinable @inline(__always) static var _acceptsZeroDemand: Bool { false }

    @inlinable
    mutating func receive(_ input: Input, from index: Int) -> OperatorStep<[Input], Failure> {
        if finished.contains(index) { return .skip }
        if queues[index].isEmpty { empty -= 1 }
        queues[index].push(input)
        if empty > 0 { return .skip }
        let values = queues.indices.map { queues[$0].pop()! }
        for queue in queues where queue.isEmpty { empty += 1 }
        return finished.contains { queues[$0].isEmpty } ? .last(values) : .next(values)
    }

    @inlinable
    mutating func receive(
        completion: Subscribers.Completion<Failure>, from index: Int
    ) -> OperatorStep<[Input], Failure> {
        if case .failure(let error) = completion { return .fail(error) }
        finished.insert(index)
        return queues[index].isEmpty ? .finish : .skip
    }
}

@frozen @usableFromInline
struct _CombineLatestCollectionMachine<Input, Failure: Error>: OperatorInputsMachine {
    @usableFromInline typealias _HoldsInputs = _No
    @usableFromInline typealias _AsksForAll = _No

    /// The newest values until all inputs have one, and `nil` from then on.
    @usableFromInline var some: [Input?]?
    /// The number of inputs without a value.
    @usableFromInline var missing: Int
    /// The newest values when all inputs have one: each array that is sent shares them until the next value.
    @usableFromInline var all: [Input] = []
    @usableFromInline var finished: Set<Int> = []

    @inlinable
    init(of count: Int) {
        some = Array(repeating: nil, count: count)
        missing = count
    }

    @usableFromInline static var name: String { "CombineLatest" }
    @inlinable @inline(__always) static var _demand: _MachineDemand { .latest }
    @inlinable @inline(__always) static var _code: _MachineCode { .released }
    @inlinable @inline(__always) static var _cancelsFailed: Bool { false }
    @inlinable @inline(__always) static var _acceptsZeroDemand: Bool { false }

    @inlinable
    mutating func receive(_ input: Input, from index: Int) -> OperatorStep<[Input], Failure> {
        if finished.contains(index) { return .skip }
        if some != nil {
            if some![index] == nil { missing -= 1 }
            some![index] = input
            if missing > 0 { return .skip }
            all = some!.map { $0! }
            some = nil
        } else {
            all[index] = input
        }
        return .next(all)
    }

    @inlinable
    mutating func receive(
        completion: Subscribers.Completion<Failure>, from index: Int
    ) -> OperatorStep<[Input], Failure> {
        if case .failure(let error) = completion { return .fail(error) }
        finished.insert(index)
        return .skip
    }
}
