import TraitsExtras
import TraitsRuntime
import TraitsTesting

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
