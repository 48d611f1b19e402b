/// A publisher that fails immediately.
///
/// ```
/// Fail(error: e)     x
/// ```
///
/// ```swift
/// struct Offline: Error {}
/// let failed = Fail<Int, Offline>(error: Offline())
/// ```
@frozen
public struct Fail<Output, Failure: Error>: Publisher {
    /// The error sent to each subscriber.
    public let error: Failure

    /// Creates a publisher that fails.
    @inlinable
    public init(error: Failure) { self.error = error }

    /// Creates a publisher that fails, whose output type can't be inferred from where it is used.
    @inlinable
    public init(outputType: Output.Type, failure: Failure) { error = failure }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        subscriber._receive(node: _EmptyNode.shared)
        subscriber.receive(completion: .failure(error))
    }

    public typealias _Answers = _Yes

    @inlinable
    public func _answer() -> _Answer<Output, Failure> { .failure(error) }
}

extension Fail: Equatable where Failure: Equatable {}
extension Fail: Sendable {}
