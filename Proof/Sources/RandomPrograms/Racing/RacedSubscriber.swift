import TraitsRuntime
@_spi(Proof) import TraitsTesting

/// The subscriber of a program that threads carry out. It notes what comes, and asks as the program says.
final class RacedSubscriber: Subscriber, @unchecked Sendable {
    // Unchecked: what changes is touched under the lock only.
    private let lock = Lock()
    private let program: Program
    private let number: Int
    private var handle: (any Cancellable)?
    private var isCancelled = false
    private let contract = StreamContract()
    private var isSubscribed = false
    private var list: [String] = []

    init(_ program: Program, _ number: Int) {
        self.program = program
        self.number = number
    }

    var events: [String] { lock.withLock { list } }

    func receive(subscription: any Subscription) {
        lock.withLock {
            _ = contract.receiveSubscription { breach, _ in list.append("begins \(breach.words)") }
        }
        hold(subscription)
        let first = program.demand.map { Demand.max($0) } ?? .unlimited
        if first > .none { request(first) }
    }

    /// A sink has asked for everything.
    func beginAsSink() {
        contract.receiveSubscription { _, _ in }
        contract.demand(.unlimited)
    }

    /// Keeps what cancels; or cancels, if it had to before.
    func hold(_ handle: any Cancellable) {
        let isCancelled = lock.withLock {
            if !contract.hasEnded, !self.isCancelled { self.handle = handle }
            return self.isCancelled
        }
        if isCancelled { handle.cancel() }
    }

    func receive(_ input: Int) -> Demand {
        Threads.step()
        let count = lock.withLock {
            var text = "got \(input)"
            let count = contract.receiveValue { breach, _ in text += " \(breach.words)" }
            list.append(text)
            return count
        }
        for reaction in program.reactions where reaction.subscriber == number && reaction.value == count {
            for act in reaction.acts { react(act) }
        }
        if program.isLikeSink { return .none }
        let more = program.returns.map { Demand.max($0) } ?? .unlimited
        return lock.withLock {
            if handle == nil { return .none }
            contract.demand(more)
            return more
        }
    }

    /// Does something inside of a value.
    private func react(_ act: Program.Act) {
        switch act {
        case .request(let more, _): request(PlanAct.demand(more))
        // A subscriber with closures has nothing to cancel before that call has returned.
        case .cancel: if !program.isLikeSink || lock.withLock({ isSubscribed }) { cancel() }
        default: break
        }
    }

    func subscribe(in world: RealWorld) {
        world.subscribe(self)
        lock.withLock { isSubscribed = true }
    }

    func receive(completion: Subscribers.Completion<Fault>) {
        let handle = lock.withLock {
            var text = completion.fault.map { "failed with \($0.code)" } ?? "finished"
            contract.receiveCompletion { breach, _ in text += " \(breach.words)" }
            list.append(text)
            defer { self.handle = nil }
            return self.handle
        }
        withExtendedLifetime(handle) {}
    }

    func request(_ more: Demand) {
        let handle = lock.withLock {
            contract.demand(more)
            return self.handle
        }
        (handle as? any Subscription)?.request(more)
    }

    func cancel() {
        let handle = lock.withLock {
            defer { self.handle = nil }
            isCancelled = true
            return self.handle
        }
        handle?.cancel()
    }
}

extension StreamContract.Breach {
    /// The breach, behind the event that shows it.
    var words: String {
        switch self {
        case .subscription: "before its subscription"
        case .serial: "beside another event"
        case .demand: "without asking"
        case .end, .cancellation: "after its end"
        }
    }
}
