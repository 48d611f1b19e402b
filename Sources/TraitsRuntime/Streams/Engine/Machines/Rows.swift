/// The shape of what `zip` and `combineLatest` send: two to four values, one of each side.
///
/// A row of fewer than four has ``_Absent`` in the other places, so that one machine serves all arities and
/// the compiler removes what isn't there.
@usableFromInline
protocol _Row {
    associatedtype A
    associatedtype B
    associatedtype C
    associatedtype D
    associatedtype Values

    static var count: Int { get }

    /// What stands in the third place if there is no third side.
    static var absentC: C? { get }
    static var absentD: D? { get }

    static func values(_ a: A, _ b: B, _ c: C, _ d: D) -> Values
}

extension _Row {
    @inlinable @inline(__always) static var absentC: C? { nil }
    @inlinable @inline(__always) static var absentD: D? { nil }

    /// The bits of all sides.
    @inlinable @inline(__always) static var allSides: UInt8 { 1 << UInt8(count) - 1 }
}

/// No side, and so no value.
@frozen @usableFromInline
struct _Absent {
    @inlinable @inline(__always) init() {}
}

@frozen @usableFromInline
enum _Row2<A, B>: _Row {
    @usableFromInline typealias C = _Absent
    @usableFromInline typealias D = _Absent
    @inlinable @inline(__always) static var count: Int { 2 }
    @inlinable @inline(__always) static var absentC: _Absent? { _Absent() }
    @inlinable @inline(__always) static var absentD: _Absent? { _Absent() }

    @inlinable @inline(__always)
    static func values(_ a: A, _ b: B, _ c: _Absent, _ d: _Absent) -> (A, B) { (a, b) }
}

@frozen @usableFromInline
enum _Row3<A, B, C>: _Row {
    @usableFromInline typealias D = _Absent
    @inlinable @inline(__always) static var count: Int { 3 }
    @inlinable @inline(__always) static var absentD: _Absent? { _Absent() }

    @inlinable @inline(__always)
    static func values(_ a: A, _ b: B, _ c: C, _ d: _Absent) -> (A, B, C) { (a, b, c) }
}

@frozen @usableFromInline
enum _Row4<A, B, C, D>: _Row {
    @inlinable @inline(__always) static var count: Int { 4 }

    @inlinable @inline(__always)
    static func values(_ a: A, _ b: B, _ c: C, _ d: D) -> (A, B, C, D) { (a, b, c, d) }
}

// MARK: - The places of a row

/// Which place of the row a side fills.
@usableFromInline
protocol _Place<Row> {
    associatedtype Row: _Row
    associatedtype Value

    static var index: Int { get }
    static func put<Slots: _Slots>(_ value: Value, in slots: inout Slots) where Slots.Row == Row
    static func offer<Slots: _Slots>(_ value: Value, to slots: inout Slots) -> Row.Values?
    where Slots.Row == Row
}

extension _Place {
    @inlinable @inline(__always) static var bit: UInt8 { 1 << UInt8(index) }
}

@frozen @usableFromInline
enum _PlaceA<Row: _Row>: _Place {
    @inlinable @inline(__always) static var index: Int { 0 }

    @inlinable @inline(__always)
    static func put<Slots: _Slots>(_ value: Row.A, in slots: inout Slots) where Slots.Row == Row {
        slots.put(a: value)
    }

    @inlinable @inline(__always)
    static func offer<Slots: _Slots>(_ value: Row.A, to slots: inout Slots) -> Row.Values?
    where Slots.Row == Row {
        slots.offer(a: value)
    }
}

@frozen @usableFromInline
enum _PlaceB<Row: _Row>: _Place {
    @inlinable @inline(__always) static var index: Int { 1 }

    @inlinable @inline(__always)
    static func put<Slots: _Slots>(_ value: Row.B, in slots: inout Slots) where Slots.Row == Row {
        slots.put(b: value)
    }

    @inlinable @inline(__always)
    static func offer<Slots: _Slots>(_ value: Row.B, to slots: inout Slots) -> Row.Values?
    where Slots.Row == Row {
        slots.offer(b: value)
    }
}

@frozen @usableFromInline
enum _PlaceC<Row: _Row>: _Place {
    @inlinable @inline(__always) static var index: Int { 2 }

    @inlinable @inline(__always)
    static func put<Slots: _Slots>(_ value: Row.C, in slots: inout Slots) where Slots.Row == Row {
        slots.put(c: value)
    }

    @inlinable @inline(__always)
    static func offer<Slots: _Slots>(_ value: Row.C, to slots: inout Slots) -> Row.Values?
    where Slots.Row == Row {
        slots.offer(c: value)
    }
}

@frozen @usableFromInline
enum _PlaceD<Row: _Row>: _Place {
    @inlinable @inline(__always) static var index: Int { 3 }

    @inlinable @inline(__always)
    static func put<Slots: _Slots>(_ value: Row.D, in slots: inout Slots) where Slots.Row == Row {
        slots.put(d: value)
    }

    @inlinable @inline(__always)
    static func offer<Slots: _Slots>(_ value: Row.D, to slots: inout Slots) -> Row.Values?
    where Slots.Row == Row {
        slots.offer(d: value)
    }
}

// MARK: - What is kept between values

/// The values that an operator of rows keeps, and its rule for when they make a row. A pure value: the
/// machine around it, ``_RowNode``, does the rest.
@usableFromInline
protocol _Slots<Row> {
    associatedtype Row: _Row

    /// The operator's name, as `print()` shows it.
    static var name: String { get }

    /// Whether a row waits until there is demand for it, rather than being left out.
    static var keepsRows: Bool { get }

    init()

    mutating func put(a: Row.A)
    mutating func put(b: Row.B)
    mutating func put(c: Row.C)
    mutating func put(d: Row.D)

    /// Takes a value when no row waits and there is demand for one: returns the row it makes, or puts it down.
    mutating func offer(a: Row.A) -> Row.Values?
    mutating func offer(b: Row.B) -> Row.Values?
    mutating func offer(c: Row.C) -> Row.Values?
    mutating func offer(d: Row.D) -> Row.Values?

    /// Called after each value that was put down: decides whether it makes a row. `afford` takes one from
    /// the demand.
    mutating func settle(_ afford: () -> Bool)

    /// Takes the next row.
    mutating func next(_ afford: () -> Bool) -> Row.Values?

    /// Whether no row can come any more, given the sides that have finished.
    func isSpent(_ finished: UInt8) -> Bool
}

/// `zip`: a queue for each side, and a row as soon as none is empty.
@frozen @usableFromInline
struct _ZipSlots<Row: _Row>: _Slots {
    @usableFromInline var a = _Queue<Row.A>()
    @usableFromInline var b = _Queue<Row.B>()
    @usableFromInline var c = _Queue<Row.C>()
    @usableFromInline var d = _Queue<Row.D>()

    @inlinable init() {}

    @usableFromInline static var name: String { "Zip" }
    @inlinable @inline(__always) static var keepsRows: Bool { true }

    @inlinable @inline(__always) mutating func put(a value: Row.A) { a.push(value) }
    @inlinable @inline(__always) mutating func put(b value: Row.B) { b.push(value) }
    @inlinable @inline(__always) mutating func put(c value: Row.C) { c.push(value) }
    @inlinable @inline(__always) mutating func put(d value: Row.D) { d.push(value) }

    @inlinable @inline(__always) mutating func settle(_ afford: () -> Bool) {}

    @inlinable @inline(__always) var hasA: Bool { !a.isEmpty }
    @inlinable @inline(__always) var hasB: Bool { !b.isEmpty }
    @inlinable @inline(__always) var hasC: Bool { Row.count < 3 || !c.isEmpty }
    @inlinable @inline(__always) var hasD: Bool { Row.count < 4 || !d.isEmpty }
    @inlinable @inline(__always) mutating func popC() -> Row.C? { Row.absentC ?? c.pop() }
    @inlinable @inline(__always) mutating func popD() -> Row.D? { Row.absentD ?? d.pop() }

    // If the queues of all other sides hold values, the one of the side that sends is empty: no row waits.

    @inlinable @inline(__always)
    mutating func offer(a value: Row.A) -> Row.Values? {
        guard hasB, hasC, hasD, let b = b.pop(), let c = popC(), let d = popD() else {
            a.push(value)
            return nil
        }
        return Row.values(value, b, c, d)
    }

    @inlinable @inline(__always)
    mutating func offer(b value: Row.B) -> Row.Values? {
        guard hasA, hasC, hasD, let a = a.pop(), let c = popC(), let d = popD() else {
            b.push(value)
            return nil
        }
        return Row.values(a, value, c, d)
    }

    @inlinable @inline(__always)
    mutating func offer(c value: Row.C) -> Row.Values? {
        guard hasA, hasB, hasD, let a = a.pop(), let b = b.pop(), let d = popD() else {
            c.push(value)
            return nil
        }
        return Row.values(a, b, value, d)
    }

    @inlinable @inline(__always)
    mutating func offer(d value: Row.D) -> Row.Values? {
        guard hasA, hasB, hasC, let a = a.pop(), let b = b.pop(), let c = popC() else {
            d.push(value)
            return nil
        }
        return Row.values(a, b, c, value)
    }

    @inlinable @inline(__always)
    mutating func next(_ afford: () -> Bool) -> Row.Values? {
        guard hasA, hasB, hasC, hasD, afford(), let a = a.pop(), let b = b.pop(), let c = popC(),
            let d = popD()
        else { return nil }
        return Row.values(a, b, c, d)
    }

    /// A side that has finished and has nothing left ends the whole.
    @inlinable
    func isSpent(_ finished: UInt8) -> Bool {
        finished & _PlaceA<Row>.bit != 0 && a.isEmpty || finished & _PlaceB<Row>.bit != 0 && b.isEmpty
            || finished & _PlaceC<Row>.bit != 0 && c.isEmpty
            || finished & _PlaceD<Row>.bit != 0 && d.isEmpty
    }
}

/// `combineLatest`: the newest value of each side, and a row for each value once all have one.
@frozen @usableFromInline
struct _LatestSlots<Row: _Row>: _Slots {
    @usableFromInline var a: Row.A?
    @usableFromInline var b: Row.B?
    @usableFromInline var c: Row.C? = Row.absentC
    @usableFromInline var d: Row.D? = Row.absentD
    /// The rows made and not yet sent: more than one only if values arrive while a row is being sent.
    @usableFromInline var rows = _Queue<Row.Values>()

    @inlinable init() {}

    @usableFromInline static var name: String { "CombineLatest" }
    @inlinable @inline(__always) static var keepsRows: Bool { false }

    @inlinable @inline(__always) mutating func put(a value: Row.A) { a = value }
    @inlinable @inline(__always) mutating func put(b value: Row.B) { b = value }
    @inlinable @inline(__always) mutating func put(c value: Row.C) { c = value }
    @inlinable @inline(__always) mutating func put(d value: Row.D) { d = value }

    /// The row of the newest values, if each side has sent one.
    @inlinable @inline(__always)
    var newest: Row.Values? {
        // The test of an absent side is constant, which that of its slot is not.
        guard let a, let b, let c = Row.absentC ?? c, let d = Row.absentD ?? d else { return nil }
        return Row.values(a, b, c, d)
    }

    @inlinable @inline(__always)
    mutating func offer(a value: Row.A) -> Row.Values? {
        a = value
        return newest
    }

    @inlinable @inline(__always)
    mutating func offer(b value: Row.B) -> Row.Values? {
        b = value
        return newest
    }

    @inlinable @inline(__always)
    mutating func offer(c value: Row.C) -> Row.Values? {
        c = value
        return newest
    }

    @inlinable @inline(__always)
    mutating func offer(d value: Row.D) -> Row.Values? {
        d = value
        return newest
    }

    @inlinable @inline(__always)
    mutating func settle(_ afford: () -> Bool) {
        if let row = newest, afford() { rows.push(row) }
    }

    @inlinable @inline(__always)
    mutating func next(_ afford: () -> Bool) -> Row.Values? { rows.pop() }

    @inlinable
    func isSpent(_ finished: UInt8) -> Bool { finished == Row.allSides && rows.isEmpty }
}
