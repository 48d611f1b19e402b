extension Property {
    /// What an operator with a memory remembers. Belongs to whoever holds the graph's baton.
    @usableFromInline
    final class Memory<T> {
        @usableFromInline @exclusivity(unchecked) var value: T

        @inlinable
        init(_ value: T) { self.value = value }
    }

    /// A property with the values that can be transformed; those that can't change nothing.
    ///
    /// ```
    /// property                          a--1--b--2--|
    /// compactMap(initial: 0, Int.init)  0--1-----2--|
    /// ```
    ///
    /// - Threads, lifetime, completion: as for ``map(_:)-((Value)->T)``.
    ///
    /// - Parameters:
    ///   - initial: the value until one can be transformed.
    ///   - transform: makes a value of the new kind, or `nil` to stay with the one before.
    @inlinable
    public func compactMap<T>(initial: @autoclosure @escaping () -> T, _ transform: @escaping (Value) -> T?)
        -> Property<T>
    {
        Property<T>(
            _inputs: [node], start: { [self] in transform(working) ?? initial() },
            step: { [self] in transform(working) })
    }

    /// A property with the values that satisfy a condition; the others change nothing.
    ///
    /// ```
    /// property                               1--2--3--4--|
    /// filter(initial: 0) { $0 % 2 == 0 }     0--2-----4--|
    /// ```
    ///
    /// - Threads, lifetime, completion: as for ``map(_:)-((Value)->T)``.
    ///
    /// - Parameters:
    ///   - initial: the value until one satisfies the condition.
    ///   - isIncluded: the condition.
    @inlinable
    public func filter(
        initial: @autoclosure @escaping () -> Value, _ isIncluded: @escaping (Value) -> Bool
    ) -> Property {
        compactMap(initial: initial()) { isIncluded($0) ? $0 : nil }
    }

    /// A property that stays at a first value while a condition holds, and from then on has all values.
    ///
    /// ```
    /// property                             1--2--5--2--|
    /// drop(initial: 0, while: { $0 < 3 })  0-----5--2--|
    /// ```
    ///
    /// - Threads, lifetime, completion: as for ``map(_:)-((Value)->T)``; the closure isn't called any more once
    ///   it has returned `false`.
    ///
    /// - Parameters:
    ///   - initial: the value while values are dropped.
    ///   - predicate: whether to go on dropping.
    @inlinable
    public func drop(
        initial: @autoclosure @escaping () -> Value, while predicate: @escaping (Value) -> Bool
    ) -> Property {
        let isOpen = Memory(false)
        return Property(
            _inputs: [node],
            start: { [self] in
                let value = working
                isOpen.value = !predicate(value)
                return isOpen.value ? value : initial()
            },
            step: { [self] in
                let value = working
                if !isOpen.value { isOpen.value = !predicate(value) }
                return isOpen.value ? value : nil
            })
    }

    /// A property that follows this one while a condition holds, and then ends with the last value that
    /// satisfied it.
    ///
    /// ```
    /// property                               1--2--5--2--|
    /// prefix(initial: 0, while: { $0 < 3 })  1--2--|
    /// ```
    ///
    /// - Threads, lifetime: as for ``map(_:)-((Value)->T)``.
    /// - Completion: at the first value that does not satisfy the condition, or when this property ends.
    ///
    /// - Parameters:
    ///   - initial: the value if not even the first one satisfies the condition; the result has ended then.
    ///   - predicate: whether to go on.
    @inlinable
    public func prefix(
        initial: @autoclosure @escaping () -> Value, while predicate: @escaping (Value) -> Bool
    ) -> Property {
        let isOver = Memory(false)
        let node = node
        return Property(
            _inputs: [node],
            start: { [self] in
                let value = self.working
                isOver.value = !predicate(value)
                return isOver.value ? initial() : value
            },
            step: {
                let value = self.working
                isOver.value = !predicate(value)
                return isOver.value ? nil : value
            },
            isOver: { isOver.value || node.isDone })
    }

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
        let last = Memory(Optional<Value>.none)
        return Property(
            _inputs: [node],
            start: { [self] in
                last.value = working
                return working
            },
            step: { [self] in
                let value = working
                if let old = last.value, areEquivalent(old, value) { return nil }
                last.value = value
                return value
            })
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
    /// - Parameter key: what tells values apart.
    @inlinable
    public func uniqueValues<Key: Hashable>(by key: @escaping (Value) -> Key) -> Property {
        let seen = Memory(Set<Key>())
        return Property(
            _inputs: [node],
            start: { [self] in
                seen.value = [key(working)]
                return working
            },
            step: { [self] in
                let value = working
                return seen.value.insert(key(value)).inserted ? value : nil
            })
    }
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
    public func removeDuplicates() -> Property { removeDuplicates(by: ==) }
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
    public func uniqueValues() -> Property { uniqueValues { $0 } }
}
