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
    /// `combineLatest(_:)`.
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

    /// A property of this one's and two others' first values together, then the second ones; see `zip(_:)`.
    public func zip<B, C>(_ b: Property<B>, _ c: Property<C>) -> Property<(Value, B, C)> {
        zip(b, c) { ($0, $1, $2) }
    }

    /// A property of this one's and three others' first values together, then the second ones; see `zip(_:)`.
    public func zip<B, C, D>(_ b: Property<B>, _ c: Property<C>, _ d: Property<D>)
        -> Property<(Value, B, C, D)>
    {
        zip(b, c, d) { ($0, $1, $2, $3) }
    }

    /// A property of this one's and any number of others' first values together, then the second ones; see
    /// `zip(_:)`.
    public func zip<B, C, D, E, each Other>(
        _ b: Property<B>, _ c: Property<C>, _ d: Property<D>, _ e: Property<E>,
        _ other: repeat Property<each Other>
    ) -> Property<(Value, B, C, D, E, repeat each Other)> {
        let all = Properties.ZipMany(self, b, c, d, e, repeat each other)
        return all.property()
    }

    /// A property made from the first values together, then the second ones, and so on; see `zip(_:)`.
    ///
    /// - Parameters:
    ///   - b: the other property.
    ///   - transform: makes a value of the new kind.
    public func zip<B, T>(_ b: Property<B>, _ transform: @escaping (Value, B) -> T) -> Property<T> {
        Properties.Zip(self, b, transform).property()
    }

    /// A property made from this one's and two others' first values, then the second ones; see `zip(_:)`.
    public func zip<B, C, T>(
        _ b: Property<B>, _ c: Property<C>, _ transform: @escaping (Value, B, C) -> T
    ) -> Property<T> {
        Properties.Zip3(self, b, c, transform).property()
    }

    /// A property made from this one's and three others' first values, then the second ones; see `zip(_:)`.
    public func zip<B, C, D, T>(
        _ b: Property<B>, _ c: Property<C>, _ d: Property<D>,
        _ transform: @escaping (Value, B, C, D) -> T
    ) -> Property<T> {
        Properties.Zip4(self, b, c, d, transform).property()
    }

    /// A property of the first values of several properties together, then the second ones, and so on; see
    /// `zip(_:)`.
    ///
    /// - Parameter properties: the properties; if there are none, the result is constant and empty.
    public static func zip<C: Collection>(_ properties: C) -> Property<[Value]>
    where C.Element == Property<Value> {
        Properties.ZipCollection(properties).property()
    }
}

extension Collection {
    /// A property of the first values of all these properties, then the second ones; see `zip(_:)`.
    public func zip<Value>() -> Property<[Value]> where Element == Property<Value> {
        Property<Value>.zip(self)
    }
}

extension Properties {
    /// What `zip(_:_:)` makes.
    public struct Zip<A, B, Output>: PropertyOperator {
        let a: Property<A>
        let b: Property<B>
        let transform: (A, B) -> Output

        /// Applies the operator.
        public init(
            _ a: Property<A>, _ b: Property<B>,
            _ transform: @escaping (A, B) -> Output
        ) {
            self.a = a
            self.b = b
            self.transform = transform
        }

        public func _property(initial: (() -> Output)?) -> Property<Output> {
            let sideA = _ZipSide(a)
            let sideB = _ZipSide(b)
            return Property(
                _zipping: [a.node, b.node], [sideA, sideB],
                start: { transform(sideA.first, sideB.first) },
                next: { transform(sideA.next, sideB.next) })
        }
    }

    /// What `zip(_:_:_:)` makes.
    public struct Zip3<A, B, C, Output>: PropertyOperator {
        let a: Property<A>
        let b: Property<B>
        let c: Property<C>
        let transform: (A, B, C) -> Output

        /// Applies the operator.
        public init(
            _ a: Property<A>, _ b: Property<B>, _ c: Property<C>,
            _ transform: @escaping (A, B, C) -> Output
        ) {
            self.a = a
            self.b = b
            self.c = c
            self.transform = transform
        }

        public func _property(initial: (() -> Output)?) -> Property<Output> {
            let sideA = _ZipSide(a)
            let sideB = _ZipSide(b)
            let sideC = _ZipSide(c)
            return Property(
                _zipping: [a.node, b.node, c.node], [sideA, sideB, sideC],
                start: { transform(sideA.first, sideB.first, sideC.first) },
                next: { transform(sideA.next, sideB.next, sideC.next) })
        }
    }

    /// What `zip(_:_:_:_:)` makes.
    public struct Zip4<A, B, C, D, Output>: PropertyOperator {
        let a: Property<A>
        let b: Property<B>
        let c: Property<C>
        let d: Property<D>
        let transform: (A, B, C, D) -> Output

        /// Applies the operator.
        public init(
            _ a: Property<A>, _ b: Property<B>, _ c: Property<C>, _ d: Property<D>,
            _ transform: @escaping (A, B, C, D) -> Output
        ) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.transform = transform
        }

        public func _property(initial: (() -> Output)?) -> Property<Output> {
            let sideA = _ZipSide(a)
            let sideB = _ZipSide(b)
            let sideC = _ZipSide(c)
            let sideD = _ZipSide(d)
            return Property(
                _zipping: [a.node, b.node, c.node, d.node], [sideA, sideB, sideC, sideD],
                start: { transform(sideA.first, sideB.first, sideC.first, sideD.first) },
                next: { transform(sideA.next, sideB.next, sideC.next, sideD.next) })
        }
    }

    /// What `zip(_:_:_:_:_:)` makes.
    public struct ZipMany<each Value>: PropertyOperator {
        public typealias Output = (repeat each Value)

        let properties: (repeat Property<each Value>)

        /// Applies the operator.
        public init(_ properties: repeat Property<each Value>) {
            self.properties = (repeat each properties)
        }

        public func _property(initial: (() -> Output)?) -> Property<Output> {
            let zipped = (repeat _ZipSide(each properties))
            var nodes: ContiguousArray<_GraphNode> = []
            var sides: [_ZipInput] = []
            for side in repeat each zipped {
                nodes.append(side.property.node)
                sides.append(side)
            }
            return Property(
                _zipping: nodes, sides, start: { (repeat (each zipped).first) },
                next: { (repeat (each zipped).next) })
        }
    }

    /// What ``Property/zip(_:)-(C)`` makes.
    public struct ZipCollection<Value>: PropertyOperator {
        public typealias Output = [Value]

        let properties: ContiguousArray<Property<Value>>

        /// Applies the operator.
        public init<C: Collection>(_ properties: C) where C.Element == Property<Value> {
            self.properties = ContiguousArray(properties)
        }

        public func _property(initial: (() -> [Value])?) -> Property<[Value]> {
            let sides = properties.map { _ZipSide($0) }
            return Property(
                _zipping: ContiguousArray(properties.map(\.node)), sides, start: { sides.map(\.first) },
                next: { sides.map(\.next) })
        }
    }
}
