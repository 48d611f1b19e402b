import Foundation
import Synchronization

/// The results so far, with a line for the eye that shows how far the proof is.
final class Report: Sendable {
    private struct State {
        var passed = 0
        var failures = 0
        var begun = ContinuousClock.now
    }

    private let state = Mutex(State())
    private let showsProgress = isatty(2) == 1

    /// Checks all items on as many threads as there are processors.
    ///
    /// - Parameter check: Returns the faults of an item.
    func run<Item: Sendable>(
        _ floor: String, _ items: [Item], _ name: @Sendable (Item) -> String,
        _ check: @Sendable (Item) -> [String]
    ) {
        let begun = ContinuousClock.now
        let done = Atomic<Int>(0)
        let next = Atomic<Int>(0)
        DispatchQueue.concurrentPerform(iterations: ProcessInfo.processInfo.activeProcessorCount) { _ in
            while true {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < items.count else { return }
                let faults = check(items[index])
                note(faults, floor: floor)
                let count = done.add(1, ordering: .relaxed).newValue
                progress("\(floor) \(count) of \(items.count), \(name(items[index]))")
            }
        }
        progress("")
        print("\(floor): \(items.count) checked in \(Self.seconds(since: begun)) s")
        fflush(nil)
    }

    private func note(_ faults: [String], floor: String) {
        state.withLock { state in
            if faults.isEmpty { state.passed += 1 } else { state.failures += 1 }
        }
        for fault in faults { print("\(floor): FAILED\n\(fault)") }
    }

    private func progress(_ text: String) {
        guard showsProgress else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8))
    }

    private static func seconds(since begun: ContinuousClock.Instant) -> Int {
        Int(begun.duration(to: .now).components.seconds)
    }

    /// Prints the counts, and returns the exit status.
    func close() -> Int32 {
        state.withLock { state in
            print("\(state.passed) passed, \(state.failures) failed")
            return state.failures == 0 ? 0 : 1
        }
    }
}
