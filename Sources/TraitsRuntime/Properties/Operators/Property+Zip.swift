/// One input of a zip: the values that wait for partners. Belongs to whoever holds the graph's baton.
class _ZipInput {
    /// Takes the input's value if it has changed.
    func collect() {}
    /// Whether a value waits.
    var isReady: Bool { false }
    /// Whether no value will ever wait here again.
    var isExhausted: Bool { true }
}

final class _ZipSide<Value>: _ZipInput {
    let property: Property<Value>
    @exclusivity(unchecked) var queue = _Queue<Value>()

    init(_ property: Property<Value>) { self.property = property }

    /// The value without a history.
    var first: Value {
        queue = _Queue()
        return property.working
    }

    /// The value that waits, for a side that is ready.
    var next: Value { queue.pop()! }

    override func collect() {
        if property.isChanged { queue.push(property.working) }
    }

    override var isReady: Bool { !queue.isEmpty }

    override var isExhausted: Bool { queue.isEmpty && property.node.isDone }
}

extension Property {
    /// - Parameters:
    ///   - nodes: the nodes of the sides.
    ///   - sides: what is zipped.
    ///   - start: makes a value of the sides' first ones.
    ///   - next: makes a value of those that wait.
    convenience init(
        _zipping nodes: ContiguousArray<_GraphNode>, _ sides: [_ZipInput], start: @escaping () -> Value,
        next: @escaping () -> Value
    ) {
        self.init(
            _inputs: nodes, start: start,
            step: {
                for side in sides { side.collect() }
                return sides.allSatisfy(\.isReady) ? next() : nil
            },
            isOver: { sides.isEmpty || sides.contains(where: \.isExhausted) })
    }

    /// A property of the first values together, then of the second ones, and so on.
    ///
    /// ```
    /// a            1--2--3-------|
    /// b            x-------y---|
    /// a.zip(b)     A-------B---|      A = (1, x), B = (2, y)
    /// ```
    ///
    /// "First" is the value that a property has when it is zipped. To follow each change at once, use
    /// ``combineLatest(_:)``.
    ///
    /// - Completion: as soon as one of the properties has ended and all its values have found partners.
    /// - Lifetime: the result holds all the properties.
    /// - Complexity: linear in the number of properties for each change; keeps the values that wait for partners.
    ///
    /// ```swift
    /// let pair = Property(1).zip(Property("one"))
    /// print(pair.value)      // (1, "one")
    /// ```
    public func zip<B>(_ b: Property<B>) -> Property<(Value, B)> { zip(b) { ($0, $1) } }

    /// A property of this one's and two others' first values together, then the second ones; see ``zip(_:)``.
    public func zip<B, C>(_ b: Property<B>, _ c: Property<C>) -> Property<(Value, B, C)> {
        zip(b, c) { ($0, $1, $2) }
    }

    /// A property of this one's and three others' first values together, then the second ones; see ``zip(_:)``.
    public func zip<B, C, D>(_ b: Property<B>, _ c: Property<C>, _ d: Property<D>)
        -> Property<(Value, B, C, D)>
    {
        zip(b, c, d) { ($0, $1, $2, $3) }
    }

    /// A property of this one's and any number of others' first values together, then the second ones; see
    /// ``zip(_:)``.
    public func zip<B, C, D, E, each Other>(
        _ b: Property<B>, _ c: Property<C>, _ d: Property<D>, _ e: Property<E>,
        _ other: repeat Property<each Other>
    ) -> Property<(Value, B, C, D, E, repeat each Other)> {
        Property.zip(
            _ZipSide(self), _ZipSide(b), _ZipSide(c), _ZipSide(d), _ZipSide(e), repeat _ZipSide(each other))
    }

    private static func zip<A, B, C, D, E, each Other>(
        _ a: _ZipSide<A>, _ b: _ZipSide<B>, _ c: _ZipSide<C>, _ d: _ZipSide<D>, _ e: _ZipSide<E>,
        _ other: repeat _ZipSide<each Other>
    ) -> Property<(A, B, C, D, E, repeat each Other)> {
        var nodes: ContiguousArray<_GraphNode> = [
            a.property.node, b.property.node, c.property.node, d.property.node, e.property.node,
        ]
        var sides: [_ZipInput] = [a, b, c, d, e]
        for side in repeat each other {
            nodes.append(side.property.node)
            sides.append(side)
        }
        return Property<(A, B, C, D, E, repeat each Other)>(
            _zipping: nodes, sides,
            start: { (a.first, b.first, c.first, d.first, e.first, repeat (each other).first) },
            next: { (a.next, b.next, c.next, d.next, e.next, repeat (each other).next) })
    }

    /// A property made from the first values together, then the second ones, and so on; see ``zip(_:)``.
    ///
    /// - Parameters:
    ///   - b: the other property.
    ///   - transform: makes a value of the new kind.
    public func zip<B, T>(_ b: Property<B>, _ transform: @escaping (Value, B) -> T) -> Property<T> {
        let (first, second) = (_ZipSide(self), _ZipSide(b))
        return Property<T>(
            _zipping: [node, b.node], [first, second], start: { transform(first.first, second.first) },
            next: { transform(first.next, second.next) })
    }

    /// A property made from this one's and two others' first values, then the second ones; see ``zip(_:)``.
    public func zip<B, C, T>(
        _ b: Property<B>, _ c: Property<C>, _ transform: @escaping (Value, B, C) -> T
    ) -> Property<T> {
        let (first, second, third) = (_ZipSide(self), _ZipSide(b), _ZipSide(c))
        return Property<T>(
            _zipping: [node, b.node, c.node], [first, second, third],
            start: { transform(first.first, second.first, third.first) },
            next: { transform(first.next, second.next, third.next) })
    }

    /// A property made from this one's and three others' first values, then the second ones; see ``zip(_:)``.
    public func zip<B, C, D, T>(
        _ b: Property<B>, _ c: Property<C>, _ d: Property<D>,
        _ transform: @escaping (Value, B, C, D) -> T
    ) -> Property<T> {
        let (first, second, third, fourth) = (_ZipSide(self), _ZipSide(b), _ZipSide(c), _ZipSide(d))
        return Property<T>(
            _zipping: [node, b.node, c.node, d.node], [first, second, third, fourth],
            start: { transform(first.first, second.first, third.first, fourth.first) },
            next: { transform(first.next, second.next, third.next, fourth.next) })
    }

    /// A property of the first values of several properties together, then the second ones, and so on; see
    /// ``zip(_:)``.
    ///
    /// - Parameter properties: the properties; if there are none, the result is constant and empty.
    public static func zip<C: Collection>(_ properties: C) -> Property<[Value]>
    where C.Element == Property<Value> {
        let sides = properties.map { _ZipSide($0) }
        return Property<[Value]>(
            _zipping: ContiguousArray(properties.map(\.node)), sides, start: { sides.map(\.first) },
            next: { sides.map(\.next) })
    }
}

extension Collection {
    /// A property of the first values of all these properties, then the second ones; see ``Property/zip(_:)``.
    public func zip<Value>() -> Property<[Value]> where Element == Property<Value> {
        Property<Value>.zip(self)
    }
}
