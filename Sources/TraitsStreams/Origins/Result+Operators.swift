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

// MARK: - One value to one value

extension Result.Publisher {
    /// Sends the transformed value, or fails with what the closure throws. The closure runs once, here.
    @inlinable
    public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
        Result<T, any Error> { try transform(try result.get()) }.publisher
    }

    /// Sends the initial result combined with the value. The closure runs once, here.
    @inlinable
    public func scan<T>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Result<T, Failure>.Publisher {
        map { nextPartialResult(initialResult, $0) }
    }

    /// Sends the initial result combined with the value, or fails with what the closure throws.
    @inlinable
    public func tryScan<T>(
        _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
    ) -> Result<T, any Error>.Publisher {
        tryMap { try nextPartialResult(initialResult, $0) }
    }

    /// Finishes, and does so in place of a failure too, as in Combine. `eraseToAnyPublisher().ignoreOutput()`
    /// keeps the failure.
    @inlinable
    public func ignoreOutput() -> Empty<Output, Failure> { Empty() }
}

// MARK: - One value to its summary

extension Result.Publisher {
    /// Sends an array of the value.
    @inlinable
    public func collect() -> Result<[Output], Failure>.Publisher {
        map { [$0] }
    }

    /// Sends 1.
    @inlinable
    public func count() -> Result<Int, Failure>.Publisher { map { _ in 1 } }

    /// Sends whether the condition holds for the value.
    @inlinable
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
        map(predicate)
    }

    /// Sends whether the condition holds for the value, or fails with what the closure throws.
    @inlinable
    public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        tryMap(predicate)
    }

    /// Sends whether the condition holds for the value.
    @inlinable
    public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
        map(predicate)
    }

    /// Sends whether the condition holds for the value, or fails with what the closure throws.
    @inlinable
    public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        tryMap(predicate)
    }

    /// Sends the initial result combined with the value. The closure runs once, here.
    @inlinable
    public func reduce<T>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Result<T, Failure>.Publisher {
        scan(initialResult, nextPartialResult)
    }

    /// Sends the initial result combined with the value, or fails with what the closure throws.
    @inlinable
    public func tryReduce<T>(
        _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
    ) -> Result<T, any Error>.Publisher {
        tryScan(initialResult, nextPartialResult)
    }
}

extension Result.Publisher where Output: Equatable {
    /// Sends whether the value is the given one.
    @inlinable
    public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher { map { $0 == output } }

    /// Sends the value, which repeats no other.
    @inlinable
    public func removeDuplicates() -> Result.Publisher { self }
}

// MARK: - Nothing to do for one value

extension Result.Publisher {
    /// Sends the value, which is the first.
    @inlinable
    public func first() -> Result.Publisher { self }

    /// Sends the value, which is the last.
    @inlinable
    public func last() -> Result.Publisher { self }

    /// Sends the value, the smallest of one. The closure isn't called.
    @inlinable
    public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Result.Publisher { self }

    /// Sends the value, the largest of one. The closure isn't called.
    @inlinable
    public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Result.Publisher { self }

    /// Sends the value, which repeats no other. The closure isn't called.
    @inlinable
    public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Result.Publisher { self }

    /// Sends the value, or fails with what the closure throws of the value and itself, as in Combine.
    @inlinable
    public func tryMin(
        by areInIncreasingOrder: (Output, Output) throws -> Bool
    ) -> Result<Output, any Error>.Publisher {
        tryRemoveDuplicates(by: areInIncreasingOrder)
    }

    /// Sends the value, or fails with what the closure throws of the value and itself, as in Combine.
    @inlinable
    public func tryMax(
        by areInIncreasingOrder: (Output, Output) throws -> Bool
    ) -> Result<Output, any Error>.Publisher {
        tryRemoveDuplicates(by: areInIncreasingOrder)
    }

    /// Sends the value, or fails with what the closure throws of the value and itself, as in Combine.
    @inlinable
    public func tryRemoveDuplicates(
        by predicate: (Output, Output) throws -> Bool
    ) -> Result<Output, any Error>.Publisher {
        tryMap { value in
            _ = try predicate(value, value)
            return value
        }
    }

    /// Sends the value or the failure; neither is an empty completion.
    @inlinable
    public func replaceEmpty(with output: Output) -> Result.Publisher { self }

    /// Sends the value or the failure, which would be the same however often it was tried.
    @inlinable
    public func retry(_ times: Int) -> Result.Publisher { self }
}

extension Result.Publisher where Output: Comparable {
    /// Sends the value, the smallest of one.
    @inlinable
    public func min() -> Result.Publisher { self }

    /// Sends the value, the largest of one.
    @inlinable
    public func max() -> Result.Publisher { self }
}
