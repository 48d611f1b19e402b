public import TraitsRuntime

/// An object that runs work, one execution at a time, and publishes whether work may start and how it went.
///
/// ```
/// apply(1), apply(2)    ---1----2---------
/// isExecuting           f--t--------f-----
/// isEnabled             t--f--------t-----
/// values                ---a----b---------
/// completed             ------------o-----
/// disabledErrors        --------o---------      2 is refused: 1 is still executing
/// ```
///
/// A view model has an action for each button: ``isEnabled`` enables the button, ``isExecuting`` shows a spinner, and
/// ``errors`` shows a message. The name and the meaning are those of ReactiveSwift. The type parameters are the input and the
/// publisher that does the work. If that is a single, `apply(_:)` returns a single.
///
/// ```swift
/// struct Offline: Error {}
/// let isComplete = MutableProperty(false)
/// let save = Action(enabledIf: isComplete.property) { (name: String) -> AnySinglePublisher<Int, Offline> in
///     .just(name.count)
/// }
/// print(save.isEnabled.value)       // Prints: false
/// isComplete.value = true
/// let cancellable = save.values.sink { print($0) }
/// save.execute("Ann")               // Prints: 3
/// ```
///
/// - Threads: executions may be started from every thread. If two start at the same time, one is refused.
/// - Completion: the publishers of this object complete when it is released.
public final class Action<Input, Work: Publisher> {
    /// The type of the values that an execution sends.
    public typealias Output = Work.Output
    /// The type of the work's failures.
    public typealias Failure = Work.Failure

    /// A property that indicates whether an execution is running.
    ///
    /// A transaction that is undone takes back what the property shows, but no start and no end: the property is right again with
    /// the next execution.
    public let isExecuting: Property<Bool>
    /// A property that indicates whether `apply(_:)` would start an execution: the condition holds, and no execution is
    /// running.
    public let isEnabled: Property<Bool>

    private let claim: () -> ((Input) -> Work)?
    /// The running execution, which no transaction that is undone brings back.
    private let place = Guarded(Execution?.none)
    /// The running execution, as ``isExecuting`` shows it.
    private let running = MutableProperty(Execution?.none)
    private let events = PassthroughSubject<Event, Never>()

    /// The identity of one execution.
    private final class Execution {}

    private enum Event {
        case value(Output)
        case error(Failure)
        case completed
        case refused(ActionError<Failure>)
    }

    #if !StrictIsolation  // strict: sending
        /// Creates an action.
        ///
        /// - Parameters:
        ///   - condition: whether executions may start; a running execution isn't stopped.
        ///   - work: starts an execution. Called once for each execution that isn't refused, inside of the call that
        ///     subscribes.
        public convenience init(
            enabledIf condition: Property<Bool> = Property(constant: true),
            execute work: @escaping (Input) -> Work
        ) {
            self.init(condition) { condition.value ? work : nil }
        }

        /// Creates an action whose work gets the value that a property has when the execution starts.
        ///
        /// - Parameters:
        ///   - state: the property.
        ///   - condition: whether executions may start, by the property's value.
        ///   - work: starts an execution with the property's value.
        public convenience init<State>(
            state: Property<State>, enabledIf condition: @escaping (State) -> Bool = { _ in true },
            execute work: @escaping (State, Input) -> Work
        ) {
            self.init(checking: Properties.Map(state) { ($0, condition($0)) }.property(), work)
        }
    #endif

    /// - Parameter checked: the state, and whether the condition holds for it. The work gets the state that was checked.
    convenience init<State>(
        checking checked: Property<(State, Bool)>, _ work: @escaping (State, Input) -> Work
    ) {
        self.init(Properties.Map(checked) { $0.1 }.property()) {
            let (state, isEnabled) = checked.value
            return isEnabled ? { work(state, $0) } : nil
        }
    }

    /// - Parameters:
    ///   - condition: whether executions may start, for ``isEnabled``.
    ///   - claim: returns the work; `nil` if the condition doesn't hold at this moment.
    init(_ condition: Property<Bool>, _ claim: @escaping () -> ((Input) -> Work)?) {
        self.claim = claim
        let isExecuting = Properties.Map(running.property) { $0 != nil }.property()
        self.isExecuting = isExecuting
        isEnabled = condition.combineLatest(isExecuting) { $0 && !$1 }
    }

    deinit { events.send(completion: .finished) }

    /// The values of all executions.
    ///
    /// Each value, like every other event, is sent before the subscriber of the execution gets it.
    public var values: AnyPublisher<Output, Never> {
        events { if case .value(let value) = $0 { value } else { nil } }
    }

    /// The failures of all executions.
    public var errors: AnyPublisher<Failure, Never> {
        events { if case .error(let error) = $0 { error } else { nil } }
    }

    /// Sends whenever an execution completes.
    public var completed: AnyPublisher<Void, Never> {
        events { if case .completed = $0 { () } else { nil } }
    }

    /// Sends whenever an execution is refused: ``ActionError/disabled`` or ``ActionError/executing``.
    public var disabledErrors: AnyPublisher<ActionError<Failure>, Never> {
        events { if case .refused(let error) = $0 { error } else { nil } }
    }

    private func events<T>(_ choose: @escaping (Event) -> T?) -> AnyPublisher<T, Never> {
        Publishers.CompactMap(upstream: events, transform: choose).eraseToAnyPublisher()
    }

    /// Starts an execution for each subscriber.
    ///
    /// - Demand: that of the subscriber; a refusal needs none.
    /// - Failure: ``ActionError/failed(_:)`` if the work fails, ``ActionError/disabled`` or ``ActionError/executing`` if the
    ///   execution is refused.
    /// - Threads: sends where the work does.
    /// - Cancellation: cancels the work. ``isExecuting`` turns off before that, and before the end is sent; inside of a
    ///   transaction, when the transaction is over.
    ///
    /// - Parameter input: the input of the work.
    public func apply(_ input: Input) -> AnyPublisher<Output, ActionError<Failure>> {
        deferred { [self] in
            switch start() {
            case .failure(let refusal):
                events.send(.refused(refusal))
                return Fail(outputType: Output.self, failure: refusal).eraseToAnyPublisher()
            case .success(let (execution, work)):
                let told = Publishers.HandleEvents(
                    upstream: work(input),
                    receiveOutput: { [events] in events.send(.value($0)) },
                    receiveCompletion: { [self] completion in
                        end(execution)
                        switch completion {
                        case .finished: events.send(.completed)
                        case .failure(let error): events.send(.error(error))
                        }
                    },
                    receiveCancel: { [self] in end(execution) }, receiveRequest: nil)
                return Publishers.MapError(upstream: told, ActionError.failed).eraseToAnyPublisher()
            }
        }.eraseToAnyPublisher()
    }

    /// Starts an execution, which runs to its end. ``values``, ``errors`` and ``completed`` publish its results, and
    /// ``disabledErrors`` a refusal.
    ///
    /// - Parameter input: the input of the work.
    public func execute(_ input: Input) {
        // The execution keeps its subscriber.
        apply(input).subscribe(Subscribers.Sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
    }

    /// Starts an execution with each value of a publisher, unless it is refused.
    ///
    /// - Parameter inputs: sends the inputs; asked for all it has.
    /// - Returns: the lifetime of the binding. Executions go on after it.
    public func bind<P: Publisher>(to inputs: P) -> AnyCancellable
    where P.Output == Input, P.Failure == Never {
        inputs.sinkWeakly(self) { $0.execute($1) }
    }

    /// Claims the right to execute, or returns the reason for a refusal.
    private func start() -> Result<(Execution, work: (Input) -> Work), ActionError<Failure>> {
        if place.withLock({ $0 != nil }) { return .failure(.executing) }
        guard let work = claim() else { return .failure(.disabled) }
        let execution = Execution()
        let isFirst = place.withLock { place in
            if place == nil { place = execution }
            return place === execution
        }
        if !isFirst { return .failure(.executing) }
        running.value = execution
        return .success((execution, work))
    }

    /// Ends an execution. Both a completion and a cancellation may call it.
    private func end(_ execution: Execution) {
        let isFirst = place.withLock { place in
            defer { if place === execution { place = nil } }
            return place === execution
        }
        if !isFirst { return }
        try? running.modify { (running: inout Execution?) throws(ExecutionIsOver) in
            // Another execution has begun meanwhile.
            if running !== execution { throw ExecutionIsOver() }
            running = nil
        }
    }
}

/// The error that leaves the state unchanged when an execution has already ended.
private struct ExecutionIsOver: Error {}

extension Action where Work: SinglePublisher {
    /// Starts an execution for each subscriber, as a single; see `apply(_:)`.
    ///
    /// - Parameter input: the input of the work.
    public func apply(_ input: Input) -> AnySinglePublisher<Output, ActionError<Failure>> {
        let execution: AnyPublisher<Output, ActionError<Failure>> = apply(input)
        return execution.uncheckedSingle().eraseToAnySinglePublisher()
    }
}

extension Action where Input == Void {
    /// Starts an execution of work that needs no input.
    public func execute() { execute(()) }
}

/// The reason why an execution of an ``Action`` has failed.
public enum ActionError<Failure: Error>: Error {
    /// It was refused: the action's condition didn't hold.
    case disabled
    /// It was refused: another execution was going on.
    case executing
    /// Its work failed.
    case failed(Failure)

    /// The failure of the work; `nil` if the execution was refused.
    public var failure: Failure? { if case .failed(let failure) = self { failure } else { nil } }
}

extension ActionError: Equatable where Failure: Equatable {}
extension ActionError: Sendable where Failure: Sendable {}
