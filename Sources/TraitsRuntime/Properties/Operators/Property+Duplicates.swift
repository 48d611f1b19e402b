extension Property {
    #if StrictIsolation
        /// Like `removeDuplicates` of any closure, for one that the graph may run anywhere.
        @inlinable
        public func removeDuplicates(by areEquivalent: sending @escaping (Value, Value) -> Bool) -> Property {
            Properties.RemoveDuplicates(self, areEquivalent).property()
        }
    #else
        /// A property without the values that are equivalent to the one before.
        ///
        /// ```
        /// property                      1--1--2--2--1--|
        /// removeDuplicates(by: ==)      1-----2-----1--|
        /// ```
        ///
        /// What depends on the result isn't computed either when there is a duplicate.
        ///
        /// - Threads, lifetime, completion: as for ``map(_:)-((Value)->T)``.
        ///
        /// - Parameter areEquivalent: whether the second value says nothing new after the first.
        @inlinable
        public func removeDuplicates(by areEquivalent: @escaping (Value, Value) -> Bool) -> Property {
            Properties.RemoveDuplicates(self, areEquivalent).property()
        }
    #endif

    #if StrictIsolation
        /// Like `uniqueValues` of any closure, for one that the graph may run anywhere.
        @inlinable
        public func uniqueValues<Key: Hashable>(by key: sending @escaping (Value) -> Key) -> Property {
            Properties.UniqueValues(self, key).property()
        }
    #else
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
        /// - Parameter key: what tells values apart.
        @inlinable
        public func uniqueValues<Key: Hashable>(by key: @escaping (Value) -> Key) -> Property {
            Properties.UniqueValues(self, key).property()
        }
    #endif
}

extension Property where Value: Equatable {
    /// A property without the values that equal the one before.
    ///
    /// ```
    /// property               1--1--2--2--1--|
    /// removeDuplicates()     1-----2-----1--|
    /// ```
    ///
    /// What depends on the result isn't computed either when there is a duplicate.
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
    /// What ``Property/removeDuplicates(by:)`` makes.
    @frozen
    public struct RemoveDuplicates<Output>: PropertyOperator {
        @usableFromInline let source: Property<Output>
        @usableFromInline let areEquivalent: (Output, Output) -> Bool

        /// Applies the operator.
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
                    last.value = value
                    return value
                },
                step: {
                    let value = source.working
                    if let old = last.value, areEquivalent(old, value) { return nil }
                    last.value = value
                    return value
                })
        }
    }

    /// What ``Property/uniqueValues(by:)`` makes.
    @frozen
    public struct UniqueValues<Output, Key: Hashable>: PropertyOperator {
        @usableFromInline let source: Property<Output>
        @usableFromInline let key: (Output) -> Key

        /// Applies the operator.
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
                    seen.value = [key(value)]
                    return value
                },
                step: {
                    let value = source.working
                    return seen.value.insert(key(value)).inserted ? value : nil
                })
        }
    }
}
