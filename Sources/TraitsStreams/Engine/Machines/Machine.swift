/// An operator with several inputs, as a pure value. For each event a machine changes its state and returns an action, which
/// ``_MachineNode`` performs. A machine has no threads, no locks and no demand: it gets one event at a time, and its
/// outputs are counted and kept for it, according to ``demand``. The engine's page has a whole operator.
@usableFromInline
package protocol _Machine<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
    /// The values of the inputs: for two inputs, ``_OneOf``.
    associatedtype Value

    /// The operator's name, as `print()` shows it.
    static var name: String { get }

    /// The demand that inputs are asked for, and the treatment of outputs that downstream hasn't asked for.
    static var demand: _MachineDemand { get }

    /// The fact that the machine immediately asks its inputs for unlimited demand, or cancels: follows from ``demand``, if it
    /// treats all inputs alike.
    associatedtype AsksForAll = _Depends

    /// Indicates whether an input that has failed is cancelled with the others.
    static var cancelsFailed: Bool { get }

    /// Indicates whether the machine replaces stored values. The release of a replaced value may run code.
    static var replacesValues: Bool { get }

    /// Indicates whether only the newest value of a steering input matters.
    static var keepsNewestSignal: Bool { get }

    /// Indicates whether a steering input's values are stored for a later event.
    static var storesSignals: Bool { get }

    /// Indicates whether the machine runs a client's code, which may not be called under `lock`.
    static var isForeign: Bool { get }

    /// The fact that ``demand`` is ``_MachineDemand/held``. If it is `_Yes`, ``demand`` follows from it; see `Fact.swift`.
    associatedtype HoldsInputs = _No

    /// Indicates whether a request for no values is handled like any other; see ``_OperatorNode``.
    static var acceptsZeroDemand: Bool { get }

    mutating func on(_ event: _Event<Value, Failure>) -> _Action<Output, Failure>

    /// The new machine without what its maker gave it, such as closures. It gets no event.
    var emptied: Self { get }
}

extension _Machine {
    @inlinable @inline(__always) package var emptied: Self { self }
    @inlinable @inline(__always) package static var cancelsFailed: Bool { false }
    @inlinable @inline(__always) package static var replacesValues: Bool { false }
    @inlinable @inline(__always) package static var keepsNewestSignal: Bool { false }
    @inlinable @inline(__always) package static var storesSignals: Bool { false }
    @inlinable @inline(__always) package static var isForeign: Bool { false }
    @inlinable @inline(__always) package static var acceptsZeroDemand: Bool { false }
}

extension _Machine where HoldsInputs == _Yes {
    @inlinable @inline(__always) package static var demand: _MachineDemand { .held }
}

/// An event at an input.
@frozen @usableFromInline
package enum _Event<Value, Failure: Error> {
    case value(Value)
    /// The input with this number has ended. Each input ends once.
    case end(Int, Subscribers.Completion<Failure>)
}

/// The answer of a machine to an event.
@frozen @usableFromInline
package enum _Action<Output, Failure: Error> {
    /// Do nothing.
    case wait
    /// Send nothing, and ask the input for another value in place of this one.
    case skip
    /// Send this output.
    case next(Output)
    /// Send this output, then finish as below.
    case last(Output)
    /// Finish when all outputs have been sent. Until then events still come.
    case finish
    /// Fail, even if outputs still wait.
    case fail(Failure)

    /// Returns the action that ends as an input has ended.
    @inlinable @inline(__always)
    package static func end(_ completion: Subscribers.Completion<Failure>) -> Self {
        switch completion {
        case .finished: .finish
        case .failure(let error): .fail(error)
        }
    }
}

// MARK: - The values of inputs

/// A conversion of one input's values to the machine's values. Each input has its own type of port, so that a value takes
/// no dynamic call.
@usableFromInline
package protocol _Port<Values> {
    associatedtype Value
    associatedtype Values

    /// The number of the input; for a port of any number of inputs, the number of one of its inputs.
    static var number: Int { get }
    var index: Int { get }

    func wrap(_ value: Value) -> Values
}

extension _Port {
    @inlinable @inline(__always) package var index: Int { Self.number }
}

/// A value of one of two inputs.
@frozen @usableFromInline
enum _OneOf<First, Second> {
    case a(First)
    case b(Second)

    /// The port of input 0.
    @frozen @usableFromInline
    struct A: _Port {
        @inlinable @inline(__always) init() {}
        @inlinable @inline(__always) static var number: Int { 0 }
        @inlinable @inline(__always) func wrap(_ value: First) -> _OneOf { .a(value) }
    }

    /// The port of input 1.
    @frozen @usableFromInline
    struct B: _Port {
        @inlinable @inline(__always) init() {}
        @inlinable @inline(__always) static var number: Int { 1 }
        @inlinable @inline(__always) func wrap(_ value: Second) -> _OneOf { .b(value) }
    }
}

/// A port for any number of inputs that the machine treats alike.
@frozen @usableFromInline
package struct _AnyInput<Value>: _Port {
    @usableFromInline package let index: Int

    @inlinable @inline(__always) package init(_ index: Int) { self.index = index }
    @inlinable @inline(__always) package static var number: Int { 0 }
    @inlinable @inline(__always) package func wrap(_ value: Value) -> Value { value }
}
