extension Property {
    #if !StrictIsolation  // strict: sending
        /// A property with the values that can be transformed; the others change nothing.
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
        ///   - transform: makes a value of the new kind, or `nil` to keep the previous one.
        @inlinable
        public func compactMap<T>(
            initial: @autoclosure @escaping () -> T, _ transform: @escaping (Value) -> T?
        )
            -> Property<T>
        {
            Properties.CompactMap(self, transform).property(initial: initial())
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
            Properties.Filter(self, isIncluded).property(initial: initial())
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
        ///   - predicate: returns `true` to go on dropping.
        @inlinable
        public func drop(
            initial: @autoclosure @escaping () -> Value, while predicate: @escaping (Value) -> Bool
        ) -> Property {
            Properties.DropWhile(self, predicate).property(initial: initial())
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
        ///   - predicate: returns `true` to go on.
        @inlinable
        public func prefix(
            initial: @autoclosure @escaping () -> Value, while predicate: @escaping (Value) -> Bool
        ) -> Property {
            Properties.PrefixWhile(self, predicate).property(initial: initial())
        }
    #endif
}

// These operators may have no value at first. As a property they have a fallback then; as a publisher they are a property
// of optionals, made by the same code: `wrap` is either the identity or `Optional.some`.
extension Properties {
    /// The operator of ``Property/compactMap(initial:_:)``, without its fallback.
    @frozen
    public struct CompactMap<Value, Output>: PropertyOperator {
        @usableFromInline let source: Property<Value>
        @usableFromInline let transform: (Value) -> Output?

        /// Creates the operator on a property, with the closure of ``Property/compactMap(initial:_:)`` and no fallback.
        @inlinable
        public init(_ source: Property<Value>, _ transform: @escaping (Value) -> Output?) {
            self.source = source
            self.transform = transform
        }

        @inlinable
        public func _property(initial: (() -> Output)?) -> Property<Output> {
            Property(
                _inputs: [source.node], start: { transform(source.working) ?? _fallback(initial) },
                step: { transform(source.working) })
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            let wrapped = CompactMap<Value, Output?>(source) { [transform] in transform($0).map { .some($0) }
            }
            _publish(wrapped._property(initial: { nil }), to: subscriber)
        }
    }

    /// The operator of ``Property/filter(initial:_:)``, without its fallback.
    @frozen
    public struct Filter<Output>: PropertyOperator {
        @usableFromInline let source: Property<Output>
        @usableFromInline let isIncluded: (Output) -> Bool

        /// Creates the operator on a property, with the closure of ``Property/filter(initial:_:)`` and no fallback.
        @inlinable
        public init(_ source: Property<Output>, _ isIncluded: @escaping (Output) -> Bool) {
            self.source = source
            self.isIncluded = isIncluded
        }

        @inlinable
        var sieve: CompactMap<Output, Output> {
            CompactMap(source) { [isIncluded] in isIncluded($0) ? $0 : nil }
        }

        @inlinable
        public func _property(initial: (() -> Output)?) -> Property<Output> {
            sieve._property(initial: initial)
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            sieve.receive(subscriber: subscriber)
        }
    }

    /// The operator of ``Property/drop(initial:while:)``, without its fallback.
    @frozen
    public struct DropWhile<Output>: PropertyOperator {
        @usableFromInline let source: Property<Output>
        @usableFromInline let predicate: (Output) -> Bool

        /// Creates the operator on a property, with the closure of ``Property/drop(initial:while:)`` and no fallback.
        @inlinable
        public init(_ source: Property<Output>, _ predicate: @escaping (Output) -> Bool) {
            self.source = source
            self.predicate = predicate
        }

        @inlinable
        func make<T>(_ wrap: @escaping (Output) -> T, _ initial: (() -> T)?) -> Property<T> {
            let isOpen = Memory(false)
            return Property<T>(
                _inputs: [source.node],
                start: {
                    let value = source.working
                    isOpen.value = !predicate(value)
                    return isOpen.value ? wrap(value) : _fallback(initial)
                },
                step: {
                    let value = source.working
                    if !isOpen.value { isOpen.value = !predicate(value) }
                    return isOpen.value ? wrap(value) : nil
                })
        }

        @inlinable
        public func _property(initial: (() -> Output)?) -> Property<Output> { make({ $0 }, initial) }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            _publish(make({ .some($0) }, { nil }), to: subscriber)
        }
    }

    /// The operator of ``Property/prefix(initial:while:)``, without its fallback.
    @frozen
    public struct PrefixWhile<Output>: PropertyOperator {
        @usableFromInline let source: Property<Output>
        @usableFromInline let predicate: (Output) -> Bool

        /// Creates the operator on a property, with the closure of ``Property/prefix(initial:while:)`` and no fallback.
        @inlinable
        public init(_ source: Property<Output>, _ predicate: @escaping (Output) -> Bool) {
            self.source = source
            self.predicate = predicate
        }

        @inlinable
        func make<T>(_ wrap: @escaping (Output) -> T, _ initial: (() -> T)?) -> Property<T> {
            let isOver = Memory(false)
            return Property<T>(
                _inputs: [source.node],
                start: {
                    let value = source.working
                    isOver.value = !predicate(value)
                    return isOver.value ? _fallback(initial) : wrap(value)
                },
                step: {
                    let value = source.working
                    isOver.value = !predicate(value)
                    return isOver.value ? nil : wrap(value)
                },
                isOver: { isOver.value || source.node.isDone })
        }

        @inlinable
        public func _property(initial: (() -> Output)?) -> Property<Output> { make({ $0 }, initial) }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            _publish(make({ .some($0) }, { nil }), to: subscriber)
        }
    }
}
