import Dispatch
import Testing

/// Gives each test of a suite, or each case of a test, a thread of its own.
///
/// A test that waits for a process, or for another thread, would take one of the few threads of Swift's pool away from all
/// other tests.
struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(ThreadExecutor(label: test.name)) { try await function() }
    }

    func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }
}

extension Trait where Self == WaitingTrait {
    /// A test that waits for processes or threads.
    static var waiting: Self { Self() }
}

/// A thread that runs the jobs of one test, in their order.
private final class ThreadExecutor: TaskExecutor {
    private let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
