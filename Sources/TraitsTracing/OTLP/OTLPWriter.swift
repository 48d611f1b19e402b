#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif
import TraitsRuntime

/// Sends the subscriptions of traced streams to a collector of OpenTelemetry, as spans.
///
/// ```swift
/// let collector = try OTLPWriter(to: "http://localhost:4318", service: "App")
/// let session = Tracing.start(collector, names: "search*")
/// defer { session.stop() }
/// ```
///
/// Streams then stand beside everything else that the collector gets. The protocol is OTLP/HTTP with JSON.
///
/// | of a trace | in OpenTelemetry |
/// | --- | --- |
/// | a subscription | a span, which is sent when the subscription has ended |
/// | the subscription that it was made for | its parent; the outermost one begins a trace |
/// | values, requests, broken promises, long deliveries | events of the span, of which the first 64 and the last 64 are kept |
/// | a failure | the status of the span |
/// | publisher, row, subscriber, promise, end | attributes that begin with `stream.` |
/// | file and line, thread | `code.file.path`, `code.line.number`, `thread.id`, `thread.name` |
///
/// A subscription that is open when tracing ends is sent with that time, and `stream.end` is `open`.
///
/// - Transport: unencrypted HTTP alone. For a collector elsewhere, let one on this machine pass on what it gets.
/// - Slow collectors: spans are sent each second, or when there are 512. A thread of its own does it, and no stream waits. While
///   the collector doesn't answer, 2048 spans wait; further ones are left out, and ``dropped`` counts them. A request is made
///   four times at most, with pauses between, if the collector can't be reached or asks for patience.
/// - The end: `TraceSession.stop()`, and a program that exits, wait up to five seconds for what is left to be sent. No request
///   is made again then.
/// - Threads: everything may be called on any thread.
public final class OTLPWriter: TraceWriter {
    private struct State {
        var table = OTLPSpanTable()
        var sender: OTLPSender?
        var thread: pthread_t?
        /// The time of the last event, in nanoseconds since tracing began, and when it began by the steady clock.
        var last: UInt64 = 0
        var began = _steadyTime()
    }

    private let address: HTTPAddress
    private let service: String?
    private let limits: OTLPLimits
    private let state = Guarded(State())
    private let counts = OTLPCounts()

    /// Creates a writer for a collector.
    ///
    /// - Parameters:
    ///   - address: where the collector is, such as `http://localhost:4318`. `/v1/traces` is added, if the path doesn't end
    ///     with it.
    ///   - service: the name under which the collector shows this program; its own name if there is none.
    /// - Throws: `TracingError` if the address isn't one of unencrypted HTTP. Whether a collector is there shows later.
    public convenience init(
        to address: String = "http://localhost:4318", service: String? = nil
    ) throws(TracingError) {
        try self.init(to: address, service: service, OTLPLimits())
    }

    init(to address: String, service: String?, _ limits: OTLPLimits) throws(TracingError) {
        guard let known = HTTPAddress(address) else {
            throw TracingError(
                address.lowercased().hasPrefix("https:")
                    ? "\(address) is encrypted, and traces are sent over http alone: "
                        + "send them to a collector on this machine that passes them on"
                    : "\(address) is no address of a collector: write one like http://localhost:4318")
        }
        self.address = known
        self.service = service
        self.limits = limits
    }

    /// How many spans the collector has taken.
    public var sent: Int { counts.value.sent }

    /// How many spans were left out, since the collector was too slow, didn't answer, or refused them.
    public var dropped: Int { counts.value.dropped }

    /// Why spans were left out the last time, as a sentence without a full stop.
    public var problem: String? { counts.value.problem }

    /// Takes the events of a session. Tracing calls this.
    public func write(_ events: [TraceEvent]) {
        let (sender, spans, lost) = state.withLock { state in
            if state.sender == nil { begin(&state) }
            var spans: [OTLPSpan] = []
            for event in events {
                state.last = max(state.last, event.time)
                if let span = state.table.add(event) { spans.append(span) }
            }
            return (state.sender, spans, state.table.takeLost())
        }
        if let sender {
            sender.add(spans, lost)
        } else if !spans.isEmpty {
            counts.drop(spans.count, "the program has too many files open")
        }
    }

    /// Sends what is left, within five seconds. Tracing calls this when it ends.
    public func close() {
        let (sender, thread, spans, lost) = state.withLock { state in
            defer { state = State() }
            return (
                state.sender, state.thread,
                state.table.takeOpen(at: max(state.last, _steadyTime() - state.began)),
                state.table.takeLost()
            )
        }
        guard let sender, let thread else { return }
        sender.add(spans, lost)
        if sender.finish() {
            pthread_join(thread, nil)
        } else {
            // The system looks a name up, say, and can't be disturbed. The thread ends when it is done.
            pthread_detach(thread)
        }
    }

    private func begin(_ state: inout State) {
        state.began = _steadyTime()
        guard let sender = try? OTLPSender(address, service, limits, counts) else { return }
        state.sender = sender
        state.thread = _startThread { sender.run() }
    }
}
