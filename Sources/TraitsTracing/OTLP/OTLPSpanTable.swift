import TraitsRuntime

/// Makes spans of events: one for each subscription, complete when that has ended.
struct OTLPSpanTable {
    /// Events that were lost since this was last asked.
    private var lost = 0
    /// Spans for which there was no room.
    private var leftOut = 0
    private var open: [UInt64: OTLPSpan] = [:]
    /// About how many bytes the open spans take.
    private var bytes = 0
    private var threads: [Int: String] = [:]
    /// The outermost subscriptions of those that ended last: these may have made others that begin now.
    private var roots: [UInt64: UInt64] = [:]
    private var ended: [UInt64] = []
    private var oldest = 0
    /// When tracing began, in nanoseconds since 1970.
    private var started: UInt64 = 0

    /// The most open spans, and the most ended ones whose root is known.
    private static let (mostOpen, mostEnded) = (1 << 16, 1 << 12)
    private let mostBytes: Int

    /// - Parameter mostBytes: about how many bytes the open spans may take. Further events and spans are left out, and counted.
    init(mostBytes: Int = 32 << 20) { self.mostBytes = mostBytes }

    /// - Returns: the span that has ended with the event.
    mutating func add(_ event: TraceEvent) -> OTLPSpan? {
        switch event.kind {
        case .process: break
        case .clock(let clock):
            started = UInt64(clamping: clock.started) &* 1_000_000_000 &+ UInt64(clamping: clock.nanoseconds)
        case .thread(let name):
            // The session tells of each thread again when it has told of so many.
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
            // What another thread tells after the end has come too late.
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
        // One whose parent isn't traced stands at the top.
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

    /// The spans that are open, with an end.
    ///
    /// - Parameter time: when they end, in nanoseconds since tracing began.
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
