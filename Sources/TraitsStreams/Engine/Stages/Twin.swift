/// The variant of an operator, plain or throwing. `reduce` and `tryReduce` share one stage and differ only in this type.
@usableFromInline
protocol _Twin<UpstreamFailure, Failure> {
    associatedtype UpstreamFailure: Error
    associatedtype Failure: Error

    /// The fact that the closure can't throw.
    associatedtype _NeverThrows = _No

    /// Returns the operator's name, out of the names of the two variants.
    static func name(_ plain: String, _ throwing: String) -> String

    /// Converts upstream's failure to the operator's.
    static func failure(_ error: UpstreamFailure) -> Failure

    /// Converts an error that the closure has thrown to the operator's failure.
    static func thrown(_ error: any Error) -> Failure
}

/// The plain variant: the closure doesn't throw.
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

/// The throwing variant: the closure may throw, and so the operator fails with any error.
@frozen @usableFromInline
enum _Throwing<UpstreamFailure: Error>: _Twin {
    @usableFromInline static func name(_ plain: String, _ throwing: String) -> String { throwing }

    @inlinable @inline(__always)
    static func failure(_ error: UpstreamFailure) -> any Error { error }

    @inlinable @inline(__always)
    static func thrown(_ error: any Error) -> any Error { error }
}

/// A value-by-value stage that a plain operator and its throwing variant share.
@usableFromInline
protocol _TwinStage: OperatorStage
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

/// A reduction that a plain operator and its throwing variant share.
@usableFromInline
protocol _TwinReduction: OperatorReduction
where UpstreamFailure == Twin.UpstreamFailure, Failure == Twin.Failure {
    associatedtype Twin: _Twin
}

extension _TwinReduction {
    @inlinable
    public func failure(_ error: UpstreamFailure) -> Failure { Twin.failure(error) }
}
