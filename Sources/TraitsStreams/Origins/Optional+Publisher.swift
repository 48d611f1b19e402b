/// Publishing the value of an optional, if it has one.
extension Optional {
    /// A publisher of the wrapped value, or of nothing.
    ///
    /// ```
    /// Optional(1).publisher     1|
    /// nil.publisher             |
    /// ```
    ///
    /// ```swift
    /// let cancellable = Int("12").publisher.sink { print($0) }      // 12
    /// ```
    @inlinable
    public var publisher: Publisher { Publisher(self) }

    /// A publisher that sends one value and finishes, or finishes immediately.
    ///
    /// - Demand: the value waits for the first request; an empty completion doesn't.
    /// - Threads: sends inside the call that subscribes and requests.
    public struct Publisher: TraitsStreams.Publisher {
        public typealias Output = Wrapped
        public typealias Failure = Never

        /// The value that is sent to each subscriber; none if `nil`.
        public let output: Wrapped?

        /// Creates a publisher of an optional value.
        @inlinable
        public init(_ output: Wrapped?) { self.output = output }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Wrapped, S.Failure == Never {
            if let output {
                _sendOnce(output, to: subscriber, from: .optional)
            } else {
                subscriber._receive(node: _EmptyNode.shared)
                subscriber.receive(completion: .finished)
            }
        }

        public typealias _Answers = _Yes

        @inlinable
        public func _answer() -> _Answer<Wrapped, Never> { output.map { .value($0) } ?? .empty }

        @inlinable
        public func _erased() -> AnyPublisher<Wrapped, Never> {
            guard let output else { return AnyPublisher(_empty: ()) }
            return _isSmall(Wrapped.self)
                ? AnyPublisher(_small: output, .optional) : AnyPublisher(_boxing: self)
        }
    }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}
extension Optional.Publisher: Sendable where Wrapped: Sendable {}
