import Foundation
import Synchronization
import Testing
import TraitsRuntime

@Suite("Threads that cancel tasks", .limited)
struct TaskCancellationThreadTests {
    /// A cancellation handler runs under a lock of its task's, which a thread takes that resumes the task: a publisher that sends
    /// when it is cancelled, or waits for another thread's value, would hang there.
    @Test func `the thread that cancels a task calls nothing of its publisher`() async {
        typealias Numbers = AnyPublisher<Int, Never>
        let ways: [@Sendable (Numbers) async -> Void] = [
            { for await _ in $0.values {} },
            { for await _ in $0.values(buffering: .unbounded) {} },
            { _ = await $0.uncheckedMaybe().value },
            { await $0.ignoreOutput().value },
            { _ = try? await $0.uncheckedSingle().value },
        ]
        for (index, wait) in ways.enumerated() {
            let source = CountedSilence<Int, Never>()
            let threads = Mutex<[String]>([])
            let task = Task {
                await wait(
                    source.handleEvents(receiveCancel: {
                        threads.withLock { $0.append(Thread.current.name ?? "") }
                    }
                    )
                    .eraseToAnyPublisher())
            }
            await source.whenSubscribed()
            let canceller = Thread { task.cancel() }
            canceller.name = "canceller"
            canceller.start()
            await task.value
            let names = threads.withLock { $0 }
            #expect(names.count == 1, "\(index)")
            #expect(!names.contains("canceller"), "\(index)")
        }
    }
}
