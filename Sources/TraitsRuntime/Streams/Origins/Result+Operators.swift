// The operators of `Result.Publisher`, which run where the chain is written. Just+Operators.swift says more, also where the
// other operators are.
//
// A failure passes through all operators but `mapError(_:)`, `replaceError(with:)` and `ignoreOutput()`; throwing operators
// turn it into `any Error`.

extension Result.Publisher {
    /// Sends the transformed value. The closure runs once, here.
    @inlinable
    public func map<T>(_ transform: (Output) -> T) -> Result<T, Failure>.Publisher {
        result.map(transform).publisher
    }
}

// MARK: - Failures

extension Result.Publisher {
    /// Sends the value, or the transformed failure. The closure runs once, here.
    @inlinable
    public func mapError<E: Error>(_ transform: (Failure) -> E) -> Result<Output, E>.Publisher {
        result.mapError(transform).publisher
    }

    /// Sends the value, or the given one in place of a failure.
    @inlinable
    public func replaceError(with output: Output) -> Result<Output, Never>.Publisher {
        Result<Output, Never>.success((try? result.get()) ?? output).publisher
    }
}

extension Result.Publisher where Failure == Never {
    /// Sends the value, and could fail as far as types go.
    @inlinable
    public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher {
        Result<Output, E>.success(result.get()).publisher
    }
}
