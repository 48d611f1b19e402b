public import TraitsRuntime

/// A subject that can't end.
///
/// ```
/// PassthroughRelay   --1--2--3-->
/// ```
///
/// The name is that of CombineExt; RxSwift says `PublishRelay`. Unlike CombineExt's, it doesn't finish when
/// it is released.
///
/// - Demand: a subscriber misses values that it hasn't asked for, as with `PassthroughSubject`.
/// - Failure: never.
/// - Threads: values are sent where `accept(_:)` is called.
/// - Cancellation: a subscriber that cancels is forgotten.
///
/// ```swift
/// let taps = PassthroughRelay<Int>()
/// let cancellable = taps.sink { print($0) }
/// taps.accept(1)         // Prints: 1
/// ```
public final class PassthroughRelay<Output>: Publisher {
    /// The type of the publisher's failures.
    public typealias Failure = Never

    private let subject = PassthroughSubject<Output, Never>()

    /// Creates a relay.
    public init() {}

    /// Sends a value to all subscribers.
    public func accept(_ value: Output) { subject.send(value) }

    /// Adds a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        subject.receive(subscriber: subscriber)
    }
}

/// A subject with a current value that can't end.
///
/// ```
/// CurrentValueRelay(1)   1--2--3-->
/// ```
///
/// The name is that of CombineExt; RxSwift says `BehaviorRelay`. Unlike CombineExt's, it doesn't finish when it is released.
/// For a value that can be mapped and combined and still is a current value, use `MutableProperty`.
///
/// - Demand: the newest value waits until it is asked for, as with `CurrentValueSubject`.
/// - Failure: never.
/// - Threads: values are sent where `accept(_:)` is called.
/// - Cancellation: a subscriber that cancels is forgotten.
///
/// ```swift
/// let name = CurrentValueRelay("Alice")
/// let cancellable = name.sink { print($0) }      // Prints: Alice
/// name.accept("Bob")                             // Prints: Bob
/// ```
public final class CurrentValueRelay<Output>: Publisher {
    /// The type of the publisher's failures.
    public typealias Failure = Never

    private let subject: CurrentValueSubject<Output, Never>

    /// The newest value.
    public var value: Output { subject.value }

    /// Creates a relay with a first value.
    public init(_ value: Output) { subject = CurrentValueSubject(value) }

    /// Sends a value to all subscribers.
    public func accept(_ value: Output) { subject.send(value) }

    /// Adds a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        subject.receive(subscriber: subscriber)
    }
}

extension Publisher where Failure == Never {
    /// Sends the values of this publisher to a relay.
    ///
    /// ```swift
    /// let relay = PassthroughRelay<Int>()
    /// let printing = relay.sink { print($0) }
    /// let cancellable = Just(1).subscribe(relay)      // Prints: 1
    /// ```
    @_disfavoredOverload
    public func subscribe(_ relay: PassthroughRelay<Output>) -> AnyCancellable { feed(relay.accept) }

    /// Sends the values of this publisher to a relay.
    ///
    /// ```swift
    /// let relay = CurrentValueRelay(0)
    /// let cancellable = Just(1).subscribe(relay)
    /// print(relay.value)      // Prints: 1
    /// ```
    @_disfavoredOverload
    public func subscribe(_ relay: CurrentValueRelay<Output>) -> AnyCancellable { feed(relay.accept) }

    private func feed(_ accept: @escaping (Output) -> Void) -> AnyCancellable {
        let subscriber = Subscribers.Sink<Output, Never>(receiveCompletion: { _ in }, receiveValue: accept)
        subscribe(subscriber)
        return AnyCancellable(subscriber)
    }
}

// Unchecked: a relay's only property is a constant subject, which guards itself.
extension PassthroughRelay: @unchecked Sendable where Output: Sendable {}
extension CurrentValueRelay: @unchecked Sendable where Output: Sendable {}
