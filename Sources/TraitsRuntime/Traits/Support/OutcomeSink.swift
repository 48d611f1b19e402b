/// What `sinkSingle` and its siblings do with the events of a publisher: calls a closure once, with the outcome, and reports
/// each event that the trait doesn't allow; see ``BrokenPromise``.
///
/// For the code that is generated for a trait. Its two methods are called as the closures of a sink are: never at the same
/// time.
public final class OutcomeSink<Output, Failure: Error> {
    /// How many values there must be before the end.
    @frozen
    public enum Values: Sendable {
        case none
        case atMostOne
        case one
    }

    @usableFromInline let publisher: Any.Type
    @usableFromInline let promise: StaticString
    @usableFromInline let values: Values
    @usableFromInline let onOutcome: (MaybeResult<Output, Failure>) -> Void
    @usableFromInline let onBreach: ((BrokenPromise) -> Void)?
    /// Whether the closure has been called.
    @usableFromInline var hasOutcome = false
    /// Whether there has been an end, or a breach.
    @usableFromInline var isOver = false

    /// A sink for the outcome of one subscription.
    ///
    /// - Parameters:
    ///   - publisher: the type that made the promise, for the report.
    ///   - promise: the trait.
    ///   - values: how many values the trait asks for.
    ///   - onBreach: called after a breach has been reported.
    ///   - receive: called once, with the outcome.
    @inlinable
    public init(
        of publisher: Any.Type, _ promise: StaticString, _ values: Values,
        onBreach: ((BrokenPromise) -> Void)? = nil,
        receive: @escaping (MaybeResult<Output, Failure>) -> Void
    ) {
        self.publisher = publisher
        self.promise = promise
        self.values = values
        onOutcome = receive
        self.onBreach = onBreach
    }

    /// The publisher has sent a value.
    @inlinable
    public func receive(_ value: Output) {
        if isOver { return }
        if hasOutcome || values == .none {
            return breach(hasOutcome ? "sent a second value" : "sent a value")
        }
        hasOutcome = true
        onOutcome(.success(value))
    }

    /// The publisher has ended.
    @inlinable
    public func receive(completion: Subscribers.Completion<Failure>) {
        if isOver { return }
        switch completion {
        case .finished where hasOutcome: isOver = true
        case .finished where values == .one: breach("finished without a value")
        case .failure(let failure) where hasOutcome: breach("failed after its value", failure)
        case .finished: end(.finished)
        case .failure(let failure): end(.failure(failure))
        }
    }

    @inlinable
    func end(_ outcome: MaybeResult<Output, Failure>) {
        isOver = true
        hasOutcome = true
        onOutcome(outcome)
    }

    @usableFromInline
    func breach(_ history: String, _ failure: Failure? = nil) {
        isOver = true
        let broken = BrokenPromise(publisher, promise, failure.map { "\(history): \($0)" } ?? history)
        broken.report()
        onBreach?(broken)
    }
}
