// The template `_PropertyCombineLatest.mustache` writes `combineLatest` of two to four properties, each with a separate
// type, from the rows of the table.

extension Property {
    /// A property of this one's value and those of any number of others; see `combineLatest(_:)`.
    public func combineLatest<B, C, D, E, each Other>(
        _ b: Property<B>, _ c: Property<C>, _ d: Property<D>, _ e: Property<E>,
        _ other: repeat Property<each Other>
    ) -> Property<(Value, B, C, D, E, repeat each Other)> {
        let all = Properties.CombineLatestMany(self, b, c, d, e, repeat each other)
        return all.property()
    }

    /// A property of the values of several properties; see `combineLatest(_:)`.
    ///
    /// Name the type of the values, as in `Property<Int>.combineLatest(counts)`, or write `counts.combineLatest()`: in the
    /// language mode of Swift 6 the compiler doesn't infer it where a type that is `Sendable` under a condition has methods
    /// of that name too.
    ///
    /// - Complexity: linear in the number of properties for each change: all are read.
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
    /// The operator of `combineLatest(_:_:_:_:_:)`.
    public struct CombineLatestMany<each Value>: PropertyOperator {
        public typealias Output = (repeat each Value)

        let properties: (repeat Property<each Value>)

        /// Creates the operator on several properties.
        public init(_ properties: repeat Property<each Value>) {
            self.properties = (repeat each properties)
        }

        public func _property(initial: (() -> Output)?) -> Property<Output> {
            var inputs: ContiguousArray<_GraphNode> = []
            for property in repeat each properties { inputs.append(property.node) }
            return Property(_inputs: inputs, start: { (repeat (each properties).working) })
        }
    }

    /// The operator of ``Property/combineLatest(_:)-(C)``.
    @frozen
    public struct CombineLatestCollection<Value>: PropertyOperator {
        public typealias Output = [Value]

        @usableFromInline let properties: ContiguousArray<Property<Value>>

        /// Creates the operator on several properties.
        @inlinable
        public init<C: Collection>(_ properties: C) where C.Element == Property<Value> {
            self.properties = ContiguousArray(properties)
        }

        @inlinable
        public func _property(initial: (() -> [Value])?) -> Property<[Value]> {
            Property(
                _inputs: ContiguousArray(properties.map(\.node)),
                start: {
                    // Saves a check of the capacity for each value.
                    [Value](unsafeUninitializedCapacity: properties.count) { values, count in
                        for property in properties {
                            (values.baseAddress! + count).initialize(to: property.working)
                            count &+= 1
                        }
                    }
                })
        }
    }
}
