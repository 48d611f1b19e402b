import TraitsRuntime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A running trace: it receives events from any thread, and passes them to its writer on its own thread.
///
/// ``Tracing/start(to:names:)`` and ``Tracing/start(_:names:)`` make sessions. A session runs until it is stopped or the
/// program exits, even if it is released.
// Safe to share: the lock guards the mutable state.
public final class TraceSession: @unchecked Sendable {
    private struct State {
        var intake: TraceIntake?
        var thread: pthread_t?
    }

    private let names: [TracePattern]
    private let state = Guarded(State())

    /// Starts a session.
    ///
    /// - Throws: ``TracingError`` if there is no thread left.
    init(_ writer: any TraceWriter, _ names: String) throws(TracingError) {
        self.names = names.split(separator: ",").map { TracePattern($0) }
        let intake = TraceIntake()
        let clock = TraceEvent.Clock.now
        guard let thread = _startThread({ Self.run(intake, writer, clock) }) else {
            throw TracingError("nothing is traced: the program has too many threads")
        }
        state.withLock { $0 = State(intake: intake, thread: thread) }
        TraceCenter.shared.add(self)
    }

    /// Creates a session that is over.
    init() { names = [] }

    /// Ends this trace. Returns when the writer has all events, is closed and is released.
    ///
    /// Open subscriptions go on without being recorded: nothing of this session is kept, and no value is described for it any
    /// more. The second call does nothing. A call by the writer itself returns earlier.
    public func stop() {
        TraceCenter.shared.remove(self)
        let state = state.withLock { state in
            defer { state = State() }
            return state
        }
        state.intake?.end()
        guard let thread = state.thread else { return }
        if pthread_equal(thread, pthread_self()) == 0 {
            pthread_join(thread, nil)
        } else {
            // The writer calls this on that thread, which ends by itself.
            pthread_detach(thread)
        }
    }

    /// The part that receives events; `nil` if the session is over.
    var intake: TraceIntake? { state.withLock { $0.intake } }

    func wants(_ name: UnsafeBufferPointer<UInt8>) -> Bool { names.contains { $0.matches(name) } }

    /// Passes events to the writer until the session ends, on the session's own thread.
    private static func run(_ intake: TraceIntake, _ writer: any TraceWriter, _ clock: TraceEvent.Clock) {
        writer.write([
            TraceEvent(time: 0, .process(name: _programName)),
            TraceEvent(time: 0, .clock(clock)),
        ])
        var threads: Set<Int> = []
        while true {
            let isLast = intake.isEnding
            let isIdle = !intake.passOn(to: writer, &threads)
            if isLast { break }
            // The thread polls: to wake it, traced threads would have to make a system call.
            if isIdle { usleep(4000) }
        }
        writer.close()
    }
}

extension TraceEvent.Clock {
    fileprivate static var now: Self {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Self(started: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
    }
}
