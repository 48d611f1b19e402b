// What `zip` and `combineLatest` have in common, whatever the number of their inputs: a slot for each input, and a row of
// values as soon as no slot is empty. Slots are nested: the first one, and the others.

/// The place for the values of one input.
@usableFromInline
protocol _Slot<Element> {
    associatedtype Element
    init()
    var isEmpty: Bool { get }
    mutating func put(_ value: Element)
    /// Returns the value for a row. The slot isn't empty.
    mutating func take() -> Element
}

/// A slot whose values wait for their partners, first in, first out.
extension _Queue: _Slot {
    @inlinable @inline(__always) mutating func put(_ value: Element) { push(value) }
    @inlinable @inline(__always) mutating func take() -> Element { pop()! }
}

/// A slot that keeps the newest value.
@frozen @usableFromInline
struct _Newest<Element>: _Slot {
    @usableFromInline var value: Element?
    @inlinable @inline(__always) init() {}
    @inlinable @inline(__always) var isEmpty: Bool { value == nil }
    @inlinable @inline(__always) mutating func put(_ value: Element) { self.value = value }
    @inlinable @inline(__always) mutating func take() -> Element { value! }
}

/// The slots of several inputs. Which inputs have finished is one bit for each.
@usableFromInline
protocol _Slots<Value> {
    /// The value of one of the inputs, as nested cases of ``_OneOf``.
    associatedtype Value

    init()

    /// Indicates whether no slot is empty.
    var isFull: Bool { get }

    /// Indicates whether an input has finished and its slot is empty.
    func isSpent(_ finished: UInt8) -> Bool

    /// Puts a value into its slot.
    ///
    /// - Returns: whether no slot is empty now; `false` if the input has finished.
    mutating func put(_ value: Value, _ finished: UInt8) -> Bool
}

@frozen @usableFromInline
struct _LastSlot<Slot: _Slot>: _Slots {
    @usableFromInline var slot = Slot()

    @inlinable init() {}

    @inlinable @inline(__always) var isFull: Bool { !slot.isEmpty }
    @inlinable @inline(__always) func isSpent(_ finished: UInt8) -> Bool { finished & 1 != 0 && slot.isEmpty }

    @inlinable @inline(__always)
    mutating func put(_ value: Slot.Element, _ finished: UInt8) -> Bool {
        if finished & 1 != 0 { return false }
        slot.put(value)
        return true
    }
}

@frozen @usableFromInline
struct _MoreSlots<Slot: _Slot, Rest: _Slots>: _Slots {
    @usableFromInline var slot = Slot()
    @usableFromInline var rest = Rest()

    @inlinable init() {}

    @inlinable @inline(__always) var isFull: Bool { !slot.isEmpty && rest.isFull }

    @inlinable @inline(__always)
    func isSpent(_ finished: UInt8) -> Bool {
        finished & 1 != 0 && slot.isEmpty || rest.isSpent(finished >> 1)
    }

    @inlinable @inline(__always)
    mutating func put(_ value: _OneOf<Slot.Element, Rest.Value>, _ finished: UInt8) -> Bool {
        switch value {
        case .a(let value):
            if finished & 1 != 0 { return false }
            slot.put(value)
            return rest.isFull
        case .b(let value): return rest.put(value, finished >> 1) && !slot.isEmpty
        }
    }
}

// MARK: - Rows

/// Slots with their ports, whose values become a tuple.
@usableFromInline
protocol _Row {
    associatedtype Slots: _Slots
    associatedtype Tuple
    static var count: UInt8 { get }
    static func take(_ slots: inout Slots) -> Tuple
}

@usableFromInline
enum _Row2<First: _Slot, Second: _Slot>: _Row {
    @usableFromInline typealias Slots = _MoreSlots<First, _LastSlot<Second>>
    @usableFromInline typealias A = _OneOf<First.Element, Second.Element>.A
    @usableFromInline typealias B = _OneOf<First.Element, Second.Element>.B

    @inlinable @inline(__always) static var count: UInt8 { 2 }

    @inlinable @inline(__always)
    static func take(_ slots: inout Slots) -> (First.Element, Second.Element) {
        (slots.slot.take(), slots.rest.slot.take())
    }
}

@usableFromInline
enum _Row3<First: _Slot, Second: _Slot, Third: _Slot>: _Row {
    @usableFromInline typealias Rest = _Row2<Second, Third>
    @usableFromInline typealias Slots = _MoreSlots<First, Rest.Slots>
    @usableFromInline typealias A = _OneOf<First.Element, Rest.Slots.Value>.A
    @usableFromInline typealias B = _After<First.Element, Rest.A>
    @usableFromInline typealias C = _After<First.Element, Rest.B>

    @inlinable @inline(__always) static var count: UInt8 { 3 }

    @inlinable @inline(__always)
    static func take(_ slots: inout Slots) -> (First.Element, Second.Element, Third.Element) {
        (slots.slot.take(), slots.rest.slot.take(), slots.rest.rest.slot.take())
    }
}

@usableFromInline
enum _Row4<First: _Slot, Second: _Slot, Third: _Slot, Fourth: _Slot>: _Row {
    @usableFromInline typealias Rest = _Row3<Second, Third, Fourth>
    @usableFromInline typealias Slots = _MoreSlots<First, Rest.Slots>
    @usableFromInline typealias A = _OneOf<First.Element, Rest.Slots.Value>.A
    @usableFromInline typealias B = _After<First.Element, Rest.A>
    @usableFromInline typealias C = _After<First.Element, Rest.B>
    @usableFromInline typealias D = _After<First.Element, Rest.C>

    @inlinable @inline(__always) static var count: UInt8 { 4 }

    @inlinable @inline(__always)
    static func take(_ slots: inout Slots) -> (First.Element, Second.Element, Third.Element, Fourth.Element) {
        (
            slots.slot.take(), slots.rest.slot.take(), slots.rest.rest.slot.take(),
            slots.rest.rest.rest.slot.take()
        )
    }
}

/// A port of one input, made from its type alone.
@usableFromInline
protocol _FixedPort<Values>: _Port {
    init()
}

extension _OneOf.A: _FixedPort {}
extension _OneOf.B: _FixedPort {}

/// A port that has one more input before it.
@frozen @usableFromInline
struct _After<First, Port: _FixedPort>: _FixedPort {
    @inlinable @inline(__always) init() {}
    @inlinable @inline(__always) static var number: Int { Port.number + 1 }
    @inlinable @inline(__always)
    func wrap(_ value: Port.Value) -> _OneOf<First, Port.Values> { .b(Port().wrap(value)) }
}
