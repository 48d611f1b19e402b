import Dispatch
import Foundation
import Testing
import TraitsRuntime

/// A subscriber that joins `share(replay:)` while another thread sends.
@Suite("Joining a replayed stream", .limited)
struct ReplayJoinTests {
    /// The sender goes on to its next value while the subscriber is inside of one: the call that subscribes returns after the
    /// values that were there, and the sender's thread sends the rest.
    @Test(.timeLimit(.minutes(60)))
    func aSenderWithoutAPauseKeepsNobody() {
        let count = 12
        let (isInside, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let source = PassthroughSubject<Int, Never>()
        let shared = source.share(replay: 1)
        let slow = shared.sink { _ in
            isInside.signal()
            goOn.waitInTime()
        }
        let isOver = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            for number in 1...count { source.send(number) }
            isOver.signal()
        }
        isInside.waitInTime()
        // One thread at a time touches these: the other one waits.
        nonisolated(unsafe) var values: [Int] = []
        nonisolated(unsafe) var isJoining = true
        let late = shared.sink { value in
            values.append(value)
            guard isJoining, value <= 5 else { return }
            goOn.signal()
            isInside.waitInTime()
        }
        isJoining = false
        #expect(values == [1])
        for _ in 1...count { goOn.signal() }
        isOver.waitInTime()
        #expect(values == Array(1...count))
        withExtendedLifetime((slow, late)) {}
    }
}
