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

/// What an eraser holds. One small value and nothing at all need no box.
@frozen @usableFromInline
enum _ErasedContent {
    case box
    case value(_OneValue)
    case empty
}

/// A publisher of any type: it sends what the publisher inside sends.
// It is laid out the same way whatever the types: what isn't optimised copies it wherever it goes, and would look up
// metadata each time to know how.
@frozen
public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible,
    CustomPlaygroundDisplayConvertible
{
    /// Given a subscriber, sends to it. Given none, puts the publisher's value where the pointer says, where there is
    /// ``_Immediate/no`` so far, if it has the value without a subscription.
    ///
    /// An object and a pointer are passed the same way whatever the types, so calling this takes no conversion
    /// between the code that knows the types and the code that doesn't.
    @usableFromInline typealias Box =
        (
            __owned _SubscriberNode<Output, Failure>?, UnsafeMutablePointer<_Immediate<Output, Failure>>?
        ) -> Void

    @usableFromInline let content: _ErasedContent
    /// The value, if `content` says that there is one; of a box, whether it sends at most one value.
    @usableFromInline let bits: UInt64
    /// Means something if `content` says so. It stands beside `content` and not in it, because what is taken
    /// out of an enum has its references counted, and this is called where it stands.
    @usableFromInline let ask: Box

    /// Holds one value, which has to be a small one.
    @inlinable
    init(_small value: Output, _ kind: _OneValue) {
        content = .value(kind)
        bits = _bits(of: value)
        ask = { _, _ in }
    }

    /// Holds nothing.
    @inlinable
    init(_empty: Void) {
        content = .empty
        bits = 0
        ask = { _, _ in }
    }

    #if SmallCode
        @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    #else
        @inlinable
    #endif
    init<P: Publisher>(_boxing publisher: P) where P.Output == Output, P.Failure == Failure {
        // The box is a closure and not an object of a generic class: a closure's context is made and freed by
        // code that was specialised here, a generic class destroys its properties through their metadata.
        content = .box
        bits = P._atMostOne ? 1 : 0
        ask = { subscriber, answer in
            guard let subscriber else {
                answer?.initialize(to: publisher._ask())
                return
            }
            if subscriber.isUnlimited {
                publisher.subscribe(_ErasedUnlimitedSubscriber(node: subscriber))
            } else {
                publisher.subscribe(_ErasedSubscriber(node: subscriber))
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
        let box = _SubscriberBox(consume subscriber)
        if case .box = content { ask(box, nil) } else { _answer(box) }
    }

    /// Subscribes to a publisher that has no box.
    // For an erased subscriber, so that one copy serves those of all types.
    @inlinable @inline(never)
    func _answer(_ subscriber: _SubscriberNode<Output, Failure>) {
        switch content {
        case .box: break
        case .value(let kind):
            let value = _value(of: bits, as: Output.self)
            if subscriber.isUnlimited {
                _sendOnce(value, to: _ErasedUnlimitedSubscriber(node: subscriber), from: kind)
            } else {
                _sendOnce(value, to: _ErasedSubscriber(node: subscriber), from: kind)
            }
        case .empty:
            subscriber.onNode(subscriber, _EmptyNode.shared)
            subscriber.onCompletion(subscriber, .finished)
        }
    }

    @inlinable
    public func _erased() -> AnyPublisher<Output, Failure> { self }

    /// Whether the publisher inside is known to send at most one value.
    @usableFromInline var _sendsAtMostOne: Bool { if case .box = content { bits != 0 } else { true } }

    public typealias _Answers = _Sometimes

    @inlinable
    public func _immediate() -> _Immediate<Output, Failure> {
        switch content {
        case .box:
            var answer = _Immediate<Output, Failure>.no
            _withUnprotectedUnsafeMutablePointer(to: &answer) { ask(nil, $0) }
            return answer
        case .value: return .value(_value(of: bits, as: Output.self))
        case .empty: return .empty
        }
    }
}
