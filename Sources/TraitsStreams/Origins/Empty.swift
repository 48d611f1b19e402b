/// A publisher that sends no value, and either finishes immediately or never.
///
/// ```
/// Empty()                              |
/// Empty(completeImmediately: false)    ------>
/// ```
///
/// ```swift
/// let nothing = Empty<Int, Never>()
/// ```
@frozen
public struct Empty<Output, Failure: Error>: Publisher, Equatable, Sendable {
    /// A Boolean value that indicates whether the publisher finishes immediately rather than staying silent.
    public let completeImmediately: Bool

    /// Creates a publisher of nothing.
    @inlinable
    public init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }

    /// Creates a publisher of nothing whose types can't be inferred from where it is used.
    @inlinable
    public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
        self.completeImmediately = completeImmediately
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        subscriber._receive(node: _EmptyNode.shared)
        if completeImmediately { subscriber.receive(completion: .finished) }
    }

    public typealias _Answers = _Sometimes

    @inlinable
    public func _answer() -> _Answer<Output, Failure> { completeImmediately ? .empty : .no }

    @inlinable
    public func _erased() -> AnyPublisher<Output, Failure> {
        completeImmediately ? AnyPublisher(_empty: ()) : AnyPublisher(_boxing: self)
    }
}
