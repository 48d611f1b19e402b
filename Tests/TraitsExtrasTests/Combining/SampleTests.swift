import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

@Suite("sample(on:)")
struct SampleTests {
    @Test func sendsWhatIsNewAtEachTick() throws {
        let scheduler = TestScheduler()
        let source = try scheduler.cold("-1-2----3---|", of: Int.self)
        let ticks = try scheduler.cold("----0-0---0---0|", of: Int.self)
        let recorder = source.sample(on: ticks).record(on: scheduler)
        try scheduler.run()
        #expect(recorder.values == [2, 3])
        #expect(recorder.completion == .finished)
    }

    @Test func endsWithTheTicks() {
        let (source, ticks) = (ManualPublisher<Int, Never>(), ManualPublisher<Int, Never>())
        let recorder = source.sample(on: ticks).record()
        #expect(source.uses == [.requested(.unlimited)])
        source.send(1)
        ticks.send(completion: .finished)
        #expect(recorder.recording == "|")
        #expect(source.uses.last == .cancelled)
    }

    @Test func leavesOutWhatIsNotAskedFor() {
        let (source, ticks) = (ManualPublisher<Int, Never>(), ManualPublisher<Int, Never>())
        let recorder = source.sample(on: ticks).record(demand: .atOnce(1))
        for value in 1...3 {
            source.send(value)
            ticks.send(0)
        }
        #expect(recorder.values == [1])
    }
}
