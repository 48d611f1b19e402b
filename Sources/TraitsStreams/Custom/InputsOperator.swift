/// The logic of a custom operator of any number of publishers: it answers each event with a step.
///
/// A machine is a value: it has no threads and no locks, gets one event at a time, and calls no closures. Each publisher is
/// known by its place in ``InputsOperator/upstreams``. A value that the subscriber hasn't asked for waits, and so does the
/// publisher that it answers: that publisher isn't asked for its next value before.
///
/// The release of a replaced value may run code. An event that this code sends to the operator is handled after the event
/// that has replaced the value.
public protocol OperatorInputsMachine<Input, Output, Failure> {
    /// The type of the publishers' values.
    associatedtype Input
    /// The type of the operator's values.
    associatedtype Output
    /// The type of failure of the publishers and the operator.
    associatedtype Failure: Error

    /// The operator's name, which `print()` shows.
    static var name: String { get }

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
public protocol InputsOperator<Output, Failure>: Publisher {
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
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: __owned S) where S.Input == Output, S.Failure == Failure {
        _CustomInputs(upstreams: upstreams, machine: makeMachine()).receive(subscriber: consume subscriber)
    }
}

// MARK: - Inside

/// A value, and the number of the input that has sent it.
@frozen @usableFromInline
struct _Numbered<Value> {
    @usableFromInline let value: Value
    @usableFromInline let index: Int

    @inlinable @inline(__always)
    init(_ value: Value, _ index: Int) {
        self.value = value
        self.index = index
    }

    /// The port of an input that the machine tells from the others by its number.
    @frozen @usableFromInline
    struct Input: _Port {
        @usableFromInline let index: Int

        @inlinable @inline(__always) init(_ index: Int) { self.index = index }
        @inlinable @inline(__always) static var number: Int { 0 }
        @inlinable @inline(__always) func wrap(_ value: Value) -> _Numbered { _Numbered(value, index) }
    }
}

/// An adapter that makes a custom machine of any number of inputs one of the engine's machines.
@frozen @usableFromInline
struct _CustomInputsMachine<Base: OperatorInputsMachine>: _Machine {
    @usableFromInline typealias Value = _Numbered<Base.Input>
    @usableFromInline typealias Output = Base.Output
    @usableFromInline typealias Failure = Base.Failure
    @usableFromInline typealias HoldsInputs = _Yes

    /// The custom machine, until the stream is over.
    @usableFromInline var base: Base?
    @usableFromInline var running: Int

    @inlinable @inline(__always)
    init(_ base: Base?, of count: Int) {
        self.base = base
        running = count
    }

    @inlinable @inline(__always) var emptied: Self { Self(nil, of: 0) }

    @usableFromInline static var name: String { Base.name }
    @inlinable @inline(__always) static var cancelsFailed: Bool { true }
    @inlinable @inline(__always) static var replacesValues: Bool { true }
    @inlinable @inline(__always) static var isForeign: Bool { true }
    @inlinable @inline(__always) static var acceptsZeroDemand: Bool { true }

    @inlinable @inline(__always)
    mutating func on(_ event: _Event<Value, Failure>) -> _Action<Output, Failure> {
        switch event {
        case .value(let input):
            return Self.action(base!.receive(input.value, from: input.index), orElse: .skip)
        case .end(let index, let completion):
            running -= 1
            let step = base!.receive(completion: completion, from: index)
            if running > 0 { return Self.action(step, orElse: .wait) }
            if case .next(let output) = step { return .last(output) }
            return Self.action(step, orElse: .finish)
        }
    }

    /// Converts a step to an action of the engine's machines. Static: a copy of the machine must not be alive while it changes.
    ///
    /// - Parameter skip: the action in place of a skipped event.
    @inlinable @inline(__always)
    static func action(
        _ step: OperatorStep<Output, Failure>, orElse skip: _Action<Output, Failure>
    ) -> _Action<Output, Failure> {
        switch step {
        case .next(let output): .next(output)
        case .last(let output): .last(output)
        case .skip: skip
        case .finish: .finish
        case .fail(let error): .fail(error)
        }
    }
}

/// An adapter that makes a custom operator of any number of inputs one of the engine's operators.
@frozen @usableFromInline
struct _CustomInputs<Upstream: Publisher, Machine: OperatorInputsMachine>: _NodePublisher
where Machine.Input == Upstream.Output, Machine.Failure == Upstream.Failure {
    @usableFromInline typealias Output = Machine.Output
    @usableFromInline typealias Failure = Machine.Failure

    @usableFromInline let upstreams: [Upstream]
    @usableFromInline let machine: Machine

    @inlinable @inline(__always)
    init(upstreams: [Upstream], machine: Machine) {
        self.upstreams = upstreams
        self.machine = machine
    }

    @inlinable @inline(__always)
    func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        let count = upstreams.count
        let machine = _CustomInputsMachine(machine, of: count)
        _MachineNode(machine, consume downstream, inputs: count).run { node in
            if count == 0 { node.finish() }
            for (index, upstream) in upstreams.enumerated() {
                upstream.subscribe(node.input(_Numbered<Upstream.Output>.Input(index)))
            }
        }
    }
}
