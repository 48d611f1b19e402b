import TraitsRuntime
@_spi(Proof) import TraitsTesting

/// The subscriber of a program that threads carry out. It notes what comes, and asks as the program says.
final class RacedSubscriber: Subscriber, @unchecked Sendable {
    // Unchecked: what changes is touched under the lock only.
    private let lock = Lock()
    private let program: Program
    private let number: Int
    private var handle: (any Cancellable)?
    private var hasEnded = false
    private var isCancelled = false
    private var demand = Demand.none
    private var values = 0
    private var isSubscribed = false
    private var list: [String] = []

    init(_ program: Program, _ number: Int) {
        self.program = program
        self.number = number
    }

    var events: [String] { lock.withLock { list } }

    func receive(subscription: any Subscription) {
        hold(subscription)
        let first = program.demand.map { Demand.max($0) } ?? .unlimited
        if first > .none { request(first) }
    }

    /// A sink has asked for everything.
    func beginAsSink() { lock.withLock { demand = .unlimited } }

    /// Keeps what cancels; or cancels, if it had to before.
    func hold(_ handle: any Cancellable) {
        let isCancelled = lock.withLock {
            if !hasEnded, !self.isCancelled { self.handle = handle }
            return self.isCancelled
        }
        if isCancelled { handle.cancel() }
    }

    func receive(_ input: Int) -> Demand {
        Threads.step()
        let count = lock.withLock {
            list.append(demand > .none ? "got \(input)" : "got \(input) without asking")
            if demand > .none { demand -= 1 }
            values += 1
            return values
        }
        for reaction in program.reactions where reaction.subscriber == number && reaction.value == count {
            for act in reaction.acts { react(act) }
        }
        if program.isLikeSink { return .none }
        let more = program.returns.map { Demand.max($0) } ?? .unlimited
        return lock.withLock {
            if handle == nil { return .none }
            demand += more
            return more
        }
    }

    /// Does something inside of a value.
    private func react(_ act: Program.Act) {
        switch act {
        case .request(let more, _): request(more == 0 ? .unlimited : .max(more))
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
            list.append(completion.fault.map { "failed with \($0.code)" } ?? "finished")
            hasEnded = true
            defer { self.handle = nil }
            return self.handle
        }
        withExtendedLifetime(handle) {}
    }

    func request(_ more: Demand) {
        let handle = lock.withLock {
            demand += more
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
