extension Publisher {
    #if !StrictIsolation  // strict: @Sendable, @MainActor
        /// Takes the first value, and fails if there is none. The result is always a single.
        ///
        /// ```
        ///                     --1--2--3-->
        /// first(orError: e)   --1|
        ///
        ///                     -----|
        /// first(orError: e)   -----x
        /// ```
        ///
        /// `first()` is only a maybe, since there may be no first value.
        ///
        /// - Demand: passes through.
        /// - Failure: upstream's, or the error.
        /// - Threads: those of upstream.
        /// - Cancellation: upstream is cancelled when the value is there.
        ///
        /// ```swift
        /// struct NotFound: Error {}
        /// let even = [1, 3, 4].publisher
        ///     .setFailureType(to: NotFound.self)
        ///     .filter { $0.isMultiple(of: 2) }
        ///     .first(orError: NotFound())
        ///     .eraseToAnySinglePublisher()
        /// ```
        ///
        /// - Parameter error: made if upstream finishes without a value.
        @_disfavoredOverload
        @inlinable
        public func first(orError error: @autoclosure @escaping () -> Failure)
            -> TraitPublishers.FirstOrError<Self>
        {
            TraitPublishers.FirstOrError(upstream: self, error: error)
        }

        /// Fails instead of finishing without a value.
        ///
        /// ```
        ///                                -----|
        /// replaceEmpty(withError: e)     -----x
        ///
        ///                                --1--2--|
        /// replaceEmpty(withError: e)     --1--2--|
        /// ```
        ///
        /// A maybe becomes a single; anything else becomes "at least one value, or an error".
        ///
        /// - Demand: passes through.
        /// - Failure: upstream's, or the error.
        /// - Threads and cancellation: those of upstream.
        ///
        /// ```swift
        /// struct NobodyThere: Error {}
        /// let name = AnyMaybePublisher<String, NobodyThere>.empty()
        ///     .replaceEmpty(withError: NobodyThere())
        ///     .eraseToAnySinglePublisher()
        /// ```
        ///
        /// - Parameter error: made if upstream finishes without a value.
        @_disfavoredOverload
        @inlinable
        public func replaceEmpty(withError error: @autoclosure @escaping () -> Failure)
            -> TraitPublishers.FailIfEmpty<Self>
        {
            TraitPublishers.FailIfEmpty(upstream: self, error: error)
        }
    #endif
}

extension TraitPublishers {
    /// A publisher of the first value of another, or an error; see `first(orError:)`.
    @frozen
    public struct FirstOrError<Upstream: Publisher>: StageOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose first value is taken.
        public let upstream: Upstream
        /// Makes the error if there is no value.
        public let error: () -> Failure

        /// Creates a publisher of the first value of another.
        @inlinable
        public init(upstream: Upstream, error: @escaping () -> Failure) {
            self.upstream = upstream
            self.error = error
        }

        @inlinable
        public func makeStage() -> _OrErrorStage<Upstream.Output, Upstream.Failure> {
            .init(takesOne: true, error)
        }
    }

    /// A publisher that fails instead of finishing without a value; see `replaceEmpty(withError:)`.
    @frozen
    public struct FailIfEmpty<Upstream: Publisher>: StageOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that must not be empty.
        public let upstream: Upstream
        /// Makes the error if upstream is empty.
        public let error: () -> Failure

        /// Creates a publisher that fails instead of finishing without a value.
        @inlinable
        public init(upstream: Upstream, error: @escaping () -> Failure) {
            self.upstream = upstream
            self.error = error
        }

        @inlinable
        public func makeStage() -> _OrErrorStage<Upstream.Output, Upstream.Failure> {
            .init(takesOne: false, error)
        }
    }
}

/// The stage of ``TraitPublishers/FirstOrError`` and ``TraitPublishers/FailIfEmpty``.
@frozen
public struct _OrErrorStage<Input, Failure: Error>: OperatorStage {
    public typealias Output = Input
    public typealias UpstreamFailure = Failure

    @usableFromInline let takesOne: Bool
    @usableFromInline let error: () -> Failure
    @usableFromInline var isEmpty = true

    @inlinable
    public init(takesOne: Bool, _ error: @escaping () -> Failure) {
        self.takesOne = takesOne
        self.error = error
    }

    public static var name: String { "OrError" }

    @inlinable
    public mutating func receive(_ input: Input) -> OperatorStep<Input, Failure> {
        // A value that is sent inside the first one comes too late, as for `prefix(1)`.
        if takesOne && !isEmpty { return .finish }
        isEmpty = false
        return takesOne ? .last(input) : .next(input)
    }

    @inlinable
    public func completion(_ completion: Subscribers.Completion<Failure>) -> Subscribers.Completion<Failure> {
        if case .finished = completion, isEmpty { return .failure(error()) }
        return completion
    }
}
