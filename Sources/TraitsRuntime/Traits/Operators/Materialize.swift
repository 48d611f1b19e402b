/// An event of a publisher, as a value; see `materialize()`.
@frozen
public enum StreamEvent<Output, Failure: Error> {
    /// A value.
    case value(Output)
    /// The end, or a failure.
    case completion(Subscribers.Completion<Failure>)
}

extension StreamEvent: Equatable where Output: Equatable, Failure: Equatable {}
extension StreamEvent: Hashable where Output: Hashable, Failure: Hashable {}
extension StreamEvent: Sendable where Output: Sendable {}

extension Publisher {
    /// Turns each event, the completion included, into a value.
    ///
    /// ```
    ///                   --1--2--x
    /// materialize()     --1--2--(x)|    all of them values
    /// ```
    ///
    /// A completable becomes a single of its completion.
    ///
    /// - Demand: passes through; the completion waits until it is asked for.
    /// - Failure: never; it has become a value.
    /// - Threads and cancellation: upstream's.
    ///
    /// ```swift
    /// let events = [1, 2].publisher.materialize()
    ///     .sink { print($0) }      // value(1), value(2), completion(finished)
    /// ```
    @_disfavoredOverload
    @inlinable
    public func materialize() -> TraitPublishers.Materialize<Self> {
        TraitPublishers.Materialize(upstream: self)
    }

    /// Turns values and failure into results, after which nothing can fail.
    ///
    /// ```
    ///                   --1--2--x
    /// mapToResult()     --1--2--(x)|    all of them results
    /// ```
    ///
    /// A single stays a single: it has a value or a failure, and so one result.
    ///
    /// - Demand: passes through; the failure waits until it is asked for.
    /// - Failure: never; it has become a value.
    /// - Threads and cancellation: upstream's.
    ///
    /// ```swift
    /// let result = AnySinglePublisher<String, any Error>.just("Alice")
    ///     .mapToResult()
    ///     .eraseToAnySinglePublisher()
    /// ```
    @_disfavoredOverload
    @inlinable
    public func mapToResult() -> TraitPublishers.MapToResult<Self> {
        TraitPublishers.MapToResult(upstream: self)
    }
}

extension Publisher where Failure == Never {
    /// Turns values that stand for events into those events: the opposite of `materialize()`.
    ///
    /// ```
    ///                   --1--2--(x)|    all of them values
    /// dematerialize()   --1--2--x
    /// ```
    ///
    /// - Demand: passes through; a completion is a value of upstream, and has to be asked for as one.
    /// - Failure: the failure that comes as a value.
    /// - Threads: those of upstream.
    /// - Cancellation: upstream is cancelled when a completion has come as a value.
    ///
    /// ```swift
    /// let numbers = [1, 2].publisher.materialize().dematerialize()
    ///     .sink { print($0) }      // 1, 2
    /// ```
    @_disfavoredOverload
    @inlinable
    public func dematerialize<Value, Error>() -> TraitPublishers.Dematerialize<Self, Value, Error>
    where Output == StreamEvent<Value, Error> {
        TraitPublishers.Dematerialize(upstream: self)
    }
}

extension TraitPublishers {
    /// A publisher of another's events; see `materialize()`.
    public struct Materialize<Upstream: Publisher>: _NodePublisher {
        public typealias Output = StreamEvent<Upstream.Output, Upstream.Failure>
        public typealias Failure = Never

        /// The publisher whose events become values.
        public let upstream: Upstream

        /// Turns the events of a publisher into values.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
        where Downstream.Input == Output, Downstream.Failure == Never {
            upstream.subscribe(
                _FinaleNode<Upstream.Output, Upstream.Failure, Downstream>(
                    downstream, name: "Materialize", map: { .value($0) }, finale: { .completion($0) }))
        }
    }

    /// A publisher of another's values and failure as results; see `mapToResult()`.
    @frozen
    public struct MapToResult<Upstream: Publisher>: _NodePublisher, _AnsweringOperator {
        public typealias Output = Result<Upstream.Output, Upstream.Failure>
        public typealias Failure = Never

        /// The publisher whose values and failure become results.
        public let upstream: Upstream

        /// Turns the values and the failure of a publisher into results.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
        where Downstream.Input == Output, Downstream.Failure == Never {
            upstream.subscribe(
                _FinaleNode<Upstream.Output, Upstream.Failure, Downstream>(
                    downstream, name: "MapToResult", map: { .success($0) },
                    finale: { completion in
                        if case .failure(let error) = completion { .failure(error) } else { nil }
                    }))
        }

        @inlinable
        public func _answer(of answer: _UpstreamAnswer) -> _Answer<Output, Never> {
            switch answer {
            case .no: .no
            case .value(let value): .value(.success(value))
            case .empty: .empty
            case .failure(let error): .value(.failure(error))
            case .then(let rest):
                .then(
                    _rest(
                        TraitPublishers.MapToResult<AnyPublisher<Upstream.Output, Upstream.Failure>>(
                            upstream: rest)))
            }
        }
    }

    /// A publisher of the events that another sends as values; see `dematerialize()`.
    @frozen
    public struct Dematerialize<Upstream: Publisher, Output, Failure: Error>: StageOperator
    where Upstream.Output == StreamEvent<Output, Failure>, Upstream.Failure == Never {
        /// The publisher of events.
        public let upstream: Upstream

        /// Turns values into the events that they stand for.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        public func makeStage() -> _EventStage<Output, Failure> { .init() }
    }
}

extension TraitPublishers.Materialize: Equatable where Upstream: Equatable {}
extension TraitPublishers.Materialize: Sendable where Upstream: Sendable {}
extension TraitPublishers.MapToResult: Equatable where Upstream: Equatable {}
extension TraitPublishers.MapToResult: Sendable where Upstream: Sendable {}
extension TraitPublishers.Dematerialize: Sendable where Upstream: Sendable {}

/// The stage of ``TraitPublishers/Dematerialize``.
@frozen
public struct _EventStage<Output, Failure: Error>: OperatorStage {
    public typealias Input = StreamEvent<Output, Failure>
    public typealias UpstreamFailure = Never

    @inlinable
    public init() {}

    public static var name: String { "Dematerialize" }

    @inlinable
    public mutating func receive(_ input: Input) -> OperatorStep<Output, Failure> {
        switch input {
        case .value(let value): .next(value)
        case .completion(.finished): .finish
        case .completion(.failure(let error)): .fail(error)
        }
    }

    @inlinable
    public func completion(_ completion: Subscribers.Completion<Never>) -> Subscribers.Completion<Failure> {
        .finished
    }
}

/// Changes each value, and may turn the completion into one more, which waits until it is asked for.
@usableFromInline
final class _FinaleNode<Input, Failure: Error, Downstream: Subscriber>: _UpstreamNode, _StreamNode,
    _DemandNode
where Downstream.Failure == Never {
    @usableFromInline let downstream: Downstream
    @usableFromInline let name: String
    @usableFromInline let map: (Input) -> Downstream.Input
    @usableFromInline let finale: (Subscribers.Completion<Failure>) -> Downstream.Input?
    /// Under `lock`: the last value, once upstream has ended.
    @usableFromInline @exclusivity(unchecked) var last: _Cell<Downstream.Input>?
    /// Under `lock`.
    @usableFromInline @exclusivity(unchecked) var isCancelled = false

    @inlinable
    init(
        _ downstream: Downstream, name: String, map: @escaping (Input) -> Downstream.Input,
        finale: @escaping (Subscribers.Completion<Failure>) -> Downstream.Input?
    ) {
        self.downstream = downstream
        self.name = name
        self.map = map
        self.finale = finale
        super.init(_handled(by: _FinaleNode<Input, Failure, Downstream>.self))
    }

    @usableFromInline override var description: String { name }

    @inlinable
    static var acceptsZeroDemand: Bool { false }

    @inlinable
    func requested(_ demand: Subscribers.Demand) {
        addDemand(demand)
        requestUpstream(demand)
        sendLast()
    }

    @inlinable
    func cancelled() {
        cancelUpstream()
        let released = lock.withLock {
            let last = self.last
            self.last = nil
            isCancelled = true
            return last
        }
        withExtendedLifetime(released) {}
        downstream._release()
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard isConnected else { return .none }
        _ = takeDemand()
        let more = downstream.receive(map(input))
        if more > .none { addDemand(more) }
        return more
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard disconnect() else { return }
        guard let value = finale(completion) else { return downstream.receive(completion: .finished) }
        lock.withLock { last = _Cell(value) }
        sendLast()
    }

    /// Sends the last value, if it is there and has been asked for.
    @inlinable
    func sendLast() {
        lock.lock()
        guard let value = last, takeDemand() else { return lock.unlock() }
        last = nil
        lock.unlock()
        _ = downstream.receive(value.value)
        if !lock.withLock({ isCancelled }) { downstream.receive(completion: .finished) }
    }
}

extension _FinaleNode: _Described {}
