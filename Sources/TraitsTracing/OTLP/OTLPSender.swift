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

/// The limits of memory and time. Times are milliseconds.
struct OTLPLimits: Sendable {
    /// The greatest number of spans that wait, and of bytes of their texts.
    var (mostWaiting, mostBytes) = (2048, 16 << 20)
    /// The greatest number of spans in a request. That many spans are sent without a delay.
    var batch = 512
    /// The number of text bytes after which a request takes no further span.
    var batchBytes = 1 << 20
    var delay: UInt64 = 1000
    /// The longest time of a request.
    var timeout: UInt64 = 10_000
    /// The number of times that a request is made, and the first pause in between. Each pause is twice as long as the previous
    /// pause.
    var (attempts, pause): (Int, UInt64) = (4, 1000)
    /// The longest pause that a collector may ask for.
    var longestPause: UInt64 = 30_000
    /// The time in which the remaining spans are sent at the end, and the longest wait for an answer then.
    var (patience, lastWait): (UInt64, UInt64) = (5000, 1000)
}

/// The numbers of spans that were sent and dropped.
final class OTLPCounts: Sendable {
    private let state = Guarded((sent: 0, dropped: 0, problem: String?.none))

    var value: (sent: Int, dropped: Int, problem: String?) { state.withLock { $0 } }

    func send(_ count: Int) { state.withLock { $0.sent += count } }

    func drop(_ count: Int, _ reason: String) {
        let isFirst = state.withLock { state in
            defer { (state.dropped, state.problem) = (state.dropped + count, reason) }
            return state.problem == nil
        }
        // Only the first problem is printed: a program that runs on has its own output.
        if isFirst { _writeToStandardError("spans of the trace are left out: \(reason)\n") }
    }
}

/// A sender of spans to a collector, with its own thread.
final class OTLPSender: Sendable {
    private struct State {
        var waiting: [OTLPSpan] = []
        /// The bytes of the texts of the spans that wait.
        var bytes = 0
        /// The number of lost events, which the next request reports.
        var lost = 0
        /// The number of spans that the thread is sending and hasn't counted.
        var underway = 0
        /// The time at which to give up, and the time of the call; `nil` until `finish()` is called.
        var end: (limit: UInt64, start: UInt64)?
    }

    private let transport: OTLPTransport
    private let attributes: [(name: String, value: String)]
    private let limits: OTLPLimits
    private let counts: OTLPCounts
    private let identity = OTLPIdentity()
    private let state = Guarded(State())
    private let wakeup: Wakeup
    private let done: Wakeup

    /// - Parameter attributes: The attributes of the resource.
    init(
        _ transport: OTLPTransport, _ attributes: [(name: String, value: String)], _ limits: OTLPLimits,
        _ counts: OTLPCounts
    ) throws(SystemError) {
        self.transport = transport
        self.attributes = attributes
        self.limits = limits
        self.counts = counts
        wakeup = try Wakeup()
        done = try Wakeup()
    }

    /// Takes as many spans as the limits allow. Never waits.
    func add(_ spans: [OTLPSpan], _ lost: (events: Int, spans: Int)) {
        if spans.isEmpty && lost == (0, 0) { return }
        let (wakes, leftOut) = state.withLock { state in
            let before = state.waiting.count
            for span in spans.prefix(max(0, limits.mostWaiting - before)) {
                if state.bytes + span.bytes > limits.mostBytes { break }
                state.bytes += span.bytes
                state.waiting.append(span)
            }
            state.lost += lost.events
            let now = state.waiting.count
            // The thread waits for the first span, and then for a full batch.
            let wakes = before == 0 && now > 0 || before < limits.batch && now >= limits.batch
            return (wakes, before + spans.count - now + lost.spans)
        }
        if leftOut > 0 { counts.drop(leftOut, "\(transport.name) is too slow") }
        if wakes { wakeup.wake() }
    }

    /// Sends the remaining spans, within the patience of `limits`.
    ///
    /// - Returns: a Boolean value that indicates whether the thread has ended.
    func finish() -> Bool {
        let start = _steadyTime()
        let end = start + limits.patience * 1_000_000
        state.withLock { $0.end = (end, start) }
        wakeup.wake()
        while true {
            let now = _steadyTime()
            // The thread needs a moment to notice the deadline.
            let limit = end + 500_000_000
            if now >= limit {
                // The thread counts nothing from here on.
                dropAll("there was no answer in time")
                return false
            }
            if done.wait(until: limit) { return true }
        }
    }

    // MARK: On the sender's thread

    func run() {
        while let batch = next() { send(batch.spans, batch.lost) }
        done.wake()
    }

    /// Waits for a full batch of spans, or until the first span has waited long enough.
    private func next() -> (spans: [OTLPSpan], lost: Int)? {
        var sendingTime: UInt64?
        while true {
            let (count, isLast) = state.withLock { ($0.waiting.count, $0.end != nil) }
            if count == 0 && isLast { return nil }
            if count > 0 && sendingTime == nil { sendingTime = _steadyTime() + limits.delay * 1_000_000 }
            if count >= limits.batch || isLast || sendingTime.map({ $0 <= _steadyTime() }) == true { break }
            wakeup.wait(until: sendingTime)
        }
        return state.withLock { state in
            // `finish()` has dropped them.
            if state.waiting.isEmpty { return nil }
            var (count, bytes) = (0, 0)
            for span in state.waiting.prefix(limits.batch) where bytes < limits.batchBytes {
                count += 1
                bytes += span.bytes
            }
            defer {
                state.waiting.removeFirst(count)
                state.bytes -= bytes
                state.lost = 0
                state.underway = count
            }
            return (Array(state.waiting.prefix(count)), state.lost)
        }
    }

    private func send(_ spans: [OTLPSpan], _ lost: Int) {
        let body = body(spans, lost)
        var reason = ""
        for attempt in 0..<limits.attempts {
            let start = _steadyTime()
            let late = start + limits.timeout * 1_000_000
            let lastWait = limits.lastWait * 1_000_000
            var pause = min(limits.pause << attempt, limits.longestPause)
            do throws(OTLPTransport.Failure) {
                let answer = try transport.post(body, wakeup) { [state] in
                    guard let end = state.withLock({ $0.end }) else { return late }
                    return min(late, end.limit, max(start, end.start) + lastWait)
                }
                switch answer.status {
                case 200..<300:
                    let refused = min(Self.refused(answer.body), spans.count)
                    guard takeUnderway() > 0 else { return }
                    counts.send(spans.count - refused)
                    if refused > 0 { counts.drop(refused, "\(transport.name) has refused some of them") }
                    return
                case 429, 502, 503, 504:
                    if let seconds = answer.retryAfter { pause = granted(seconds) }
                    reason = "\(transport.name) answers with the status \(answer.status)"
                default:
                    return drop(
                        takeUnderway(), "\(transport.name) refuses them with the status \(answer.status)")
                }
            } catch {
                reason = "\(transport.name): \(error.reason)"
                // At the end, the other spans would only wait as long for the same collector.
                if isEnding, error.reason == OTLPTransport.Failure.late.reason { return dropAll(reason) }
                if !error.mayPass { break }
            }
            if attempt < limits.attempts - 1, !rest(for: pause) { break }
        }
        drop(takeUnderway(), reason)
    }

    /// Takes the spans that are being sent, to count them: the number is zero if `finish()` has counted them.
    private func takeUnderway() -> Int {
        state.withLock { state in
            defer { state.underway = 0 }
            return state.underway
        }
    }

    private func dropAll(_ reason: String) {
        let (count, spans) = state.withLock { state in
            defer { (state.waiting, state.bytes, state.underway) = ([], 0, 0) }
            return (state.waiting.count + state.underway, state.waiting)
        }
        withExtendedLifetime(spans) {}
        drop(count, reason)
    }

    private func drop(_ count: Int, _ reason: String) { if count > 0 { counts.drop(count, reason) } }

    /// The pause that a collector asks for, up to the longest allowed pause, in milliseconds.
    private func granted(_ seconds: Int) -> UInt64 {
        let (milliseconds, overflow) = UInt64(max(0, seconds)).multipliedReportingOverflow(by: 1000)
        return overflow ? limits.longestPause : min(milliseconds, limits.longestPause)
    }

    /// Pauses, so that the collector recovers.
    ///
    /// - Returns: whether to try again. The end of the trace cuts the pause short, and after the end there is no further
    ///   attempt.
    private func rest(for milliseconds: UInt64) -> Bool {
        if isEnding { return false }
        let end = _steadyTime() + milliseconds * 1_000_000
        while !isEnding && _steadyTime() < end { wakeup.wait(until: end) }
        return true
    }

    private var isEnding: Bool { state.withLock { $0.end != nil } }

    // MARK: Requests and answers

    private func body(_ spans: [OTLPSpan], _ lost: Int) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.list("resourceSpans") { json in
                json.key("resource")
                json.object {
                    $0.attributes { json in
                        for (name, value) in attributes { json.attribute(name, value) }
                        json.attribute("process.pid", Int(getpid()))
                    }
                }
                json.list("scopeSpans") { json in
                    json.key("scope")
                    json.object { json in
                        json.add("name", "trait-streams")
                        if lost > 0 { json.attributes { $0.attribute("stream.lost", lost) } }
                    }
                    json.key("spans")
                    json.array(spans) { $1.write(to: &$0, identity) }
                }
            }
        }
        return json.bytes
    }

    /// Returns the number of refused spans in an answer: `{"partialSuccess":{"rejectedSpans":"3"}}`.
    static func refused(_ body: [UInt8]) -> Int {
        let text = String(decoding: body.prefix(HTTPAnswer.mostBytes), as: UTF8.self)
        guard let member = text.firstRange(of: "\"rejectedSpans\"") else { return 0 }
        let value = text[member.upperBound...].drop { " \t\r\n:\"".contains($0) }
        return HTTPAnswer.number(value.prefix { $0.isASCII && $0.isNumber }) ?? 0
    }
}

extension JSONText {
    /// Adds a list of one object.
    fileprivate mutating func list(_ key: String, _ body: (inout JSONText) -> Void) {
        self.key(key)
        array(CollectionOfOne(())) { json, _ in json.object(body) }
    }
}
