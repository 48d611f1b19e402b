// The operators of `Just`, which run where the chain is written.
//
// The value is there before anyone subscribes, so each of these runs once, when it is called, and returns a plain source of the
// outcome: a chain of any length costs a subscriber no more than one `Just`. Combine does the same, with the same result types.
// A closure that must run for each subscriber, or no earlier than one, belongs in a `Deferred`, or behind
// `eraseToAnyPublisher()`. Such an outcome keeps the promises of its own type: a filtered `Just` may be empty, and is an
// `Optional.Publisher`, which is no single.
//
// `map`, `compactMap`, `filter`, `scan`, `removeDuplicates` and `flatMap` of all publishers, which have such siblings here or as
// fusions such as `Publishers.Map.map`, are `@_disfavoredOverload`. Without the attribute, three `map`s in a row are ambiguous:
// the closure of the fusion is `@escaping`, which makes it the more special of the two. With it, the compiler also drops every
// other choice as soon as it has found the chain of siblings: ten `map`s in a row take it 125 steps instead of 190,000.
// `ChainTests` and `ChainBudgetTests` say where the attribute is missing.

extension Just {
    /// Sends the transformed value. The closure runs once, here.
    @inlinable @inline(__always)
    public func map<T>(_ transform: (Output) -> T) -> Just<T> { Just<T>(transform(output)) }
}

// MARK: - Failure types

extension Just {
    /// Sends the value; the closure is never called, since there is no failure.
    @inlinable
    public func mapError<E: Error>(_ transform: (Never) -> E) -> Result<Output, E>.Publisher {
        setFailureType(to: E.self)
    }

    /// Sends the value, and could fail as far as types go.
    @inlinable
    public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher {
        Result<Output, E>.success(output).publisher
    }
}

// MARK: - More values

extension Just {
    /// Sends the given values, then this one.
    @inlinable
    public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> { prepend(elements) }

    /// Sends the given values, then this one.
    @inlinable
    public func prepend<S: Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never>
    where S.Element == Output {
        Publishers.Sequence(sequence: Array(elements) + CollectionOfOne(output))
    }

    /// Sends this value, then the given ones.
    @inlinable
    public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> { append(elements) }

    /// Sends this value, then the given ones.
    @inlinable
    public func append<S: Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never>
    where S.Element == Output {
        Publishers.Sequence(sequence: [output] + elements)
    }
}

// MARK: - One value to one value

extension Just {
    /// Sends the transformed value, or fails with what the closure throws. The closure runs once, here.
    @inlinable
    public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
        Result<T, any Error> { try transform(output) }.publisher
    }

    /// Sends the initial result combined with the value. The closure runs once, here.
    @inlinable
    public func scan<T>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Result<T, Never>.Publisher {
        Result<T, Never>.success(nextPartialResult(initialResult, output)).publisher
    }

    /// Sends the initial result combined with the value, or fails with what the closure throws.
    @inlinable
    public func tryScan<T>(
        _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
    ) -> Result<T, any Error>.Publisher {
        tryMap { try nextPartialResult(initialResult, $0) }
    }

    /// Finishes.
    @inlinable
    public func ignoreOutput() -> Empty<Output, Never> { Empty() }
}

// MARK: - The value or nothing

extension Just {
    /// Sends the transformed value unless it is `nil`.
    @inlinable
    public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
        transform(output).publisher
    }

    /// Sends the value if the condition holds.
    @inlinable
    public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher {
        compactMap { isIncluded($0) ? $0 : nil }
    }

    /// Sends nothing, unless no value is to be left out.
    @inlinable
    public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher {
        precondition(count >= 0, "a number of values to leave out can't be negative")
        return (count == 0 ? output : nil).publisher
    }

    /// Sends the value unless the condition holds.
    @inlinable
    public func drop(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
        compactMap { predicate($0) ? nil : $0 }
    }

    /// Sends the value if the condition holds.
    @inlinable
    public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
        filter(predicate)
    }

    /// Sends the value unless the length is zero.
    @inlinable
    public func prefix(_ maxLength: Int) -> Optional<Output>.Publisher {
        precondition(maxLength >= 0, "a number of values can't be negative")
        return (maxLength == 0 ? nil : output).publisher
    }

    /// Sends the value if the position is zero.
    @inlinable
    public func output(at index: Int) -> Optional<Output>.Publisher {
        precondition(index >= 0, "a position can't be negative")
        return (index == 0 ? output : nil).publisher
    }

    /// Sends the value if the range begins with position zero.
    ///
    /// As in Combine, that holds of an empty range too: `Just(1).output(in: 0..<0)` sends the value, where a
    /// publisher of any other type would send none; and a range that begins before zero holds no value.
    @inlinable
    public func output<RangeExpr: RangeExpression>(in range: RangeExpr) -> Optional<Output>.Publisher
    where RangeExpr.Bound == Int {
        let range = range.relative(to: 0..<Int.max)
        return (range.lowerBound == 0 ? output : nil).publisher
    }

    /// Sends the value if the condition holds.
    @inlinable
    public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }

    /// Sends the value if the condition holds.
    @inlinable
    public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }
}

// MARK: - One value to its summary

extension Just {
    /// Sends an array of the value.
    @inlinable
    public func collect() -> Just<[Output]> {
        map { [$0] }
    }

    /// Sends 1.
    @inlinable
    public func count() -> Just<Int> { map { _ in 1 } }

    /// Sends whether the condition holds for the value.
    @inlinable
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> { map(predicate) }

    /// Sends whether the condition holds for the value, or fails with what the closure throws.
    @inlinable
    public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        tryMap(predicate)
    }

    /// Sends whether the condition holds for the value.
    @inlinable
    public func contains(where predicate: (Output) -> Bool) -> Just<Bool> { map(predicate) }

    /// Sends whether the condition holds for the value, or fails with what the closure throws.
    @inlinable
    public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        tryMap(predicate)
    }

    /// Sends the initial result combined with the value. The closure runs once, here.
    @inlinable
    public func reduce<T>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Result<T, Never>.Publisher {
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

extension Just where Output: Equatable {
    /// Sends whether the value is the given one.
    @inlinable
    public func contains(_ output: Output) -> Just<Bool> { map { $0 == output } }

    /// Sends the value, which repeats no other.
    @inlinable
    public func removeDuplicates() -> Just { self }
}

// MARK: - Nothing to do for one value

extension Just {
    /// Sends the value, which is the first.
    @inlinable
    public func first() -> Just { self }

    /// Sends the value, which is the last.
    @inlinable
    public func last() -> Just { self }

    /// Sends the value, the smallest of one. The closure isn't called.
    @inlinable
    public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just { self }

    /// Sends the value, the largest of one. The closure isn't called.
    @inlinable
    public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just { self }

    /// Sends the value, which repeats no other. The closure isn't called.
    @inlinable
    public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just { self }

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

    /// Sends the value; it isn't empty.
    @inlinable
    public func replaceEmpty(with output: Output) -> Just { self }

    /// Sends the value; there is no failure to replace.
    @inlinable
    public func replaceError(with output: Output) -> Just { self }

    /// Sends the value; there is no failure to try again after.
    @inlinable
    public func retry(_ times: Int) -> Just { self }
}

extension Just where Output: Comparable {
    /// Sends the value, the smallest of one.
    @inlinable
    public func min() -> Just { self }

    /// Sends the value, the largest of one.
    @inlinable
    public func max() -> Just { self }
}
