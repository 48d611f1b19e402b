import TraitsRuntime

@testable import TraitsTesting

/// The subscriber of a program that threads carry out. It notes what comes, and asks as the program says.
final class RacedSubscriber: Subscriber, @unchecked Sendable {
    // Unchecked: what changes is touched under the lock only.
    private let lock = Lock()
    private let program: Program
    private var handle: (any Cancellable)?
    private var hasEnded = false
    private var demand = Demand.none
    private var list: [String] = []

    init(_ program: Program) { self.program = program }

    var events: [String] { lock.withLock { list } }

    func receive(subscription: any Subscription) {
        hold(subscription)
        let first = program.demand.map { Demand.max($0) } ?? .unlimited
        if first > .none { request(first) }
    }

    /// A sink has asked for everything.
    func beginAsSink() { lock.withLock { demand = .unlimited } }

    /// Keeps what cancels.
    func hold(_ handle: any Cancellable) {
        lock.withLock { if !hasEnded { self.handle = handle } }
    }

    func receive(_ input: Int) -> Demand {
        Threads.step()
        let more = program.isLikeSink ? .none : program.returns.map { Demand.max($0) } ?? .unlimited
        return lock.withLock {
            list.append(demand > .none ? "got \(input)" : "got \(input) without asking")
            if demand > .none { demand -= 1 }
            demand += more
            return more
        }
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
            return self.handle
        }
        handle?.cancel()
    }
}
