import Synchronization

extension Property {
    /// A publisher of the current value and all later ones. It can't fail.
    ///
    /// ```
    /// property       0--1---2--|
    /// from here          ^
    /// allValues          1--2--|
    /// ```
    ///
    /// - Demand: the current value comes inside the call that asks for it. A subscriber that asks for fewer values than
    ///   there are gets the current value when it asks again.
    /// - Completion: when the property can't change any more. Even then a new subscriber gets the value first.
    /// - Threads: later values come on the thread that makes the change, after it, with no lock held.
    /// - Cancellation: from any thread, at any time.
    /// - Complexity: subscribing and cancelling are constant on average.
    ///
    /// ```swift
    /// let cancellable = Property(1).allValues.sink { print($0) }      // 1
    /// ```
    @inlinable
    public var allValues: AllValues { AllValues(property: self) }

    /// A publisher of all values after the current one. It can't fail.
    ///
    /// ```
    /// property          0--1---2--|
    /// from here             ^
    /// subsequentValues      ---2--|
    /// ```
    ///
    /// - Demand: as for ``allValues``: a subscriber that asks late gets the newest value that it has not had.
    /// - Completion, threads, cancellation and complexity: as for ``allValues``.
    @inlinable
    public var subsequentValues: SubsequentValues { SubsequentValues(property: self) }

    /// A publisher that sends its first value synchronously and never fails; the result of ``Property/allValues``.
    @frozen
    public struct AllValues: _NodePublisher {
        public typealias Output = Value
        public typealias Failure = Never

        /// The property whose values are sent; it lives as long as this publisher and its subscribers do.
        public let property: Property<Value>

        /// The mutable property, if this is its own publisher.
        @usableFromInline let source: MutableProperty<Value>?

        @inlinable
        init(property: Property<Value>, source: MutableProperty<Value>? = nil) {
            self.property = property
            self.source = source
        }

        @inlinable @inline(__always)
        public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
        where Downstream.Input == Value, Downstream.Failure == Never {
            _PropertyObserver.attach(downstream, to: property, of: source, sendsCurrent: true)
        }

        public typealias _Answers = _Sometimes

        /// Returns the value of a property that has ended: its publisher sends only that value and the completion.
        @inlinable
        public func _answer() -> _Answer<Value, Never> {
            property.node.isFinished.load(ordering: .acquiring) ? .value(property.value) : .no
        }
    }

    /// A publisher of all values after the current one; the result of ``Property/subsequentValues``.
    @frozen
    public struct SubsequentValues: _NodePublisher {
        public typealias Output = Value
        public typealias Failure = Never

        /// The property whose values are sent; it lives as long as this publisher and its subscribers do.
        public let property: Property<Value>

        /// The mutable property, if this is its own publisher.
        @usableFromInline let source: MutableProperty<Value>?

        @inlinable
        init(property: Property<Value>, source: MutableProperty<Value>? = nil) {
            self.property = property
            self.source = source
        }

        @inlinable @inline(__always)
        public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
        where Downstream.Input == Value, Downstream.Failure == Never {
            _PropertyObserver.attach(downstream, to: property, of: source, sendsCurrent: false)
        }
    }
}

extension Property.AllValues: Sendable where Value: Sendable {}
extension Property.SubsequentValues: Sendable where Value: Sendable {}
