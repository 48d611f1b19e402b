/// Publishing the value or the failure of a result.
extension Result {
    /// A publisher of this result: its value and a completion, or its failure.
    ///
    /// ```
    /// Result.success(1).publisher     1|
    /// Result.failure(e).publisher     x
    /// ```
    ///
    /// ```swift
    /// let cancellable = Result<Int, Never>.success(1).publisher.sink { print($0) }      // 1
    /// ```
    @inlinable
    public var publisher: Publisher { Publisher(self) }

    /// A publisher that sends one value and finishes, or fails immediately.
    ///
    /// - Demand: the value waits for the first request; a failure doesn't.
    /// - Threads: sends inside the call that subscribes and requests.
    @frozen
    public struct Publisher: TraitsStreams.Publisher {
        public typealias Output = Success

        /// The result that is sent to each subscriber.
        public let result: Result<Success, Failure>

        /// Creates a publisher of a result.
        @inlinable
        public init(_ result: Result<Success, Failure>) { self.result = result }

        /// Creates a publisher of one value.
        @inlinable
        public init(_ output: Success) { result = .success(output) }

        /// Creates a publisher that fails.
        @inlinable
        public init(_ failure: Failure) { result = .failure(failure) }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Success, S.Failure == Failure {
            switch result {
            case .success(let value):
                _sendOnce(value, to: subscriber, from: .once)
            case .failure(let error):
                subscriber._receive(node: _EmptyNode.shared)
                subscriber.receive(completion: .failure(error))
            }
        }

        public typealias _Answers = _Yes

        @inlinable
        public func _answer() -> _Answer<Success, Failure> {
            switch result {
            case .success(let value): .value(value)
            case .failure(let error): .failure(error)
            }
        }

        @inlinable
        public func _erased() -> AnyPublisher<Success, Failure> {
            if case .success(let value) = result, _isSmall(Success.self) {
                AnyPublisher(_small: value, .once)
            } else {
                AnyPublisher(_boxing: self)
            }
        }
    }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}
extension Result.Publisher: Sendable where Success: Sendable {}
