import TraitsRuntime

/// A request that carries spans to a collector, for a custom transport.
public struct OTLPRequest: Sendable {
    /// The spans as JSON, in the form of OTLP/HTTP.
    public let body: [UInt8]

    /// The value of the field `Content-Type`.
    public let contentType = "application/json"

    /// The longest wait for the answer; a later answer is ignored.
    public let timeout: Duration
}

/// A collector's answer to a request.
public struct OTLPResponse: Sendable {
    /// The status of HTTP.
    public var status: Int

    /// The number of seconds after which the collector wants to be asked again: its field `Retry-After`.
    public var retryAfter: Int?

    /// The body of the answer, which tells of spans that the collector refuses. The first 64 KiB are read.
    public var body: [UInt8]

    /// Creates an answer.
    public init(status: Int, retryAfter: Int? = nil, body: [UInt8] = []) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
    }
}

/// A way to send requests to a collector.
struct OTLPTransport: Sendable {
    /// The error of a request without an answer.
    struct Failure: Error {
        let reason: String
        /// A Boolean value that indicates whether the same request may succeed later.
        var mayPass = true

        static var late: Failure { Failure(reason: "there was no answer in time") }
    }

    /// The collector's name in messages.
    let name: String

    /// The closure that makes one request, on the thread of the sender.
    ///
    /// The wakeup is called when the deadline, by the steady clock, may have become earlier.
    let post:
        @Sendable (_ body: [UInt8], _ wakeup: Wakeup, _ deadline: @escaping @Sendable () -> UInt64)
            throws(Failure) -> OTLPResponse

    /// - Parameter environment: The fields of requests, and whether the address has the whole path.
    static func http(_ address: HTTPAddress, _ environment: OTLPEnvironment? = nil) -> OTLPTransport {
        let base = address.path.hasSuffix("/") ? String(address.path.dropLast()) : address.path
        var path = base.hasSuffix("/v1/traces") ? base : base + "/v1/traces"
        if environment?.isWhole == true { path = address.path.isEmpty ? "/" : address.path }
        let headers = environment?.headers ?? []
        return OTLPTransport(name: address.text) { [path] (body, wakeup, deadline) throws(Failure) in
            try HTTPClient(address: address, headers: headers, wakeup: wakeup, deadline: deadline).post(
                body, to: path)
        }
    }

    static func custom(_ name: String, _ send: @escaping OTLPWriter.Send) -> OTLPTransport {
        OTLPTransport(name: name) { (body, wakeup, deadline) throws(Failure) in
            let (begun, late) = (_steadyTime(), deadline())
            let time = Int64(clamping: late - min(late, begun))
            let answer = Guarded(Result<OTLPResponse, any Error>?.none)
            send(OTLPRequest(body: body, timeout: .nanoseconds(time))) { result in
                answer.withLock { $0 = $0 ?? result }
                wakeup.wake()
            }
            while true {
                switch answer.withLock({ $0 }) {
                case .success(let response): return response
                case .failure(let error): throw Failure(reason: TraceText.brief(error))
                case nil: break
                }
                let end = deadline()
                guard _steadyTime() < end else { throw .late }
                wakeup.wait(until: end)
            }
        }
    }
}
