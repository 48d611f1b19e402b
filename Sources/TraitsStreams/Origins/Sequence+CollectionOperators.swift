// The operators of `Publishers.Sequence` that run where the chain is written (see Sequence+Operators.swift), for elements in a
// collection: their number, their ends and their positions are known without drawing them all.

// MARK: - Of collections

extension Publishers.Sequence where Elements: Collection {
    /// Sends the number of elements.
    @inlinable
    public func count() -> Result<Int, Failure>.Publisher {
        Result<Int, Failure>.success(sequence.count).publisher
    }

    /// Sends the elements at the given indices of the collection; indices past its ends are ignored.
    @inlinable
    public func output(in range: Range<Elements.Index>) -> Publishers.Sequence<[Output], Failure> {
        let range = range.clamped(to: sequence.startIndex..<sequence.endIndex)
        return Publishers.Sequence<[Output], Failure>(sequence: Array(sequence[range]))
    }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
    /// Sends the first element.
    @inlinable
    public func first() -> Optional<Output>.Publisher { sequence.first.publisher }

    /// Sends the number of elements.
    @inlinable
    public func count() -> Just<Int> { Just(sequence.count) }

    /// Sends the element at an index of the collection; nothing, if it has no such index.
    @inlinable
    public func output(at index: Elements.Index) -> Optional<Output>.Publisher {
        let isThere = index >= sequence.startIndex && index < sequence.endIndex
        return (isThere ? sequence[index] : nil).publisher
    }
}

extension Publishers.Sequence where Elements: BidirectionalCollection, Failure == Never {
    /// Sends the last element.
    @inlinable
    public func last() -> Optional<Output>.Publisher { sequence.last.publisher }

    /// Sends the last element the condition holds for.
    @inlinable
    public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
        sequence.last(where: predicate).publisher
    }
}

// MARK: - More elements

extension Publishers.Sequence where Elements: RangeReplaceableCollection {
    /// Sends the given values, then the elements.
    @inlinable
    public func prepend(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> { prepend(elements) }

    /// Sends the given values, then the elements.
    @inlinable
    public func prepend<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
    where S.Element == Elements.Element {
        Publishers.Sequence(sequence: Elements(elements) + sequence)
    }

    /// Sends the elements of the given publisher, then these.
    @inlinable
    public func prepend(
        _ publisher: Publishers.Sequence<Elements, Failure>
    ) -> Publishers.Sequence<Elements, Failure> {
        Publishers.Sequence(sequence: publisher.sequence + sequence)
    }

    /// Sends the elements, then the given values.
    @inlinable
    public func append(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> { append(elements) }

    /// Sends the elements, then the given values.
    @inlinable
    public func append<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
    where S.Element == Elements.Element {
        Publishers.Sequence(sequence: sequence + elements)
    }

    /// Sends these elements, then those of the given publisher.
    @inlinable
    public func append(
        _ publisher: Publishers.Sequence<Elements, Failure>
    ) -> Publishers.Sequence<Elements, Failure> {
        Publishers.Sequence(sequence: sequence + publisher.sequence)
    }
}
