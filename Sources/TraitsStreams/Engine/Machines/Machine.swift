/// The engine's side of an operator with several inputs: what ``OperatorMachine`` and ``OperatorInputsMachine`` have in common.
///
/// A machine is a pure value, without threads, locks and demand. ``_MachineNode`` tells it of one event at a time, and performs
/// the step that it answers. The outputs are counted and kept for it, according to ``_demand``.
public protocol _Machine<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
    /// The values of the inputs: for two inputs, ``_OneOf``.
    associatedtype _Value

    /// The operator's name, as `print()` shows it.
    static var name: String { get }

    /// The demand that inputs are asked for, and the treatment of outputs that downstream hasn't asked for.
    static var _demand: _MachineDemand { get }

    /// The fact that ``_demand`` is ``_MachineDemand/held``; see `Fact.swift`.
    associatedtype _HoldsInputs

    /// The fact that the machine immediately asks its inputs for unlimited demand, or cancels: follows from ``_demand``, if it
    /// treats all inputs alike.
    associatedtype _AsksForAll = _Depends

    /// The code that may run while the machine handles an event.
    static var _code: _MachineCode { get }

    /// The values of steering inputs that the machine needs.
    static var _signals: _MachineSignals { get }

    /// Indicates whether an input that has failed is cancelled with the others.
    static var _cancelsFailed: Bool { get }

    /// Indicates whether a request for no values is handled like any other; see ``_OperatorNode``.
    static var _acceptsZeroDemand: Bool { get }

    /// Handles a value of an input.
    mutating func _receive(_ value: _Value, from input: Int) -> OperatorStep<Output, Failure>

    /// Handles the end of an input; each input ends once. After the last one the operator finishes, whatever the answer.
    mutating func _receive(
        completion: Subscribers.Completion<Failure>, from input: Int
    ) -> OperatorStep<Output, Failure>
}

extension _Machine {
    @inlinable @inline(__always) public static var _code: _MachineCode { .foreign }
    @inlinable @inline(__always) public static var _signals: _MachineSignals { .all }
    @inlinable @inline(__always) public static var _cancelsFailed: Bool { false }
    @inlinable @inline(__always) public static var _acceptsZeroDemand: Bool { false }
}

/// The code that may run while a machine handles an event.
@frozen
public enum _MachineCode {
    /// Any: the machine may not be called under `lock`, and values that it replaces may send further ones.
    case foreign
    /// That of released values, because the machine replaces stored ones.
    case released
    /// None but the machine's own.
    case own
}

/// The values of steering inputs that a machine needs. The others may be left to another thread, or out.
@frozen
public enum _MachineSignals {
    /// Each, when it comes.
    case all
    /// The newest.
    case newest
    /// Each, for a later event.
    case stored
}

/// An event at an input.
@frozen @usableFromInline
enum _Event<Value, Failure: Error> {
    case value(Value)
    case end(Subscribers.Completion<Failure>)
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
@frozen
public enum _OneOf<First, Second> {
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

/// A port for any number of inputs of one type.
@frozen @usableFromInline
package struct _AnyInput<Value>: _Port {
    @usableFromInline package let index: Int

    @inlinable @inline(__always) package init(_ index: Int) { self.index = index }
    @inlinable @inline(__always) package static var number: Int { 0 }
    @inlinable @inline(__always) package func wrap(_ value: Value) -> Value { value }
}
