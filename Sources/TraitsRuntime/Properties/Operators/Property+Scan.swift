extension Property {
    #if !StrictIsolation  // strict: sending
        /// A property that gathers all values into one.
        ///
        /// ```
        /// property           1--2--3--|
        /// scan(0, +)         1--3--6--|
        /// ```
        ///
        /// The first value is `nextPartialResult(initialResult, value)`, with the value that is current when the property
        /// is made.
        ///
        /// - Threads, lifetime, completion: as for ``map(_:)-((Value)->T)``.
        ///
        /// - Parameters:
        ///   - initialResult: the result that the current value is added to first.
        ///   - nextPartialResult: makes the next result from the previous result and a value.
        @inlinable
        public func scan<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Value) -> T) -> Property<T>
        {
            Properties.Scan(self, initialResult, nextPartialResult).property()
        }
    #endif

    /// A property with each value and the previous one.
    ///
    /// ```
    /// property              1--2--3--|
    /// combinePrevious(0)    a--b--c--|      a = (0, 1), b = (1, 2), c = (2, 3)
    /// ```
    ///
    /// - Threads, lifetime, completion: as for ``map(_:)-((Value)->T)``.
    ///
    /// - Parameter initial: the value before the current one.
    @inlinable
    public func combinePrevious(_ initial: Value) -> Property<(previous: Value, current: Value)> {
        Properties.CombinePrevious(self, initial) { $0 }.property()
    }

    /// A property with each value and the previous one, if there is one.
    ///
    /// ```
    /// property              1--2--3--|
    /// combinePrevious()     a--b--c--|      a = (nil, 1), b = (1, 2), c = (2, 3)
    /// ```
    @inlinable
    public func combinePrevious() -> Property<(previous: Value?, current: Value)> {
        Properties.CombinePrevious(self, nil) { $0 }.property()
    }
}

extension Properties {
    /// The operator of ``Property/scan(_:_:)``.
    @frozen
    public struct Scan<Value, Output>: PropertyOperator {
        @usableFromInline let source: Property<Value>
        @usableFromInline let initialResult: Output
        @usableFromInline let nextPartialResult: (Output, Value) -> Output

        /// Creates the operator on a property, with the parameters of ``Property/scan(_:_:)``.
        @inlinable
        public init(
            _ source: Property<Value>, _ initialResult: Output,
            _ nextPartialResult: @escaping (Output, Value) -> Output
        ) {
            self.source = source
            self.initialResult = initialResult
            self.nextPartialResult = nextPartialResult
        }

        @inlinable
        public func _property(initial: (() -> Output)?) -> Property<Output> {
            let result = Memory(initialResult)
            return Property(
                _inputs: [source.node],
                start: {
                    _replace(&result.value, with: nextPartialResult(initialResult, source.working))
                    return result.value
                },
                step: {
                    _replace(&result.value, with: nextPartialResult(result.value, source.working))
                    return result.value
                })
        }
    }

    /// The operator of ``Property/combinePrevious(_:)``.
    @frozen
    public struct CombinePrevious<Value, Previous>: PropertyOperator {
        public typealias Output = (previous: Previous, current: Value)

        @usableFromInline let source: Property<Value>
        @usableFromInline let first: Previous
        @usableFromInline let wrap: (Value) -> Previous

        /// Creates the operator on a property.
        ///
        /// - Parameters:
        ///   - source: the property whose values are combined.
        ///   - first: the value before the current one.
        ///   - wrap: makes a previous value of a value that was current.
        @inlinable
        public init(_ source: Property<Value>, _ first: Previous, _ wrap: @escaping (Value) -> Previous) {
            self.source = source
            self.first = first
            self.wrap = wrap
        }

        @inlinable
        public func _property(initial: (() -> Output)?) -> Property<Output> {
            let last = Memory(first)
            return Property(
                _inputs: [source.node],
                start: {
                    let value = source.working
                    _replace(&last.value, with: wrap(value))
                    return (first, value)
                },
                step: {
                    let value = source.working, previous = last.value
                    _replace(&last.value, with: wrap(value))
                    return (previous, value)
                })
        }
    }
}
