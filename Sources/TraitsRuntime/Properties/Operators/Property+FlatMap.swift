extension Property {
    #if !StrictIsolation  // strict: sending
        /// A property that follows the property which the closure returns for the current value.
        ///
        /// ```
        /// property               a-------b------|
        /// a's                    1--2--3-----4
        /// b's                    7---8-----9--|
        /// flatMap { … }          1--2--3-8-9--|
        /// ```
        ///
        /// When this property changes, the result has the new inner property's current value, and leaves the old one. A
        /// property has one current value, so this is the only way to flatten; the result is the same as with
        /// ``map(_:)-((Value)->T)`` and then ``switchToLatest()``.
        ///
        /// If this property and the inner one change at the same time, the result changes once.
        ///
        /// - Threads: as for ``map(_:)-((Value)->T)``. The closure may make new properties.
        /// - Completion: when this property and the last inner one have ended.
        /// - Lifetime: the result holds this property and the inner one it follows.
        /// - Complexity: changing the inner property takes constant time, unless the new one is derived from a longer chain
        ///   of properties than all before it; then the time is proportional to the number of properties that depend on the
        ///   result.
        ///
        /// ```swift
        /// struct Track { let title: Property<String> }
        /// let track = MutableProperty(Track(title: Property("Intro")))
        /// let title = track.property.flatMap { $0.title }
        /// print(title.value)      // Intro
        /// ```
        ///
        /// - Parameter transform: the property to follow.
        @inlinable
        public func flatMap<T>(_ transform: @escaping (Value) -> Property<T>) -> Property<T> {
            Properties.FlatMap(self, transform).property()
        }

        /// A property that has the newest value of all properties which the closure has returned for this property's
        /// values.
        ///
        /// ```
        /// property               a-------b------|
        /// a's                    1--2--3-----4
        /// b's                    7---8-----9--|
        /// flatMap(…) { … }       1--2--3-7---4-9--|
        /// ```
        ///
        /// The inner properties of earlier values are followed as well, where ``flatMap(_:)`` leaves them: this is
        /// `flatMap` of ``allValues``, and it changes after the properties that it is made from, in separate changes.
        ///
        /// - Completion: when this property and all inner ones have ended.
        /// - Lifetime: the result holds this property and the inner ones.
        ///
        /// ```swift
        /// let room = MutableProperty("hall")
        /// let doors = room.property.flatMap(maxPublishers: .unlimited) { Property("a door of the \($0)") }
        /// room.value = "kitchen"
        /// print(doors.value)      // a door of the kitchen
        /// ```
        ///
        /// - Parameters:
        ///   - maxPublishers: the number of inner properties that are followed at the same time, at least one; the next
        ///     waits until one has ended, and values that this property has had meanwhile are left out.
        ///   - transform: the property to follow.
        @inlinable
        public func flatMap<T>(
            maxPublishers: Subscribers.Demand, _ transform: @escaping (Value) -> Property<T>
        ) -> Property<T> {
            precondition(maxPublishers > .none, "a property has to follow at least one other")
            return Property<T>(
                Publishers.FlatMap(upstream: allValues, maxPublishers: maxPublishers) {
                    transform($0).allValues
                })
        }
    #endif

    /// A property that follows the current inner property; see ``flatMap(_:)``.
    @inlinable
    public func switchToLatest<T>() -> Property<T> where Value == Property<T> {
        Properties.SwitchToLatest(self).property()
    }
}

extension Properties {
    /// The operator of ``Property/flatMap(_:)``.
    @frozen
    public struct FlatMap<Value, Output>: PropertyOperator {
        @usableFromInline let source: Property<Value>
        @usableFromInline let transform: (Value) -> Property<Output>

        /// Creates the operator on a property, with the parameters of ``Property/flatMap(_:)``.
        @inlinable
        public init(_ source: Property<Value>, _ transform: @escaping (Value) -> Property<Output>) {
            self.source = source
            self.transform = transform
        }

        @inlinable
        public func _property(initial: (() -> Output)?) -> Property<Output> {
            Property(_outer: source.node, choose: { transform(source.working) })
        }
    }

    /// The operator of ``Property/switchToLatest()``.
    @frozen
    public struct SwitchToLatest<Output>: PropertyOperator {
        @usableFromInline let source: Property<Property<Output>>

        /// Creates the operator on a property.
        @inlinable
        public init(_ source: Property<Property<Output>>) { self.source = source }

        @inlinable
        public func _property(initial: (() -> Output)?) -> Property<Output> {
            Property(_outer: source.node, choose: { source.working })
        }
    }
}
