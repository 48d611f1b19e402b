/// The logic of a custom operator of any number of publishers: it answers each event with a step.
///
/// A machine is a value: it has no threads and no locks, gets one event at a time, and calls no closures. Each publisher is
/// known by its place in ``InputsOperator/upstreams``. A value that the subscriber hasn't asked for waits, and so does the
/// publisher that it answers: that publisher isn't asked for its next value before.
///
/// The release of a replaced value may run code. An event that this code sends to the operator is handled after the event
/// that has replaced the value.
public protocol OperatorInputsMachine<Input, Output, Failure>: _Machine where _Value == Input {
    /// The type of the publishers' values.
    associatedtype Input
    /// The type of the operator's values.
    associatedtype Output
    /// The type of failure of the publishers and the operator.
    associatedtype Failure

    /// The operator's name, which `print()` shows.
    static var name: String { get }

    associatedtype _HoldsInputs = _Yes

    /// Handles a value of a publisher. If the answer is ``OperatorStep/skip``, that publisher is asked for another value.
    mutating func receive(_ input: Input, from index: Int) -> OperatorStep<Output, Failure>

    /// Handles the end of a publisher. After the last finish the operator finishes, whatever the answer.
    ///
    /// By default a failure ends the operator, and a finish changes nothing.
    mutating func receive(
        completion: Subscribers.Completion<Failure>, from index: Int
    ) -> OperatorStep<Output, Failure>
}

extension OperatorInputsMachine {
    @inlinable @inline(__always) public static var _demand: _MachineDemand { .held }
    @inlinable @inline(__always) public static var _cancelsFailed: Bool { true }
    @inlinable @inline(__always) public static var _acceptsZeroDemand: Bool { true }

    @inlinable @inline(__always)
    public mutating func _receive(_ value: Input, from input: Int) -> OperatorStep<Output, Failure> {
        receive(value, from: input)
    }

    @inlinable @inline(__always)
    public mutating func _receive(
        completion: Subscribers.Completion<Failure>, from input: Int
    ) -> OperatorStep<Output, Failure> {
        receive(completion: completion, from: input)
    }

    /// Fails if the publisher has failed, and otherwise goes on.
    @inlinable @inline(__always)
    public mutating func receive(
        completion: Subscribers.Completion<Failure>, from index: Int
    ) -> OperatorStep<Output, Failure> {
        switch completion {
        case .finished: .skip
        case .failure(let error): .fail(error)
        }
    }
}

/// A custom operator of any number of publishers of one type, such as `MergeMany`.
///
/// - Demand: each publisher is asked for one value at a time, or for all of them if the subscriber asks for all. A value that
///   the subscriber hasn't asked for waits; waiting values of earlier publishers go first. So no more values wait than there
///   are publishers, as long as no publisher sends more than it is asked for.
/// - Failure: decided by the machine; a failure ends the stream, cancels all publishers, and drops waiting values.
/// - Threads: values are sent one at a time, on the thread of the event that the machine answers, or on the thread that asks
///   for a waiting value.
/// - Cancellation: cancels all publishers.
/// - Complexity: constant for each event, and logarithmic in the number of publishers for a waiting value.
///
/// The operator finishes when all publishers have finished and no value waits. Without publishers it finishes immediately.
/// Publishers of different types take part as `AnyPublisher`.
///
/// ```swift
/// /// Sends a value when the newest values of all publishers are equal to it.
/// struct Agreed<Upstream: Publisher>: InputsOperator where Upstream.Output: Equatable {
///     typealias Output = Upstream.Output
///
///     let upstreams: [Upstream]
///
///     func makeMachine() -> AgreedMachine<Output, Upstream.Failure> {
///         AgreedMachine(newest: Array(repeating: nil, count: upstreams.count))
///     }
/// }
///
/// struct AgreedMachine<Input: Equatable, Failure: Error>: OperatorInputsMachine {
///     var newest: [Input?]
///
///     static var name: String { "Agreed" }
///
///     mutating func receive(_ input: Input, from index: Int) -> OperatorStep<Input, Failure> {
///         newest[index] = input
///         return newest.allSatisfy { $0 == input } ? .next(input) : .skip
///     }
/// }
///
/// let votes = [PassthroughSubject<Bool, Never>(), PassthroughSubject<Bool, Never>()]
/// let cancellable = Agreed(upstreams: votes).sink { print($0) }
/// votes[0].send(true)
/// votes[1].send(false)
/// votes[0].send(false)
/// // Prints: false
/// ```
public protocol InputsOperator<Output, Failure>: _NodePublisher {
    /// The type of the publishers whose values the machine handles.
    associatedtype Upstream: Publisher where Upstream.Failure == Failure
    /// The type of the machine that handles the events of all publishers.
    associatedtype Machine: OperatorInputsMachine
    where Machine.Input == Upstream.Output, Machine.Output == Output, Machine.Failure == Failure

    /// The publishers whose values the machine handles. They are subscribed to in this order.
    var upstreams: [Upstream] { get }

    /// Creates the machine of one subscription.
    func makeMachine() -> Machine
}

extension InputsOperator {
    /// Subscribes to all publishers with a new machine.
    @inlinable
    public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        let upstreams = upstreams
        _MachineNode(makeMachine(), consume downstream, inputs: upstreams.count).run {
            $0.subscribe(to: upstreams)
        }
    }
}

extension _MachineNode {
    /// Subscribes to inputs of one type. Without any, a machine that holds its inputs finishes.
    @inlinable
    package func subscribe<Upstream: Publisher>(to upstreams: [Upstream])
    where Machine._Value == Upstream.Output, Machine.Failure == Upstream.Failure {
        if _Fact<Machine._HoldsInputs>.holds, upstreams.isEmpty { finish() }
        for (index, upstream) in upstreams.enumerated() where !isDecided {
            upstream.subscribe(input(_AnyInput(index)))
        }
    }
}
