import Foundation
import Testing
import TraitsFoundation

/// What is otherwise than in Combine, on purpose; see the page "Differences from Combine".
@Suite("Differences of timers from Combine's")
struct DifferenceOfTimersTests {
    @Test func aTimerHasItsTolerance() {
        let publisher = Timer.publish(every: 0.25, tolerance: 0.02, on: .main, in: .default)
        #expect(publisher.tolerance == 0.02)
        #expect(publisher.interval == 0.25)
    }
}
