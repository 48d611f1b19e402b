/// A publisher that sends one value and finishes.
///
/// ```
/// Just(1)     1|
/// ```
///
/// - Demand: the value waits for the first request.
/// - Failure: never.
/// - Threads: sends inside the call that subscribes and requests.
///
/// ```swift
/// let cancellable = Just("Alice").sink { print($0) }      // Alice
/// ```
@frozen
public struct Just<Output>: Publisher {
    public typealias Failure = Never

    /// The value sent to each subscriber.
    public let output: Output

    /// Creates a publisher of one value.
    @inlinable @inline(__always)
    public init(_ output: Output) { self.output = output }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        _sendOnce(output, to: subscriber, from: .just)
    }

    public typealias _Answers = _Yes

    @inlinable @inline(__always)
    public func _answer() -> _Answer<Output, Never> { .value(output) }

    @inlinable
    public func _erased() -> AnyPublisher<Output, Never> {
        _isSmall(Output.self) ? AnyPublisher(_small: output, .just) : AnyPublisher(_boxing: self)
    }
}

extension Just: Equatable where Output: Equatable {}
extension Just: Sendable where Output: Sendable {}
