/// A subscriber that checks its upstream against a trait's language, and a subscription that passes on only histories of
/// that language.
///
/// Values are kept back while the history may not stop after them. A single may not stop after its value, so the
/// value waits for the completion: should a second value or a failure come instead, downstream sees one failure and
/// nothing else. Where the language lets a history stop after a value, or has it begin synchronously, the value goes
/// through synchronously.
///
/// Where the number of values is limited, everything is requested from upstream with downstream's first request (a surplus
/// value wouldn't show otherwise) and kept until downstream wants it. Elsewhere demand passes through.
///
/// Downstream is never called under the lock; a thread that finds something to deliver does so, one at a time, so
/// nothing recurses, however many values there are.
public final class TraitCheck<Downstream: Subscriber, UpstreamFailure: Error>: Subscriber, Subscription {
    public typealias Input = Downstream.Input
    public typealias Failure = UpstreamFailure

    private struct State {
        /// The subscription that values come from; `nil` before it came and after the end.
        var upstream: (any Subscription)?
        /// The subscriber that receives; `nil` after the end.
        var downstream: Downstream?
        /// The time of the first event; `nil` until it comes.
        var start: TraitLanguage.Start?
        /// The number of values that upstream has sent.
        var count = 0
        /// Values not yet delivered, oldest first.
        var buffer: [Downstream.Input] = []
        /// The number of values in `buffer` that may be delivered.
        var released = 0
        /// The demand that downstream has left.
        var demand = Subscribers.Demand.none
        /// The completion to deliver after the released values.
        var ending: Subscribers.Completion<Downstream.Failure>?
        var isDraining = false
        /// Indicates whether the call that subscribes is running.
        var isSubscribing = true
        var hasRequested = false
        /// Indicates whether upstream has ended, has broken the promise or was cancelled: its later events are ignored.
        var isUpstreamOver = false
        var hasSubscription = false
    }

    private let language: TraitLanguage
    private let reportsByFailing: Bool
    private let failure: (TraitBreach<UpstreamFailure>) -> Downstream.Failure
    private let lock = TraitLock()
    private var state: State

    /// A check between an upstream and `downstream`.
    ///
    /// - Parameters:
    ///   - downstream: The subscriber that receives.
    ///   - language: The histories that upstream may have.
    ///   - reportsByFailing: `true` to report a breach as a failure, which the language must then allow before any value;
    ///     otherwise `failure` must not return for a breach.
    ///   - failure: The failure to send for a breach, or for a failure of upstream.
    public init(
        _ downstream: Downstream, language: TraitLanguage, reportsByFailing: Bool,
        failure: @escaping (TraitBreach<UpstreamFailure>) -> Downstream.Failure
    ) {
        self.language = language
        self.reportsByFailing = reportsByFailing
        self.failure = failure
        state = State(downstream: downstream)
    }

    /// Subscribes to a publisher, and notes whether its first event comes inside this call.
    public func subscribe<Upstream: Publisher>(to upstream: Upstream)
    where Upstream.Output == Input, Upstream.Failure == UpstreamFailure {
        upstream.receive(subscriber: self)
        lock.lock()
        state.isSubscribing = false
        let requested = state.hasRequested
        lock.unlock()
        if requested { callEnded() }
    }

    // MARK: Subscriber

    public func receive(subscription: any Subscription) {
        lock.lock()
        guard !state.hasSubscription, let downstream = state.downstream else {
            lock.unlock()
            subscription.cancel()
            return
        }
        state.hasSubscription = true
        state.upstream = subscription
        lock.unlock()
        downstream.receive(subscription: self)
    }

    public func receive(_ input: Input) -> Subscribers.Demand {
        lock.lock()
        guard !state.isUpstreamOver else {
            lock.unlock()
            return .none
        }
        let start = firstEvent()
        guard language.allowsValue(after: state.count, start) else {
            breach(.tooManyElements)
            return .none
        }
        state.count += 1
        state.buffer.append(input)
        // A value that has to come synchronously can't wait. A check that reports by failing isn't made where the value
        // would have to.
        let isReleased =
            !language.allowsLaterStart
            || language.canStop(after: state.count, start, failing: reportsByFailing)
        if isReleased { state.released = state.buffer.count }
        drain()
        // A value that has to wait for the next one must not use up the demand for the next one.
        return isReleased || language.isBounded ? .none : .max(1)
    }

    public func receive(completion: Subscribers.Completion<UpstreamFailure>) {
        lock.lock()
        guard !state.isUpstreamOver else {
            lock.unlock()
            return
        }
        let start = firstEvent()
        switch completion {
        case .finished where language.allowsFinish(after: state.count, start):
            end(.finished)
        case .finished:
            breach(
                language.couldFinish(afterMoreThan: state.count, start)
                    ? .missingElement : .unexpectedCompletion)
        case .failure(let error) where language.allowsFailure(after: state.count, start):
            lock.unlock()
            let failure = failure(.upstream(error))
            lock.lock()
            end(.failure(failure))
        case .failure(let error):
            breach(state.count == 0 ? .unexpectedFailure(error) : .bothElementAndError(error))
        }
    }

    // MARK: Subscription

    public func request(_ demand: Subscribers.Demand) {
        precondition(demand > .none, "a subscriber must request at least one value")
        lock.lock()
        guard state.downstream != nil else {
            lock.unlock()
            return
        }
        let isFirst = !state.hasRequested
        state.hasRequested = true
        state.demand += demand
        let upstream = state.isUpstreamOver ? nil : state.upstream
        drain()

        if language.isBounded {
            if isFirst { upstream?.request(.unlimited) }
        } else {
            upstream?.request(demand)
        }
        if isFirst {
            lock.lock()
            let isSubscribing = state.isSubscribing
            lock.unlock()
            if !isSubscribing { callEnded() }
        }
    }

    public func cancel() {
        lock.lock()
        let (upstream, downstream, buffer) = (state.upstream, state.downstream, state.buffer)
        state.upstream = nil
        state.downstream = nil
        state.buffer = []
        state.released = 0
        state.isUpstreamOver = true
        lock.unlock()
        upstream?.cancel()
        // The subscriber and the values are released outside of the lock: their deinitializers may run any code.
        withExtendedLifetime((downstream, buffer)) {}
    }

    // MARK: Inside

    /// Notes when the first event comes. Call with the lock held.
    private func firstEvent() -> TraitLanguage.Start {
        if let start = state.start { return start }
        state.start = .immediate
        return .immediate
    }

    /// Notes that the call that subscribes and requests is over: a first event that is still to come isn't immediate.
    private func callEnded() {
        guard language.distinguishesStarts else { return }
        lock.lock()
        guard state.start == nil, !state.isUpstreamOver else {
            lock.unlock()
            return
        }
        state.start = .later
        if language.allowsLaterStart { lock.unlock() } else { breach(.notImmediate) }
    }

    /// Ends with a completion that the language allows. Call with the lock held; it is released.
    private func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
        state.isUpstreamOver = true
        let upstream = state.upstream
        state.upstream = nil
        state.released = state.buffer.count
        state.ending = completion
        drain()
        withExtendedLifetime(upstream) {}
    }

    /// Ends with the failure for a breach. Call with the lock held; it is released.
    private func breach(_ breach: TraitBreach<UpstreamFailure>) {
        state.isUpstreamOver = true
        let upstream = state.upstream
        state.upstream = nil
        lock.unlock()
        let failure = failure(breach)
        upstream?.cancel()
        lock.lock()
        let withheld = Array(state.buffer.dropFirst(state.released))
        state.buffer.removeLast(withheld.count)
        state.ending = .failure(failure)
        drain()
        withExtendedLifetime(withheld) {}
    }

    /// An event that is due, with downstream: both are released outside of the lock.
    private enum Delivery {
        case value(Input, Downstream)
        case end(Subscribers.Completion<Downstream.Failure>, Downstream)
    }

    /// Delivers the events that are due. Call with the lock held; it is released.
    private func drain() {
        if state.isDraining {
            lock.unlock()
            return
        }
        state.isDraining = true
        while let next = takeNext() { lock.unlocked(consume next) { deliver($0) } }
        state.isDraining = false
        lock.unlock()
    }

    /// Takes the next event that is due. Call with the lock held.
    private func takeNext() -> Delivery? {
        guard let downstream = state.downstream else { return nil }
        if state.released > 0, state.demand > .none {
            state.released -= 1
            state.demand -= 1
            return .value(state.buffer.removeFirst(), downstream)
        }
        guard state.buffer.isEmpty, let ending = state.ending else { return nil }
        state.downstream = nil
        return .end(ending, downstream)
    }

    private func deliver(_ delivery: Delivery) {
        switch delivery {
        case .value(let value, let downstream):
            let more = downstream.receive(value)
            if more > .none { returned(more) }
        case .end(let ending, let downstream): downstream.receive(completion: ending)
        }
    }

    /// Adds the demand that downstream has returned for a value.
    private func returned(_ demand: Subscribers.Demand) {
        lock.lock()
        if state.downstream != nil { state.demand += demand }
        let upstream = language.isBounded ? nil : state.upstream
        lock.unlock()
        upstream?.request(demand)
    }
}
