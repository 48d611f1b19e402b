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
