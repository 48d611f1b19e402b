import TraitsExtras
import TraitsRuntime
import TraitsTesting

/// Samples a publisher that sends a value right before each tick, and ends as another one does.
func freshened(
    _ ticks: LawUpstream<TestFailure>, until end: TestPublisher<Int, TestFailure>
) -> some Publisher<Int, TestFailure> {
    Deferred {
        let values = PassthroughSubject<Int, TestFailure>()
        return values.materialize().merge(with: end.materialize()).dematerialize()
            .sample(on: ticks.handleEvents(receiveOutput: { values.send($0) }))
    }
}

extension TestScheduler {
    /// A relay that accepts a value at each `o` of the marbles.
    func accepting(_ marbles: String) -> CurrentValueRelay<Int> {
        let relay = CurrentValueRelay(0)
        for (time, marble) in marbles.enumerated() where marble == "o" {
            scheduleInOrder(after: VirtualTime(ticks: time)) { relay.accept(time) }
        }
        return relay
    }
}
