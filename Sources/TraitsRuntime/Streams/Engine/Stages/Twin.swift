/// Whether the closure of an operator may throw: `reduce` and `tryReduce` are one stage, which differs in this alone.
@usableFromInline
protocol _Twin<UpstreamFailure, Failure> {
    associatedtype UpstreamFailure: Error
    associatedtype Failure: Error

    /// Whether the closure can't throw.
    associatedtype _NeverThrows = _No

    /// Which of two names is that of the operator.
    static func name(_ plain: String, _ throwing: String) -> String

    /// The operator's failure after one of upstream's.
    static func failure(_ error: UpstreamFailure) -> Failure

    /// The operator's failure after an error that the closure has thrown.
    static func thrown(_ error: any Error) -> Failure
}

/// The closure doesn't throw.
@frozen @usableFromInline
enum _Plain<Failure: Error>: _Twin {
    @usableFromInline typealias _NeverThrows = _Yes

    @usableFromInline static func name(_ plain: String, _ throwing: String) -> String { plain }

    @inlinable @inline(__always)
    static func failure(_ error: Failure) -> Failure { error }

    @inlinable
    static func thrown(_ error: any Error) -> Failure {
        preconditionFailure("a closure that can't throw has thrown")
    }
}

/// The closure may throw, and so the operator fails with any error.
@frozen @usableFromInline
enum _Throwing<UpstreamFailure: Error>: _Twin {
    @usableFromInline static func name(_ plain: String, _ throwing: String) -> String { throwing }

    @inlinable @inline(__always)
    static func failure(_ error: UpstreamFailure) -> any Error { error }

    @inlinable @inline(__always)
    static func thrown(_ error: any Error) -> any Error { error }
}

/// A value-by-value stage of two operators.
@usableFromInline
protocol _TwinStage: _FilterStage
where UpstreamFailure == Twin.UpstreamFailure, Failure == Twin.Failure {
    associatedtype Twin: _Twin
}

extension _TwinStage {
    @inlinable
    public func completion(
        _ completion: Subscribers.Completion<UpstreamFailure>
    ) -> Subscribers.Completion<Failure> {
        switch completion {
        case .finished: .finished
        case .failure(let error): .failure(Twin.failure(error))
        }
    }
}

/// A reducing stage of two operators.
@usableFromInline
protocol _TwinReduceStage: _ReduceStage
where UpstreamFailure == Twin.UpstreamFailure, Failure == Twin.Failure {
    associatedtype Twin: _Twin
}

extension _TwinReduceStage {
    @inlinable
    public func failure(_ error: UpstreamFailure) -> Failure { Twin.failure(error) }
}
