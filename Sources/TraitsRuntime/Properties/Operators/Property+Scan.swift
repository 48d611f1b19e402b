extension Property {
    /// A property that gathers all values into one.
    ///
    /// ```
    /// property           1--2--3--|
    /// scan(0, +)         1--3--6--|
    /// ```
    ///
    /// The first value is `nextPartialResult(initialResult, value)`, with the then current value.
    ///
    /// - Threads, lifetime, completion: as for ``map(_:)-((Value)->T)``.
    ///
    /// - Parameters:
    ///   - initialResult: what the current value is gathered into first.
    ///   - nextPartialResult: makes the next result from the one before and a value.
    @inlinable
    public func scan<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Value) -> T) -> Property<T> {
        let result = Memory(initialResult)
        return Property<T>(
            _inputs: [node],
            start: { [self] in
                result.value = nextPartialResult(initialResult, working)
                return result.value
            },
            step: { [self] in
                result.value = nextPartialResult(result.value, working)
                return result.value
            })
    }

    /// A property with each value and the one before it.
    ///
    /// ```
    /// property              1--2--3--|
    /// combinePrevious(0)    a--b--c--|      a = (0, 1), b = (1, 2), c = (2, 3)
    /// ```
    ///
    /// - Threads, lifetime, completion: as for ``map(_:)-((Value)->T)``.
    ///
    /// - Parameter initial: what comes before the current value.
    @inlinable
    public func combinePrevious(_ initial: Value) -> Property<(previous: Value, current: Value)> {
        scan((previous: initial, current: initial)) { (previous: $0.current, current: $1) }
    }

    /// A property with each value and the one before it, if there is one.
    ///
    /// ```
    /// property              1--2--3--|
    /// combinePrevious()     a--b--c--|      a = (nil, 1), b = (1, 2), c = (2, 3)
    /// ```
    @inlinable
    public func combinePrevious() -> Property<(previous: Value?, current: Value)> {
        let last = Memory(Optional<Value>.none)
        return Property<(previous: Value?, current: Value)>(
            _inputs: [node],
            start: { [self] in
                last.value = working
                return (nil, working)
            },
            step: { [self] in
                let previous = last.value
                last.value = working
                return (previous, working)
            })
    }
}
