/// A type-erased subscriber, or a subscriber made of closures.
///
/// ```swift
/// let printer = AnySubscriber<Int, Never>(
///     receiveSubscription: { $0.request(.unlimited) },
///     receiveValue: { value in print(value); return .none })
/// [1, 2].publisher.subscribe(printer)      // 1, 2
/// ```
@frozen
public struct AnySubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible
{
    @usableFromInline let node: _SubscriberNode<Input, Failure>

    /// The identity of the subscriber inside.
    public let combineIdentifier: CombineIdentifier

    /// Creates a subscriber that hides the type of another subscriber.
    @inlinable
    public init<S: Subscriber>(_ s: S) where S.Input == Input, S.Failure == Failure {
        if let erased = s as? AnySubscriber<Input, Failure> {
            self = erased
        } else {
            node = _SubscriberBox(s)
            combineIdentifier = s.combineIdentifier
        }
    }

    /// Creates a subscriber that passes its events to a subject.
    @inlinable
    public init<S: Subject>(_ s: S) where S.Output == Input, S.Failure == Failure {
        self.init(SubjectSubscriber(s))
    }

    /// Creates a subscriber from closures.
    ///
    /// - Parameters:
    ///   - receiveSubscription: a closure that takes the subscription, and should request values from it. Without this
    ///     closure the subscriber gets no values.
    ///   - receiveValue: a closure that takes a value and returns further demand. Without this closure there is none.
    ///   - receiveCompletion: a closure that takes the completion.
    @inlinable
    public init(
        receiveSubscription: ((any Subscription) -> Void)? = nil,
        receiveValue: ((Input) -> Subscribers.Demand)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
    ) {
        self.init(
            _ClosureSubscriber(
                onSubscription: receiveSubscription, onValue: receiveValue, onCompletion: receiveCompletion))
    }

    public var description: String { _Reflection.description(of: node.base) }

    public var customMirror: Mirror { _Reflection.mirror(of: node.base) }

    public var playgroundDescription: Any { _Reflection.playgroundDescription(of: node.base) }

    @inlinable
    public func receive(subscription: any Subscription) { node.receive(subscription: subscription) }

    @inlinable
    public func _receive(node subscription: _Node) { node.onNode(node, subscription) }

    @inlinable
    public func receive(_ value: Input) -> Subscribers.Demand { node.onValue(node, value) }

    @inlinable
    public func receive(completion: Subscribers.Completion<Failure>) {
        node.onCompletion(node, completion)
    }
}

@usableFromInline
struct _ClosureSubscriber<Input, Failure: Error>: Subscriber, _Described {
    @usableFromInline let onSubscription: ((any Subscription) -> Void)?
    @usableFromInline let onValue: ((Input) -> Subscribers.Demand)?
    @usableFromInline let onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @inlinable
    init(
        onSubscription: ((any Subscription) -> Void)?, onValue: ((Input) -> Subscribers.Demand)?,
        onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
    ) {
        self.onSubscription = onSubscription
        self.onValue = onValue
        self.onCompletion = onCompletion
    }

    @usableFromInline var description: String { "Anonymous AnySubscriber" }

    /// The mirror of the name alone, as in Combine.
    @usableFromInline var customMirror: Mirror { Mirror(reflecting: description) }

    @inlinable
    func receive(subscription: any Subscription) { onSubscription?(subscription) }

    @inlinable
    func receive(_ value: Input) -> Subscribers.Demand { onValue?(value) ?? .none }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) { onCompletion?(completion) }
}
