public import TraitsRuntime

/// A subject that sends the newest values to each new subscriber first.
///
/// ```
/// ReplaySubject(bufferSize: 2)   --1--2--3--4-->
/// a late subscriber                       23-4-->
/// ```
///
/// A subscriber that arrives after the end gets the newest values and the end. The name and the meaning are
/// those of RxSwift and CombineExt. A subject that keeps no values is like a `PassthroughSubject`.
///
/// - Demand: the newest values wait until they are asked for; older ones are dropped.
/// - Threads: values are sent where `send(_:)` is called, or where they are asked for.
/// - Cancellation: a subscriber that cancels is forgotten.
///
/// ```swift
/// let messages = ReplaySubject<String, Never>(bufferSize: 2)
/// for text in ["a", "b", "c"] { messages.send(text) }
/// let cancellable = messages.sink { print($0) }
/// // Prints: b
/// // Prints: c
/// ```
public final class ReplaySubject<Output, Failure: Error>: Subject {
    @usableFromInline let subject = PassthroughSubject<Output, Failure>()
    /// The shared stream; `nil` if no values are kept.
    @usableFromInline let shared: MorePublishers.ShareReplay<PassthroughSubject<Output, Failure>>?
    /// The subscriber that keeps the shared stream running while there is no other.
    @usableFromInline let kept: AnyCancellable?

    /// Creates a subject that keeps some values.
    ///
    /// - Parameter bufferSize: the number of values to keep; not negative.
    @inlinable
    public init(bufferSize: Int) {
        if bufferSize < 0 { fatalError("ReplaySubject can't keep \(bufferSize) values") }
        guard bufferSize > 0 else {
            (shared, kept) = (nil, nil)
            return
        }
        let shared = MorePublishers.ShareReplay(upstream: subject, replay: bufferSize)
        self.shared = shared
        let keeper = Subscribers.Sink<Output, Failure>(receiveCompletion: { _ in }, receiveValue: { _ in })
        shared.subscribe(keeper)
        kept = AnyCancellable(keeper)
    }

    /// Sends a value to all subscribers, and keeps it for later ones.
    @inlinable
    public func send(_ value: Output) { subject.send(value) }

    /// Ends the stream of all subscribers.
    @inlinable
    public func send(completion: Subscribers.Completion<Failure>) { subject.send(completion: completion) }

    /// Takes a subscription, and asks it for everything.
    @inlinable
    public func send(subscription: any Subscription) { subject.send(subscription: subscription) }

    /// Adds a subscriber.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        if let shared {
            shared.receive(subscriber: subscriber)
        } else {
            subject.receive(subscriber: subscriber)
        }
    }
}

// Unchecked: the properties are constants whose values guard themselves.
extension ReplaySubject: @unchecked Sendable where Output: Sendable {}
