/// What the machine of a custom operator asks upstream for.
@frozen
public enum MachineDemand: Sendable {
    /// What the subscriber asks for. Then the machine sends a value only in answer to one of upstream's.
    case asSubscriber
    /// Everything. Then the machine may send a value in answer to any event, and one that the subscriber
    /// hasn't asked for is
    /// left out, as is one that is made while another one is being sent on the same thread.
    case unlimited
}

/// What a custom operator of two publishers does about each event.
///
/// One of the two is *upstream*, the other sends *signals*. A machine is a value: it has no threads and no
/// locks, it is told
/// of one event at a time, and it calls no closures. If the operator takes a closure, let the machine send
/// what the closure
/// needs, and put a `map` behind it.
///
/// A machine that isn't trivial is copied for each event, since a value that it lets go may act when it is released. A machine
/// that keeps many values keeps them in an object.
public protocol OperatorMachine<Input, Signal, Output, Failure> {
    /// What upstream sends.
    associatedtype Input
    /// What the other publisher sends.
    associatedtype Signal
    /// What the operator sends.
    associatedtype Output
    /// How all of them may fail.
    associatedtype Failure: Error

    /// The operator's name, which `print()` shows.
    static var name: String { get }

    /// What upstream is asked for. The other publisher is always asked for everything.
    static var demand: MachineDemand { get }

    /// A Boolean value that indicates whether of several signals only the newest one matters.
    ///
    /// A signal that comes while another thread sends a value waits for that, and its sender doesn't, if ``demand`` is
    /// ``MachineDemand/asSubscriber`` or this is `true`. Some 64 signals may wait; of a machine that says `true`, one. The
    /// default is `false`.
    static var keepsNewestSignal: Bool { get }

    /// Handles a value of upstream's.
    mutating func receive(_ input: Input) -> OperatorStep<Output, Failure>

    /// Handles a value of the other publisher's.
    mutating func receive(signal: Signal) -> OperatorStep<Output, Failure>

    /// Handles the end of upstream: ``OperatorStep/skip`` to go on without it. As the default has it, the
    /// operator ends in
    /// the same way.
    mutating func receive(completion: Subscribers.Completion<Failure>) -> OperatorStep<Output, Failure>

    /// Handles the end of the other publisher. As the default has it, the operator goes on when the other
    /// publisher has
    /// finished, and fails when that has failed.
    mutating func receive(signalCompletion: Subscribers.Completion<Failure>) -> OperatorStep<Output, Failure>
}

extension OperatorMachine {
    /// `false`: the machine is told of each signal.
    @inlinable @inline(__always)
    public static var keepsNewestSignal: Bool { false }

    /// Ends as upstream does.
    @inlinable @inline(__always)
    public mutating func receive(
        completion: Subscribers.Completion<Failure>
    ) -> OperatorStep<Output, Failure> {
        switch completion {
        case .finished: .finish
        case .failure(let error): .fail(error)
        }
    }

    /// Goes on after a finish, and fails as the other publisher does.
    @inlinable @inline(__always)
    public mutating func receive(
        signalCompletion: Subscribers.Completion<Failure>
    ) -> OperatorStep<Output, Failure> {
        switch signalCompletion {
        case .finished: .skip
        case .failure(let error): .fail(error)
        }
    }
}

/// A custom operator of two publishers, such as `prefix(untilOutputFrom:)`.
///
/// - Demand: upstream is asked as the machine says, the other publisher for everything.
/// - Failure: as the machine says; a failure ends all, and cancels both publishers.
/// - Threads: values are sent wherever the publisher sends that the machine answers; one at a time.
/// - Cancellation: cancels both publishers.
///
/// The other publisher is subscribed to first, so what it sends synchronously is there when upstream starts.
///
/// ```swift
/// /// Sends each value together with the number of signals so far.
/// struct Counting<Upstream: Publisher, Other: Publisher>: MachineOperator where Upstream.Failure == Other.Failure {
///     typealias Output = (Upstream.Output, Int)
///
///     let upstream: Upstream
///     let other: Other
///
///     func makeMachine() -> CountingMachine<Upstream.Output, Other.Output, Upstream.Failure> { CountingMachine() }
/// }
///
/// struct CountingMachine<Input, Signal, Failure: Error>: OperatorMachine {
///     var count = 0
///
///     static var name: String { "Counting" }
///     static var demand: MachineDemand { .asSubscriber }
///
///     func receive(_ input: Input) -> OperatorStep<(Input, Int), Failure> { .next((input, count)) }
///
///     mutating func receive(signal: Signal) -> OperatorStep<(Input, Int), Failure> {
///         count += 1
///         return .skip
///     }
/// }
///
/// let taps = PassthroughSubject<Void, Never>()
/// let letters = PassthroughSubject<String, Never>()
/// let cancellable = Counting(upstream: letters, other: taps).sink { print($0.0, $0.1) }
/// letters.send("a")      // Prints: a 0
/// taps.send()
/// letters.send("b")      // Prints: b 1
/// ```
public protocol MachineOperator<Output, Failure>: Publisher {
    /// The publisher whose values the machine handles.
    associatedtype Upstream: Publisher where Upstream.Failure == Failure
    /// The publisher that sends signals.
    associatedtype Other: Publisher where Other.Failure == Failure
    /// What handles the events of both.
    associatedtype Machine: OperatorMachine
    where
        Machine.Input == Upstream.Output, Machine.Signal == Other.Output, Machine.Output == Output,
        Machine.Failure == Failure

    /// The publisher whose values the machine handles.
    var upstream: Upstream { get }

    /// The publisher that sends signals.
    var other: Other { get }

    /// Makes the machine of one subscription.
    func makeMachine() -> Machine
}

extension MachineOperator {
    /// Subscribes to both publishers with a new machine.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: __owned S) where S.Input == Output, S.Failure == Failure {
        _CustomMachines(upstream: upstream, other: other, machine: makeMachine())
            .receive(subscriber: consume subscriber)
    }
}

// MARK: - Inside

/// A custom machine as one of the engine's.
@frozen @usableFromInline
struct _CustomMachine<Base: OperatorMachine>: _Machine {
    @usableFromInline typealias Value = _OneOf<Base.Input, Base.Signal>
    @usableFromInline typealias Output = Base.Output
    @usableFromInline typealias Failure = Base.Failure

    @usableFromInline var base: Base

    @inlinable @inline(__always)
    init(_ base: Base) { self.base = base }

    @usableFromInline static var name: String { Base.name }

    @inlinable @inline(__always)
    static var keepsNewestSignal: Bool { Base.keepsNewestSignal }

    @inlinable @inline(__always)
    static var replacesValues: Bool { true }

    @inlinable @inline(__always)
    static var answersUpstream: Bool { if case .asSubscriber = Base.demand { true } else { false } }

    @inlinable @inline(__always)
    static var demand: _MachineDemand { answersUpstream ? .answered(.unlimited) : .sampled }

    @inlinable @inline(__always)
    mutating func on(_ event: _Event<Value, Failure>) -> _Action<Output, Failure> {
        switch event {
        case .value(.a(let input)): action(base.receive(input), isAnswer: true)
        case .value(.b(let signal)): action(base.receive(signal: signal), isAnswer: false)
        case .end(0, let completion): action(base.receive(completion: completion), isAnswer: false)
        case .end(_, let completion): action(base.receive(signalCompletion: completion), isAnswer: false)
        }
    }

    /// - Parameter isAnswer: whether upstream has sent a value, which may have been asked for.
    @inlinable @inline(__always)
    func action(_ step: OperatorStep<Output, Failure>, isAnswer: Bool) -> _Action<Output, Failure> {
        switch step {
        case .next(let output):
            if Self.answersUpstream && !isAnswer { _refuseUnrequested(Base.name) }
            return .next(output)
        case .last(let output):
            if Self.answersUpstream && !isAnswer { _refuseUnrequested(Base.name) }
            return .last(output)
        case .skip: return Self.answersUpstream && isAnswer ? .skip : .wait
        case .finish: return .finish
        case .fail(let error): return .fail(error)
        }
    }
}

@usableFromInline @inline(never)
func _refuseUnrequested(_ name: String) -> Never {
    _brokenContract(
        name, "sends a value that answers none of upstream's, though its demand is `asSubscriber`")
}

/// A custom operator that is a machine, as one of the engine's.
@frozen @usableFromInline
struct _CustomMachines<Upstream: Publisher, Other: Publisher, Machine: OperatorMachine>: _NodePublisher
where
    Machine.Input == Upstream.Output, Machine.Signal == Other.Output, Machine.Failure == Upstream.Failure,
    Machine.Failure == Other.Failure
{
    @usableFromInline typealias Output = Machine.Output
    @usableFromInline typealias Failure = Machine.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let other: Other
    @usableFromInline let machine: Machine

    @inlinable @inline(__always)
    init(upstream: Upstream, other: Other, machine: Machine) {
        self.upstream = upstream
        self.other = other
        self.machine = machine
    }

    @inlinable @inline(__always)
    func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        typealias Values = _OneOf<Upstream.Output, Other.Output>
        _MachineNode(_CustomMachine(machine), consume downstream, inputs: 2).run { node in
            other.subscribe(node.input(Values.B()))
            upstream.subscribe(node.input(Values.A()))
        }
    }
}
