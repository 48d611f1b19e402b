extension Property {
    /// A property that has this one's value now and changes on a scheduler, some time after this one.
    ///
    /// ```
    /// property                  0--1--2------|
    /// receive(on: scheduler)    0----1--2------|
    /// ```
    ///
    /// The result leaves the graph of this property: it changes later than the properties that are derived from this one,
    /// in separate changes, which are made where the scheduler runs them.
    ///
    /// - Completion: on the scheduler too, after the last value.
    /// - Lifetime: the result holds this property.
    ///
    /// - Parameters:
    ///   - scheduler: the scheduler on which the result changes.
    ///   - options: the options that the scheduler gets for each change.
    public func receive<S: Scheduler>(on scheduler: S, options: S.SchedulerOptions? = nil) -> Property {
        Properties.ReceiveOn(self, scheduler, options).property()
    }
}

extension Properties {
    /// The operator of ``Property/receive(on:options:)``.
    public struct ReceiveOn<Output, Context: Scheduler>: PropertyOperator {
        let source: Property<Output>
        let scheduler: Context
        let options: Context.SchedulerOptions?

        /// Creates the operator on a property, with the parameters of ``Property/receive(on:options:)``.
        public init(
            _ source: Property<Output>, _ scheduler: Context, _ options: Context.SchedulerOptions? = nil
        ) {
            self.source = source
            self.scheduler = scheduler
            self.options = options
        }

        public func _property(initial: (() -> Output)?) -> Property<Output> {
            let relay = _PropertyRelay<Output>()
            let cancellable = source.allValues._sink(
                receiveCompletion: { [scheduler, options] _ in
                    relay.enqueue(.finished) { scheduler.schedule(options: options, $0) }
                },
                receiveValue: { [scheduler, options] value in
                    relay.enqueue(.value(value)) { scheduler.schedule(options: options, $0) }
                })
            return Property(
                _node: relay.node!,
                upstream: AnyCancellable {
                    cancellable.cancel()
                    relay.stop()
                })
        }
    }
}

/// The events that wait for a scheduler between two properties. The first value comes during the subscription, and makes
/// the node.
private final class _PropertyRelay<Value> {
    enum Event {
        case value(Value)
        case finished
    }

    private let lock = TraitLock()
    private var waiting = _Queue<Event>()
    private var isOver = false
    /// The numbers of the newest event, of the newest one that the scheduler has called for, and of the newest change.
    private var (newest, due, changed) = (0, 0, 0)
    private var isRunning = false
    private(set) var node: _ValueNode<Value>?

    /// Takes an event and has it scheduled, unless it is the first value.
    func enqueue(_ event: Event, schedule: (@escaping () -> Void) -> Void) {
        lock.lock()
        if node == nil {
            if case .value(let value) = event { node = _ValueNode.source(value) }
            return lock.unlock()
        }
        let isOver = isOver
        if !isOver { waiting.push(event) }
        newest += 1
        let number = newest
        lock.unlock()
        if !isOver { schedule { self.change(upTo: number) } }
    }

    /// Makes the changes up to a number that still wait: one change, unless the scheduler has reordered or dropped calls. The
    /// order is that of the events, also on a scheduler that runs several calls at a time.
    private func change(upTo number: Int) {
        lock.lock()
        due = max(due, number)
        if isRunning { return lock.unlock() }
        isRunning = true
        while changed < due {
            changed += 1
            lock.unlocked(waiting.pop()) { event in
                switch event {
                case .value(let value): node?.change(to: value)
                case .finished: node?.finish()
                case nil: break
                }
            }
        }
        isRunning = false
        lock.unlock()
    }

    /// Drops the events that wait: nobody holds the result any more.
    func stop() {
        lock.lock()
        isOver = true
        let events = waiting
        waiting = _Queue()
        lock.unlock()
        withExtendedLifetime(events) {}
    }
}
