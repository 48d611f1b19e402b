// The operators of `Optional.Publisher`, which run where the chain is written. Just+Operators.swift says more, also where the
// other operators are.
//
// The outcome is an optional publisher again. As in Combine, `nil` therefore stays `nil` even through operators that have a
// result for no value, such as `count()` and `allSatisfy(_:)`; only `collect()` makes an empty array of it. `nil` behind
// `eraseToAnyPublisher()` is counted as 0.

extension Optional.Publisher {
    /// Sends the transformed value. The closure runs once, here.
    @inlinable
    public func map<T>(_ transform: (Output) -> T) -> Optional<T>.Publisher {
        output.map(transform).publisher
    }

    /// Sends the value, or else the given one.
    @inlinable
    public func replaceEmpty(with output: Output) -> Just<Wrapped> { Just(self.output ?? output) }
}

// MARK: - One value to one value

extension Optional.Publisher {
    /// Sends the initial result combined with the value, if there is one. The closure runs once, here.
    @inlinable
    public func scan<T>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Optional<T>.Publisher {
        map { nextPartialResult(initialResult, $0) }
    }

    /// Finishes.
    @inlinable
    public func ignoreOutput() -> Empty<Output, Never> { Empty() }
}

// MARK: - The value or nothing

extension Optional.Publisher {
    /// Sends the transformed value unless it is `nil`.
    @inlinable
    public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
        output.flatMap(transform).publisher
    }

    /// Sends the value if the condition holds.
    @inlinable
    public func filter(_ isIncluded: (Output) -> Bool) -> Optional.Publisher {
        compactMap { isIncluded($0) ? $0 : nil }
    }

    /// Sends nothing, unless no value is to be left out.
    @inlinable
    public func dropFirst(_ count: Int = 1) -> Optional.Publisher {
        precondition(count >= 0, "a number of values to leave out can't be negative")
        return (count == 0 ? output : nil).publisher
    }

    /// Sends the value unless the condition holds.
    @inlinable
    public func drop(while predicate: (Output) -> Bool) -> Optional.Publisher {
        compactMap { predicate($0) ? nil : $0 }
    }

    /// Sends the value if the condition holds.
    @inlinable
    public func prefix(while predicate: (Output) -> Bool) -> Optional.Publisher {
        filter(predicate)
    }

    /// Sends the value unless the length is zero.
    @inlinable
    public func prefix(_ maxLength: Int) -> Optional.Publisher {
        precondition(maxLength >= 0, "a number of values can't be negative")
        return (maxLength == 0 ? nil : output).publisher
    }

    /// Sends the value if the position is zero.
    @inlinable
    public func output(at index: Int) -> Optional.Publisher {
        precondition(index >= 0, "a position can't be negative")
        return (index == 0 ? output : nil).publisher
    }

    /// Sends the value if position zero is in the range.
    @inlinable
    public func output<RangeExpr: RangeExpression>(in range: RangeExpr) -> Optional.Publisher
    where RangeExpr.Bound == Int {
        let range = range.relative(to: 0..<Int.max)
        precondition(range.lowerBound >= 0, "a position can't be negative")
        return (range.contains(0) ? output : nil).publisher
    }

    /// Sends the value if the condition holds.
    @inlinable
    public func first(where predicate: (Output) -> Bool) -> Optional.Publisher { filter(predicate) }

    /// Sends the value if the condition holds.
    @inlinable
    public func last(where predicate: (Output) -> Bool) -> Optional.Publisher { filter(predicate) }
}

// MARK: - One value to its summary

extension Optional.Publisher {
    /// Sends an array of the value, or an empty one.
    @inlinable
    public func collect() -> Optional<[Output]>.Publisher {
        Optional<[Output]>.some(output.map { [$0] } ?? []).publisher
    }

    /// Sends 1 if there is a value.
    @inlinable
    public func count() -> Optional<Int>.Publisher { map { _ in 1 } }

    /// Sends whether the condition holds for the value, if there is one.
    @inlinable
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Optional<Bool>.Publisher { map(predicate) }

    /// Sends whether the condition holds for the value, if there is one.
    @inlinable
    public func contains(where predicate: (Output) -> Bool) -> Optional<Bool>.Publisher { map(predicate) }

    /// Sends the initial result combined with the value, if there is one. The closure runs once, here.
    @inlinable
    public func reduce<T>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Optional<T>.Publisher {
        scan(initialResult, nextPartialResult)
    }

}

extension Optional.Publisher where Output: Equatable {
    /// Sends whether the value is the given one, if there is a value.
    @inlinable
    public func contains(_ output: Output) -> Optional<Bool>.Publisher { map { $0 == output } }

    /// Sends the value, which repeats no other.
    @inlinable
    public func removeDuplicates() -> Optional.Publisher { self }
}

// MARK: - Nothing to do for one value

extension Optional.Publisher {
    /// Sends the value, which is the first.
    @inlinable
    public func first() -> Optional.Publisher { self }

    /// Sends the value, which is the last.
    @inlinable
    public func last() -> Optional.Publisher { self }

    /// Sends the value, the smallest of one. The closure isn't called.
    @inlinable
    public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional.Publisher { self }

    /// Sends the value, the largest of one. The closure isn't called.
    @inlinable
    public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional.Publisher { self }

    /// Sends the value, which repeats no other. The closure isn't called.
    @inlinable
    public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Optional.Publisher { self }

    /// Sends the value; there is no failure to replace.
    @inlinable
    public func replaceError(with output: Output) -> Optional.Publisher { self }

    /// Sends the value; there is no failure to try again after.
    @inlinable
    public func retry(_ times: Int) -> Optional.Publisher { self }
}

extension Optional.Publisher where Output: Comparable {
    /// Sends the value, the smallest of one.
    @inlinable
    public func min() -> Optional.Publisher { self }

    /// Sends the value, the largest of one.
    @inlinable
    public func max() -> Optional.Publisher { self }
}
