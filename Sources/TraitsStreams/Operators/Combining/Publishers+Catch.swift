extension Publisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Replaces a failure by another publisher, made from the error.
        ///
        /// ```
        ///        --1--2--x
        ///                --a--b--|-->
        /// catch  --1--2----a--b--|-->
        /// ```
        ///
        /// - Demand: passes through; demand that this publisher hasn't met is asked of its replacement.
        /// - Failure: the failure of the new publisher.
        /// - Threads: the closure runs wherever the failure comes from.
        /// - Cancellation: cancels the running publisher.
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
        /// - Demand: passes through; demand that this publisher hasn't met is asked of its replacement.
        /// - Failure: the closure's error, or the failure of the new publisher.
        /// - Threads: the closure runs wherever the failure comes from.
        /// - Cancellation: cancels the running publisher.
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
    #endif
}

extension Publishers {
    /// A publisher that replaces a failure by another publisher; see `catch(_:)`.
    @frozen
    public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: _NodePublisher
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
    }

    /// A publisher that replaces a failure by another publisher, or by another failure; see `tryCatch(_:)`.
    @frozen
    public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: _NodePublisher
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
    }
}

// MARK: - Inside

/// The machine of ``Publishers/Catch`` and ``Publishers/TryCatch``, which `Twin` tells apart: it follows a failure with the
/// publisher that replaces it.
@frozen @usableFromInline
struct _RescueMachine<Rescuer: Publisher, Twin: _Twin>: _SequentialMachine {
    @usableFromInline typealias FirstFailure = Twin.UpstreamFailure
    @usableFromInline typealias Next = Deferred<Rescuer>

    /// Kept after its call: it may own the object that sends the new publisher's values.
    @usableFromInline let handler: (Twin.UpstreamFailure) -> Rescuer

    @inlinable
    init(_ twin: Twin.Type, handler: @escaping (Twin.UpstreamFailure) -> Rescuer) { self.handler = handler }

    @usableFromInline static var name: String { Twin.name("Catch", "TryCatch") }
    @inlinable @inline(__always) static var succession: _Succession { .rescue }

    @inlinable
    mutating func on(first completion: Subscribers.Completion<Twin.UpstreamFailure>) -> _Following<Next> {
        guard case .failure(let error) = completion else { return .end(.finished) }
        return .next(Deferred(_create: { [handler] in handler(error) }))
    }
}

extension Publishers.Catch {
    @inlinable
    public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        let machine = _RescueMachine(_Plain<Upstream.Failure>.self, handler: handler)
        _SequentialNode(downstream, machine).run(first: upstream)
    }

    public typealias _Answers = _Doubted<Upstream._Answers>

    @inlinable @inline(__always)
    public static var _answering: _Answering { Upstream._answering == .never ? .never : .maybe }

    @inlinable
    public func _answer() -> _Answer<Output, Failure> {
        switch upstream._ask() {
        case .no: return .no
        case .value(let value): return .value(value)
        case .empty: return .empty
        case .failure(let error):
            let other = handler(error)
            let answer = other._ask()
            if case .no = answer { return .then(_lastRest(other, keeping: handler)) }
            return answer
        case .then(let rest):
            return .then(
                _rest(
                    Publishers.Catch<AnyPublisher<Output, Upstream.Failure>, NewPublisher>(
                        upstream: rest, handler: handler)))
        }
    }
}

extension Publishers.TryCatch {
    @inlinable
    public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        let machine = _RescueMachine(_Throwing<Upstream.Failure>.self) { [handler] error in
            _RescueOutcome { try handler(error) }
        }
        _SequentialNode(downstream, machine).run(first: upstream)
    }
}

/// The new publisher, or the error that the closure threw.
@frozen @usableFromInline
enum _RescueOutcome<Rescuer: Publisher>: Publisher {
    @usableFromInline typealias Output = Rescuer.Output
    @usableFromInline typealias Failure = any Error

    case publisher(Rescuer)
    case error(any Error)

    @inlinable
    init(_ body: () throws -> Rescuer) {
        do { self = .publisher(try body()) } catch { self = .error(error) }
    }

    @inlinable
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        switch self {
        case .publisher(let publisher):
            publisher.subscribe(_ErasingSubscriber<_, Rescuer.Failure, _>(downstream: subscriber))
        case .error(let error):
            Fail(error: error).subscribe(subscriber)
        }
    }
}

/// A subscriber that erases the failure type of the new publisher, and has the description and mirror of its downstream.
@frozen @usableFromInline
struct _ErasingSubscriber<Input, Failure: Error, Downstream: Subscriber>: _Transparent, _DemandPassing
where Downstream.Input == Input, Downstream.Failure == any Error {
    @usableFromInline let downstream: Downstream

    @inlinable @inline(__always)
    init(downstream: Downstream) { self.downstream = downstream }

    @usableFromInline var description: String { _Reflection.description(of: downstream) }
    @usableFromInline var customMirror: Mirror { _Reflection.mirror(of: downstream) }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }

    @inlinable @inline(__always)
    func _receive(live input: Input) -> Subscribers.Demand { downstream._receive(live: input) }

    @inlinable @inline(__always)
    func receive(completion: Subscribers.Completion<Failure>) {
        downstream.receive(completion: completion.erased)
    }
}
