extension Publisher where Self: Sendable, Output: Sendable {
    /// Hides the type of this publisher behind ``AnySendablePublisher``, which can be passed to other actors.
    ///
    /// ```swift
    /// struct Sensors: Sendable {
    ///     let temperature: AnySendablePublisher<Double, Never>
    /// }
    ///
    /// let readings = PassthroughSubject<Double, Never>()
    /// let sensors = Sensors(temperature: readings.share().eraseToAnySendablePublisher())
    /// ```
    ///
    /// - Complexity: O(1). Events pass through with nothing added.
    @_disfavoredOverload
    @inlinable
    public func eraseToAnySendablePublisher() -> AnySendablePublisher<Output, Failure> {
        AnySendablePublisher(self)
    }
}

/// A type-erased publisher that is `Sendable`: for a property of a `Sendable` structure, or to pass to an actor.
///
/// ``AnyPublisher`` hides whether its content is `Sendable`, so it isn't `Sendable` itself. This type holds a publisher
/// that is.
///
/// ```swift
/// actor Journal {
///     private var lines: [Int] = []
///     private var subscription: AnyCancellable?
///
///     func keep(_ numbers: AnySendablePublisher<Int, Never>) {
///         subscription = numbers.sink(on: self) { journal, number in journal.lines.append(number) }
///     }
/// }
/// ```
///
/// A publisher is `Sendable` if all of its properties are. A publisher with a closure, such as `map`, isn't: erase the
/// publisher ahead of the closure, and add the closure where its actor is. Demand, failure, threads and cancellation are
/// those of the publisher inside.
// Unchecked: the initialiser only takes Sendable publishers.
@frozen
public struct AnySendablePublisher<Output: Sendable, Failure: Error>: Publisher, @unchecked Sendable,
    CustomStringConvertible
{
    @usableFromInline let base: AnyPublisher<Output, Failure>

    /// Creates a publisher that hides the type of another publisher.
    @inlinable
    public init<P: Publisher & Sendable>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        base = publisher.eraseToAnyPublisher()
    }

    public var description: String { "AnySendablePublisher" }

    @inlinable
    public func receive<S: Subscriber>(subscriber: __owned S) where S.Input == Output, S.Failure == Failure {
        base.receive(subscriber: consume subscriber)
    }

    /// This publisher, which is erased already.
    @inlinable
    public func eraseToAnySendablePublisher() -> AnySendablePublisher { self }

    // The engine's hooks, so that erasing loses no fast path.
    public typealias _Answers = AnyPublisher<Output, Failure>._Answers
    @inlinable public func _answer() -> _Answer<Output, Failure> { base._answer() }
    @inlinable public func _erased() -> AnyPublisher<Output, Failure> { base }
}
