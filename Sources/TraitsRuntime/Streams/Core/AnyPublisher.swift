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
    ///
    /// - Complexity: O(1). A chain of operators, erased or not, takes stack for each of them, as in Combine: some
    ///   hundred bytes to subscribe and to send, and a thousand or two without optimization, so that a thread with
    ///   half a megabyte bears a few hundred operators in any build; less than that to release it. A chain of
    ///   `append` takes none to subscribe and to send.
    @inlinable
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { _erased() }
}

/// A publisher of any type: it sends what the publisher inside sends.
@frozen
public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible,
    CustomPlaygroundDisplayConvertible
{
    /// Given a subscriber, sends to it. Given none, puts the publisher's value where the pointer says, where
    /// there is ``_Immediate/no`` so far, if it has the value at once.
    ///
    /// An object and a pointer are passed the same way whatever the types, so calling this takes no conversion
    /// between the code that knows the types and the code that doesn't.
    @usableFromInline typealias Box =
        (
            __owned _SubscriberNode<Output, Failure>?, UnsafeMutablePointer<_Immediate<Output, Failure>>?
        ) -> Void

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
        ask = { _, _ in }
    }

    @inlinable
    init<P: Publisher>(_boxing publisher: P) where P.Output == Output, P.Failure == Failure {
        // The box is a closure and not an object of a generic class: a closure's context is made and freed by
        // code that was specialised here, a generic class destroys its properties through their metadata.
        content = .box
        ask = { subscriber, answer in
            guard let subscriber else {
                if P._immediacy != .never { answer?.initialize(to: publisher._immediate()) }
                return
            }
            if subscriber.isUnlimited {
                publisher.receive(subscriber: _ErasedUnlimitedSubscriber(node: subscriber))
            } else {
                publisher.receive(subscriber: _ErasedSubscriber(node: subscriber))
            }
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
    public func receive<S: Subscriber>(subscriber: __owned S) where S.Input == Output, S.Failure == Failure {
        let box = _SubscriberBox(subscriber)
        if case .box = content { ask(box, nil) } else { _answer(box) }
    }

    /// Subscribes to a publisher that has no box.
    // For an erased subscriber, so that one copy serves those of all types.
    @inlinable @inline(never)
    func _answer(_ subscriber: _SubscriberNode<Output, Failure>) {
        switch content {
        case .box: break
        case .value(let value, let kind):
            if subscriber.isUnlimited {
                _sendOnce(value, to: _ErasedUnlimitedSubscriber(node: subscriber), from: kind)
            } else {
                _sendOnce(value, to: _ErasedSubscriber(node: subscriber), from: kind)
            }
        case .empty:
            subscriber.onNode(subscriber, _EmptyNode.shared)
            subscriber.onCompletion(subscriber, .finished)
        case .failure(let error):
            subscriber.onNode(subscriber, _EmptyNode.shared)
            subscriber.onCompletion(subscriber, .failure(error))
        }
    }

    @inlinable
    public func _erased() -> AnyPublisher<Output, Failure> { self }

    @inlinable @inline(__always)
    public static var _immediacy: _Immediacy { .maybe }

    @inlinable
    public func _immediate() -> _Immediate<Output, Failure> {
        switch content {
        case .box:
            var answer = _Immediate<Output, Failure>.no
            _withUnprotectedUnsafeMutablePointer(to: &answer) { ask(nil, $0) }
            return answer
        case .value(let value, _): return .value(value)
        case .empty: return .empty
        case .failure(let error): return .failure(error)
        }
    }
}
