/// The types that operators of ``Property`` make, one for each, as ``Publishers`` has them for those of publishers.
///
/// Each has a row in `Properties.traits`, which says in marbles what the operator does to the values of a property. From
/// the row follows whether the operator keeps "has a current value": then its type is a ``CurrentValuePublisher``, and
/// ``PropertyOperator/property()`` makes a property of it. One that loses it, such as `filter`, needs a value for the
/// time until it has one of its own.
public enum Properties {}

/// What an operator makes of properties: values that can be published, and a property if there is always one.
///
/// The methods of ``Property`` make these and turn them into properties, so you seldom see one. As a publisher it
/// says what the operator does by itself, without a fallback:
///
/// ```
/// property                                  1--2--3--4--|
/// Properties.Filter(property) { $0 > 2 }    ------3--4--|
/// property.filter(initial: 0) { $0 > 2 }    0-----3--4--|
/// ```
///
/// The operator starts separately for each subscriber, at the property's current value.
///
/// An operator of your own needs a row in a table of your own: with it, the conformance to ``CurrentValuePublisher``
/// and with that the right to be a property without a fallback are derived.
public protocol PropertyOperator<Output>: Publisher where Failure == Never {
    /// Makes a property that has the operator's values.
    ///
    /// - Parameter initial: its value as long as the operator has none; `nil` if the operator always has one.
    func _property(initial: (() -> Output)?) -> Property<Output>
}

extension PropertyOperator {
    #if StrictIsolation
        /// Like `property` of any closure, for one that the graph may run anywhere.
        @inlinable
        public func property(initial: sending @autoclosure @escaping () -> Output) -> Property<Output> {
            _property(initial: initial)
        }
    #else
        /// Makes a property that has the operator's values, and until there is one, a fallback.
        ///
        /// - Parameter initial: the value until the operator has one.
        @inlinable
        public func property(initial: @autoclosure @escaping () -> Output) -> Property<Output> {
            _property(initial: initial)
        }
    #endif
}

extension PropertyOperator where Self: CurrentValuePublisher {
    /// Makes a property of an operator that always has a value.
    ///
    /// That you can call it is the proof: the table says that the operator keeps the promise of
    /// ``CurrentValuePublisher``.
    @inlinable @inline(__always)
    public func property() -> Property<Output> {
        _property(initial: nil)
    }

    /// Publishes the values of the property that the operator makes.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        property().allValues.receive(subscriber: subscriber)
    }
}

/// The value of an operator that has none of its own.
@inlinable
func _fallback<Value>(_ initial: (() -> Value)?) -> Value {
    guard let initial else { preconditionFailure("the table says that there is always a value") }
    return initial()
}

/// Publishes the values of an operator that may have none at first: a property of optionals without its `nil`.
@inlinable
func _publish<S: Subscriber>(_ property: Property<S.Input?>, to subscriber: S) where S.Failure == Never {
    property.allValues.compactMap { $0 }.receive(subscriber: subscriber)
}

extension Properties {
    /// What an operator with a memory remembers. Belongs to the thread with the graph's writer lock.
    @usableFromInline
    final class Memory<T> {
        @usableFromInline @exclusivity(unchecked) var value: T

        @inlinable
        init(_ value: T) { self.value = value }
    }
}
