extension Property {
    #if !StrictIsolation  // strict: sending
        /// A property without the values that are equivalent to the previous value.
        ///
        /// ```
        /// property                      1--1--2--2--1--|
        /// removeDuplicates(by: ==)      1-----2-----1--|
        /// ```
        ///
        /// Properties that depend on the result aren't computed either when there is a duplicate.
        ///
        /// - Threads, lifetime, completion: as for ``map(_:)-((Value)->T)``.
        ///
        /// - Parameter areEquivalent: returns `true` if the second value is to be dropped after the first.
        @inlinable
        public func removeDuplicates(by areEquivalent: @escaping (Value, Value) -> Bool) -> Property {
            Properties.RemoveDuplicates(self, areEquivalent).property()
        }

        /// A property with the values whose key has not been there before.
        ///
        /// ```
        /// property                     1--2--1--3--2--|
        /// uniqueValues(by: \.self)     1--2-----3-----|
        /// ```
        ///
        /// - Threads, lifetime, completion: as for ``map(_:)-((Value)->T)``.
        /// - Complexity: constant time a value; keeps all keys there have been.
        ///
        /// - Parameter key: returns the key by which values are told apart.
        @inlinable
        public func uniqueValues<Key: Hashable>(by key: @escaping (Value) -> Key) -> Property {
            Properties.UniqueValues(self, key).property()
        }
    #endif
}

extension Property where Value: Equatable {
    /// A property without the values that equal the previous value.
    ///
    /// ```
    /// property               1--1--2--2--1--|
    /// removeDuplicates()     1-----2-----1--|
    /// ```
    ///
    /// Properties that depend on the result aren't computed either when there is a duplicate.
    @inlinable
    public func removeDuplicates() -> Property { Properties.RemoveDuplicates(self, ==).property() }
}

extension Property where Value: Hashable {
    /// A property with the values that have not been there before.
    ///
    /// ```
    /// property               1--2--1--3--2--|
    /// uniqueValues()         1--2-----3-----|
    /// ```
    ///
    /// - Complexity: constant time a value; keeps all values there have been.
    @inlinable
    public func uniqueValues() -> Property { Properties.UniqueValues(self) { $0 }.property() }
}

extension Properties {
    /// The operator of ``Property/removeDuplicates(by:)``.
    @frozen
    public struct RemoveDuplicates<Output>: PropertyOperator {
        @usableFromInline let source: Property<Output>
        @usableFromInline let areEquivalent: (Output, Output) -> Bool

        /// Creates the operator on a property, with the parameters of ``Property/removeDuplicates(by:)``.
        @inlinable
        public init(_ source: Property<Output>, _ areEquivalent: @escaping (Output, Output) -> Bool) {
            self.source = source
            self.areEquivalent = areEquivalent
        }

        @inlinable
        public func _property(initial: (() -> Output)?) -> Property<Output> {
            let last = Memory(Optional<Output>.none)
            return Property(
                _inputs: [source.node],
                start: {
                    let value = source.working
                    _replace(&last.value, with: value)
                    return value
                },
                step: {
                    let value = source.working
                    if let old = last.value, areEquivalent(old, value) { return nil }
                    _replace(&last.value, with: value)
                    return value
                })
        }
    }

    /// The operator of ``Property/uniqueValues(by:)``.
    @frozen
    public struct UniqueValues<Output, Key: Hashable>: PropertyOperator {
        @usableFromInline let source: Property<Output>
        @usableFromInline let key: (Output) -> Key

        /// Creates the operator on a property, with the parameters of ``Property/uniqueValues(by:)``.
        @inlinable
        public init(_ source: Property<Output>, _ key: @escaping (Output) -> Key) {
            self.source = source
            self.key = key
        }

        @inlinable
        public func _property(initial: (() -> Output)?) -> Property<Output> {
            let seen = Memory(Set<Key>())
            return Property(
                _inputs: [source.node],
                start: {
                    let value = source.working
                    _replace(&seen.value, with: [key(value)])
                    return value
                },
                step: {
                    let value = source.working
                    return seen.value.insert(key(value)).inserted ? value : nil
                })
        }
    }
}
