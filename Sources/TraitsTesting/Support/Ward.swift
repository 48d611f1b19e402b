import Synchronization
import TraitsTracing

#if canImport(Glibc)
    // `stdout` and `stderr` are variables in C.
    @preconcurrency import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Work on a thread that may trap, or come to no end, and doesn't take the process with it.
///
/// A thread that traps is stopped inside the signal's handler for ever, with the locks that it holds; so is a thread that
/// ``giveUp()`` ends. The caller learns of it and goes on. A debugger still stops at the trap. With glibc, the locks of the
/// standard output and error are released: where a stack overflows, `print` is often the innermost call.
///
/// - Threads: The threads that the work begins with ``Threads`` belong to its ward. Other threads and tasks end the process when
///   they trap.
struct Ward: ~Copyable {
    /// The end of work.
    enum Outcome: Equatable {
        case finished
        /// The program would have stopped, or would have gone on for ever.
        case stopped(String)
    }

    /// The bytes that a thread sends to the caller beside the numbers of signals.
    private enum Message {
        static let finished: UInt8 = 0
        static let endless: UInt8 = 255
    }

    private let isOver = Atomic<Bool>(false)
    private let output: Int32

    private init(output: Int32) { self.output = output }

    /// The key of the pointer to the running thread's ward.
    static let key: pthread_key_t = {
        var key = pthread_key_t()
        precondition(pthread_key_create(&key, nil) == 0)
        return key
    }()

    /// The ward of the running thread. Signal handlers read it.
    static var current: UnsafeMutablePointer<Ward>? {
        pthread_getspecific(key)?.assumingMemoryBound(to: Ward.self)
    }

    /// Runs a closure on a thread that belongs to a ward.
    static func run(in ward: UnsafeMutablePointer<Ward>?, _ body: () -> Void) {
        pthread_setspecific(key, ward)
        body()
        pthread_setspecific(key, nil)
    }

    /// Tells the caller a message, and stops this thread for ever. Safe in a signal handler.
    static func stop(_ ward: UnsafeMutablePointer<Ward>, _ message: UInt8) -> Never {
        releaseOutput()
        ward.pointee.tell(message)
        while true { pause() }
    }

    /// Releases the locks of the standard streams that this thread holds. Otherwise every later `print` would wait for ever.
    private static func releaseOutput() {
        #if canImport(Glibc)
            release(stdout)
            release(stderr)
        #endif
    }

    #if canImport(Glibc)
        private static func release(_ stream: UnsafeMutablePointer<FILE>?) {
            // The words of a lock in glibc: its state, the number of calls that hold it, and their thread. No function tells
            // whose lock it is.
            guard let stream, let lock = stream.pointee._lock else { return }
            while lock.load(fromByteOffset: 8, as: UInt.self) == UInt(pthread_self()) { funlockfile(stream) }
        }
    #endif

    /// Stops this thread for ever, since its work comes to no end. A thread without a ward traps.
    static func giveUp(_ reason: @autoclosure () -> String) -> Never {
        guard let current else { fatalError(reason()) }
        stop(current, Message.endless)
    }

    private func tell(_ message: UInt8) {
        if isOver.exchange(true, ordering: .acquiringAndReleasing) { return }
        var message = message
        _ = write(output, &message, 1)
    }

    // MARK: - The caller

    /// Runs a closure on a new thread, and waits until it has returned or stopped.
    ///
    /// - Parameters:
    ///   - steps: Counts the steps of the work. If a step takes longer than their patience, the work is given up.
    ///   - body: The work.
    static func run(_ steps: Steps, _ body: @escaping () -> Void) -> Outcome {
        _ = TrapSignals.areHandled
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0, "no pipe is left")
        let ward = UnsafeMutablePointer<Ward>.allocate(capacity: 1)
        ward.initialize(to: Ward(output: ends[1]))
        let threads = Threads.begin([
            {
                TrapSignals.withStack { run(in: ward, body) }
                ward.pointee.tell(Message.finished)
            }
        ])
        var message = wait(for: ends[0], steps)
        // From here on no thread writes into the pipe.
        if message == nil, ward.pointee.isOver.exchange(true, ordering: .acquiringAndReleasing) {
            message = wait(for: ends[0], Steps())
        }
        for end in ends { close(end) }
        switch message {
        case Message.finished?:
            Threads.join(threads)
            ward.deinitialize(count: 1)
            ward.deallocate()
            return .finished
        // The ward stays: a thread of it may still look at it.
        case Message.endless?: return .stopped("events come for ever inside of one call")
        case let signal?: return .stopped("the program stops with \(TrapSignals.name(signal))")
        case nil:
            return .stopped(
                "nothing happens for \(steps.patience) seconds, as in a deadlock or a loop without end")
        }
    }

    private static func wait(for input: Int32, _ steps: Steps) -> UInt8? {
        var (idle, seen) = (0, 0)
        while true {
            var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
            if poll(&request, 1, 1000) > 0 {
                var message: UInt8 = 0
                if read(input, &message, 1) == 1 { return message }
            }
            let now = steps.count
            (idle, seen) = now == seen ? (idle + 1, seen) : (0, now)
            if idle == 10 {
                print("laws: nothing happens, which is given up after \(steps.patience) seconds")
            }
            if idle >= steps.patience, steps.close(at: seen) { return nil }
        }
    }
}

/// The steps of work that may be given up.
final class Steps: @unchecked Sendable {
    // Unchecked: everything that changes is behind the lock.
    private let lock = Lock()
    private var taken = 0
    private var isClosed = false
    /// The number of seconds that a step may take.
    let patience: Int

    init(patience: Int = Steps.patience) { self.patience = patience }

    /// The seconds that `TRAITS_LAWS_PATIENCE` in the environment asks for, or else a minute.
    static let patience = _variable("TRAITS_LAWS_PATIENCE").flatMap { Int($0) } ?? 60

    /// A Boolean value that indicates whether the work has been given up, and no further work can take steps.
    var isGivenUp: Bool { lock.withLock { isClosed } }

    var count: Int { lock.withLock { taken } }

    /// Notes a step. If the work has been given up, the thread stops for ever: what it worked on belongs to another thread.
    func take() {
        let goesOn = lock.withLock {
            taken += 1
            return !isClosed
        }
        while !goesOn { pause() }
    }

    /// Gives the work up, unless it has taken a step meanwhile.
    fileprivate func close(at count: Int) -> Bool {
        lock.withLock {
            isClosed = taken == count
            return isClosed
        }
    }
}
