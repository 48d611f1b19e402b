/// An operator of several inputs as a pure value. Told of an event, it changes its state and says what to do;
/// ``_MachineNode`` does it. There are no threads, no locks and no demand in a machine: it is told of one event at a
/// time, and what it wants to be sent is counted and kept for it, as ``surplus`` says.
///
/// The whole of an operator that sends the newest value of one input whenever another input sends:
///
/// ```
/// struct Sample<Output, Tick, Failure: Error>: _Machine {
///     var newest: Output?
///
///     static var name: String { "Sample" }
///     static var surplus: _Surplus { .isDropped }
///     static func rule(of input: Int) -> _InputRule { .unlimited }
///
///     mutating func on(_ event: _Event<_OneOf<Output, Tick>, Failure>) -> _Action<Output, Failure> {
///         switch event {
///         case .value(.a(let value)):
///             newest = value
///             return .wait
///         case .value(.b):
///             defer { newest = nil }
///             return newest.map { .next($0) } ?? .wait
///         case .end(_, let completion):
///             return .end(completion)
///         }
///     }
/// }
/// ```
///
/// A publisher runs it, in `_attach(_:)` of ``_NodePublisher``:
///
/// ```
/// typealias Values = _OneOf<Upstream.Output, Ticks.Output>
/// _MachineNode(Sample(), downstream, inputs: 2).run { node in
///     ticks.subscribe(node.input(Values.B()))
///     upstream.subscribe(node.input(Values.A()))
/// }
/// ```
@usableFromInline
protocol _Machine<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
    /// What the inputs send: of two, ``_OneOf``.
    associatedtype Value

    /// The operator's name, as `print()` shows it.
    static var name: String { get }

    /// What an input is asked for.
    static func rule(of input: Int) -> _InputRule

    /// Whether it asks its inputs for everything immediately, or cancels: what ``rule(of:)`` and ``attachment`` say,
    /// if they say the same of all inputs.
    associatedtype AsksForAll = _Depends

    /// Whether an input that has failed is cancelled with the others.
    static var cancelsFailed: Bool { get }

    /// What becomes of an output that downstream has not asked for.
    static var surplus: _Surplus { get }

    /// Whether that is ``_Surplus/holdsInput``, which follows from this; see `Fact.swift`.
    associatedtype HoldsInputs = _No

    /// When downstream gets its subscription.
    static var attachment: _Attachment { get }

    /// Whether a request for no values is handled like any other; see ``_OperatorNode``.
    static var acceptsZeroDemand: Bool { get }

    mutating func on(_ event: _Event<Value, Failure>) -> _Action<Output, Failure>
}

extension _Machine {
    @inlinable @inline(__always) static func rule(of input: Int) -> _InputRule { .asDownstream }
    @inlinable @inline(__always) static var cancelsFailed: Bool { false }
    @inlinable @inline(__always) static var surplus: _Surplus { .isSent }
    @inlinable @inline(__always) static var attachment: _Attachment { .first }
    @inlinable @inline(__always) static var acceptsZeroDemand: Bool { false }
}

extension _Machine where HoldsInputs == _Yes {
    @inlinable @inline(__always) static var surplus: _Surplus { .holdsInput }
}

/// What happens at an input.
@frozen @usableFromInline
enum _Event<Value, Failure: Error> {
    case value(Value)
    /// The input of this number has ended. Each does so once.
    case end(Int, Subscribers.Completion<Failure>)
}

/// What a machine wants to be done.
@frozen @usableFromInline
enum _Action<Output, Failure: Error> {
    /// Nothing.
    case wait
    /// Nothing, but to ask the input for another value in place of this one.
    case skip
    /// Send this.
    case next(Output)
    /// Send this; then finish as below.
    case last(Output)
    /// Finish when all that was to be sent has been. Until then events still come.
    case finish
    /// Fail, whatever else was to be sent.
    case fail(Failure)

    /// End as an input has ended.
    @inlinable @inline(__always)
    static func end(_ completion: Subscribers.Completion<Failure>) -> Self {
        switch completion {
        case .finished: .finish
        case .failure(let error): .fail(error)
        }
    }
}

/// What an input is asked for.
@frozen @usableFromInline
enum _InputRule {
    /// What downstream asks for.
    case asDownstream
    /// Everything, when it connects.
    case unlimited
    /// One value, when it connects. One that it sends before that may be ignored.
    case once(heedsEarly: Bool)
    /// What downstream asks for, until an input with this rule is the first to send anything: it cancels the others.
    case competes
}

/// What becomes of an output that downstream has not asked for.
@frozen @usableFromInline
enum _Surplus {
    /// It is sent: each output answers a value of an input that is asked as downstream asks. What downstream returns
    /// is for that input alone.
    case isSent
    /// It is left out, as is one that is made while another is being sent on the same thread. What downstream returns is
    /// for all inputs.
    case isDropped
    /// It is sent, and what downstream returns is for all inputs.
    case isSentForAll
    /// It waits, and so does its input, which isn't asked for its next value until this one has been sent. Of several
    /// that wait, those of earlier inputs go first: see `merge(with:)`. What ``_Machine/HoldsInputs`` says.
    case holdsInput
}

/// When downstream gets its subscription.
@frozen @usableFromInline
enum _Attachment {
    /// Before any input is subscribed to.
    case first
    /// When the input of this number has its own.
    case with(Int)
    /// When all inputs have been subscribed to; what they send synchronously is kept until then. And what inputs send
    /// while an output is being sent on the same thread is handled after that, not inside of it.
    case last
}

// MARK: - What inputs send

/// How the values of one input become those of the machine. Its type tells the inputs apart, so that a value takes no
/// dynamic call.
@usableFromInline
protocol _Port<Values> {
    associatedtype Value
    associatedtype Values

    /// The number of the input; of ports for any number of inputs, that of one of them.
    static var number: Int { get }
    var index: Int { get }

    func wrap(_ value: Value) -> Values
}

extension _Port {
    @inlinable @inline(__always) var index: Int { Self.number }
}

/// What one of two inputs has sent.
@frozen @usableFromInline
enum _OneOf<First, Second> {
    case a(First)
    case b(Second)

    /// Input 0.
    @frozen @usableFromInline
    struct A: _Port {
        @inlinable @inline(__always) init() {}
        @inlinable @inline(__always) static var number: Int { 0 }
        @inlinable @inline(__always) func wrap(_ value: First) -> _OneOf { .a(value) }
    }

    /// Input 1.
    @frozen @usableFromInline
    struct B: _Port {
        @inlinable @inline(__always) init() {}
        @inlinable @inline(__always) static var number: Int { 1 }
        @inlinable @inline(__always) func wrap(_ value: Second) -> _OneOf { .b(value) }
    }
}

/// One of any number of inputs that are all alike to the machine.
@frozen @usableFromInline
struct _AnyInput<Value>: _Port {
    @usableFromInline let index: Int

    @inlinable @inline(__always) init(_ index: Int) { self.index = index }
    @inlinable @inline(__always) static var number: Int { 0 }
    @inlinable @inline(__always) func wrap(_ value: Value) -> Value { value }
}
