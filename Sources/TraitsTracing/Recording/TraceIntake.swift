import Synchronization
import TraitsRuntime

/// The part of a session that receives events from any thread.
///
/// Subscriptions refer to it weakly, so that a session leaves nothing behind when it is over.
final class TraceIntake: Sendable {
    private let started = _steadyTime()
    private let ring = TraceRing(capacity: 1 << 16, mostBytes: 16 << 20)
    private let ending = Atomic<Bool>(false)

    var isEnding: Bool { ending.load(ordering: .acquiring) }

    func end() { ending.store(true, ordering: .releasing) }

    /// Records an event, or counts it as lost. Never waits.
    func record(_ span: TraceSpan, _ kind: TraceEvent.Kind, at time: UInt64, on thread: Int) {
        if ending.load(ordering: .relaxed) { return }
        ring.push(TraceEvent(time: time - min(time, started), thread: thread, span: span, kind))
    }

    /// Passes all waiting events to the writer. Only the thread of the session calls this.
    ///
    /// - Parameter threads: the threads that the writer knows.
    /// - Returns: a Boolean value that indicates whether there were events.
    func passOn(to writer: any TraceWriter, _ threads: inout Set<Int>) -> Bool {
        var isAny = false
        while true {
            var batch: [TraceEvent] = []
            while batch.count < 1024, let event = ring.pop() {
                if threads.insert(event.thread).inserted {
                    // A writer may receive a thread's name again; it forgets nothing.
                    if threads.count > TraceThread.mostNames { threads = [event.thread] }
                    let name = TraceThread.name(of: event.thread)
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

/// A weak reference to an intake, which never changes.
// Safe to share: weak references may be read on several threads.
struct WeakIntake: @unchecked Sendable {
    private(set) weak var intake: TraceIntake?

    init(_ intake: TraceIntake) { self.intake = intake }
}
