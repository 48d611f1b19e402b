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
    @usableFromInline typealias Box = (_Question<Output, Failure>) -> _Immediate<Output, Failure>

    /// One value, nothing or a failure need no box.
    @usableFromInline
    enum Content {
        case box
        case value(Output, _OneValue)
        case empty
        case failure(Failure)
    }

    @usableFromInline let content: Content
    /// Means something if `content` says so. It stands beside `content` and not in it, because what is taken
    /// out of an enum has its references counted, and this is called where it stands.
    @usableFromInline let ask: Box

    @inlinable
    init(_content: Content) {
        content = _content
        ask = { _ in .no }
    }

    @inlinable
    init<P: Publisher>(_boxing publisher: P) where P.Output == Output, P.Failure == Failure {
        // The box is a closure and not an object of a generic class: a closure's context is made and freed by
        // code that was specialised here, a generic class destroys its properties through their metadata.
        content = .box
        ask = { question in
            switch question {
            case .immediate:
                return P._immediacy == .never ? .no : publisher._immediate()
            case .unlimited(let subscriber):
                publisher.receive(subscriber: subscriber)
            case .limited(let subscriber):
                publisher.receive(subscriber: subscriber)
            }
            return .no
        }
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
        case .box:
            if S._isUnlimited {
                _ = ask(.unlimited(_ErasedUnlimitedSubscriber(subscriber)))
            } else {
                _ = ask(.limited(_ErasedSubscriber(subscriber)))
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
        case .box: ask(.immediate)
        case .value(let value, _): .value(value)
        case .empty: .empty
        case .failure(let error): .failure(error)
        }
    }
}

/// What the box around a publisher is asked.
@frozen @usableFromInline
enum _Question<Output, Failure: Error> {
    /// For its value, if it has it at once.
    case immediate
    /// To send to a subscriber that asks for everything; the answer means nothing.
    case unlimited(_ErasedUnlimitedSubscriber<Output, Failure>)
    /// To send to any other subscriber; the answer means nothing.
    case limited(_ErasedSubscriber<Output, Failure>)
}
