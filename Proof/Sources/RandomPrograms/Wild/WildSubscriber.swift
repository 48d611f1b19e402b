import Foundation
import Synchronization
import TraitsRuntime

/// A subscriber that asks as its choice says, acts now and then, and notes what must not happen.
final class WildSubscriber: Subscriber, @unchecked Sendable {
    // Unchecked: what changes is atomic or under `lock`.
    private let world: WildWorld
    private let choice: WildChoice
    private let lock = NSLock()
    private var subscription: (any Subscription)?
    private var isCancelled = false
    private let asked = Atomic(0)
    private let received = Atomic(0)
    private let isOver = Atomic(false)
    private let isUnlimited: Bool

    init(_ world: WildWorld, _ choice: WildChoice) {
        self.world = world
        self.choice = choice
        isUnlimited = choice.of(["counts", "asks for all"], "demand") == "asks for all"
    }

    func receive(subscription: any Subscription) {
        // It may come from another thread, after the cancellation.
        let isWanted = lock.withLock {
            if !isCancelled { self.subscription = subscription }
            return !isCancelled
        }
        guard isWanted else { return subscription.cancel() }
        if isUnlimited {
            subscription.request(.unlimited)
        } else {
            asked.add(2, ordering: .sequentiallyConsistent)
            subscription.request(.max(2))
        }
    }

    func receive(_ value: WildValue) -> Subscribers.Demand {
        world.valueCount.add(1, ordering: .relaxed)
        if isOver.load(ordering: .acquiring) { world.watch.note("a value after the end", world.seed) }
        let count = received.add(1, ordering: .sequentiallyConsistent).newValue
        if !isUnlimited && count > asked.load(ordering: .sequentiallyConsistent) {
            world.watch.note("a value that nobody asked for", world.seed)
        }
        if count % 4 == choice.number(4, "when to act") { world.actInside("subscriber") }
        if isUnlimited { return .none }
        asked.add(1, ordering: .sequentiallyConsistent)
        guard count % 3 == 0 else { return .max(1) }
        lock.withLock { subscription }?.request(.max(1))
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {
        if isOver.exchange(true, ordering: .acquiringAndReleasing) {
            world.watch.note("a second end", world.seed)
        }
        withExtendedLifetime(takeSubscription()) {}
        if choice.number(3, "end") == 0 { world.actInside("end") }
    }

    func cancel() {
        lock.withLock { isCancelled = true }
        takeSubscription()?.cancel()
    }

    private func takeSubscription() -> (any Subscription)? { lock.withLock { subscription.take() } }
}
