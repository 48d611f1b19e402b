import TraitsRuntime

/// Makes spans of events: one for each subscription, complete when that has ended.
struct OTLPSpanTable {
    /// Events that were lost since this was last asked.
    private var lost = 0
    /// Spans for which there was no room.
    private var leftOut = 0
    private var open: [UInt64: OTLPSpan] = [:]
    private var threads: [Int: String] = [:]
    /// The outermost subscriptions of those that ended last: these may have made others that begin now.
    private var roots: [UInt64: UInt64] = [:]
    private var ended: [UInt64] = []
    private var oldest = 0
    /// When tracing began, in nanoseconds since 1970.
    private var started: UInt64 = 0

    /// The most open spans, and the most ended ones whose root is known.
    private static let (mostOpen, mostEnded) = (1 << 16, 1 << 12)

    /// - Returns: the span that has ended with the event.
    mutating func add(_ event: TraceEvent) -> OTLPSpan? {
        switch event.kind {
        case .process: break
        case .clock(let clock):
            started = UInt64(clamping: clock.started) &* 1_000_000_000 &+ UInt64(clamping: clock.nanoseconds)
        case .thread(let name): threads[event.thread] = name
        case .lost(let count): lost += count
        case .begin: begin(event)
        case .end(let end):
            guard let id = event.span?.id, var span = open.removeValue(forKey: id) else { break }
            span.end = started &+ event.time
            span.outcome = end
            remember(id, span.root)
            return span
        case .value, .request, .dropped, .buffered, .broken, .delivery:
            // What another thread tells after the end has come too late.
            guard let id = event.span?.id else { break }
            open[id]?.add(.init(time: started &+ event.time, thread: event.thread, kind: event.kind))
        }
        return nil
    }

    private mutating func begin(_ event: TraceEvent) {
        guard let span = event.span else { return }
        guard open.count < Self.mostOpen else {
            leftOut += 1
            return
        }
        // One whose parent isn't traced stands at the top.
        let parent = span.parent ?? span.cause
        let root = parent.flatMap { open[$0]?.root ?? roots[$0] }
        open[span.id] = OTLPSpan(
            span, root: root ?? span.id, parent: root == nil ? nil : parent, start: started &+ event.time,
            thread: event.thread, threadName: threads[event.thread])
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
        defer { open = [:] }
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
