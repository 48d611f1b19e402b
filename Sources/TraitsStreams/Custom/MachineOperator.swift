/// The demand that the machine of a custom operator requests from upstream.
///
/// ``OperatorTimeMachine/keepsSurplus`` says what a machine of time does with a value that the subscriber hasn't asked for.
@frozen
public enum MachineDemand: Sendable {
    /// The subscriber's demand. The machine may send a value only in answer to one of upstream's values.
    case asSubscriber
    /// Unlimited demand. The machine may send a value in answer to any event. A value that the subscriber hasn't asked for is
    /// dropped. A value that is made while another value is being sent on the same thread is sent inside of that.
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
public protocol OperatorMachine<Input, Signal, Output, Failure>: _Machine
where _Value == _OneOf<Input, Signal> {
    /// The type of upstream's values.
    associatedtype Input
    /// The type of the other publisher's values.
    associatedtype Signal
    /// The type of the operator's values.
    associatedtype Output
    /// The type of failure of both publishers and the operator.
    associatedtype Failure

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

    associatedtype _HoldsInputs = _No

    /// Handles a value from upstream.
    mutating func receive(_ input: Input) -> OperatorStep<Output, Failure>

    /// Handles a value from the other publisher.
    mutating func receive(signal: Signal) -> OperatorStep<Output, Failure>

    /// Handles the end of upstream. Return ``OperatorStep/skip`` to go on without upstream. By default the operator ends in
    /// the same way. When both publishers have finished, the operator finishes, whatever the answer.
    mutating func receive(completion: Subscribers.Completion<Failure>) -> OperatorStep<Output, Failure>

    /// Handles the end of the other publisher. By default the operator goes on when the other publisher has finished, and
    /// fails when it has failed.
    mutating func receive(signalCompletion: Subscribers.Completion<Failure>) -> OperatorStep<Output, Failure>
}

extension OperatorMachine {
    @inlinable @inline(__always)
    public static var _demand: _MachineDemand {
        if case .asSubscriber = demand { .answered(.unlimited) } else { .sampled }
    }

    @inlinable @inline(__always)
    public static var _signals: _MachineSignals {
        if keepsNewestSignal { .newest } else { storesSignals ? .stored : .all }
    }

    @inlinable @inline(__always)
    public mutating func _receive(
        _ value: _OneOf<Input, Signal>, from input: Int
    ) -> OperatorStep<Output, Failure> {
        switch value {
        case .a(let input): receive(input)
        case .b(let signal): receive(signal: signal)
        }
    }

    @inlinable @inline(__always)
    public mutating func _receive(
        completion: Subscribers.Completion<Failure>, from input: Int
    ) -> OperatorStep<Output, Failure> {
        input == 0 ? receive(completion: completion) : receive(signalCompletion: completion)
    }

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
    ) -> OperatorStep<Output, Failure> { .end(completion) }

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
public protocol MachineOperator<Output, Failure>: _NodePublisher {
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
    @inlinable
    public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        _MachineNode(makeMachine(), consume downstream, inputs: 2).run { node in
            node.subscribe(to: upstream, steeredBy: other)
        }
    }
}

extension _MachineNode {
    /// Subscribes to two inputs, first to the steering one.
    @inlinable @inline(__always)
    func subscribe<Upstream: Publisher, Other: Publisher>(to upstream: Upstream, steeredBy other: Other)
    where
        Machine._Value == _OneOf<Upstream.Output, Other.Output>, Machine.Failure == Upstream.Failure,
        Machine.Failure == Other.Failure
    {
        other.subscribe(input(Machine._Value.B()))
        upstream.subscribe(input(Machine._Value.A()))
    }
}

extension OperatorStep {
    /// Stops the program if this is a value, which answers none of upstream's, though the subscriber hasn't asked for it.
    @inlinable @inline(__always)
    func refuseValue(of name: String) {
        switch self {
        case .next, .last: _refuseUnrequested(name)
        case .skip, .finish, .fail: break
        }
    }
}

@usableFromInline @inline(never)
func _refuseUnrequested(_ name: String) -> Never {
    _brokenContract(
        name, "sends a value that answers none of upstream's, though its demand is `asSubscriber`")
}
