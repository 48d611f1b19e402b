import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A trace that is being written: takes events from any thread, and hands them to its writer on a thread of its own.
///
/// ``Tracing/start(to:names:)`` and ``Tracing/start(_:names:)`` make sessions. One goes on until it is stopped or the program
/// exits, also if nobody keeps it.
// Safe to share: what isn't atomic is guarded by the lock, or belongs to the thread of its own.
public final class TraceSession: @unchecked Sendable {
    private let started = _steadyTime()
    private let clock = TraceEvent.Clock.now
    private let names: [_TracePattern]
    private let writer: any TraceWriter
    private let ring = _TraceRing(capacity: 1 << 16)
    private let isEnding = Atomic<Bool>(false)
    private let lock = _Lock()
    private var thread: pthread_t?

    init(_ writer: any TraceWriter, _ names: [_TracePattern]) {
        self.writer = writer
        self.names = names
    }

    /// Ends this trace; returns when the writer has all events and is closed.
    ///
    /// Subscriptions that are open go on and are no longer told of. Does nothing the second time. Called by the writer, it
    /// returns sooner.
    public func stop() {
        _TraceCenter.shared.remove(self)
        isEnding.store(true, ordering: .releasing)
        lock.lock()
        let thread = thread
        self.thread = nil
        lock.unlock()
        // A writer that calls this is on that thread, which ends by itself.
        if let thread, pthread_equal(thread, pthread_self()) == 0 { pthread_join(thread, nil) }
    }

    func wants(_ name: UnsafeBufferPointer<UInt8>) -> Bool { names.contains { $0.matches(name) } }

    /// Takes an event, or counts it as lost. Waits for nobody.
    func record(_ span: TraceSpan, _ kind: TraceEvent.Kind, at time: UInt64, on thread: Int) {
        if isEnding.load(ordering: .relaxed) { return }
        ring.push(TraceEvent(time: time - min(time, started), thread: thread, span: span, kind))
    }

    func begin() {
        lock.lock()
        thread = _startThread { self.run() }
        lock.unlock()
    }

    // MARK: On the thread of its own

    private func run() {
        writer.write([
            TraceEvent(time: 0, .process(name: _programName)),
            TraceEvent(time: 0, .clock(clock)),
        ])
        var threads: Set<Int> = []
        while true {
            let isLast = isEnding.load(ordering: .acquiring)
            let isIdle = !passOn(&threads)
            if isLast { break }
            // To wake this thread, those that are traced would have to make a call to the system.
            if isIdle { usleep(4000) }
        }
        writer.close()
    }

    /// Hands on all events that are there.
    ///
    /// - Parameter threads: those that the writer knows.
    /// - Returns: whether there were any.
    private func passOn(_ threads: inout Set<Int>) -> Bool {
        var isAny = false
        while true {
            var batch: [TraceEvent] = []
            while batch.count < 1024, let event = ring.pop() {
                if threads.insert(event.thread).inserted {
                    let name = _TraceThread.name(of: event.thread)
                    batch.append(TraceEvent(time: event.time, thread: event.thread, .thread(name: name)))
                }
                batch.append(event)
            }
            let lost = ring.takeLost()
            if lost > 0 { batch.append(TraceEvent(time: _steadyTime() - started, .lost(lost))) }
            if batch.isEmpty { return isAny }
            isAny = true
            writer.write(batch)
        }
    }
}

extension TraceEvent.Clock {
    fileprivate static var now: Self {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Self(started: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
    }
}

/// Runs a closure on a new thread that gets no signals.
public func _startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    let argument = Unmanaged.passRetained(Body(body)).toOpaque()
    #if canImport(Glibc)
        var thread = pthread_t()
    #else
        var thread: pthread_t?
    #endif
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    #if canImport(Darwin)
        let status = pthread_create(
            &thread, nil,
            {
                Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run()
                return nil
            }, argument)
    #else
        let status = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, argument)
    #endif
    precondition(status == 0, "there is no thread left")
    return thread
}
