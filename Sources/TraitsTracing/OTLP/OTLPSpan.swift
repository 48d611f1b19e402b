import TraitsRuntime

/// A subscription as a span of OpenTelemetry. Times are nanoseconds since 1970.
struct OTLPSpan: Sendable {
    /// An event of a subscription between its beginning and its end.
    struct Event: Sendable {
        let time: UInt64
        let thread: Int
        let kind: TraceEvent.Kind

        /// The approximate number of bytes of the event.
        var bytes: Int {
            switch kind {
            case .value(let text, _): 64 + text.utf8.count
            case .broken(let promise, let history): 64 + promise.utf8.count + history.utf8.count
            default: 64
            }
        }
    }

    let span: TraceSpan
    /// The outermost subscription, to whose trace this span belongs.
    let root: UInt64
    let parent: UInt64?
    let start: UInt64
    let thread: Int
    let threadName: String?
    var end: UInt64
    /// The end of the subscription; `nil` if it is open when tracing ends.
    var outcome: TraceEvent.End?
    private(set) var events: [Event] = []
    private(set) var leftOut = 0
    /// The approximate number of bytes of the span, without its failure.
    private(set) var bytes: Int

    init(_ span: TraceSpan, root: UInt64, parent: UInt64?, start: UInt64, thread: Int, threadName: String?) {
        self.span = span
        self.root = root
        self.parent = parent
        self.start = start
        self.thread = thread
        self.threadName = threadName
        end = start
        bytes = 256 + span.name.utf8.count + (threadName?.utf8.count ?? 0)
    }

    /// The greatest number of events of a span: collectors take that many. The first half and the latest events are kept.
    static var mostEvents: Int { 128 }

    /// Adds an event, in place of an older event if there are `mostEvents`.
    ///
    /// - Parameter room: the greatest number of bytes by which the span may grow. A larger event is left out.
    mutating func add(_ event: Event, room: Int) {
        if event.bytes > room {
            leftOut += 1
            return
        }
        if events.count == Self.mostEvents {
            bytes -= events.remove(at: Self.mostEvents / 2).bytes
            leftOut += 1
        }
        bytes += event.bytes
        events.append(event)
    }
}

extension OTLPSpan {
    /// - Parameter identity: turns the numbers of subscriptions, which begin with one in every process, into identifiers.
    func write(to json: inout JSONText, _ identity: OTLPIdentity) {
        json.object { json in
            json.add("traceId", identity.trace(root))
            json.add("spanId", identity.span(span.id))
            if let parent { json.add("parentSpanId", identity.span(parent)) }
            json.add("name", span.name)
            // The kind `internal`: the span belongs neither to a client nor to a server.
            json.key("kind")
            json.add(1)
            json.add("startTimeUnixNano", String(start))
            json.add("endTimeUnixNano", String(max(start, end)))
            json.attributes(writeAttributes)
            json.key("events")
            json.array(events) { $1.write(to: &$0) }
            if leftOut > 0 {
                json.key("droppedEventsCount")
                json.add(leftOut)
            }
            if case .failed(let failure) = outcome {
                json.key("status")
                json.object { json in
                    json.key("code")
                    json.add(2)
                    json.add("message", failure)
                }
            }
        }
    }

    private func writeAttributes(to json: inout JSONText) {
        if let source = span.source, let colon = source.lastIndex(of: ":") {
            json.attribute("code.file.path", String(source[..<colon]))
            if let line = Int(source[source.index(after: colon)...]) {
                json.attribute("code.line.number", line)
            }
        }
        json.attribute("thread.id", thread)
        if let threadName { json.attribute("thread.name", threadName) }
        json.attribute("stream.publisher", span.publisher)
        json.attribute("stream.row", span.row)
        if let subscriber = span.subscriber { json.attribute("stream.subscriber", subscriber) }
        if let promise = span.promise { json.attribute("stream.promise", promise) }
        if span.isUnchecked { json.attribute("stream.unchecked", true) }
        json.attribute("stream.end", word)
    }

    private var word: String {
        switch outcome {
        case .finished: "finished"
        case .failed: "failed"
        case .cancelled: "cancelled"
        case .released: "released"
        case nil: "open"
        }
    }
}

extension OTLPSpan.Event {
    fileprivate func write(to json: inout JSONText) {
        json.object { json in
            json.add("timeUnixNano", String(time))
            json.add("name", name)
            json.attributes { json in
                switch kind {
                case .value(let value, let outstanding):
                    json.attribute("stream.value", value)
                    json.attribute("stream.outstanding", outstanding)
                case .request(let demand, let outstanding):
                    json.attribute("stream.demand", demand)
                    json.attribute("stream.outstanding", outstanding)
                case .dropped(let count), .buffered(let count): json.attribute("stream.count", count)
                case .broken(let promise, let history):
                    json.attribute("stream.promise", promise)
                    json.attribute("stream.history", history)
                case .delivery(let nanoseconds, let isOnMain):
                    json.attribute("stream.nanoseconds", Int(clamping: nanoseconds))
                    json.attribute("thread.main", isOnMain)
                default: break
                }
                json.attribute("thread.id", thread)
            }
        }
    }

    private var name: String {
        switch kind {
        case .value: "value"
        case .request: "request"
        case .dropped: "dropped"
        case .buffered: "buffered"
        case .broken: "broken"
        case .delivery: "delivery"
        default: "event"
        }
    }
}

extension JSONText {
    mutating func add(_ key: String, _ text: String) {
        self.key(key)
        add(text)
    }

    mutating func attributes(_ body: (inout JSONText) -> Void) {
        key("attributes")
        array(CollectionOfOne(())) { json, _ in body(&json) }
    }

    mutating func attribute(_ key: String, _ value: String) {
        attribute(key) { $0.add("stringValue", value) }
    }

    // Numbers of 64 bits are strings, as the mapping of Protocol Buffers to JSON requires.
    mutating func attribute(_ key: String, _ value: Int) {
        attribute(key) { $0.add("intValue", String(value)) }
    }

    mutating func attribute(_ key: String, _ value: Bool) {
        attribute(key) { json in
            json.key("boolValue")
            json.add(value)
        }
    }

    mutating func attribute(_ key: String, _ demand: Subscribers.Demand) {
        if let count = demand.max { attribute(key, count) } else { attribute(key, "unlimited") }
    }

    private mutating func attribute(_ key: String, _ value: (inout JSONText) -> Void) {
        object { json in
            json.add("key", key)
            json.key("value")
            json.object(value)
        }
    }
}

/// A source of identifiers that differ between runs.
struct OTLPIdentity: Sendable {
    private let (run, seed): (UInt64, UInt64)

    init() {
        run = .random(in: 1 ... .max)
        seed = .random(in: 0 ... .max)
    }

    func span(_ id: UInt64) -> String { Self.hex(mixed(id)) }
    func trace(_ root: UInt64) -> String { Self.hex(run) + Self.hex(mixed(root)) }

    /// Mixes the bits of a number. Different numbers stay different.
    private func mixed(_ id: UInt64) -> UInt64 {
        var bits = seed &+ id
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        bits ^= bits >> 31
        // Zero is no identifier.
        return bits == 0 ? 1 : bits
    }

    private static func hex(_ bits: UInt64) -> String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
