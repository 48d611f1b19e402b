/// The types of the operators of ``Property``, as ``Publishers`` has the types of publishers' operators.
///
/// Each has a row in `Properties.traits`, whose marbles describe the operator's effect on the values of a property. From
/// the row follows whether the operator keeps "has a current value": then its type is a ``CurrentValuePublisher``, and
/// ``PropertyOperator/property()`` makes a property of it. An operator that loses it, such as `filter`, needs a fallback
/// until it has a value.
public enum Properties {}

/// An operator on properties: its values can be published, and make a property if there is always one.
///
/// The methods of ``Property`` make these and turn them into properties, so you seldom see one. As a publisher it sends the
/// operator's own values, without a fallback:
///
/// ```
/// property                                  1--2--3--4--|
/// Properties.Filter(property) { $0 > 2 }    ------3--4--|
/// property.filter(initial: 0) { $0 > 2 }    0-----3--4--|
/// ```
///
/// The operator starts separately for each subscriber, at the property's current value.
///
/// A custom operator needs a row in a custom table. From the row follows the conformance to ``CurrentValuePublisher``, and
/// with it the right to be a property without a fallback.
public protocol PropertyOperator<Output>: Publisher where Failure == Never {
    /// Makes a property that has the operator's values.
    ///
    /// - Parameter initial: its value as long as the operator has none; `nil` if the operator always has one.
    func _property(initial: (() -> Output)?) -> Property<Output>
}

extension PropertyOperator {
    #if !StrictIsolation  // strict: sending
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
    /// A call that compiles can't lack a value: the table says that the operator keeps the promise of
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

/// Returns the fallback, for an operator that has no value.
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
    /// The memory of an operator. Belongs to the thread with the graph's writer lock.
    @usableFromInline
    final class Memory<T> {
        @usableFromInline @exclusivity(unchecked) var value: T

        @inlinable
        init(_ value: T) { self.value = value }
    }
}
