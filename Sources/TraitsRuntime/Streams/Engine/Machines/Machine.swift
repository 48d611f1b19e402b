/// An operator of several inputs as a pure value. Told of an event, it changes its state and says what to do;
/// ``_MachineNode`` does it. There are no threads, no locks and no demand in a machine: it is told of one event at a
/// time, and what it wants to be sent is counted and kept for it, as ``demand`` says.
///
/// The whole of an operator that sends the newest value of one input whenever another input sends:
///
/// ```
/// struct Sample<Output, Tick, Failure: Error>: _Machine {
///     var newest: Output?
///
///     static var name: String { "Sample" }
///     static var demand: _MachineDemand { .sampled }
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

    /// What inputs are asked for, and what becomes of outputs that downstream hasn't asked for.
    static var demand: _MachineDemand { get }

    /// Whether it asks its inputs for everything immediately, or cancels: what ``demand`` says, if it says the same of all
    /// inputs.
    associatedtype AsksForAll = _Depends

    /// Whether an input that has failed is cancelled with the others.
    static var cancelsFailed: Bool { get }

    /// Whether it puts a value in the place of another one, which may act when it is released.
    static var replacesValues: Bool { get }

    /// Whether of several values of an input that only steers the newest one alone matters.
    static var keepsNewestSignal: Bool { get }

    /// Whether that is ``_MachineDemand/held``, which follows from this; see `Fact.swift`.
    associatedtype HoldsInputs = _No

    /// Whether a request for no values is handled like any other; see ``_OperatorNode``.
    static var acceptsZeroDemand: Bool { get }

    mutating func on(_ event: _Event<Value, Failure>) -> _Action<Output, Failure>
}

extension _Machine {
    @inlinable @inline(__always) static var cancelsFailed: Bool { false }
    @inlinable @inline(__always) static var replacesValues: Bool { false }
    @inlinable @inline(__always) static var keepsNewestSignal: Bool { false }
    @inlinable @inline(__always) static var acceptsZeroDemand: Bool { false }
}

extension _Machine where HoldsInputs == _Yes {
    @inlinable @inline(__always) static var demand: _MachineDemand { .held }
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
