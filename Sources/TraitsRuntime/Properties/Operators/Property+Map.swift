extension Property {
    #if !StrictIsolation  // strict: sending
        /// A property with each value transformed.
        ///
        /// ```
        /// property               0--1---2--|
        /// map { $0 * 10 }        0--10--20-|
        /// ```
        ///
        /// - Threads: the closure runs once for each value, on the thread that makes the change; see ``Property``.
        /// - Completion: when this property ends.
        /// - Lifetime: the result holds this property.
        ///
        /// ```swift
        /// let isLong = Property("abc").map { $0.count > 10 }
        /// print(isLong.value)      // false
        /// ```
        ///
        /// - Parameter transform: makes a value of the new kind.
        @inlinable
        public func map<T>(_ transform: @escaping (Value) -> T) -> Property<T> {
            Properties.Map(self, transform).property()
        }
    #endif

    /// A property that always has a constant value, and changes and ends with this one.
    ///
    /// ```
    /// property               0--1---2--|
    /// map(to: 7)             7--7---7--|
    /// ```
    ///
    /// Each change of this property sends the constant again, as `map { _ in constant }` does. (The method is disfavored,
    /// since a trailing closure is never meant as the constant.)
    @inlinable @_disfavoredOverload
    public func map<T>(to constant: T) -> Property<T> {
        Properties.Map(self) { _ in constant }.property()
    }

    /// A property with a part of each value.
    ///
    /// ```swift
    /// let length = Property("abc").map(\.count)
    /// print(length.value)      // 3
    /// ```
    @inlinable
    public func map<T>(_ keyPath: KeyPath<Value, T>) -> Property<T> {
        Properties.Map(self) { $0[keyPath: keyPath] }.property()
    }

    /// A property with two parts of each value.
    @inlinable
    public func map<T0, T1>(_ keyPath0: KeyPath<Value, T0>, _ keyPath1: KeyPath<Value, T1>)
        -> Property<(T0, T1)>
    {
        Properties.Map(self) { ($0[keyPath: keyPath0], $0[keyPath: keyPath1]) }.property()
    }

    /// A property with three parts of each value.
    @inlinable
    public func map<T0, T1, T2>(
        _ keyPath0: KeyPath<Value, T0>, _ keyPath1: KeyPath<Value, T1>, _ keyPath2: KeyPath<Value, T2>
    ) -> Property<(T0, T1, T2)> {
        Properties.Map(self) { ($0[keyPath: keyPath0], $0[keyPath: keyPath1], $0[keyPath: keyPath2]) }
            .property()
    }
}

extension Properties {
    /// The operator of ``Property/map(_:)-((Value)->T)``.
    @frozen
    public struct Map<Value, Output>: PropertyOperator {
        @usableFromInline let source: Property<Value>
        @usableFromInline let transform: (Value) -> Output

        /// Creates the operator on a property, with the parameters of ``Property/map(_:)-((Value)->T)``.
        @inlinable
        public init(_ source: Property<Value>, _ transform: @escaping (Value) -> Output) {
            self.source = source
            self.transform = transform
        }

        @inlinable
        public func _property(initial: (() -> Output)?) -> Property<Output> {
            Property(_inputs: [source.node], start: { transform(source.working) })
        }
    }
}
