extension Publisher {
    /// Replaces a failure by another publisher, made from the error.
    ///
    /// ```
    ///        --1--2--x
    ///                --a--b--|-->
    /// catch  --1--2----a--b--|-->
    /// ```
    ///
    /// - Demand: passes through; what this publisher hasn't met is asked of the one that replaces it.
    /// - Failure: that of the new publisher.
    /// - Threads: the closure runs wherever the failure comes from.
    /// - Cancellation: cancels the one that runs.
    ///
    /// ```swift
    /// struct Offline: Error {}
    /// let cancellable = Fail<Int, Offline>(error: Offline())
    ///     .catch { _ in Just(0) }
    ///     .sink { print($0) }      // 0
    /// ```
    ///
    /// - Parameter handler: makes the new publisher.
    @inlinable
    public func `catch`<P: Publisher>(
        _ handler: @escaping (Failure) -> P
    ) -> Publishers.Catch<Self, P> where Output == P.Output {
        Publishers.Catch(upstream: self, handler: handler)
    }

    /// Replaces a failure by another publisher, or by another failure if the closure throws.
    ///
    /// ```
    ///                              --1--2--x
    /// tryCatch { throw Offline() } --1--2--x-->
    /// ```
    ///
    /// - Demand: passes through; what this publisher hasn't met is asked of the one that replaces it.
    /// - Failure: what the closure throws, or that of the new publisher.
    /// - Threads: the closure runs wherever the failure comes from.
    /// - Cancellation: cancels the one that runs.
    ///
    /// ```swift
    /// enum LoadError: Error { case offline, forbidden }
    /// let download = Fail<String, LoadError>(error: .offline)
    /// let page = download.tryCatch { error in
    ///     guard error == .offline else { throw error }
    ///     return Just("the page as it was")
    /// }
    /// ```
    ///
    /// - Parameter handler: makes the new publisher, or throws.
    @inlinable
    public func tryCatch<P: Publisher>(
        _ handler: @escaping (Failure) throws -> P
    ) -> Publishers.TryCatch<Self, P> where Output == P.Output {
        Publishers.TryCatch(upstream: self, handler: handler)
    }
}

extension Publishers {
    /// A publisher that replaces a failure by another publisher; see `catch(_:)`.
    @frozen
    public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        public typealias Output = Upstream.Output
        public typealias Failure = NewPublisher.Failure

        /// The publisher whose failure is replaced.
        public let upstream: Upstream

        /// Makes the publisher that replaces it.
        public let handler: (Upstream.Failure) -> NewPublisher

        /// Creates a publisher that replaces a failure by another publisher.
        @inlinable
        public init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            _RecoveryNode(subscriber, Recovery(handler)).start(upstream)
        }

        @inlinable @inline(__always)
        public static var _immediacy: _Immediacy {
            if Upstream._immediacy == .never { return .never }
            return Upstream._immediacy == .always && NewPublisher._immediacy == .always ? .always : .maybe
        }

        @inlinable
        public func _immediate() -> _Immediate<Output, Failure> {
            if Upstream._immediacy == .never { return .no }
            switch upstream._immediate() {
            case .no: return .no
            case .value(let value): return .value(value)
            case .empty: return .empty
            case .failure(let error):
                let other = handler(error)
                let answer = other._immediate()
                if case .no = answer { return .then(other._erased()) }
                return answer
            case .then(let rest):
                return .then(
                    Catch<AnyPublisher<Output, Upstream.Failure>, NewPublisher>(
                        upstream: rest, handler: handler
                    )._erased())
            }
        }
    }

    /// A publisher that replaces a failure by another publisher, or by another failure; see `tryCatch(_:)`.
    @frozen
    public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        /// The publisher whose failure is replaced.
        public let upstream: Upstream

        /// Makes the publisher that replaces it, or throws.
        public let handler: (Upstream.Failure) throws -> NewPublisher

        /// Creates a publisher that replaces a failure by another publisher, or by another failure.
        @inlinable
        public init(upstream: Upstream, handler: @escaping (Upstream.Failure) throws -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
            _RecoveryNode(subscriber, Recovery(handler)).start(upstream)
        }
    }
}

// MARK: - Inside

extension Publishers.Catch {
    @frozen @usableFromInline
    struct Recovery: _Recovery {
        @usableFromInline let handler: (Upstream.Failure) -> NewPublisher

        @inlinable
        init(_ handler: @escaping (Upstream.Failure) -> NewPublisher) { self.handler = handler }

        @usableFromInline static var name: String { "Catch" }

        @inlinable
        func replacement(for error: Upstream.Failure) -> Result<NewPublisher, NewPublisher.Failure> {
            .success(handler(error))
        }

        @inlinable
        func completion(
            _ completion: Subscribers.Completion<NewPublisher.Failure>
        ) -> Subscribers.Completion<NewPublisher.Failure> {
            completion
        }
    }
}

extension Publishers.TryCatch {
    @frozen @usableFromInline
    struct Recovery: _Recovery {
        @usableFromInline let handler: (Upstream.Failure) throws -> NewPublisher

        @inlinable
        init(_ handler: @escaping (Upstream.Failure) throws -> NewPublisher) { self.handler = handler }

        @usableFromInline static var name: String { "TryCatch" }

        @inlinable
        func replacement(for error: Upstream.Failure) -> Result<NewPublisher, any Error> {
            Result { try handler(error) }
        }

        @inlinable
        func completion(
            _ completion: Subscribers.Completion<NewPublisher.Failure>
        ) -> Subscribers.Completion<any Error> {
            completion.erased
        }
    }
}

/// What makes one recovering operator differ from another.
@usableFromInline
protocol _Recovery<Cause, Replacement, Failure> {
    associatedtype Cause: Error
    associatedtype Replacement: Publisher
    associatedtype Failure: Error

    /// The operator's name, as `print()` shows it.
    static var name: String { get }

    /// What follows a failure of upstream.
    func replacement(for error: Cause) -> Result<Replacement, Failure>

    /// Turns the replacement's completion into the operator's.
    func completion(
        _ completion: Subscribers.Completion<Replacement.Failure>
    ) -> Subscribers.Completion<Failure>
}

@usableFromInline
final class _RecoveryNode<Recovery: _Recovery, Downstream: Subscriber>: _SuccessionNode<Downstream>
where Downstream.Input == Recovery.Replacement.Output, Downstream.Failure == Recovery.Failure {
    /// Released when it isn't needed any more: what the closure captured may be large.
    @usableFromInline @exclusivity(unchecked) var recovery: Recovery?

    @inlinable
    init(_ downstream: Downstream, _ recovery: Recovery) {
        self.recovery = recovery
        super.init(downstream) { node, operation in
            let me = unsafeDowncast(node, to: _RecoveryNode<Recovery, Downstream>.self)
            switch operation {
            case .request(let demand): me.requested(demand)
            case .cancel: me.cancelled()
            }
        }
    }

    @usableFromInline override var description: String { Recovery.name }

    @usableFromInline override var customMirror: Mirror {
        let children: [Mirror.Child] = [
            ("downstream", (direct ?? limited) as Downstream? as Any),
            ("demand", Subscribers.Demand(word: word.load(ordering: .acquiring))),
        ]
        return Mirror(self, children: children)
    }

    @inlinable
    func start<Upstream: Publisher>(_ upstream: Upstream)
    where Upstream.Output == Downstream.Input, Upstream.Failure == Recovery.Cause {
        upstream.subscribe(
            _SuccessionSide<Downstream, Recovery.Cause>(self, 0) { node, completion, _ in
                unsafeDowncast(node, to: _RecoveryNode<Recovery, Downstream>.self).upstreamEnded(completion)
            })
    }

    @inlinable
    func upstreamEnded(_ completion: Subscribers.Completion<Recovery.Cause>) {
        guard case .failure(let error) = completion else { return finish(.finished, in: 0) }
        guard advance(from: 0), let recovery else { return }
        switch recovery.replacement(for: error) {
        case .success(let replacement):
            replacement.subscribe(
                _SuccessionSide<Downstream, Recovery.Replacement.Failure>(self, 1) {
                    node, completion, phase in
                    let me = unsafeDowncast(node, to: _RecoveryNode<Recovery, Downstream>.self)
                    me.replacementEnded(completion, in: phase)
                })
        case .failure(let error):
            finish(.failure(error), in: 1)
        }
    }

    @inlinable
    func replacementEnded(_ completion: Subscribers.Completion<Recovery.Replacement.Failure>, in phase: Int) {
        guard close(in: phase), let recovery else { return }
        self.recovery = nil
        end(recovery.completion(completion))
    }
}
