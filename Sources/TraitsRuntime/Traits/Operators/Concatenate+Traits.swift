// Where the prefix has values the conformances don't hold. Without these methods, the compiler would say that the appended
// publisher is no sequence, since it tries the operators of the prefix's type first.
extension Publishers.Concatenate {
    /// This publisher keeps the promise of ``MaybePublisher`` where its prefix has no value.
    @available(
        *, unavailable,
        message:
            "Publishers.Concatenate keeps the promise of MaybePublisher only where Prefix is a CompletablePublisher; use 'first()'"
    )
    public func eraseToAnyMaybePublisher() -> AnyMaybePublisher<Output, Failure> { fatalError() }

    /// This publisher keeps the promise of ``SinglePublisher`` where its prefix has no value.
    @available(
        *, unavailable,
        message:
            "Publishers.Concatenate keeps the promise of SinglePublisher only where Prefix is a CompletablePublisher; use 'first(orError:)'"
    )
    public func eraseToAnySinglePublisher() -> AnySinglePublisher<Output, Failure> { fatalError() }
}
