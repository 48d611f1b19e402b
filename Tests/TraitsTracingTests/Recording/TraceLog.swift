import TraitsRuntime
import TraitsTracing

/// Keeps the events of traced streams.
final class TraceLog: TraceWriter {
    private let state = Locked((events: [TraceEvent](), isClosed: false))

    func write(_ events: [TraceEvent]) { state.withLock { $0.events += events } }
    func close() { state.withLock { $0.isClosed = true } }

    var events: [TraceEvent] { state.withLock { $0.events } }
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// What happened to subscriptions, each in a line.
    var lines: [String] { events.compactMap { Self.line(of: $0) } }

    /// The subscriptions in the order in which they began.
    var spans: [TraceSpan] {
        events.compactMap { if case .begin = $0.kind { $0.span } else { nil } }
    }

    /// Traces what a body does to publishers whose name begins with a text.
    static func tracing(_ name: String, _ body: () throws -> Void) rethrows -> TraceLog {
        let log = TraceLog()
        let session = Tracing.start(log, names: name + "*")
        defer { session.stop() }
        try body()
        return log
    }

    static func line(of event: TraceEvent) -> String? {
        guard let name = event.span?.name else { return nil }
        switch event.kind {
        case .begin: return "\(name) begins"
        case .value(let text, let outstanding): return "\(name) sends \(text), \(words(outstanding)) left"
        case .request(let demand, let outstanding):
            return "\(name) asked for \(words(demand)), \(words(outstanding)) left"
        case .broken(let promise, let history): return "\(name) broke \(promise): \(history)"
        case .end(.failed(let error)): return "\(name) failed: \(error)"
        case .end(let end): return "\(name) \(end)"
        default: return nil
        }
    }

    private static func words(_ demand: Subscribers.Demand) -> String { demand.max.map { "\($0)" } ?? "all" }
}
