extension Publisher {
    /// Hides the type of this publisher behind ``AnyPublisher``.
    ///
    /// Use it where a publisher crosses the border of your interface, so that you can change how it is
    /// built. If it keeps a promise, erase it to the trait instead, for instance with
    /// `eraseToAnySinglePublisher()`, and the promise stays visible.
    ///
    /// ```swift
    /// func numbers() -> AnyPublisher<Int, Never> {
    ///     [1, 2, 3].publisher.map { $0 * 2 }.eraseToAnyPublisher()
    /// }
    /// ```
    ///
    /// Erasing an erased publisher changes nothing.
    @inlinable
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { _erased() }
}

/// A publisher of any type: it sends what the publisher inside sends.
@frozen
public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible,
    CustomPlaygroundDisplayConvertible
{
    /// One value, nothing or a failure need no box.
    @usableFromInline
    enum Content {
        case box(_PublisherNode<Output, Failure>)
        case value(Output, _OneValue)
        case empty
        case failure(Failure)
    }

    @usableFromInline let content: Content

    @inlinable
    init(_content: Content) { content = _content }

    @inlinable
    init<P: Publisher>(_boxing publisher: P) where P.Output == Output, P.Failure == Failure {
        content = .box(_PublisherBox(publisher))
    }

    /// Creates a publisher that hides another one.
    @inlinable
    public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        self = publisher._erased()
    }

    public var description: String { "AnyPublisher" }

    public var playgroundDescription: Any { description }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        switch content {
        case .box(let node):
            if S._isUnlimited {
                node.subscribe(node, .unlimited(_ErasedUnlimitedSubscriber(subscriber)))
            } else {
                node.subscribe(node, .limited(_ErasedSubscriber(subscriber)))
            }
        case .value(let value, let kind):
            _sendOnce(value, to: subscriber, from: kind)
        case .empty:
            subscriber._receive(node: _EmptyNode.shared)
            subscriber.receive(completion: .finished)
        case .failure(let error):
            subscriber._receive(node: _EmptyNode.shared)
            subscriber.receive(completion: .failure(error))
        }
    }

    @inlinable
    public func _erased() -> AnyPublisher<Output, Failure> { self }

    @inlinable @inline(__always)
    public static var _immediacy: _Immediacy { .maybe }

    @inlinable
    public func _immediate() -> _Immediate<Output, Failure> {
        switch content {
        case .box(let node): node.immediate?(node) ?? .no
        case .value(let value, _): .value(value)
        case .empty: .empty
        case .failure(let error): .failure(error)
        }
    }
}

/// A publisher behind one pointer; see ``_SubscriberNode``.
@usableFromInline
class _PublisherNode<Output, Failure: Error> {
    @frozen @usableFromInline
    enum Request {
        case unlimited(_ErasedUnlimitedSubscriber<Output, Failure>)
        case limited(_ErasedSubscriber<Output, Failure>)
    }

    @usableFromInline typealias Subscribe = (_PublisherNode<Output, Failure>, Request) -> Void
    @usableFromInline typealias Immediate = (_PublisherNode<Output, Failure>) -> _Immediate<Output, Failure>

    @usableFromInline let subscribe: Subscribe
    @usableFromInline let immediate: Immediate?

    @inlinable
    init(_ subscribe: @escaping Subscribe, _ immediate: Immediate?) {
        self.subscribe = subscribe
        self.immediate = immediate
    }
}

@usableFromInline
final class _PublisherBox<P: Publisher>: _PublisherNode<P.Output, P.Failure> {
    @usableFromInline let publisher: P

    @inlinable
    init(_ publisher: P) {
        self.publisher = publisher
        super.init(
            { node, request in
                let publisher = unsafeDowncast(node, to: _PublisherBox<P>.self).publisher
                switch request {
                case .unlimited(let subscriber): publisher.receive(subscriber: subscriber)
                case .limited(let subscriber): publisher.receive(subscriber: subscriber)
                }
            },
            P._immediacy == .never
                ? nil : { node in unsafeDowncast(node, to: _PublisherBox<P>.self).publisher._immediate() })
    }
}
