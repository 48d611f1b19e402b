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
        let items = (0..<2).map { _ in _DelayedWork.Item() }
        let handles = (0..<2).map { index in Handle { if index == 0 { work.finish(items[1]) } } }
        for (handle, item) in zip(handles, items) { work.keep(handle, for: item) }
        work.close()
        #expect(handles.map(\.isCancelled) == [true, true])
    }

    @Test func aClosureThatHasRunIsNotCancelled() {
        let work = _DelayedWork()
        let item = _DelayedWork.Item()
        let handle = Handle {}
        work.keep(handle, for: item)
        work.finish(item)
        work.close()
        #expect(!handle.isCancelled)
        work.keep(handle, for: _DelayedWork.Item())
        #expect(handle.isCancelled)
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
