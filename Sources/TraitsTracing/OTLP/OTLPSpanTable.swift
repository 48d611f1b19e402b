import TraitsRuntime

/// A table that turns events into spans: one span for each subscription, complete when the subscription has ended.
struct OTLPSpanTable {
    /// The number of lost events since the last call of `takeLost()`.
    private var lost = 0
    /// The number of spans that exceeded the limits since then.
    private var leftOut = 0
    private var open: [UInt64: OTLPSpan] = [:]
    /// The approximate number of bytes of the open spans.
    private var bytes = 0
    private var threads: [Int: String] = [:]
    /// The outermost subscriptions of the subscriptions that ended last, which may still be the parents of new subscriptions.
    private var roots: [UInt64: UInt64] = [:]
    private var ended: [UInt64] = []
    private var oldest = 0
    /// The time at which tracing began, in nanoseconds since 1970.
    private var started: UInt64 = 0

    /// The greatest number of open spans, and of ended spans whose root is known.
    private static let (mostOpen, mostEnded) = (1 << 16, 1 << 12)
    private let mostBytes: Int

    /// - Parameter mostBytes: the approximate limit of the open spans' bytes. Further events and spans are left out, and
    ///   counted.
    init(mostBytes: Int = 32 << 20) { self.mostBytes = mostBytes }

    /// - Returns: the span that the event has ended, if any.
    mutating func add(_ event: TraceEvent) -> OTLPSpan? {
        switch event.kind {
        case .process: break
        case .clock(let clock):
            started = UInt64(clamping: clock.started) &* 1_000_000_000 &+ UInt64(clamping: clock.nanoseconds)
        case .thread(let name):
            // The session sends the name of each thread again after this many names.
            if threads.count >= TraceThread.mostNames { threads = [:] }
            threads[event.thread] = name
        case .lost(let count): lost += count
        case .begin: begin(event)
        case .end(let end):
            guard let id = event.span?.id, var span = open.removeValue(forKey: id) else { break }
            bytes -= span.bytes
            span.end = started &+ event.time
            span.outcome = end
            remember(id, span.root)
            return span
        case .value, .request, .dropped, .buffered, .broken, .delivery:
            // An event that another thread records after the end is too late.
            guard let id = event.span?.id, let before = open[id]?.bytes else { break }
            open[id]?.add(
                .init(time: started &+ event.time, thread: event.thread, kind: event.kind),
                room: mostBytes - bytes)
            bytes += (open[id]?.bytes ?? before) - before
        }
        return nil
    }

    private mutating func begin(_ event: TraceEvent) {
        guard let span = event.span else { return }
        // A subscription whose parent isn't traced begins a trace.
        let parent = span.parent ?? span.cause
        let root = parent.flatMap { open[$0]?.root ?? roots[$0] }
        let new = OTLPSpan(
            span, root: root ?? span.id, parent: root == nil ? nil : parent, start: started &+ event.time,
            thread: event.thread, threadName: threads[event.thread])
        guard open.count < Self.mostOpen, bytes + new.bytes <= mostBytes else {
            leftOut += 1
            return
        }
        bytes += new.bytes - (open.updateValue(new, forKey: span.id)?.bytes ?? 0)
    }

    private mutating func remember(_ id: UInt64, _ root: UInt64) {
        if ended.count < Self.mostEnded {
            ended.append(id)
        } else {
            roots[ended[oldest]] = nil
            ended[oldest] = id
            oldest = (oldest + 1) % ended.count
        }
        roots[id] = root
    }

    /// Takes the open spans out, and gives them an end.
    ///
    /// - Parameter time: the time of their end, in nanoseconds since tracing began.
    mutating func takeOpen(at time: UInt64) -> [OTLPSpan] {
        defer { (open, bytes) = ([:], 0) }
        return open.values.sorted { $0.span.id < $1.span.id }.map { span in
            var span = span
            span.end = started &+ time
            return span
        }
    }

    mutating func takeLost() -> (events: Int, spans: Int) {
        defer { (lost, leftOut) = (0, 0) }
        return (lost, leftOut)
    }
}
