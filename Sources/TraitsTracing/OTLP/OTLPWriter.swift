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

/// A writer that sends the subscriptions of traced streams to a collector of OpenTelemetry, as spans.
///
/// ```swift
/// let collector = try OTLPWriter(to: "http://localhost:4318", service: "App")
/// let session = Tracing.start(collector, names: "search*")
/// defer { session.stop() }
/// ```
///
/// Streams are then shown together with all other spans of the collector. The protocol is OTLP/HTTP with JSON.
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
/// - Transport: unencrypted HTTP, without redirects and proxies. For a remote collector, let a local collector pass the spans
///   on, or use ``init(service:send:)`` with a closure that sends them.
/// - Trust: the collector isn't trusted. At most 64 KiB of an answer are read, a request takes at most ten seconds, and the
///   pause that a collector may ask for is at most half a minute.
/// - Slow collectors: spans are sent each second, or when there are 512. The writer's own thread sends them, and no stream
///   waits. While the collector doesn't answer, 2048 spans of 16 MB wait; further spans are left out, and ``dropped`` counts
///   them. Open subscriptions take at most 32 MB together. A request is made at most four times, with pauses in between, if the
///   collector can't be reached or asks for patience.
/// - The end: `TraceSession.stop()`, and a program that exits, wait up to five seconds until the remaining spans are sent, and one
///   second for each answer. No request is repeated then.
/// - Threads: everything may be called on any thread.
public final class OTLPWriter: TraceWriter {
    private struct State {
        var table = OTLPSpanTable()
        var sender: OTLPSender?
        var thread: pthread_t?
        /// The time of the last event, in nanoseconds since tracing began. `began` is that beginning, by the steady clock.
        var last: UInt64 = 0
        var began = _steadyTime()
    }

    private let transport: OTLPTransport
    private let attributes: [(name: String, value: String)]
    private let limits: OTLPLimits
    private let isDisabled: Bool
    private let state = Guarded(State())
    private let counts = OTLPCounts()

    /// Creates a writer for a collector.
    ///
    /// The usual variables of the environment stand for arguments that are left out:
    ///
    /// | in the environment | meaning |
    /// | --- | --- |
    /// | `OTEL_EXPORTER_OTLP_ENDPOINT` | the address of the collector, without `/v1/traces` |
    /// | `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` | the whole address; it comes first |
    /// | `OTEL_EXPORTER_OTLP_HEADERS`, `…_TRACES_HEADERS` | further fields of requests, `key=value,key=value`; left out if the program names an address |
    /// | `OTEL_EXPORTER_OTLP_TIMEOUT`, `…_TRACES_TIMEOUT` | the longest time of a request in milliseconds |
    /// | `OTEL_SERVICE_NAME` | the name of the program |
    /// | `OTEL_RESOURCE_ATTRIBUTES` | further attributes of the program, `key=value,key=value` |
    /// | `OTEL_SDK_DISABLED` | `true`: nothing is sent, whatever the program names |
    ///
    /// They choose no stream: nothing is sent without `Tracing.start(_:names:)`. A program that runs with more rights than the user
    /// that started it ignores them.
    ///
    /// - Parameters:
    ///   - address: the address of the collector; by default that of the environment, or else `http://localhost:4318`. `/v1/traces`
    ///     is added, if the path doesn't end with it.
    ///   - service: the name under which the collector shows this program; by default that of the environment, or else the
    ///     program's name.
    /// - Throws: `TracingError` if the address isn't an address of unencrypted HTTP. The collector isn't contacted yet.
    public convenience init(to address: String? = nil, service: String? = nil) throws(TracingError) {
        try self.init(to: address, service: service, OTLPLimits())
    }

    /// A closure that makes one request to a collector, and passes the answer to its second argument, on any thread.
    public typealias Send =
        @Sendable (
            _ request: OTLPRequest, _ receive: @escaping @Sendable (Result<OTLPResponse, any Error>) -> Void
        ) -> Void

    /// Creates a writer that sends through a custom client, such as a client of `https`.
    ///
    /// ```swift
    /// import Foundation
    /// import FoundationNetworking
    ///
    /// let collector = OTLPWriter(service: "App") { spans, receive in
    ///     var request = URLRequest(url: URL(string: "https://collector.example.com/v1/traces")!)
    ///     request.httpMethod = "POST"
    ///     request.setValue(spans.contentType, forHTTPHeaderField: "Content-Type")
    ///     request.httpBody = Data(spans.body)
    ///     request.timeoutInterval = spans.timeout / .seconds(1)
    ///     URLSession.shared.dataTask(with: request) { body, response, error in
    ///         if let response = response as? HTTPURLResponse {
    ///             receive(.success(OTLPResponse(status: response.statusCode, body: Array(body ?? Data()))))
    ///         } else {
    ///             receive(.failure(error ?? URLError(.unknown)))
    ///         }
    ///     }.resume()
    /// }
    /// ```
    ///
    /// - Threads: `send` is called on the thread of the writer, for one request after another, and should return immediately.
    ///   It may call its closure on any thread. It must not depend on a thread that waits for the end of the trace.
    /// - Cancellation: an answer that takes longer than ten seconds, or than one second at the end of the trace, is ignored.
    ///   The client should give up after `request.timeout` by itself.
    /// - Failure: a request that fails is made again, as if the collector couldn't be reached.
    ///
    /// - Parameters:
    ///   - service: the name under which the collector shows this program; by default the program's name.
    ///   - send: makes one request. Only its first answer counts.
    public convenience init(service: String? = nil, send: @escaping Send) {
        self.init(service: service, OTLPLimits(), send)
    }

    convenience init(service: String?, _ limits: OTLPLimits, _ send: @escaping Send) {
        self.init(.custom("the collector", send), service, limits, OTLPEnvironment(_variable))
    }

    convenience init(
        to chosen: String?, service: String?, _ limits: OTLPLimits,
        _ environment: OTLPEnvironment = OTLPEnvironment(_variable)
    ) throws(TracingError) {
        let address = chosen ?? environment.address ?? "http://localhost:4318"
        guard let known = HTTPAddress(address) else {
            throw TracingError(
                address.lowercased().hasPrefix("https:")
                    ? "\(address) is encrypted, and traces are sent over http alone: "
                        + "send them to a collector on this machine that passes them on, or pass a closure that sends"
                    : "\(address) is no address of a collector: write one like http://localhost:4318")
        }
        self.init(.http(known, chosen == nil ? environment : nil), service, limits, environment)
    }

    private init(
        _ transport: OTLPTransport, _ service: String?, _ limits: OTLPLimits, _ environment: OTLPEnvironment
    ) {
        var environment = environment
        if service != nil || !environment.hasService { environment.name(service ?? _programName) }
        self.transport = transport
        attributes = environment.attributes
        isDisabled = environment.isDisabled
        var limits = limits
        limits.timeout = environment.timeout ?? limits.timeout
        self.limits = limits
    }

    /// The number of spans that the collector has taken.
    public var sent: Int { counts.value.sent }

    /// The number of spans that were left out, since the collector was too slow, didn't answer, or refused them.
    public var dropped: Int { counts.value.dropped }

    /// The reason why spans were left out the last time, as a sentence without a full stop.
    public var problem: String? { counts.value.problem }

    /// Takes the events of a session. Tracing calls this.
    public func write(_ events: [TraceEvent]) {
        if isDisabled { return }
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

    /// Sends the remaining spans, within five seconds, and waits a second for each answer. Tracing calls this when it ends.
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
            // A look-up of a name by the system, for example, can't be interrupted. The thread ends when it is done.
            pthread_detach(thread)
        }
    }

    private func begin(_ state: inout State) {
        state.began = _steadyTime()
        guard let sender = try? OTLPSender(transport, attributes, limits, counts) else { return }
        state.sender = sender
        state.thread = _startThread { sender.run() }
    }
}
