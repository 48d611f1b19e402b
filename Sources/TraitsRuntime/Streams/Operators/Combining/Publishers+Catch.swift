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

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            _SequentialNode(downstream, Rescue(handler: handler)).run(first: upstream)
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

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            _SequentialNode(downstream, Rescue(handler: handler)).run(first: upstream)
        }
    }
}

// MARK: - Inside

extension Publishers.Catch {
    @frozen @usableFromInline
    struct Rescue: _SequentialMachine {
        @usableFromInline typealias First = Upstream
        @usableFromInline typealias Next = Deferred<NewPublisher>

        /// Released when it is used: what it captured may be large.
        @usableFromInline var handler: ((Upstream.Failure) -> NewPublisher)?

        @inlinable
        init(handler: @escaping (Upstream.Failure) -> NewPublisher) { self.handler = handler }

        @usableFromInline static var name: String { "Catch" }
        @usableFromInline static var showsDemand: Bool { true }
        @inlinable @inline(__always) static var heedsEarlyEnd: Bool { false }

        @inlinable
        mutating func on(first completion: Subscribers.Completion<Upstream.Failure>) -> _Following<Next> {
            guard case .failure(let error) = completion, let handler else { return .end(.finished) }
            self.handler = nil
            return .next(Deferred { handler(error) })
        }
    }
}

extension Publishers.TryCatch {
    @frozen @usableFromInline
    struct Rescue: _SequentialMachine {
        @usableFromInline typealias First = Upstream
        @usableFromInline typealias Next = Deferred<Outcome>

        /// Released when it is used: what it captured may be large.
        @usableFromInline var handler: ((Upstream.Failure) throws -> NewPublisher)?

        @inlinable
        init(handler: @escaping (Upstream.Failure) throws -> NewPublisher) { self.handler = handler }

        @usableFromInline static var name: String { "TryCatch" }
        @usableFromInline static var showsDemand: Bool { true }
        @inlinable @inline(__always) static var heedsEarlyEnd: Bool { false }

        @inlinable
        mutating func on(first completion: Subscribers.Completion<Upstream.Failure>) -> _Following<Next> {
            guard case .failure(let error) = completion, let handler else { return .end(.finished) }
            self.handler = nil
            return .next(Deferred { Outcome { try handler(error) } })
        }
    }

    /// The new publisher, or what was thrown instead.
    @frozen @usableFromInline
    enum Outcome: Publisher {
        @usableFromInline typealias Output = NewPublisher.Output
        @usableFromInline typealias Failure = any Error

        case publisher(NewPublisher)
        case error(any Error)

        @inlinable
        init(_ body: () throws -> NewPublisher) {
            do { self = .publisher(try body()) } catch { self = .error(error) }
        }

        @inlinable
        func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            switch self {
            case .publisher(let publisher): publisher.subscribe(Erasing(downstream: subscriber))
            case .error(let error): Fail(error: error).subscribe(subscriber)
            }
        }
    }

    /// Hides the kind of failure of the new publisher, and shows what it stands before.
    @frozen @usableFromInline
    struct Erasing<Downstream: Subscriber>: _PassThrough
    where Downstream.Input == Output, Downstream.Failure == any Error {
        @usableFromInline typealias Input = Output
        @usableFromInline typealias Failure = NewPublisher.Failure
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
}
