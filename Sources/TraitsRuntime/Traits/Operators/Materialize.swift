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
    public struct Materialize<Upstream: Publisher>: StageOperator {
        public typealias Output = StreamEvent<Upstream.Output, Upstream.Failure>
        public typealias Failure = Never

        /// The publisher whose events become values.
        public let upstream: Upstream

        /// Turns the events of a publisher into values.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        public func makeStage() -> _MaterializeStage<Upstream.Output, Upstream.Failure> { .init() }
    }

    /// A publisher of another's values and failure as results; see `mapToResult()`.
    @frozen
    public struct MapToResult<Upstream: Publisher>: StageOperator {
        public typealias Output = Result<Upstream.Output, Upstream.Failure>
        public typealias Failure = Never

        /// The publisher whose values and failure become results.
        public let upstream: Upstream

        /// Turns the values and the failure of a publisher into results.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        public func makeStage() -> _MapToResultStage<Upstream.Output, Upstream.Failure> { .init() }
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

/// A stage that turns upstream's end into a last value, and never fails.
public protocol _FinaleStage: OperatorStage where Failure == Never {}

extension _FinaleStage {
    @inlinable @inline(__always) public static var _counting: _Counting { .addsLast }
    @inlinable @inline(__always) public static var _earlyEvents: _EarlyEvents { .areIgnored }

    @inlinable
    public func completion(
        _ completion: Subscribers.Completion<UpstreamFailure>
    ) -> Subscribers.Completion<Never> { .finished }

    public func _children(downstream: Any, status: _ConnectionStatus?) -> [Mirror.Child] { [] }
}

/// The stage of ``TraitPublishers/Materialize``.
@frozen
public struct _MaterializeStage<Input, UpstreamFailure: Error>: _FinaleStage {
    public typealias Output = StreamEvent<Input, UpstreamFailure>
    public typealias _NeverEnds = _Yes

    @inlinable
    public init() {}

    public static var name: String { "Materialize" }

    @inlinable
    public func receive(_ input: Input) -> OperatorStep<Output, Never> { .next(.value(input)) }

    @inlinable
    public func _last(_ completion: Subscribers.Completion<UpstreamFailure>) -> Output? {
        .completion(completion)
    }
}

/// The stage of ``TraitPublishers/MapToResult``.
@frozen
public struct _MapToResultStage<Input, UpstreamFailure: Error>: _FinaleStage {
    public typealias Output = Result<Input, UpstreamFailure>
    public typealias _NeverEnds = _Yes

    @inlinable
    public init() {}

    public static var name: String { "MapToResult" }

    @inlinable
    public func receive(_ input: Input) -> OperatorStep<Output, Never> { .next(.success(input)) }

    @inlinable
    public func _last(_ completion: Subscribers.Completion<UpstreamFailure>) -> Output? {
        if case .failure(let error) = completion { .failure(error) } else { nil }
    }
}
