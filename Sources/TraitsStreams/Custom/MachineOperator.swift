/// The demand that the machine of a custom operator requests from upstream.
///
/// ``OperatorTimeMachine/keepsSurplus`` says what a machine of time does with a value that the subscriber hasn't asked for.
@frozen
public enum MachineDemand: Sendable {
    /// The subscriber's demand. The machine may send a value only in answer to one of upstream's values.
    case asSubscriber
    /// Unlimited demand. The machine may send a value in answer to any event. A value that the subscriber hasn't asked
    /// for is dropped, and so is a value that is made while another value is being sent on the same thread.
    case unlimited
}

/// The logic of a custom operator of two publishers: it answers each event with a step.
///
/// One of the two publishers is *upstream*, the other sends *signals*. A machine is a value: it has no threads and no
/// locks, gets one event at a time, and calls no closures. If the operator takes a closure, let the machine send the
/// closure's input, and put a `map` behind it.
///
/// The release of a replaced value may run code. An event that this code sends to the operator is handled after the event
/// that has replaced the value.
public protocol OperatorMachine<Input, Signal, Output, Failure> {
    /// The type of upstream's values.
    associatedtype Input
    /// The type of the other publisher's values.
    associatedtype Signal
    /// The type of the operator's values.
    associatedtype Output
    /// The type of failure of both publishers and the operator.
    associatedtype Failure: Error

    /// The operator's name, which `print()` shows.
    static var name: String { get }

    /// The demand that is requested from upstream. The other publisher is always asked for unlimited demand.
    static var demand: MachineDemand { get }

    /// A Boolean value that indicates whether only the newest of several waiting signals matters.
    ///
    /// If ``demand`` is ``MachineDemand/asSubscriber`` or this property is `true`, a signal that comes while another thread
    /// sends a value waits until the value has been sent, without blocking its sender. About 64 signals may wait, or one if
    /// this property is `true`. The default is `false`.
    static var keepsNewestSignal: Bool { get }

    /// A Boolean value that indicates whether signals are only stored for a later event, all of them.
    ///
    /// If it is `true`, a signal waits like one that only steers, without blocking its sender; about 64 may wait. If a signal
    /// leads to a value after all, the value is sent on its own thread, or on a thread that upstream's values are sent on. The
    /// default is `false`.
    static var storesSignals: Bool { get }

    /// Handles a value from upstream.
    mutating func receive(_ input: Input) -> OperatorStep<Output, Failure>

    /// Handles a value from the other publisher.
    mutating func receive(signal: Signal) -> OperatorStep<Output, Failure>

    /// Handles the end of upstream. Return ``OperatorStep/skip`` to go on without upstream. By default the operator ends in
    /// the same way.
    mutating func receive(completion: Subscribers.Completion<Failure>) -> OperatorStep<Output, Failure>

    /// Handles the end of the other publisher. By default the operator goes on when the other publisher has finished, and
    /// fails when it has failed.
    mutating func receive(signalCompletion: Subscribers.Completion<Failure>) -> OperatorStep<Output, Failure>
}

extension OperatorMachine {
    /// `false`: the machine gets each signal.
    @inlinable @inline(__always)
    public static var keepsNewestSignal: Bool { false }

    /// `false`: a signal may lead to a value.
    @inlinable @inline(__always)
    public static var storesSignals: Bool { false }

    /// Ends in the same way as upstream.
    @inlinable @inline(__always)
    public mutating func receive(
        completion: Subscribers.Completion<Failure>
    ) -> OperatorStep<Output, Failure> {
        switch completion {
        case .finished: .finish
        case .failure(let error): .fail(error)
        }
    }

    /// Goes on if the other publisher has finished, and fails if it has failed.
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
/// - Demand: upstream is asked according to the machine's ``OperatorMachine/demand``, the other publisher for
///   unlimited demand.
/// - Failure: decided by the machine; a failure ends the stream, and cancels both publishers.
/// - Threads: values are sent one at a time, on the thread of the event that the machine answers.
/// - Cancellation: cancels both publishers.
///
/// The other publisher is subscribed to first, so its synchronous signals come before upstream starts.
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
    /// The type of the machine that handles the events of both publishers.
    associatedtype Machine: OperatorMachine
    where
        Machine.Input == Upstream.Output, Machine.Signal == Other.Output, Machine.Output == Output,
        Machine.Failure == Failure

    /// The publisher whose values the machine handles.
    var upstream: Upstream { get }

    /// The publisher that sends signals.
    var other: Other { get }

    /// Creates the machine of one subscription.
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

/// An adapter that makes a custom machine one of the engine's machines.
@frozen @usableFromInline
struct _CustomMachine<Base: OperatorMachine>: _Machine {
    @usableFromInline typealias Value = _OneOf<Base.Input, Base.Signal>
    @usableFromInline typealias Output = Base.Output
    @usableFromInline typealias Failure = Base.Failure

    /// The custom machine, until the stream is over.
    @usableFromInline var base: Base?

    @inlinable @inline(__always)
    init(_ base: Base?) { self.base = base }

    @inlinable @inline(__always)
    var emptied: Self { Self(nil) }

    @usableFromInline static var name: String { Base.name }

    @inlinable @inline(__always)
    static var keepsNewestSignal: Bool { Base.keepsNewestSignal }

    @inlinable @inline(__always)
    static var storesSignals: Bool { Base.storesSignals }

    @inlinable @inline(__always)
    static var replacesValues: Bool { true }

    @inlinable @inline(__always)
    static var isForeign: Bool { true }

    @inlinable @inline(__always)
    static var answersUpstream: Bool { if case .asSubscriber = Base.demand { true } else { false } }

    @inlinable @inline(__always)
    static var demand: _MachineDemand { answersUpstream ? .answered(.unlimited) : .sampled }

    @inlinable @inline(__always)
    mutating func on(_ event: _Event<Value, Failure>) -> _Action<Output, Failure> {
        switch event {
        case .value(.a(let input)): Self.action(base!.receive(input), isAnswer: true)
        case .value(.b(let signal)): Self.action(base!.receive(signal: signal), isAnswer: false)
        case .end(0, let completion): Self.action(base!.receive(completion: completion), isAnswer: false)
        case .end(_, let completion):
            Self.action(base!.receive(signalCompletion: completion), isAnswer: false)
        }
    }

    /// Converts a step to an action of the engine's machines. Static: a copy of the machine must not be alive while it changes.
    ///
    /// - Parameter isAnswer: whether the step answers one of upstream's values, which may have been asked for.
    @inlinable @inline(__always)
    static func action(_ step: OperatorStep<Output, Failure>, isAnswer: Bool) -> _Action<Output, Failure> {
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

/// An adapter that makes a custom operator with a machine one of the engine's operators.
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
