extension Publisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Goes on with another publisher if this one finishes without a value.
        ///
        /// ```
        ///                          --|
        /// other                    ---o|
        /// ifEmpty(switchTo: other) -----o|
        ///
        ///                          --o|
        /// ifEmpty(switchTo: other) --o|
        /// ```
        ///
        /// With a single to switch to, a maybe becomes a single.
        ///
        /// - Demand: demand that this publisher hasn't met is passed to the other.
        /// - Failure: the running publisher's.
        /// - Threads: the other publisher is subscribed to wherever this one finishes.
        /// - Cancellation: cancels the running publisher.
        ///
        /// ```swift
        /// let cached = AnyMaybePublisher<String, Never>.empty()
        /// let name = cached.ifEmpty(switchTo: Just("nobody")).eraseToAnySinglePublisher()
        /// ```
        ///
        /// - Parameter other: made when this publisher has finished without a value.
        @_disfavoredOverload
        @inlinable
        public func ifEmpty<Other: Publisher>(switchTo other: @autoclosure @escaping () -> Other)
            -> TraitPublishers.SwitchIfEmpty<Self, Other>
        where Other.Output == Output, Other.Failure == Failure {
            TraitPublishers.SwitchIfEmpty(upstream: self, other: other)
        }

        /// Sends a value if this publisher finishes without one; a maybe becomes a single.
        ///
        /// ```
        ///                     --|
        /// ifEmpty(default: 0) --0|
        /// ```
        ///
        /// The same as `replaceEmpty(with:)`, except that the value is made when it is needed. For demand, threads and
        /// cancellation see ``ifEmpty(switchTo:)``.
        ///
        /// ```swift
        /// let name = AnyMaybePublisher<String, Never>.empty()
        ///     .ifEmpty(default: "nobody")
        ///     .eraseToAnySinglePublisher()
        /// ```
        ///
        /// - Parameter value: made when this publisher has finished without a value.
        @_disfavoredOverload
        @inlinable
        public func ifEmpty(default value: @autoclosure @escaping () -> Output)
            -> TraitPublishers.SwitchIfEmpty<Self, Result<Output, Failure>.Publisher>
        {
            TraitPublishers.SwitchIfEmpty(upstream: self) { Result<Output, Failure>.Publisher(value()) }
        }
    #endif
}

extension TraitPublishers {
    /// A publisher that goes on with another if the first is empty; see `ifEmpty(switchTo:)`.
    @frozen
    public struct SwitchIfEmpty<Upstream: Publisher, Other: Publisher>: _NodePublisher, _AnsweringOperator
    where Upstream.Output == Other.Output, Upstream.Failure == Other.Failure {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that may be empty.
        public let upstream: Upstream
        /// Makes the publisher that replaces it.
        public let other: () -> Other

        /// Creates a publisher that goes on with another if the first is empty.
        @inlinable
        public init(upstream: Upstream, other: @escaping () -> Other) {
            self.upstream = upstream
            self.other = other
        }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            _SequentialNode(downstream, _SwitchIfEmptyMachine(other: other)).run(first: upstream)
        }

        @inlinable
        public func _answer(of answer: _UpstreamAnswer) -> _Answer<Output, Failure> {
            switch answer {
            case .no: return .no
            case .value(let value): return .value(value)
            case .failure(let error): return .failure(error)
            case .empty:
                let replacement = other()
                let answer = replacement._ask()
                // The closure has run and must not run again for this subscriber.
                if case .no = answer { return .then(_lastRest(replacement, keeping: other)) }
                return answer
            case .then(let rest):
                return .then(
                    _rest(
                        TraitPublishers.SwitchIfEmpty<AnyPublisher<Output, Failure>, Other>(
                            upstream: rest, other: other)))
            }
        }
    }
}

/// The machine of ``TraitPublishers/SwitchIfEmpty``.
@frozen @usableFromInline
struct _SwitchIfEmptyMachine<Other: Publisher>: _SequentialMachine {
    @usableFromInline let other: () -> Other
    /// Belongs to upstream, whose calls never overlap.
    @usableFromInline var isEmpty = true

    @inlinable
    init(other: @escaping () -> Other) { self.other = other }

    @usableFromInline static var name: String { "SwitchIfEmpty" }

    @inlinable
    mutating func on(_ value: Other.Output) -> Other.Output? {
        isEmpty = false
        return value
    }

    @inlinable
    mutating func on(first completion: Subscribers.Completion<Other.Failure>) -> _Following<Deferred<Other>> {
        guard case .finished = completion, isEmpty else { return .end(completion) }
        return .next(Deferred(_create: other))
    }
}
