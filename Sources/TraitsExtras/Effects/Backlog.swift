public import TraitsRuntime

extension MorePublishers {
    /// A publisher that asks upstream for everything, and keeps the values until they are asked for; see `concatMap(_:)`.
    ///
    /// Unlike `buffer(size:prefetch:whenFull:)`, it sends the end as soon as the kept values have been sent, and a failure never
    /// overtakes a value.
    @frozen
    public struct Backlog<Upstream: Publisher>: Publisher {
        /// The type of the values that the publisher sends.
        public typealias Output = Upstream.Output
        /// The type of the publisher's failures.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are kept.
        public let upstream: Upstream

        /// Creates a publisher that keeps the values of a publisher until they are asked for.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Attaches a subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(KeptValues(subscriber, size: .max, whenFull: .dropNewest))
        }
    }
}

/// A publisher that keeps a limited number of values until they are asked for.
@usableFromInline
struct LimitedBacklog<Upstream: Publisher>: Publisher {
    @usableFromInline typealias Output = Upstream.Output
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let size: Int
    @usableFromInline let whenFull: Publishers.BufferingStrategy<Failure>

    @inlinable
    init(upstream: Upstream, size: Int, whenFull: Publishers.BufferingStrategy<Failure>) {
        self.upstream = upstream
        self.size = size
        self.whenFull = whenFull
    }

    @inlinable
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.subscribe(KeptValues(subscriber, size: size, whenFull: whenFull))
    }
}

/// The subscriber and subscription of a backlog.
///
/// One thread at a time sends. All others only change the state, and the sending thread sees their changes before it stops.
@usableFromInline
final class KeptValues<Downstream: Subscriber>: Subscriber, Subscription, CustomStringConvertible {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline
    struct State {
        /// `nil` once the subscription is over.
        @usableFromInline var downstream: Downstream?
        @usableFromInline var upstream: (any Subscription)?
        @usableFromInline var demand = Subscribers.Demand.none
        /// The values that wait, oldest first.
        @usableFromInline var values = Line<Input>()
        @usableFromInline var end: Subscribers.Completion<Failure>?
        /// A Boolean value that indicates whether a thread is sending, or downstream waits for its subscription.
        @usableFromInline var isSending = true

        @inlinable
        init(_ downstream: Downstream) { self.downstream = downstream }

        /// A Boolean value that indicates whether another value may come.
        @inlinable
        var isOpen: Bool { downstream != nil && end == nil }
    }

    @usableFromInline
    enum Event {
        case value(Input, Downstream)
        case end(Subscribers.Completion<Failure>, Downstream)
    }

    @usableFromInline let state: Guarded<State>
    @usableFromInline let size: Int
    @usableFromInline let whenFull: Publishers.BufferingStrategy<Failure>

    @inlinable
    init(_ downstream: Downstream, size: Int, whenFull: Publishers.BufferingStrategy<Failure>) {
        state = Guarded(State(downstream))
        self.size = size
        self.whenFull = whenFull
    }

    @usableFromInline var description: String { "Backlog" }

    // MARK: From upstream

    @inlinable
    func receive(subscription: any Subscription) {
        let downstream = state.withLock { state -> Downstream? in
            guard state.upstream == nil, state.isOpen else { return nil }
            state.upstream = subscription
            return state.downstream
        }
        guard let downstream else { return subscription.cancel() }
        downstream.receive(subscription: self)
        let isCancelled = state.withLock { state in
            state.isSending = false
            return state.downstream == nil
        }
        if isCancelled { return }
        subscription.request(.unlimited)
        send()
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        var dropped: Input?
        let isKept = state.withLock { state in
            if !state.isOpen { return true }
            if state.values.count == size && (state.isSending || state.demand == .none) {
                guard case .dropOldest = whenFull, size > 0 else { return false }
                dropped = state.values.popFirst()
            }
            state.values.append(input)
            return true
        }
        withExtendedLifetime(dropped) {}
        if !isKept, case .customError(let makeError) = whenFull { overflow(makeError()) }
        send()
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        close(completion)
        send()
    }

    /// Fails because the backlog is full.
    @inlinable
    func overflow(_ error: Failure) { close(.failure(error))?.cancel() }

    /// Stores the end.
    ///
    /// - Returns: upstream's subscription.
    @inlinable @discardableResult
    func close(_ completion: Subscribers.Completion<Failure>) -> (any Subscription)? {
        state.withLock { state in
            guard state.isOpen else { return nil }
            state.end = completion
            let upstream = state.upstream
            state.upstream = nil
            return upstream
        }
    }

    // MARK: To downstream

    /// Sends the kept values, as far as demand goes, and then the end.
    @inlinable
    func send() {
        guard var event = begin() else { return }
        while true {
            let more: Subscribers.Demand
            switch event {
            case .value(let value, let downstream): more = downstream.receive(value)
            case .end(let completion, let downstream): return downstream.receive(completion: completion)
            }
            guard let next = next(after: more) else { return }
            event = next
        }
    }

    @inlinable
    func begin() -> Event? {
        state.withLock { state in
            if state.isSending { return nil }
            let event = Self.take(&state)
            state.isSending = event != nil
            return event
        }
    }

    @inlinable
    func next(after more: Subscribers.Demand) -> Event? {
        state.withLock { state in
            state.demand += more
            let event = Self.take(&state)
            state.isSending = event != nil
            return event
        }
    }

    /// Takes the next event, if it is due. Under the lock.
    @inlinable
    static func take(_ state: inout State) -> Event? {
        guard let downstream = state.downstream else { return nil }
        if state.demand > .none, let value = state.values.popFirst() {
            state.demand -= 1
            return .value(value, downstream)
        }
        guard state.values.count == 0, let end = state.end else { return nil }
        (state.downstream, state.end) = (nil, nil)
        return .end(end, downstream)
    }

    // MARK: From downstream

    @inlinable
    func request(_ demand: Subscribers.Demand) {
        state.withLock { $0.demand += demand }
        send()
    }

    @inlinable
    func cancel() {
        let (upstream, dropped) = state.withLock { state in
            let (upstream, dropped) = (state.upstream, (state.downstream, state.values, state.end))
            (state.upstream, state.downstream, state.end) = (nil, nil, nil)
            state.values = Line()
            return (upstream, dropped)
        }
        withExtendedLifetime(dropped) { upstream?.cancel() }
    }
}

/// A queue that doesn't retain a value that was taken out.
@usableFromInline
struct Line<Value> {
    @usableFromInline var values: [Value?] = []
    @usableFromInline var first = 0

    @inlinable
    init() {}

    @inlinable
    var count: Int { values.count - first }

    @inlinable
    mutating func append(_ value: Value) { values.append(value) }

    @inlinable
    mutating func popFirst() -> Value? {
        guard first < values.count else { return nil }
        let value = values[first]
        values[first] = nil
        first += 1
        if first == values.count {
            (values, first) = ([], 0)
        } else if first * 2 > values.count {
            values.removeFirst(first)
            values.giveBackRoom(of: values.capacity)
            first = 0
        }
        return value
    }
}

extension MorePublishers.Backlog: Sendable where Upstream: Sendable {}
