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

    /// A property of this one's value and those of two others; see ``combineLatest(_:)``.
    @inlinable
    public func combineLatest<B, C>(_ b: Property<B>, _ c: Property<C>) -> Property<(Value, B, C)> {
        combineLatest(b, c) { ($0, $1, $2) }
    }

    /// A property of this one's value and those of three others; see ``combineLatest(_:)``.
    @inlinable
    public func combineLatest<B, C, D>(_ b: Property<B>, _ c: Property<C>, _ d: Property<D>)
        -> Property<(Value, B, C, D)>
    {
        combineLatest(b, c, d) { ($0, $1, $2, $3) }
    }

    /// A property of this one's value and those of any number of others; see ``combineLatest(_:)``.
    public func combineLatest<B, C, D, E, each Other>(
        _ b: Property<B>, _ c: Property<C>, _ d: Property<D>, _ e: Property<E>,
        _ other: repeat Property<each Other>
    ) -> Property<(Value, B, C, D, E, repeat each Other)> {
        var inputs: ContiguousArray<_GraphNode> = [node, b.node, c.node, d.node, e.node]
        for property in repeat each other { inputs.append(property.node) }
        return Property<(Value, B, C, D, E, repeat each Other)>(
            _inputs: inputs,
            start: { [self] in
                (
                    working, b.working, c.working, d.working, e.working,
                    repeat (each other).working
                )
            })
    }

    /// A property made from this one's value and another's; see ``combineLatest(_:)``.
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
        Property<T>(
            _inputs: [node, b.node], start: { [self] in transform(working, b.working) })
    }

    /// A property made from this one's value and those of two others; see ``combineLatest(_:_:)-(_,(Value,B)->T)``.
    @inlinable
    public func combineLatest<B, C, T>(
        _ b: Property<B>, _ c: Property<C>, _ transform: @escaping (Value, B, C) -> T
    ) -> Property<T> {
        Property<T>(
            _inputs: [node, b.node, c.node],
            start: { [self] in transform(working, b.working, c.working) })
    }

    /// A property made from this one's value and those of three others; see
    /// ``combineLatest(_:_:)-(_,(Value,B)->T)``.
    @inlinable
    public func combineLatest<B, C, D, T>(
        _ b: Property<B>, _ c: Property<C>, _ d: Property<D>,
        _ transform: @escaping (Value, B, C, D) -> T
    ) -> Property<T> {
        Property<T>(
            _inputs: [node, b.node, c.node, d.node],
            start: { [self] in
                transform(working, b.working, c.working, d.working)
            })
    }

    /// A property of the values of several properties; see ``combineLatest(_:)``.
    ///
    /// - Parameter properties: the properties; if there are none, the result is constant and empty.
    @inlinable
    public static func combineLatest<C: Collection>(_ properties: C) -> Property<[Value]>
    where C.Element == Property<Value> {
        let properties = ContiguousArray(properties)
        return Property<[Value]>(
            _inputs: ContiguousArray(properties.map(\.node)), start: { properties.map { $0.working } })
    }
}

extension Collection {
    /// A property of the values of all these properties; see ``Property/combineLatest(_:)``.
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
