/// The receiver of a publisher's events in `sinkSingle` and its siblings: it calls a closure once, with the outcome, and
/// reports each event that the trait doesn't allow; see ``BrokenPromise``.
///
/// For the code that is generated for a trait. Like the closures of a sink, its two methods are never called at the same
/// time.
public final class OutcomeSink<Output, Failure: Error> {
    /// The number of values that there must be before the end.
    public typealias Values = _OutcomeValues

    @usableFromInline let rules: OutcomeRules
    @usableFromInline let onOutcome: (MaybeResult<Output, Failure>) -> Void
    @usableFromInline var progress = OutcomeProgress.nothing

    /// A sink for the outcome of one subscription.
    ///
    /// - Parameters:
    ///   - publisher: the type that made the promise, for the report.
    ///   - promise: the trait.
    ///   - values: the number of values that the trait requires.
    ///   - onBreach: called after a breach has been reported.
    ///   - receive: called once, with the outcome.
    @inlinable
    public init(
        of publisher: Any.Type, _ promise: StaticString, _ values: Values,
        onBreach: ((BrokenPromise) -> Void)? = nil,
        receive: @escaping (MaybeResult<Output, Failure>) -> Void
    ) {
        rules = OutcomeRules(publisher, promise, values, onBreach)
        onOutcome = receive
    }

    /// Takes a value that the publisher has sent.
    @inlinable
    public func receive(_ value: Output) {
        if rules.allow(progress.value(rules.values)) { onOutcome(.success(value)) }
    }

    /// Takes the end of the publisher.
    @inlinable
    public func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: if rules.allow(progress.finish(rules.values)) { onOutcome(.finished) }
        case .failure(let failure): if rules.allow(progress.fail(), failure) { onOutcome(.failure(failure)) }
        }
    }
}

/// The number of values that there must be before the end, for a trait with one outcome.
@frozen
public enum _OutcomeValues: Sendable {
    case none
    case atMostOne
    case one
}

/// The progress of a publisher with one outcome.
@frozen
@usableFromInline
enum OutcomeProgress {
    case nothing
    /// The value has come.
    case value
    /// The end or a breach has come: later events are ignored.
    case over

    @inlinable
    mutating func value(_ values: _OutcomeValues) -> OutcomeStep {
        let before = self
        self = before == .nothing && values != .none ? .value : .over
        switch before {
        case .nothing: return values == .none ? .surplusValue : .outcome
        case .value: return .secondValue
        case .over: return .nothing
        }
    }

    @inlinable
    mutating func finish(_ values: _OutcomeValues) -> OutcomeStep {
        let before = self
        self = .over
        if before != .nothing { return .nothing }
        return values == .one ? .missingValue : .outcome
    }

    @inlinable
    mutating func fail() -> OutcomeStep {
        let before = self
        self = .over
        switch before {
        case .nothing: return .outcome
        case .value: return .lateFailure
        case .over: return .nothing
        }
    }
}

/// The meaning of one event of a publisher with one outcome: the outcome, nothing more, or a breach of the promise.
@frozen
@usableFromInline
enum OutcomeStep {
    case outcome, nothing
    case surplusValue, secondValue, missingValue, lateFailure

    var history: String {
        switch self {
        case .outcome, .nothing: preconditionFailure("no breach")
        case .surplusValue: "sent a value"
        case .secondValue: "sent a second value"
        case .missingValue: "finished without a value"
        case .lateFailure: "failed after its value"
        }
    }
}

/// The promise of a trait with one outcome, and the closure that is told of breaches.
@frozen
@usableFromInline
struct OutcomeRules {
    @usableFromInline let publisher: Any.Type
    @usableFromInline let promise: StaticString
    @usableFromInline let values: _OutcomeValues
    @usableFromInline let onBreach: ((BrokenPromise) -> Void)?

    @inlinable
    init(
        _ publisher: Any.Type, _ promise: StaticString, _ values: _OutcomeValues,
        _ onBreach: ((BrokenPromise) -> Void)?
    ) {
        self.publisher = publisher
        self.promise = promise
        self.values = values
        self.onBreach = onBreach
    }

    /// Reports a breach.
    ///
    /// - Returns: whether this is the outcome.
    @inlinable
    func allow(_ step: OutcomeStep) -> Bool {
        if step == .outcome { return true }
        if step != .nothing { report(step, nil) }
        return false
    }

    /// Reports a breach by a failure, which the report names.
    @inlinable
    func allow(_ step: OutcomeStep, _ failure: some Error) -> Bool {
        if step == .outcome { return true }
        if step != .nothing { report(step, failure) }
        return false
    }

    @usableFromInline
    func report(_ step: OutcomeStep, _ failure: (any Error)?) {
        let history = failure.map { "\(step.history): \($0)" } ?? step.history
        let broken = BrokenPromise(publisher, promise, history)
        broken.report()
        onBreach?(broken)
    }
}
