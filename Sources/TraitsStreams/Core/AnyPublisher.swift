extension Publisher {
    /// Hides the type of this publisher behind ``AnyPublisher``.
    ///
    /// Use it for a publisher in your public interface, so that you can change its implementation later. If the
    /// publisher makes a promise, erase it to the trait instead, for instance with
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
    /// - Complexity: O(1). Each operator of a chain, erased or not, takes stack space, as in Combine: some hundred bytes
    ///   to subscribe and to send, or one to two thousand without optimization. So a thread with half a megabyte of stack
    ///   supports a few hundred operators in any build. A release takes less. A chain of `append` takes no stack
    ///   space for each part to subscribe and to send.
    @inlinable
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { _erased() }
}

/// The kind of content of an eraser. One small value, or no value, needs no box.
// A word of its own: padding isn't copied, so with a smaller type two copies of one publisher would differ in their bytes.
@frozen @usableFromInline
struct _ErasedContent {
    @usableFromInline let word: UInt64

    @inlinable @inline(__always)
    init(word: UInt64) { self.word = word }

    @inlinable @inline(__always) static var box: Self { Self(word: 0) }
    @inlinable @inline(__always) static var empty: Self { Self(word: 1) }
    @inlinable @inline(__always) static func value(_ kind: _OneValue) -> Self {
        Self(word: 2 + UInt64(kind.rawValue))
    }

    @inlinable @inline(__always) var isBox: Bool { word == 0 }
    @inlinable @inline(__always) var isEmpty: Bool { word == 1 }
    /// The kind of the value, if the content is a value.
    @inlinable @inline(__always) var kind: _OneValue {
        _OneValue(rawValue: UInt8(truncatingIfNeeded: word &- 2)).unsafelyUnwrapped
    }
}

/// A type-erased publisher. It passes on the events of the publisher inside.
// The layout is the same for all types: unoptimised code copies an eraser often, and would look up metadata for each copy.
@frozen
public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible,
    CustomPlaygroundDisplayConvertible
{
    /// A closure that subscribes the given subscriber. Without a subscriber, it stores the publisher's answer at the
    /// pointer, in place of ``_Answer/no``.
    ///
    /// An object and a pointer are passed in the same way for all types, so a call takes no conversion between specialised
    /// and unspecialised code.
    @usableFromInline typealias Box =
        (
            __owned _SubscriberNode<Output, Failure>?, UnsafeMutablePointer<_Answer<Output, Failure>>?
        ) -> Void

    @usableFromInline let content: _ErasedContent
    /// The value, if `content` is a value. For a box, a nonzero number if the publisher sends at most one value.
    @usableFromInline let bits: UInt64
    /// The box, if `content` is a box. It isn't an associated value of `content`, because reading one counts references; a
    /// property is called in place.
    @usableFromInline let ask: Box

    /// Creates a publisher of one value, which has to be small.
    @inlinable
    init(_small value: Output, _ kind: _OneValue) {
        content = .value(kind)
        bits = _bits(of: value)
        ask = { _, _ in }
    }

    /// Creates a publisher without values.
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
        // The box is a closure and not an object of a generic class: code that was specialised here creates and frees a
        // closure's context, but a generic class destroys its properties through their metadata.
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

    /// Creates a publisher that hides the type of another publisher.
    @inlinable
    public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        self = publisher._erased()
    }

    public var description: String { "AnyPublisher" }

    public var playgroundDescription: Any { description }

    @inlinable
    public func receive<S: Subscriber>(subscriber: __owned S) where S.Input == Output, S.Failure == Failure {
        let box = _SubscriberBox(consume subscriber)
        if content.isBox { ask(box, nil) } else { tell(box) }
    }

    /// Subscribes to a publisher that has no box.
    // The subscriber is erased, so that one copy of the code serves subscribers of all types.
    @inlinable @inline(never)
    func tell(_ subscriber: _SubscriberNode<Output, Failure>) {
        if content.isEmpty {
            subscriber.onNode(subscriber, _EmptyNode.shared)
            subscriber.onCompletion(subscriber, .finished)
            return
        }
        let value = _value(of: bits, as: Output.self)
        if subscriber.isUnlimited {
            _sendOnce(value, to: _ErasedUnlimitedSubscriber(node: subscriber), from: content.kind)
        } else {
            _sendOnce(value, to: _ErasedSubscriber(node: subscriber), from: content.kind)
        }
    }

    @inlinable
    public func _erased() -> AnyPublisher<Output, Failure> { self }

    /// A Boolean value that indicates whether the publisher inside is known to send at most one value.
    @usableFromInline var _sendsAtMostOne: Bool { content.isBox ? bits != 0 : true }

    public typealias _Answers = _Sometimes

    @inlinable
    public func _answer() -> _Answer<Output, Failure> {
        if content.isBox {
            var answer = _Answer<Output, Failure>.no
            _withUnprotectedUnsafeMutablePointer(to: &answer) { ask(nil, $0) }
            return answer
        }
        return content.isEmpty ? .empty : .value(_value(of: bits, as: Output.self))
    }
}
