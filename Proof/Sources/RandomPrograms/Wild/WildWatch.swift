import Dispatch
import Foundation
import Synchronization
import TraitsRuntime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A queue that runs an actor and its tasks: the threads of the pool run other tests, for minutes.
final class WildExecutor: SerialExecutor, TaskExecutor {
    let queue = DispatchQueue(label: "wild actor")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in
            job.runSynchronously(
                isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        }
    }
}

/// Whose jobs deliver values, and whose tasks take them.
actor WildActor {
    let executor = WildExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func take(
        _ values: AsyncPublisher<AnyPublisher<WildValue, Never>>, _ act: @Sendable (WildValue) -> Void
    ) async {
        for await value in values { act(value) }
    }
}

/// The queues, actors and threads of wild programs, and what went wrong in them.
final class WildWatch: @unchecked Sendable {
    // Unchecked: its constants are safe to share, and the rest is under mutexes.
    let serial = (0..<2).map { DispatchQueue(label: "wild serial \($0)") }
    let concurrent = DispatchQueue(label: "wild concurrent", attributes: .concurrent)
    let operations = OperationQueue()
    let actor = WildActor()
    let jobs: ActorScheduler
    private(set) var runLoop = RunLoop.current
    private let threads = (0..<3).map { DispatchQueue(label: "wild thread \($0)") }
    private let runningThreads = Mutex<[String: pthread_t]>([:])
    private let notes = Mutex<[String]>([])

    init() {
        jobs = ActorScheduler(actor)
        let isReady = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [self] in
            runLoop = RunLoop.current
            // Keeps the loop alive.
            runLoop.add(Timer(timeInterval: 1e9, repeats: true) { _ in }, forMode: .default)
            isReady.signal()
            while true { runLoop.run() }
        }
        isReady.wait()
        operations.maxConcurrentOperationCount = 2
    }

    func note(_ text: String, _ seed: UInt64) { notes.withLock { $0.append("seed \(seed): \(text)") } }

    func takeNotes() -> [String] {
        notes.withLock { notes in
            defer { notes = [] }; return notes
        }
    }

    /// Runs work on several threads at the same time.
    ///
    /// - Returns: `false` if a thread hangs: the stacks of all are on the standard error then.
    func run(within limit: DispatchTimeInterval, _ work: [@Sendable () -> Void]) -> Bool {
        let group = DispatchGroup()
        for (index, work) in work.enumerated() {
            threads[index].async(group: group) { [self] in
                Self.allowSignal()
                runningThreads.withLock { $0["thread \(index)"] = pthread_self() }
                work()
                runningThreads.withLock { $0["thread \(index)"] = nil }
            }
        }
        if group.wait(timeout: .now() + limit) == .success { return true }
        showStacks()
        return false
    }

    /// Lets queues do what they have to do by now.
    func drain() {
        for queue in threads + serial { queue.sync {} }
        concurrent.sync(flags: .barrier) {}
        operations.waitUntilAllOperationsAreFinished()
        let isDone = DispatchSemaphore(value: 0)
        runLoop.schedule { isDone.signal() }
        isDone.wait()
        actor.executor.queue.sync {}
    }

    private static func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

    /// Dispatch's threads block all signals.
    private static func allowSignal() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGUSR2)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    private func showStacks() {
        signal(SIGUSR2) { _ in
            WildWatch.say(Thread.callStackSymbols.joined(separator: "\n"))
        }
        for (name, thread) in runningThreads.withLock({ $0 }) {
            Self.say("-- \(name) hangs here:")
            pthread_kill(thread, SIGUSR2)
            // The handler runs in that thread; nothing tells when it has returned.
            sleep(1)
        }
    }
}
