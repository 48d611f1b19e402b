// The operators of `Publishers.Sequence`, which run where the chain is written.
//
// All elements are there before anyone subscribes, so each of these runs once, when it is called, and returns a sequence, or a
// plain source of the outcome, as in Combine. Operators that look at every element therefore never return for a sequence
// without an end; `prefix(_:)` and `dropFirst(_:)` draw elements as they are asked for. A closure that must run for each
// subscriber, or a sequence too long to hold, belongs behind `eraseToAnyPublisher()`.

// MARK: - Value by value

extension Publishers.Sequence {
    /// Sends the transformed elements. The closure runs here.
    @inlinable
    public func map<T>(_ transform: (Output) -> T) -> Publishers.Sequence<[T], Failure> {
        Publishers.Sequence<[T], Failure>(sequence: sequence.map(transform))
    }

    /// Sends the transformed elements that aren't `nil`.
    @inlinable
    public func compactMap<T>(_ transform: (Output) -> T?) -> Publishers.Sequence<[T], Failure> {
        Publishers.Sequence<[T], Failure>(sequence: sequence.compactMap(transform))
    }

    /// Sends the elements, and the given one in place of each `nil`. They stay optional, as in Combine.
    @inlinable
    public func replaceNil<T>(with output: T) -> Publishers.Sequence<[Output], Failure>
    where Elements.Element == T? {
        Publishers.Sequence<[Output], Failure>(sequence: sequence.map { $0 ?? output })
    }

    /// Sends the results of combining the elements one after the other.
    @inlinable
    public func scan<T>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Publishers.Sequence<[T], Failure> {
        var result = initialResult
        return map { element in
            result = nextPartialResult(result, element)
            return result
        }
    }

    /// Sends the elements the condition holds for.
    @inlinable
    public func filter(_ isIncluded: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure> {
        Publishers.Sequence<[Output], Failure>(sequence: sequence.filter(isIncluded))
    }

    /// Finishes.
    @inlinable
    public func ignoreOutput() -> Empty<Output, Failure> { Empty() }
}

extension Publishers.Sequence where Elements.Element: Equatable {
    /// Sends the elements that differ from the one before.
    @inlinable
    public func removeDuplicates() -> Publishers.Sequence<[Output], Failure> {
        var last: Output?
        return filter { element in
            defer { last = element }
            return element != last
        }
    }
}

// MARK: - Parts

extension Publishers.Sequence {
    /// Sends all but the first elements.
    @inlinable
    public func dropFirst(_ count: Int = 1) -> Publishers.Sequence<DropFirstSequence<Elements>, Failure> {
        precondition(count >= 0, "a number of values to leave out can't be negative")
        return Publishers.Sequence<DropFirstSequence<Elements>, Failure>(sequence: sequence.dropFirst(count))
    }

    /// Sends the elements from the first one the condition doesn't hold for.
    @inlinable
    public func drop(
        while predicate: (Output) -> Bool
    ) -> Publishers.Sequence<DropWhileSequence<Elements>, Failure> {
        Publishers.Sequence<DropWhileSequence<Elements>, Failure>(sequence: sequence.drop(while: predicate))
    }

    /// Sends the first elements.
    @inlinable
    public func prefix(_ maxLength: Int) -> Publishers.Sequence<PrefixSequence<Elements>, Failure> {
        precondition(maxLength >= 0, "a number of values can't be negative")
        return Publishers.Sequence<PrefixSequence<Elements>, Failure>(sequence: sequence.prefix(maxLength))
    }

    /// Sends the elements up to the first one the condition doesn't hold for.
    @inlinable
    public func prefix(while predicate: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure> {
        Publishers.Sequence<[Output], Failure>(sequence: sequence.prefix(while: predicate))
    }
}

// MARK: - Summaries

extension Publishers.Sequence {
    /// Sends an array of all elements.
    @inlinable
    public func collect() -> Result<[Output], Failure>.Publisher {
        Result<[Output], Failure>.success(Array(sequence)).publisher
    }

    /// Sends whether the condition holds for all elements.
    @inlinable
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
        Result<Bool, Failure>.success(sequence.allSatisfy(predicate)).publisher
    }

    /// Sends whether the condition holds for all elements, or fails with the closure's error.
    @inlinable
    public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        Result<Bool, any Error> { try sequence.allSatisfy(predicate) }.publisher
    }

    /// Sends whether the condition holds for an element.
    @inlinable
    public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
        Result<Bool, Failure>.success(sequence.contains(where: predicate)).publisher
    }

    /// Sends whether the condition holds for an element, or fails with the closure's error.
    @inlinable
    public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        Result<Bool, any Error> { try sequence.contains(where: predicate) }.publisher
    }

    /// Sends the result of combining all elements.
    @inlinable
    public func reduce<T>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Result<T, Failure>.Publisher {
        Result<T, Failure>.success(sequence.reduce(initialResult, nextPartialResult)).publisher
    }

    /// Sends the result of combining all elements, or fails with the closure's error.
    @inlinable
    public func tryReduce<T>(
        _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
    ) -> Result<T, any Error>.Publisher {
        Result<T, any Error> { try sequence.reduce(initialResult, nextPartialResult) }.publisher
    }
}

extension Publishers.Sequence where Elements.Element: Equatable {
    /// Sends whether one of the elements is the given one.
    @inlinable
    public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher {
        Result<Bool, Failure>.success(sequence.contains(output)).publisher
    }
}

// MARK: - Of sequences that can't fail

extension Publishers.Sequence where Failure == Never {
    /// Sends the first element the condition holds for.
    @inlinable
    public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
        sequence.first(where: predicate).publisher
    }

    /// Sends the smallest element.
    @inlinable
    public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Output>.Publisher {
        sequence.min(by: areInIncreasingOrder).publisher
    }

    /// Sends the largest element.
    @inlinable
    public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Output>.Publisher {
        sequence.max(by: areInIncreasingOrder).publisher
    }

    /// Sends the elements, and could fail as far as types go.
    @inlinable
    public func setFailureType<E: Error>(to error: E.Type) -> Publishers.Sequence<Elements, E> {
        Publishers.Sequence<Elements, E>(sequence: sequence)
    }
}

extension Publishers.Sequence where Elements.Element: Comparable, Failure == Never {
    /// Sends the smallest element.
    @inlinable
    public func min() -> Optional<Output>.Publisher { sequence.min().publisher }

    /// Sends the largest element.
    @inlinable
    public func max() -> Optional<Output>.Publisher { sequence.max().publisher }
}
