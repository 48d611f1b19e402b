// The operators of `Just`, which run where the chain is written.
//
// The value is there before anyone subscribes, so each of these runs once, when it is called, and returns a plain source of the
// outcome: a chain of any length costs a subscriber no more than one `Just`. Combine does the same, with the same result types.
// A closure that must run for each subscriber, or no earlier than one, belongs in a `Deferred`, or behind
// `eraseToAnyPublisher()`. Such an outcome keeps the promises of its own type: a filtered `Just` may be empty, and is an
// `Optional.Publisher`, which is no single.
//
// Nearly all of them are the same for `Optional.Publisher` and `Result.Publisher`. These are written by
// Templates/Constants.mustache into Generated/Operators/Operators+Constants.swift.
//
// If an operator of all publishers has such a sibling, here or as a fusion such as `Publishers.Map.map`, it is
// `@_disfavoredOverload`. Without the attribute, three `map`s in a row are ambiguous: the closure of the fusion is `@escaping`,
// which makes it the more special of the two. With it, the compiler also drops every other choice as soon as it has found the
// chain of siblings: ten `map`s in a row take it 125 steps instead of 190,000. A new sibling needs the attribute on the
// operator of all publishers; `ChainTests` says where it is missing.

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
