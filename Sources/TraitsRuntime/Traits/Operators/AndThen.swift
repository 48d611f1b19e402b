extension CompletablePublisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Goes on with another publisher when this completable has ended.
        ///
        /// ```
        ///                --|
        /// next           ---o|
        /// andThen(next)  -----o|
        /// ```
        ///
        /// The result keeps the promise of the next publisher: it is a single if that is a single, and so on.
        ///
        /// - Demand: downstream's demand is passed to the next publisher.
        /// - Failure: a failure of this completable ends all; the next publisher isn't subscribed to.
        /// - Threads: the next publisher is subscribed to wherever this one ends.
        /// - Cancellation: cancels the running publisher.
        ///
        /// ```swift
        /// let save = AnyCompletablePublisher<Never, any Error>.empty()
        /// let saved = save.andThen { AnySinglePublisher<String, any Error>.just("saved") }
        ///     .eraseToAnySinglePublisher()
        /// ```
        ///
        /// - Parameter next: makes the next publisher; called when this completable has ended.
        @_disfavoredOverload
        @inlinable
        public func andThen<Next: Publisher>(_ next: @escaping () -> Next)
            -> TraitPublishers.AndThen<Self, Next>
        where Next.Failure == Failure {
            TraitPublishers.AndThen(upstream: self, next: next)
        }
    #endif

    /// Goes on with another publisher when this completable has ended; otherwise like the form that takes a closure.
    ///
    /// ```swift
    /// let save = AnyCompletablePublisher<Never, Never>.empty()
    /// let saved = save.andThen(Just("saved")).eraseToAnySinglePublisher()
    /// ```
    ///
    /// - Parameter next: the next publisher.
    @_disfavoredOverload
    @inlinable
    public func andThen<Next: Publisher>(_ next: Next) -> TraitPublishers.AndThen<Self, Next>
    where Next.Failure == Failure {
        TraitPublishers.AndThen(upstream: self, next: { next })
    }
}

extension CompletablePublisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Goes on with a publisher that can't fail when this completable has ended; otherwise like the form for a
        /// publisher that fails as this completable does.
        @_disfavoredOverload
        @inlinable
        public func andThen<Next: Publisher>(
            _ next: @escaping () -> Next
        ) -> TraitPublishers.AndThen<Self, Publishers.SetFailureType<Next, Failure>>
        where Next.Failure == Never {
            TraitPublishers.AndThen(upstream: self, next: { next().setFailureType(to: Failure.self) })
        }
    #endif

    /// Goes on with a publisher that can't fail when this completable has ended.
    ///
    /// ```swift
    /// let save = AnyCompletablePublisher<Never, any Error>.empty()
    /// let saved = save.andThen(Just("saved")).eraseToAnySinglePublisher()
    /// ```
    @_disfavoredOverload
    @inlinable
    public func andThen<Next: Publisher>(
        _ next: Next
    ) -> TraitPublishers.AndThen<Self, Publishers.SetFailureType<Next, Failure>> where Next.Failure == Never {
        TraitPublishers.AndThen(upstream: self, next: { next.setFailureType(to: Failure.self) })
    }
}

extension CompletablePublisher where Failure == Never {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Goes on with another publisher when this completable, which can't fail, has ended.
        @_disfavoredOverload
        @inlinable
        public func andThen<Next: Publisher>(
            _ next: @escaping () -> Next
        ) -> TraitPublishers.AndThen<Publishers.SetFailureType<Self, Next.Failure>, Next> {
            TraitPublishers.AndThen(upstream: setFailureType(to: Next.Failure.self), next: next)
        }
    #endif

    /// Goes on with another publisher when this completable, which can't fail, has ended.
    ///
    /// ```swift
    /// let wait = AnyCompletablePublisher<Never, Never>.empty()
    /// let name = wait.andThen(AnySinglePublisher<String, any Error>.just("Alice")).eraseToAnySinglePublisher()
    /// ```
    @_disfavoredOverload
    @inlinable
    public func andThen<Next: Publisher>(
        _ next: Next
    ) -> TraitPublishers.AndThen<Publishers.SetFailureType<Self, Next.Failure>, Next> {
        TraitPublishers.AndThen(upstream: setFailureType(to: Next.Failure.self), next: { next })
    }
}

// A publisher of `Never` sends no value, even if nothing else is known about it.

extension Publisher where Output == Never {
    #if !StrictIsolation  // strict: sending
        /// Goes on with another publisher when this one, which can't send a value, has ended; like the method of a
        /// completable.
        ///
        /// ```swift
        /// let delete: AnyPublisher<Never, any Error> = Empty<Never, any Error>().eraseToAnyPublisher()
        /// let deleted = delete.andThen { AnySinglePublisher<String, any Error>.just("deleted") }
        ///     .eraseToAnySinglePublisher()
        /// ```
        ///
        /// - Parameter next: makes the next publisher; called when this one has ended.
        @_disfavoredOverload
        @inlinable
        public func andThen<Next: Publisher>(
            _ next: @escaping () -> Next
        ) -> TraitPublishers.AndThen<TraitPublishers.AsCompletable<Self>, Next>
        where Next.Failure == Failure {
            asCompletable().andThen(next)
        }

        /// Goes on with a publisher that can't fail when this one, which can't send a value, has ended.
        @_disfavoredOverload
        @inlinable
        public func andThen<Next: Publisher>(
            _ next: @escaping () -> Next
        )
            -> TraitPublishers.AndThen<
                TraitPublishers.AsCompletable<Self>, Publishers.SetFailureType<Next, Failure>
            > where Next.Failure == Never
        {
            asCompletable().andThen(next)
        }
    #endif

    /// Goes on with another publisher when this one, which can't send a value, has ended; like the method of a completable.
    ///
    /// ```swift
    /// let wait: AnyPublisher<Never, Never> = Empty<Never, Never>().eraseToAnyPublisher()
    /// let name = wait.andThen(Just("Alice")).eraseToAnySinglePublisher()
    /// ```
    ///
    /// - Parameter next: the next publisher.
    @_disfavoredOverload
    @inlinable
    public func andThen<Next: Publisher>(
        _ next: Next
    ) -> TraitPublishers.AndThen<TraitPublishers.AsCompletable<Self>, Next> where Next.Failure == Failure {
        asCompletable().andThen(next)
    }

    /// Goes on with a publisher that can't fail when this one, which can't send a value, has ended.
    ///
    /// ```swift
    /// let delete: AnyPublisher<Never, any Error> = Empty<Never, any Error>().eraseToAnyPublisher()
    /// let deleted = delete.andThen(Just("deleted")).eraseToAnySinglePublisher()
    /// ```
    ///
    /// - Parameter next: the next publisher.
    @_disfavoredOverload
    @inlinable
    public func andThen<Next: Publisher>(
        _ next: Next
    )
        -> TraitPublishers.AndThen<
            TraitPublishers.AsCompletable<Self>, Publishers.SetFailureType<Next, Failure>
        > where Next.Failure == Never
    {
        asCompletable().andThen(next)
    }
}

extension Publisher where Output == Never, Failure == Never {
    #if !StrictIsolation  // strict: sending
        /// Goes on with another publisher when this one, which can neither send a value nor fail, has ended.
        @_disfavoredOverload
        @inlinable
        public func andThen<Next: Publisher>(
            _ next: @escaping () -> Next
        )
            -> TraitPublishers.AndThen<
                Publishers.SetFailureType<TraitPublishers.AsCompletable<Self>, Next.Failure>, Next
            >
        {
            asCompletable().andThen(next)
        }
    #endif

    /// Goes on with another publisher when this one, which can neither send a value nor fail, has ended.
    ///
    /// ```swift
    /// let wait: AnyPublisher<Never, Never> = Empty<Never, Never>().eraseToAnyPublisher()
    /// let name = wait.andThen(AnySinglePublisher<String, any Error>.just("Alice")).eraseToAnySinglePublisher()
    /// ```
    ///
    /// - Parameter next: the next publisher.
    @_disfavoredOverload
    @inlinable
    public func andThen<Next: Publisher>(
        _ next: Next
    )
        -> TraitPublishers.AndThen<
            Publishers.SetFailureType<TraitPublishers.AsCompletable<Self>, Next.Failure>, Next
        >
    {
        asCompletable().andThen(next)
    }
}

extension TraitPublishers {
    /// A publisher that goes on with another when a completable has ended; see `andThen(_:)`.
    public struct AndThen<Upstream: CompletablePublisher, Next: Publisher>: _NodePublisher
    where Upstream.Failure == Next.Failure {
        public typealias Output = Next.Output
        public typealias Failure = Next.Failure

        /// The completable that comes first.
        public let upstream: Upstream
        /// Makes the publisher that comes next.
        public let next: () -> Next

        /// Creates a publisher that goes on with another when a completable has ended.
        @inlinable
        public init(upstream: Upstream, next: @escaping () -> Next) {
            self.upstream = upstream
            self.next = next
        }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            _SequentialNode(downstream, _AndThenMachine<Upstream.Output, _>(next: next)).run(first: upstream)
        }
    }
}

/// The machine of ``TraitPublishers/AndThen``.
@frozen @usableFromInline
struct _AndThenMachine<Input, Other: Publisher>: _SequentialMachine {
    @usableFromInline typealias FirstOutput = Input
    @usableFromInline let next: () -> Other
    @inlinable
    init(next: @escaping () -> Other) { self.next = next }

    @usableFromInline static var name: String { "AndThen" }

    @inlinable
    func on(_ value: Input) -> Other.Output? { nil }

    @inlinable
    func on(first completion: Subscribers.Completion<Other.Failure>) -> _Following<Deferred<Other>> {
        if case .failure = completion { return .end(completion) }
        return .next(Deferred(_create: next))
    }
}
