extension Publisher {
    /// Drops all values and keeps the end. The result is always a completable.
    ///
    /// ```
    ///                     --1--2--|
    /// asCompletable()     --------|
    /// ```
    ///
    /// Its output is `Never`. The same as `ignoreOutput()`, under the name that goes with `asMaybe()`.
    ///
    /// - Demand: the demand of a dropped value is asked for again.
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
    /// This publisher as a maybe that hides its other promises.
    ///
    /// Every single and every completable is a maybe already and can be used as one; this method is for places where two
    /// types must be the same.
    ///
    /// ```swift
    /// let name: AnyMaybePublisher<String, Never> = Bool.random() ? Just("Alice").asMaybe() : .empty()
    /// ```
    @_disfavoredOverload
    @inlinable
    public func asMaybe() -> AnyMaybePublisher<Output, Failure> { eraseToAnyMaybePublisher() }
}

extension CompletablePublisher {
    /// This completable as a maybe of a chosen type, for places that need a maybe with values.
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

// A publisher of `Never` sends no value, even if nothing else is known about it: so `AnyPublisher<Never, any Error>`, with
// which programs for Combine say that there is only an end, becomes a completable without an assertion.

extension Publisher where Output == Never {
    /// Hides the type of this publisher, which can't send a value, but not that it is a completable.
    ///
    /// ```swift
    /// func delete() -> AnyPublisher<Never, any Error> { Empty().eraseToAnyPublisher() }
    /// let deleted: AnyCompletablePublisher<Never, any Error> = delete().eraseToAnyCompletablePublisher()
    /// ```
    @_disfavoredOverload
    @inlinable
    public func eraseToAnyCompletablePublisher() -> AnyCompletablePublisher<Output, Failure> {
        asCompletable().eraseToAnyCompletablePublisher()
    }

    /// Hides the type of this publisher, which can't send a value, but not that it is a maybe.
    ///
    /// ```swift
    /// let events = PassthroughSubject<Never, any Error>()
    /// let end: AnyMaybePublisher<Never, any Error> = events.eraseToAnyMaybePublisher()
    /// ```
    @_disfavoredOverload
    @inlinable
    public func eraseToAnyMaybePublisher() -> AnyMaybePublisher<Output, Failure> {
        asCompletable().eraseToAnyMaybePublisher()
    }

    #if !StrictIsolation  // strict: sending
        /// Calls a closure once, with the completion of this publisher, which can't send a value; like the method of a
        /// completable.
        ///
        /// ```swift
        /// let delete: AnyPublisher<Never, any Error> = Empty<Never, any Error>().eraseToAnyPublisher()
        /// let cancellable = delete.sinkCompletable { print($0) }      // Prints: finished
        /// ```
        ///
        /// - Parameter receive: called at most once.
        /// - Returns: the subscription; it is cancelled when the object is released.
        @_disfavoredOverload
        @inlinable
        public func sinkCompletable(
            receive: @escaping (Subscribers.Completion<Failure>) -> Void
        ) -> AnyCancellable {
            asCompletable().sinkCompletable(receive: receive)
        }
    #endif
}

extension TraitPublishers {
    /// A publisher of another's end; see `asCompletable()`.
    @frozen
    public struct AsCompletable<Upstream: Publisher>: StageOperator {
        public typealias Output = Never
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are dropped.
        public let upstream: Upstream

        /// Drops the values of a publisher.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        public func makeStage() -> _NoValueStage<Upstream.Output, Never, Failure> { .init() }
    }

    /// A completable with another type of values that never come; see `asMaybe(of:)`.
    @frozen
    public struct AsMaybe<Upstream: CompletablePublisher, Output>: StageOperator {
        public typealias Failure = Upstream.Failure

        /// The completable.
        public let upstream: Upstream

        /// Changes the type of the values that never come.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        public func makeStage() -> _NoValueStage<Upstream.Output, Output, Failure> { .init() }
    }
}

extension TraitPublishers.AsCompletable: Equatable where Upstream: Equatable {}
extension TraitPublishers.AsCompletable: Sendable where Upstream: Sendable {}
extension TraitPublishers.AsMaybe: Sendable where Upstream: Sendable {}

/// Lets no value through.
@frozen
public struct _NoValueStage<Input, Output, Failure: Error>: OperatorStage {
    public typealias UpstreamFailure = Failure

    @inlinable
    public init() {}

    public static var name: String { "IgnoreOutput" }
    public typealias _PassesSubscription = _Yes

    @inlinable
    public mutating func receive(_ input: Input) -> OperatorStep<Output, Failure> { .skip }
}
