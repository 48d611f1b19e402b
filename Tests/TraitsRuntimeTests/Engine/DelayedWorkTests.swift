import Dispatch
import Testing
import TraitsTesting

@testable import TraitsRuntime
@testable import TraitsStreams

/// What waits for its time at a scheduler, and is cancelled.
@Suite("Delayed work", .limited)
struct DelayedWorkTests {
    private final class Handle: Cancellable {
        var isCancelled = false
        let onCancel: () -> Void

        init(_ onCancel: @escaping () -> Void) { self.onCancel = onCancel }

        func cancel() {
            isCancelled = true
            onCancel()
        }
    }

    /// A closure that runs while all is cancelled leaves its handle to the cancellation: two threads would release it.
    @Test func aClosureThatRunsDuringTheCancellationLeavesItsHandle() {
        let work = _DelayedWork()
        let handles = (1...2).map { number in Handle { if number == 1 { work.finish(upTo: 2) } } }
        for (index, handle) in handles.enumerated() { work.keep(handle, for: index + 1) }
        work.close()
        #expect(handles.map(\.isCancelled) == [true, true])
    }

    @Test func aClosureThatHasRunIsNotCancelled() {
        let work = _DelayedWork()
        let handle = Handle {}
        work.keep(handle, for: 1)
        work.finish(upTo: 1)
        work.close()
        #expect(!handle.isCancelled)
        work.keep(handle, for: 2)
        #expect(handle.isCancelled)
    }

    /// A scheduler may run a closure inside the call that schedules it.
    @Test func aClosureThatHasRunIsNotKept() {
        let work = _DelayedWork()
        weak var kept: Handle?
        do {
            let handle = Handle {}
            kept = handle
            work.finish(upTo: 1)
            work.keep(handle, for: 1)
        }
        #expect(kept == nil)
    }

    /// Closures that the scheduler has dropped or delayed are cancelled when a later closure runs.
    @Test func aClosureCancelsThoseBeforeIt() {
        let work = _DelayedWork()
        var cancelled: [Int] = []
        let isKept: [() -> Bool] = (1...5).map { number in
            let handle = Handle { cancelled.append(number) }
            work.keep(handle, for: number)
            return { [weak handle] in handle != nil }
        }
        work.finish(upTo: 4)
        #expect(isKept.map { $0() } == [false, false, false, false, true])
        #expect(cancelled == [1, 2, 3])
        work.finish(upTo: 2)
        #expect(isKept.last!())
        work.close()
        #expect(!isKept.last!())
        #expect(cancelled == [1, 2, 3, 5])
    }

    /// Values that are due on a queue while they are cancelled.
    @Test func onAQueue() {
        let queue = DispatchQueue(label: "delay")
        for _ in 0..<2_000 {
            let cancellables = (0..<4).map { number in
                Just(number).delay(for: .microseconds(20 * number), scheduler: queue).sink { _ in }
            }
            for cancellable in cancellables { cancellable.cancel() }
        }
        queue.sync {}
    }
}
