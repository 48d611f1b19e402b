/// A subscriber that holds its upstream to a trait's language, and a subscription that hands on only histories
/// of that language.
///
/// Values are kept back while the history may not stop after them. A single may not stop after its value, so the
/// value waits for the completion: should a second value or a failure come instead, downstream sees one failure and
/// nothing else. Where the language lets a history stop after a value, or has it begin synchronously, the value goes
/// through synchronously.
///
/// Where the number of values is limited, everything is requested from upstream with downstream's first request
/// (how else would one value too many show?) and kept until downstream wants it. Elsewhere demand passes through.
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
        /// When the first event came; `nil` as long as none did.
        var start: TraitLanguage.Start?
        /// How many values upstream sent.
        var count = 0
        /// Values not yet delivered, oldest first.
        var buffer: [Downstream.Input] = []
        /// How many of them may be delivered.
        var released = 0
        /// What downstream asked for and has not had.
        var demand = Subscribers.Demand.none
        /// The end to deliver once the released values are.
        var ending: Subscribers.Completion<Downstream.Failure>?
        var isDraining = false
        /// Inside the call that subscribes.
        var isSubscribing = true
        var hasRequested = false
        /// Upstream has ended, was found to break the promise, or was cancelled: what it still sends is ignored.
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
    ///   - language: What upstream may do.
    ///   - reportsByFailing: Whether a breach is reported as a failure, which the language must then allow before
    ///     any value; otherwise `failure` must not return for a breach.
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

    /// Subscribes to a publisher, and notices if its first event does not come inside this call.
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
        // What has to come synchronously can't wait. A check that reports by failing isn't made where it would have to.
        let isReleased =
            !language.allowsLaterStart
            || language.canStop(after: state.count, start, failing: reportsByFailing)
        if isReleased { state.released = state.buffer.count }
        drain()
        // A value that has to wait for the next one must not use up the demand that would bring it.
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
        // What was held is released here, outside of the lock: its deinitializers may do anything.
        withExtendedLifetime((downstream, buffer)) {}
    }

    // MARK: Inside

    /// Notes when the first event comes. Call with the lock held.
    private func firstEvent() -> TraitLanguage.Start {
        if let start = state.start { return start }
        state.start = .immediate
        return .immediate
    }

    /// The call that subscribes and requests is over: from here on, events come later.
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

    /// Upstream ended well. Call with the lock held; it is released.
    private func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
        state.isUpstreamOver = true
        let upstream = state.upstream
        state.upstream = nil
        state.released = state.buffer.count
        state.ending = completion
        drain()
        withExtendedLifetime(upstream) {}
    }

    /// Upstream broke the promise. Call with the lock held; it is released.
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

    /// What is due to downstream, which is released outside of the lock with it.
    private enum Delivery {
        case value(Input, Downstream)
        case end(Subscribers.Completion<Downstream.Failure>, Downstream)
    }

    /// Delivers what may be delivered. Call with the lock held; it is released.
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

    /// Takes what is due. Call with the lock held.
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

    /// Downstream has returned demand for a value.
    private func returned(_ demand: Subscribers.Demand) {
        lock.lock()
        if state.downstream != nil { state.demand += demand }
        let upstream = language.isBounded ? nil : state.upstream
        lock.unlock()
        upstream?.request(demand)
    }
}
