import Foundation
import Testing
import TraitsFoundation
import TraitsTesting

/// A view model that names the times of a scheduler runs in virtual time.
@Suite("Schedulers that stand in")
struct StandInTests {
    private let clock = TestScheduler()

    /// What a view model does with time, for any scheduler of the times of `S`.
    private func check<S: Scheduler>(for scheduler: S, at now: S.SchedulerTimeType) {
        let queue = clock.standIn(for: scheduler, now: now)
        let text = PassthroughSubject<String, Never>()
        let settled = text.debounce(for: .milliseconds(35), scheduler: queue).record(on: clock)
        let ticks = clock.now
        #expect(queue.now == now)
        text.send("s")
        clock.advance(by: 34)
        text.send("sw")
        clock.advance(by: 34)
        #expect(settled.values == [])
        clock.advance(by: 1)
        #expect(settled.values == ["sw"])
        #expect(queue.now == now.advanced(by: .milliseconds(69)))

        var count = 0
        let repeating = queue.schedule(after: queue.now.advanced(by: .seconds(1)), interval: .seconds(0.5)) {
            count += 1
        }
        clock.advance(by: 2000)
        #expect(count == 3)
        repeating.cancel()
        clock.advance(by: 2000)
        #expect(count == 3)

        var order: [String] = []
        queue.schedule(after: now) { order.append("past") }
        queue.schedule { order.append("now") }
        queue.schedule(after: queue.now.advanced(by: .microseconds(400))) { order.append("later") }
        clock.advance(by: 0)
        #expect(order == ["past", "now"])
        clock.advance(by: 1)
        #expect(order == ["past", "now", "later"])
        #expect(clock.now == ticks.advanced(by: 4070))
    }

    @Test func dispatchQueue() {
        check(for: DispatchQueue.main, at: .init(.init(uptimeNanoseconds: 12_345_678)))
    }

    @Test func runLoop() {
        check(for: RunLoop.main, at: .init(Date(timeIntervalSinceReferenceDate: 8.1e8 / 7)))
    }

    @Test func operationQueue() {
        check(for: OperationQueue.main, at: .init(Date(timeIntervalSinceReferenceDate: 8.1e8 / 7)))
    }

    @Test func theTimeOfTheOther() {
        let before = DispatchQueue.main.now
        #expect(clock.standIn(for: DispatchQueue.main).now >= before)
    }

    /// A cancelled wait leaves nothing behind on the clock.
    @Test func cancelledWaits() {
        let queue = clock.standIn(for: DispatchQueue.main)
        let cancellable = PassthroughSubject<Int, Never>()
            .timeout(.seconds(3600 * 24 * 365 * 1000), scheduler: queue).sink { _ in }
        cancellable.cancel()
        clock.advance(by: .seconds(10))
        #expect(clock.now == 10_000)
    }
}
