extension Publisher {
    /// Drops all values and keeps the end: a completable, whatever this publisher is.
    ///
    /// ```
    ///                     --1--2--|
    /// asCompletable()     --------|
    /// ```
    ///
    /// Its output is `Never`. The same as `ignoreOutput()`, under the name that goes with `asMaybe()`.
    ///
    /// - Demand: a value that is dropped is replaced by the demand for another.
    /// - Failure, threads, cancellation: those of upstream.
    ///
    /// ```swift
    /// let done = Just(1).asCompletable().sinkCompletable { print($0) }      // finished
    /// ```
    @_disfavoredOverload
    @inlinable
    public func asCompletable() -> TraitPublishers.AsCompletable<Self> {
        TraitPublishers.AsCompletable(upstream: self)
    }
}

extension MaybePublisher {
    /// This publisher as a maybe that hides what else it promises.
    ///
    /// Every single and every completable is a maybe already and can be used where one is wanted; this is for the
    /// places where two types must be one.
    ///
    /// ```swift
    /// let name: AnyMaybePublisher<String, Never> = Bool.random() ? Just("Alice").asMaybe() : .empty()
    /// ```
    @_disfavoredOverload
    @inlinable
    public func asMaybe() -> AnyMaybePublisher<Output, Failure> { eraseToAnyMaybePublisher() }
}

extension CompletablePublisher {
    /// This completable as a maybe of a type of your choice, to go where one with values is wanted.
    ///
    /// ```
    ///                       --|
    /// asMaybe(of: T.self)   --|
    /// ```
    ///
    /// ```swift
    /// let saved = AnyCompletablePublisher<Never, Never>.empty()
    /// let name = saved.asMaybe(of: String.self).ifEmpty(default: "saved").eraseToAnySinglePublisher()
    /// ```
    ///
    /// - Parameter type: the type of the values that never come.
    @_disfavoredOverload
    @inlinable
    public func asMaybe<T>(of type: T.Type) -> TraitPublishers.AsMaybe<Self, T> {
        TraitPublishers.AsMaybe(upstream: self)
    }
}

extension TraitPublishers {
    /// A publisher of another's end; see `asCompletable()`.
    @frozen
    public struct AsCompletable<Upstream: Publisher>: _FilterOperator {
        public typealias Output = Never
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are dropped.
        public let upstream: Upstream

        /// Drops the values of a publisher.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        var _stage: _NoValueStage<Upstream.Output, Never, Failure> { .init() }
    }

    /// A completable with another type of values that never come; see `asMaybe(of:)`.
    @frozen
    public struct AsMaybe<Upstream: CompletablePublisher, Output>: _FilterOperator {
        public typealias Failure = Upstream.Failure

        /// The completable.
        public let upstream: Upstream

        /// Changes the type of the values that never come.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        var _stage: _NoValueStage<Upstream.Output, Output, Failure> { .init() }
    }
}

extension TraitPublishers.AsCompletable: Equatable where Upstream: Equatable {}
extension TraitPublishers.AsCompletable: Sendable where Upstream: Sendable {}
extension TraitPublishers.AsMaybe: Sendable where Upstream: Sendable {}

/// Lets no value through.
@frozen @usableFromInline
struct _NoValueStage<Input, Output, Failure: Error>: _FilterStage {
    @usableFromInline typealias UpstreamFailure = Failure

    @inlinable
    init() {}

    @usableFromInline static var name: String { "IgnoreOutput" }
    @usableFromInline typealias _Stateless = _Yes

    @inlinable
    mutating func receive(_ input: Input) -> _Step<Output, Failure> { .skip }
}
