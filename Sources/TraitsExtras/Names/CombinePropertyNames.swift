public import TraitsRuntime

// Names from CombineProperty that differ from the names in `TraitsRuntime`.

extension Property {
    /// The name of the value's type in CombineProperty.
    public typealias Output = Value

    /// A property that always has the same value, and changes whenever this property does; `map(to:)` in CombineProperty.
    ///
    /// ```swift
    /// print(Property(1).map(value: "one").value)      // Prints: one
    /// ```
    @_disfavoredOverload
    public func map<T>(value: T) -> Property<T> { map(to: value) }

    #if !StrictIsolation  // strict: sending
        /// `compactMap(initial:_:)` in CombineProperty.
        ///
        /// - Parameters:
        ///   - initialFallback: the value until the closure returns a value.
        ///   - transform: returns a value, or `nil`.
        @_disfavoredOverload
        public func compactMap<T>(
            initialFallback: T, _ transform: @escaping (Value) -> T?
        ) -> Property<T> {
            Properties.CompactMap(self, transform)._property { initialFallback }
        }

        /// `filter(initial:_:)` in CombineProperty.
        ///
        /// ```swift
        /// print(Property(1).filter(initialFallback: 0) { $0 > 1 }.value)      // Prints: 0
        /// ```
        ///
        /// - Parameters:
        ///   - initialFallback: the value until a value satisfies the condition.
        ///   - isIncluded: the condition.
        @_disfavoredOverload
        public func filter(
            initialFallback: Value, _ isIncluded: @escaping (Value) -> Bool
        ) -> Property<Value> {
            Properties.Filter(self, isIncluded)._property { initialFallback }
        }

        /// `drop(initial:while:)` in CombineProperty.
        ///
        /// - Parameters:
        ///   - initialFallback: the value until a value doesn't satisfy the condition.
        ///   - predicate: the condition.
        @_disfavoredOverload
        public func drop(
            initialFallback: Value, while predicate: @escaping (Value) -> Bool
        ) -> Property<Value> {
            Properties.DropWhile(self, predicate)._property { initialFallback }
        }

        /// `prefix(initial:while:)` in CombineProperty.
        ///
        /// - Parameters:
        ///   - initialFallback: the value if the current value doesn't satisfy the condition.
        ///   - predicate: the condition.
        @_disfavoredOverload
        public func prefix(
            initialFallback: Value, while predicate: @escaping (Value) -> Bool
        ) -> Property<Value> {
            Properties.PrefixWhile(self, predicate)._property { initialFallback }
        }

        /// A property that gathers values, beginning with the current one, as in CombineProperty.
        ///
        /// ```
        /// property    1--2--3--
        /// scan(+)     1--3--6--
        /// ```
        ///
        /// ```swift
        /// let number = MutableProperty(1)
        /// let sum = number.property.scan(+)
        /// number.value = 2
        /// print(sum.value)      // Prints: 3
        /// ```
        ///
        /// - Parameter nextPartialResult: makes the next value from the last one and a value of this property.
        @_disfavoredOverload
        public func scan(_ nextPartialResult: @escaping (Value, Value) -> Value) -> Property<Value> {
            let results = Properties.Scan(self, Value?.none) { result, value -> Value? in
                if let result { nextPartialResult(result, value) } else { value }
            }
            return Properties.Map(results.property()) { $0! }.property()
        }
    #endif

    /// A property with the newest values of this property and of others of the same type, as in CombineProperty.
    ///
    /// ```swift
    /// print(Property(1).combineLatest(with: [Property(2), Property(3)]).value)      // Prints: [1, 2, 3]
    /// ```
    @_disfavoredOverload
    public func combineLatest<Others: Collection>(with others: Others) -> Property<[Value]>
    where Others.Element == Property<Value> {
        Property.combineLatest([self] + others)
    }

    /// A property with the newest values of all properties, or with one value if there are no properties, as in
    /// CombineProperty. In the Swift 6 mode the compiler doesn't infer `Value` from the arguments: write it.
    ///
    /// ```swift
    /// print(Property<Int>.combineLatest([], emptySentinel: 0).value)      // Prints: [0]
    /// ```
    @_disfavoredOverload
    public static func combineLatest<Properties: Collection>(
        _ properties: Properties, emptySentinel: Value
    ) -> Property<[Value]> where Properties.Element == Property<Value> {
        properties.isEmpty
            ? Property<[Value]>(constant: [emptySentinel]) : combineLatest(properties)
    }
}

extension Collection {
    /// A property with the newest values of these properties, or with one value if there are no properties, as in
    /// CombineProperty.
    ///
    /// ```swift
    /// print([Property(1), Property(2)].combineLatest(emptySentinel: 0).value)      // Prints: [1, 2]
    /// ```
    @_disfavoredOverload
    public func combineLatest<Value>(emptySentinel: Value) -> Property<[Value]>
    where Element == Property<Value> {
        Property<Value>.combineLatest(self, emptySentinel: emptySentinel)
    }
}
