extension Publisher {
    /// Subscribes for `sinkSingle` and its siblings. There is no subscription if the publisher has its outcome
    /// synchronously.
    ///
    /// - Parameters:
    ///   - publisher: the type that made the promise, for the report.
    ///   - promise: the trait.
    ///   - values: the number of values that the trait requires.
    ///   - onBreach: called after a breach has been reported.
    ///   - receive: called at most once, with the outcome.
    ///   - answer: makes the argument of `receive` from an outcome; returns `nil` for a breach. Captures nothing.
    #if SmallCode
        @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    #else
        @inlinable @inline(__always)
    #endif
    public func _sinkOutcome<Answer>(
        of publisher: Any.Type, _ promise: StaticString, _ values: _OutcomeValues,
        onBreach: ((BrokenPromise) -> Void)?, _ receive: @escaping (Answer) -> Void,
        as answer: @escaping (MaybeResult<Output, Failure>) -> Answer?
    ) -> AnyCancellable {
        let receiver = _OutcomeReceiver<Output, Failure, Answer>(
            OutcomeRules(publisher, promise, values, onBreach), receive, answer)
        var progress = OutcomeProgress.nothing
        switch _ask() {
        case .no: return _sinkOutcome(receiver)
        case .value(let value):
            receiver.receive(value, progress.value(values))
            return ._inert()
        case .empty:
            receiver.receive(completion: .finished, progress.finish(values))
            return ._inert()
        case .failure(let error):
            receiver.receive(completion: .failure(error), progress.fail())
            return ._inert()
        case .then(let rest): return _sinkRest(rest, receiver)
        }
    }

    @inlinable @inline(__always)
    func _sinkOutcome<Answer>(_ receiver: _OutcomeReceiver<Output, Failure, Answer>) -> AnyCancellable {
        let state = _OutcomeState()
        subscribe(_OutcomeSubscriber(receiver, state))
        return AnyCancellable(_sink: state)
    }
}

/// Subscribes to the rest of a chain that has run in part; see ``_rest(_:)``.
@usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
func _sinkRest<Output, Failure, Answer>(
    _ rest: AnyPublisher<Output, Failure>, _ receiver: _OutcomeReceiver<Output, Failure, Answer>
) -> AnyCancellable {
    rest._sinkOutcome(receiver)
}

/// The closure that gets an outcome, and the rules by which other events are reported.
@frozen @usableFromInline
struct _OutcomeReceiver<Input, Failure: Error, Answer> {
    @usableFromInline let rules: OutcomeRules
    @usableFromInline let onAnswer: (Answer) -> Void
    /// Captures nothing.
    @usableFromInline let answer: (MaybeResult<Input, Failure>) -> Answer?

    @inlinable @inline(__always)
    init(
        _ rules: OutcomeRules, _ onAnswer: @escaping (Answer) -> Void,
        _ answer: @escaping (MaybeResult<Input, Failure>) -> Answer?
    ) {
        self.rules = rules
        self.onAnswer = onAnswer
        self.answer = answer
    }

    /// - Parameter step: the meaning of the value. Not `inout`: the closure may send again.
    @inlinable @inline(__always)
    func receive(_ value: Input, _ step: OutcomeStep) {
        if rules.allow(step), let answer = answer(.success(value)) { onAnswer(answer) }
    }

    @inlinable @inline(__always)
    func receive(completion: Subscribers.Completion<Failure>, _ step: OutcomeStep) {
        switch completion {
        case .finished: if rules.allow(step), let answer = answer(.finished) { onAnswer(answer) }
        case .failure(let error):
            if rules.allow(step, error), let answer = answer(.failure(error)) { onAnswer(answer) }
        }
    }
}

/// The state of a sink for one outcome: it doesn't keep the closure, which is released with the subscriber.
@usableFromInline
final class _OutcomeState: _SinkState, @unchecked Sendable {
    /// Belongs to upstream, whose calls never overlap.
    @usableFromInline @exclusivity(unchecked) var progress = OutcomeProgress.nothing

    @inlinable
    override init() {}
}

/// The subscriber behind `sinkSingle` and its siblings; see ``_ClosureSink``.
@frozen @usableFromInline
struct _OutcomeSubscriber<Input, Failure: Error, Answer>: Subscriber, _Described {
    @usableFromInline let receiver: _OutcomeReceiver<Input, Failure, Answer>
    @usableFromInline let state: _OutcomeState

    @inlinable @inline(__always)
    init(_ receiver: _OutcomeReceiver<Input, Failure, Answer>, _ state: _OutcomeState) {
        self.receiver = receiver
        self.state = state
    }

    @usableFromInline var description: String { "Sink" }

    @inlinable
    var combineIdentifier: CombineIdentifier { CombineIdentifier(state) }

    @usableFromInline typealias _Unlimited = _Yes

    @inlinable
    func receive(subscription: any Subscription) { state.connect(.wrapping(subscription)) }

    @inlinable
    func _receive(node: _Node) { state.connect(node) }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand {
        state.isOver ? .none : _receive(live: input)
    }

    @inlinable @inline(__always)
    func _receive(live input: Input) -> Subscribers.Demand {
        receiver.receive(input, state.progress.value(receiver.rules.values))
        return .none
    }

    @inlinable @inline(__always)
    func _receive(checked input: Input) -> Subscribers.Demand { _receive(live: input) }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard state.complete() else { return }
        switch completion {
        case .finished:
            receiver.receive(completion: .finished, state.progress.finish(receiver.rules.values))
        case .failure(let error):
            receiver.receive(completion: .failure(error), state.progress.fail())
        }
    }
}
