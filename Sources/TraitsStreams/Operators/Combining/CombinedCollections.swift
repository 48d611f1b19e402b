// `zip` and `combineLatest` of any number of publishers of one type, each one node. `TraitsExtras` has the methods.

/// A port for any number of inputs whose values the machine tells apart.
@frozen @usableFromInline
struct _NumberedInput<Value>: _Port {
    @usableFromInline let index: Int

    @inlinable @inline(__always) init(_ index: Int) { self.index = index }
    @inlinable @inline(__always) static var number: Int { 0 }
    @inlinable @inline(__always) func wrap(_ value: Value) -> (Int, Value) { (index, value) }
}

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
        _MachineNode(machine, downstream, inputs: publishers.count).run { $0.subscribe(to: publishers) }
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
        _MachineNode(machine, downstream, inputs: publishers.count).run { $0.subscribe(to: publishers) }
    }
}

extension _MachineNode {
    @inlinable
    func subscribe<Input: Publisher>(to publishers: [Input])
    where Machine.Value == (Int, Input.Output), Machine.Failure == Input.Failure {
        for (index, publisher) in publishers.enumerated() {
            publisher.subscribe(input(_NumberedInput<Input.Output>(index)))
        }
    }
}

@frozen @usableFromInline
struct _ZipCollectionMachine<Input, Failure: Error>: _Machine {
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
    @inlinable @inline(__always) static var cancelsFailed: Bool { true }
    @inlinable @inline(__always) static var demand: _MachineDemand { .together }
    @usableFromInline typealias AsksForAll = _No

    @inlinable
    mutating func on(_ event: _Event<(Int, Input), Failure>) -> _Action<[Input], Failure> {
        switch event {
        case .value((let input, let value)):
            if finished.contains(input) { return .wait }
            if queues[input].isEmpty { empty -= 1 }
            queues[input].push(value)
            if empty > 0 { return .wait }
            let values = queues.indices.map { queues[$0].pop()! }
            for queue in queues where queue.isEmpty { empty += 1 }
            return finished.contains { queues[$0].isEmpty } ? .last(values) : .next(values)
        case .end(let input, .finished):
            finished.insert(input)
            return queues[input].isEmpty ? .finish : .wait
        case .end(_, .failure(let error)):
            return .fail(error)
        }
    }
}

@frozen @usableFromInline
struct _CombineLatestCollectionMachine<Input, Failure: Error>: _Machine {
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
    @inlinable @inline(__always) static var demand: _MachineDemand { .latest }
    @inlinable @inline(__always) static var replacesValues: Bool { true }
    @usableFromInline typealias AsksForAll = _No

    @inlinable
    mutating func on(_ event: _Event<(Int, Input), Failure>) -> _Action<[Input], Failure> {
        switch event {
        case .value((let input, let value)):
            if finished.contains(input) { return .wait }
            if some != nil {
                if some![input] == nil { missing -= 1 }
                some![input] = value
                if missing > 0 { return .wait }
                all = some!.map { $0! }
                some = nil
            } else {
                all[input] = value
            }
            return .next(all)
        case .end(let input, .finished):
            finished.insert(input)
            return finished.count == (some?.count ?? all.count) ? .finish : .wait
        case .end(_, .failure(let error)):
            return .fail(error)
        }
    }
}
