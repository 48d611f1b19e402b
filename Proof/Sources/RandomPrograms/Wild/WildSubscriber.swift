import Foundation
import TraitsRuntime
@_spi(Proof) import TraitsTesting

/// A subscriber that asks as its choice says, acts now and then, and notes what must not happen.
final class WildSubscriber: Subscriber, @unchecked Sendable {
    // Unchecked: what changes is atomic or under `lock`.
    private let world: WildWorld
    private let choice: WildChoice
    private let lock = NSLock()
    private var subscription: (any Subscription)?
    private var isCancelled = false
    private let contract = StreamContract()
    private let isUnlimited: Bool

    init(_ world: WildWorld, _ choice: WildChoice) {
        self.world = world
        self.choice = choice
        isUnlimited = choice.of(["counts", "asks for all"], "demand") == "asks for all"
    }

    func receive(subscription: any Subscription) {
        contract.receiveSubscription(note)
        // It may come from another thread, after the cancellation.
        let isWanted = lock.withLock {
            if !isCancelled { self.subscription = subscription }
            return !isCancelled
        }
        guard isWanted else { return subscription.cancel() }
        let demand: Subscribers.Demand = isUnlimited ? .unlimited : .max(2)
        contract.demand(demand)
        subscription.request(demand)
    }

    func receive(_ value: WildValue) -> Subscribers.Demand {
        world.valueCount.add(1, ordering: .relaxed)
        let count = contract.receiveValue(note)
        if count % 4 == choice.number(4, "when to act") { world.actInside("subscriber") }
        if isUnlimited { return .none }
        contract.demand(.max(1))
        guard count % 3 == 0 else { return .max(1) }
        lock.withLock { subscription }?.request(.max(1))
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {
        contract.receiveCompletion(note)
        withExtendedLifetime(takeSubscription()) {}
        if choice.number(3, "end") == 0 { world.actInside("end") }
    }

    func cancel() {
        lock.withLock { isCancelled = true }
        takeSubscription()?.cancel()
    }

    private func note(_ breach: StreamContract.Breach, _ detail: String) {
        world.watch.note(detail, world.seed)
    }

    private func takeSubscription() -> (any Subscription)? { lock.withLock { subscription.take() } }
}
