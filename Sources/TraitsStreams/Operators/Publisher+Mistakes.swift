// Calls that people write by mistake; the messages name the correct calls. The compiler looks at an unavailable method only
// where no other fits, so these methods cost correct code nothing.

extension Publisher {
    /// Not for use: this publisher can fail.
    @_documentation(visibility: internal)
    @available(
        *, unavailable,
        message:
            "this publisher can fail: use 'sink(receiveCompletion:receiveValue:)', or 'replaceError(with:)' ahead of it"
    )
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { fatalError() }

    /// Not for use: this publisher can fail.
    @_documentation(visibility: internal)
    @available(
        *, unavailable,
        message:
            "this publisher can fail: use 'replaceError(with:)' ahead of it, or 'sink(receiveCompletion:receiveValue:)'"
    )
    public func assign<Root>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
    ) -> AnyCancellable { fatalError() }

    /// Not for use: the argument is the property's present value.
    @_documentation(visibility: internal)
    @available(
        *, unavailable,
        message:
            "that is the present value of a property: use 'assign(to: &model.$name)' for a property with '@Published', or 'assign(to: \\.name, on: model)'"
    )
    public func assign(to value: Output) { fatalError() }
}

// Operators of TraitsExtras, for files without its import.
extension Publisher {
    /// Not for use: the operator belongs to `TraitsExtras`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(
        *, unavailable, message: "the operator is one of the product TraitsExtras: add 'import TraitsExtras'"
    )
    public func withLatestFrom<Other: Publisher>(_ other: Other) -> AnyPublisher<Other.Output, Failure>
    where Other.Failure == Failure { fatalError() }

    /// Not for use: the operator belongs to `TraitsExtras`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(
        *, unavailable, message: "the operator is one of the product TraitsExtras: add 'import TraitsExtras'"
    )
    public func withLatestFrom<Other: Publisher, Result>(
        _ other: Other, resultSelector: @escaping (Output, Other.Output) -> Result
    ) -> AnyPublisher<Result, Failure> where Other.Failure == Failure { fatalError() }

    /// Not for use: the operator belongs to `TraitsExtras`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(
        *, unavailable, message: "the operator is one of the product TraitsExtras: add 'import TraitsExtras'"
    )
    public func sample<Ticks: Publisher>(on ticks: Ticks) -> AnyPublisher<Output, Failure>
    where Ticks.Failure == Failure { fatalError() }

    /// Not for use: the operator belongs to `TraitsExtras`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(
        *, unavailable, message: "the operator is one of the product TraitsExtras: add 'import TraitsExtras'"
    )
    public func flatMapLatest<P: Publisher>(
        _ transform: @escaping (Output) -> P
    ) -> AnyPublisher<P.Output, Failure> where P.Failure == Failure { fatalError() }

    /// Not for use: the operator belongs to `TraitsExtras`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(
        *, unavailable, message: "the operator is one of the product TraitsExtras: add 'import TraitsExtras'"
    )
    public func flatMapFirst<P: Publisher>(
        _ transform: @escaping (Output) -> P
    ) -> AnyPublisher<P.Output, Failure> where P.Failure == Failure { fatalError() }

    /// Not for use: the operator belongs to `TraitsExtras`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(
        *, unavailable, message: "the operator is one of the product TraitsExtras: add 'import TraitsExtras'"
    )
    public func concatMap<P: Publisher>(
        _ transform: @escaping (Output) -> P
    ) -> AnyPublisher<P.Output, Failure> where P.Failure == Failure { fatalError() }

    /// Not for use: the operator belongs to `TraitsExtras`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(
        *, unavailable, message: "the operator is one of the product TraitsExtras: add 'import TraitsExtras'"
    )
    public func pairwise() -> AnyPublisher<(Output, Output), Failure> { fatalError() }
}
