extension Property {
    /// A property of this one's value and those of others.
    ///
    /// ```
    /// a                    1-----2-----|
    /// b                    x--y--z--|
    /// a.combineLatest(b)   A--B--C-----|      A = (1, x), B = (1, y), C = (2, z)
    /// ```
    ///
    /// If several of the properties change at the same time, since they depend on the same source, the result
    /// changes once, and nobody sees one part new and another old.
    ///
    /// - Threads: nothing to run.
    /// - Completion: when all the properties have ended.
    /// - Lifetime: the result holds all the properties.
    /// - Complexity: linear in the number of properties for each change.
    ///
    /// ```swift
    /// let name = MutableProperty("Ann"), age = MutableProperty(30)
    /// let text = name.property.combineLatest(age.property).map { "\($0), \($1)" }
    /// print(text.value)      // Ann, 30
    /// ```
    @inlinable
    public func combineLatest<B>(_ b: Property<B>) -> Property<(Value, B)> { combineLatest(b) { ($0, $1) } }

    /// A property of this one's value and those of two others; see `combineLatest(_:)`.
    @inlinable
    public func combineLatest<B, C>(_ b: Property<B>, _ c: Property<C>) -> Property<(Value, B, C)> {
        combineLatest(b, c) { ($0, $1, $2) }
    }

    /// A property of this one's value and those of three others; see `combineLatest(_:)`.
    @inlinable
    public func combineLatest<B, C, D>(_ b: Property<B>, _ c: Property<C>, _ d: Property<D>)
        -> Property<(Value, B, C, D)>
    {
        combineLatest(b, c, d) { ($0, $1, $2, $3) }
    }

    /// A property of this one's value and those of any number of others; see `combineLatest(_:)`.
    public func combineLatest<B, C, D, E, each Other>(
        _ b: Property<B>, _ c: Property<C>, _ d: Property<D>, _ e: Property<E>,
        _ other: repeat Property<each Other>
    ) -> Property<(Value, B, C, D, E, repeat each Other)> {
        let all = Properties.CombineLatestMany(self, b, c, d, e, repeat each other)
        return all.property()
    }

    /// A property made from this one's value and another's; see `combineLatest(_:)`.
    ///
    /// ```swift
    /// let area = Property(3).combineLatest(Property(4)) { $0 * $1 }
    /// print(area.value)      // 12
    /// ```
    ///
    /// - Parameters:
    ///   - b: the other property.
    ///   - transform: makes a value of the new kind; called once for each change, however many of the
    ///     properties change with it.
    @inlinable
    public func combineLatest<B, T>(_ b: Property<B>, _ transform: @escaping (Value, B) -> T) -> Property<T> {
        Properties.CombineLatest(self, b, transform).property()
    }

    /// A property made from this one's value and those of two others; see ``combineLatest(_:_:)-(_,(Value,B)->T)``.
    @inlinable
    public func combineLatest<B, C, T>(
        _ b: Property<B>, _ c: Property<C>, _ transform: @escaping (Value, B, C) -> T
    ) -> Property<T> {
        Properties.CombineLatest3(self, b, c, transform).property()
    }

    /// A property made from this one's value and those of three others; see
    /// ``combineLatest(_:_:)-(_,(Value,B)->T)``.
    @inlinable
    public func combineLatest<B, C, D, T>(
        _ b: Property<B>, _ c: Property<C>, _ d: Property<D>,
        _ transform: @escaping (Value, B, C, D) -> T
    ) -> Property<T> {
        Properties.CombineLatest4(self, b, c, d, transform).property()
    }

    /// A property of the values of several properties; see `combineLatest(_:)`.
    ///
    /// - Parameter properties: the properties; if there are none, the result is constant and empty.
    @inlinable
    public static func combineLatest<C: Collection>(_ properties: C) -> Property<[Value]>
    where C.Element == Property<Value> {
        Properties.CombineLatestCollection(properties).property()
    }
}

extension Collection {
    /// A property of the values of all these properties; see `combineLatest(_:)`.
    ///
    /// ```swift
    /// let sum = [Property(1), Property(2)].combineLatest().map { $0.reduce(0, +) }
    /// print(sum.value)      // 3
    /// ```
    @inlinable
    public func combineLatest<Value>() -> Property<[Value]> where Element == Property<Value> {
        Property<Value>.combineLatest(self)
    }
}

extension Properties {
    /// What `combineLatest(_:_:)` makes.
    @frozen
    public struct CombineLatest<A, B, Output>: PropertyOperator {
        @usableFromInline let a: Property<A>
        @usableFromInline let b: Property<B>
        @usableFromInline let transform: (A, B) -> Output

        /// Applies the operator.
        @inlinable
        public init(
            _ a: Property<A>, _ b: Property<B>,
            _ transform: @escaping (A, B) -> Output
        ) {
            self.a = a
            self.b = b
            self.transform = transform
        }

        @inlinable
        public func _property(initial: (() -> Output)?) -> Property<Output> {
            Property(
                _inputs: [a.node, b.node],
                start: { transform(a.working, b.working) })
        }
    }

    /// What `combineLatest(_:_:_:)` makes.
    @frozen
    public struct CombineLatest3<A, B, C, Output>: PropertyOperator {
        @usableFromInline let a: Property<A>
        @usableFromInline let b: Property<B>
        @usableFromInline let c: Property<C>
        @usableFromInline let transform: (A, B, C) -> Output

        /// Applies the operator.
        @inlinable
        public init(
            _ a: Property<A>, _ b: Property<B>, _ c: Property<C>,
            _ transform: @escaping (A, B, C) -> Output
        ) {
            self.a = a
            self.b = b
            self.c = c
            self.transform = transform
        }

        @inlinable
        public func _property(initial: (() -> Output)?) -> Property<Output> {
            Property(
                _inputs: [a.node, b.node, c.node],
                start: { transform(a.working, b.working, c.working) })
        }
    }

    /// What `combineLatest(_:_:_:_:)` makes.
    @frozen
    public struct CombineLatest4<A, B, C, D, Output>: PropertyOperator {
        @usableFromInline let a: Property<A>
        @usableFromInline let b: Property<B>
        @usableFromInline let c: Property<C>
        @usableFromInline let d: Property<D>
        @usableFromInline let transform: (A, B, C, D) -> Output

        /// Applies the operator.
        @inlinable
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

        @inlinable
        public func _property(initial: (() -> Output)?) -> Property<Output> {
            Property(
                _inputs: [a.node, b.node, c.node, d.node],
                start: { transform(a.working, b.working, c.working, d.working) })
        }
    }

    /// What `combineLatest(_:_:_:_:_:)` makes.
    public struct CombineLatestMany<each Value>: PropertyOperator {
        public typealias Output = (repeat each Value)

        let properties: (repeat Property<each Value>)

        /// Applies the operator.
        public init(_ properties: repeat Property<each Value>) {
            self.properties = (repeat each properties)
        }

        public func _property(initial: (() -> Output)?) -> Property<Output> {
            var inputs: ContiguousArray<_GraphNode> = []
            for property in repeat each properties { inputs.append(property.node) }
            return Property(_inputs: inputs, start: { (repeat (each properties).working) })
        }
    }

    /// What ``Property/combineLatest(_:)-(C)`` makes.
    @frozen
    public struct CombineLatestCollection<Value>: PropertyOperator {
        public typealias Output = [Value]

        @usableFromInline let properties: ContiguousArray<Property<Value>>

        /// Applies the operator.
        @inlinable
        public init<C: Collection>(_ properties: C) where C.Element == Property<Value> {
            self.properties = ContiguousArray(properties)
        }

        @inlinable
        public func _property(initial: (() -> [Value])?) -> Property<[Value]> {
            Property(
                _inputs: ContiguousArray(properties.map(\.node)),
                start: { properties.map { $0.working } })
        }
    }
}
