import Dispatch
import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

/// A scheduler whose type is hidden.
@Suite("AnyScheduler")
struct AnySchedulerTests {
    /// A view model that is written for a queue.
    private struct Search {
        let text = PassthroughSubject<String, Never>()
        let settled: AnyPublisher<String, Never>

        init(queue: AnySchedulerOf<DispatchQueue>) {
            settled = text.debounce(for: .milliseconds(300), scheduler: queue).eraseToAnyPublisher()
        }
    }

    private let clock = TestScheduler()

    @Test func aViewModelInVirtualTime() {
        let search = Search(queue: clock.standIn(for: DispatchQueue.main).eraseToAnyScheduler())
        let recorder = search.settled.record(on: clock)
        search.text.send("s")
        clock.advance(by: 299)
        #expect(recorder.values == [])
        clock.advance(by: 1)
        #expect(recorder.values == ["s"])
    }

    @Test func itDoesWhatItHides() {
        let hidden = clock.eraseToAnyScheduler().eraseToAnyScheduler()
        var log: [String] = []
        let repeating = hidden.schedule(after: 2, interval: 2) { log.append("tick") }
        hidden.schedule(after: 3) { log.append("three") }
        hidden.schedule { log.append("now") }
        clock.advance(by: 4)
        #expect(log == ["now", "tick", "three", "tick"])
        #expect((hidden.now, hidden.minimumTolerance) == (4, 0))
        repeating.cancel()
        #expect(clock.pendingCount == 0)
    }

    /// A wait that is over leaves its closure nowhere.
    @Test func aCancelledDelayIsReleased() {
        final class Value {}
        weak var released: Value?
        do {
            let value = Value()
            released = value
            Just(value).delay(for: .seconds(3600), scheduler: DispatchQueue.global().eraseToAnyScheduler())
                .sink { _ in }.cancel()
        }
        #expect(released == nil)
    }
}
