import Dispatch
import Testing
import TraitsRuntime

@testable import TraitsTracing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A collector costs bounded memory and time, whatever it sends.
@Suite("Sending a trace to a hostile collector", .limited)
struct HostileCollectorTests {
    private struct Problem: Error {}

    private static let lastName = Locked(0)

    /// A name that no other test traces.
    private static func newName() -> String {
        lastName.withLock { number in
            number += 1
            return "hostile \(number)"
        }
    }

    /// Limits under which a failed request is made once, and only a bound of the client ends one that goes on.
    private static var once: OTLPLimits {
        var limits = OTLPLimits()
        (limits.attempts, limits.timeout, limits.patience) = (1, 3_600_000, 3_600_000)
        limits.lastWait = 3_600_000
        return limits
    }

    /// Ends a subscription that is sent to a collector.
    private static func send(to writer: OTLPWriter, spans: Int = 1) {
        let name = newName()
        let session = Tracing.start(writer, names: name)
        for _ in 0..<spans { _ = Just(1).trace(name).sink { _ in } }
        session.stop()
    }

    private static func send(to collector: Receiver, _ limits: OTLPLimits = once, spans: Int = 1) throws
        -> OTLPWriter
    {
        let writer = try OTLPWriter(to: collector.address, service: nil, limits)
        send(to: writer, spans: spans)
        return writer
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\n\r\n", "a", 1),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n", 1),
        ("HTTP/1.1 200 OK\r\n", "X: y\r\n", 0), ("", "HTTP/1.1 100 Continue\r\n\r\n", 0), ("", "a", 0),
    ])
    func `an endless answer is given up`(start: String, rest: String, sent: Int) throws {
        let collector = try Receiver { _, peer in
            peer.send(start)
            let piece = String(repeating: rest, count: 1000)
            // Ends when the client has closed the connection.
            while peer.send(piece) {}
        }
        let writer = try Self.send(to: collector)
        #expect(writer.sent == sent && writer.dropped == 1 - sent)
        if sent == 0 { #expect(writer.problem?.hasSuffix("it doesn't answer as HTTP has it") == true) }
    }

    @Test func `a collector that sends without a pause has no more time than others`() throws {
        let collector = try Receiver { _, peer in while peer.send("X") {} }
        let address = try #require(HTTPAddress(collector.address))
        let asked = Locked(0)
        let client = HTTPClient(address: address, wakeup: try Wakeup()) {
            // Late at the third question: fewer bytes have arrived by then than are read at most.
            asked.withLock { count in
                count += 1
                return count < 3 ? .max : 0
            }
        }
        let failure = #expect(throws: OTLPTransport.Failure.self) { try client.post([], to: "/") }
        #expect(failure?.reason == OTLPTransport.Failure.late.reason)
    }

    @Test func `spans are sent once if only the end of the answer is late`() throws {
        let isOver = DispatchSemaphore(value: 0)
        let collector = try Receiver { _, peer in
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{}")
            isOver.waitInTime()
        }
        var limits = Self.once
        limits.patience = 20
        let writer = try Self.send(to: collector, limits)
        isOver.signal()
        #expect(writer.sent == 1 && writer.dropped == 0)
    }

    @Test(arguments: [
        "99999999999999999", "9223372036854775807", "18446744073709551616", "-1", "1e99",
        "Thu, 01 Jan 2099 00:00:00 GMT",
    ])
    func `no pause is longer than the longest`(pause: String) throws {
        let tries = Locked(0)
        let collector = try Receiver { _ in
            let isFirst = tries.withLock { count in
                count += 1
                return count == 1
            }
            return Receiver.answer(
                isFirst ? "429 Too Many Requests" : "200 OK", "", "Retry-After: \(pause)\r\n")
        }
        var limits = Self.once
        (limits.batch, limits.attempts, limits.pause, limits.longestPause) = (1, 2, 1, 1)
        let writer = try OTLPWriter(to: collector.address, service: nil, limits)
        let name = Self.newName()
        let session = Tracing.start(writer, names: name)
        _ = Just(1).trace(name).sink { _ in }
        for _ in 0..<2 { _ = try collector.next() }
        session.stop()
        #expect(writer.sent == 1 && writer.dropped == 0)
    }

    @Test(arguments: [
        "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n",
    ])
    func `interim answers aren't the answer`(interim: String) throws {
        let collector = try Receiver { _ in interim + Receiver.answer("200 OK", "{}") }
        let writer = try Self.send(to: collector)
        #expect(writer.sent == 1 && writer.dropped == 0)
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n{}", 3),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "15\r\n{\"partialSuccess\":{\"r\r\n10\r\nejectedSpans\":2}\r\n1\r\n}\r\n0\r\n\r\n", 1
        ),
        ("HTTP/1.1 200 OK\r\n\r\n{\"partialSuccess\":{\"rejectedSpans\":\"99999999999999999999\"}}", 0),
        ("HTTP/1.1 200 OK\r\n\r\n{\"partialSuccess\":{\"rejectedSpans\":\"-1\"}}", 3),
        ("HTTP/1.1 200 OK\r\n\r\n{\"rejectedSpans\"", 3),
    ])
    func `spans are counted whatever the answer says of them`(answer: String, sent: Int) throws {
        let writer = try Self.send(to: try Receiver { _ in answer }, spans: 3)
        #expect(writer.sent == sent && writer.dropped == 3 - sent)
    }

    @Test func `a redirect isn't followed`() throws {
        let target = try Receiver { _ in Receiver.answer("200 OK") }
        let count = Locked(0)
        let collector = try Receiver { [address = target.address] _ in
            count.withLock { $0 += 1 }
            return Receiver.answer("307 Temporary Redirect", "", "Location: \(address)/v1/traces\r\n")
        }
        var limits = OTLPLimits()
        limits.pause = 1
        let writer = try Self.send(to: collector, limits)
        #expect(writer.sent == 0 && writer.dropped == 1 && count.withLock { $0 } == 1)
        #expect(writer.problem?.hasSuffix("refuses them with the status 307") == true)
    }

    @Test func `what isn't HTTP is said, and isn't asked again`() throws {
        let count = Locked(0)
        let collector = try Receiver { _ in
            count.withLock { $0 += 1 }
            return "SSH-2.0-OpenSSH_9.9\r\n"
        }
        var limits = OTLPLimits()
        (limits.batch, limits.pause) = (1, 1)
        let writer = try OTLPWriter(to: collector.address, service: nil, limits)
        let name = Self.newName()
        let session = Tracing.start(writer, names: name)
        _ = Just(1).trace(name).sink { _ in }
        _ = try collector.next()
        session.stop()
        #expect(writer.dropped == 1 && count.withLock { $0 } == 1)
        #expect(writer.problem == "\(collector.address): it doesn't answer as HTTP has it")
    }

    @Test(arguments: ["HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 100 Continue\r\n\r\n", "HTT"])
    func `an answer that breaks off early is a failure`(answer: String) throws {
        let collector = try Receiver { _, peer in
            peer.send(answer)
            peer.reset()
        }
        let writer = try Self.send(to: collector)
        #expect(writer.sent == 0 && writer.dropped == 1)
        #expect(writer.problem?.hasSuffix("closed without an answer") == true)
    }

    // MARK: A transport of the program's own

    @Test func `a closure sends`() throws {
        let bodies = Locked<[[UInt8]]>([])
        let writer = OTLPWriter(service: "Closure") { request, receive in
            #expect(request.contentType == "application/json" && request.timeout > .zero)
            bodies.withLock { $0.append(request.body) }
            receive(.success(OTLPResponse(status: 200)))
            // Only the first answer counts.
            receive(.failure(Problem()))
        }
        Self.send(to: writer, spans: 2)
        var request = Receiver.Request()
        request.body = try #require(bodies.withLock { $0 }.first)
        let body = try ExportedBody(request)
        #expect(body.spans.count == 2 && body.resource["service.name"] == "Closure")
        #expect(writer.sent == 2 && writer.dropped == 0)
    }

    @Test func `a closure may answer on another thread`() {
        let writer = OTLPWriter(service: nil, Self.once) { _, receive in
            _ = _startThread {
                pthread_detach(pthread_self())
                receive(.success(OTLPResponse(status: 200)))
            }
        }
        Self.send(to: writer)
        #expect(writer.sent == 1 && writer.dropped == 0)
    }

    @Test(arguments: [Int.min, -1, 0, 100, 999, Int.max])
    func `a closure may answer with anything`(status: Int) {
        let writer = OTLPWriter(service: nil, Self.once) { _, receive in
            receive(
                .success(
                    OTLPResponse(
                        status: status, retryAfter: .min, body: [UInt8](repeating: 34, count: 1 << 20))))
        }
        Self.send(to: writer)
        #expect(writer.sent == 0 && writer.dropped == 1)
        #expect(writer.problem == "the collector refuses them with the status \(status)")
    }

    /// Sends through a closure that gets the number of the request, until so many were made.
    private static func send(
        requests: Int, _ answer: @escaping @Sendable (Int) -> Result<OTLPResponse, any Error>
    ) -> OTLPWriter {
        let count = Locked(0)
        let isDone = DispatchSemaphore(value: 0)
        var limits = once
        (limits.batch, limits.attempts, limits.pause, limits.longestPause) = (1, requests, 1, 1)
        let writer = OTLPWriter(service: nil, limits) { _, receive in
            let number = count.withLock { count in
                count += 1
                return count
            }
            receive(answer(number))
            if number == requests { isDone.signal() }
        }
        let name = newName()
        let session = Tracing.start(writer, names: name)
        _ = Just(1).trace(name).sink { _ in }
        isDone.waitInTime()
        session.stop()
        return writer
    }

    @Test(arguments: [Int.min, -1, 0, Int.max])
    func `a closure may ask for any pause`(seconds: Int) {
        let writer = Self.send(requests: 3) {
            .success(OTLPResponse(status: $0 == 3 ? 200 : 503, retryAfter: seconds))
        }
        #expect(writer.sent == 1 && writer.dropped == 0)
    }

    @Test func `a closure that fails is called again`() {
        let writer = Self.send(requests: 2) { _ in .failure(Problem()) }
        #expect(writer.sent == 0 && writer.dropped == 1)
        #expect(writer.problem == "the collector: Problem()")
    }

    @Test func `a closure that never answers can't hold up the end`() {
        var limits = Self.once
        limits.patience = 20
        let kept = Locked<[@Sendable (Result<OTLPResponse, any Error>) -> Void]>([])
        let writer = OTLPWriter(service: nil, limits) { _, receive in kept.withLock { $0.append(receive) } }
        Self.send(to: writer)
        // An answer that comes now is ignored.
        for receive in kept.withLock({ $0 }) { receive(.success(OTLPResponse(status: 200))) }
        #expect(kept.withLock { $0.count } == 1)
        #expect(writer.sent == 0 && writer.dropped == 1)
        #expect(writer.problem == "the collector: there was no answer in time")
    }

    @Test func `a closure that never returns can't hold up the end, and all spans are counted`() {
        var limits = Self.once
        (limits.batch, limits.patience) = (1, 20)
        let (isOver, hasReturned) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let writer = OTLPWriter(service: nil, limits) { _, receive in
            isOver.wait()
            receive(.success(OTLPResponse(status: 200)))
            hasReturned.signal()
        }
        Self.send(to: writer, spans: 3)
        #expect(writer.sent == 0 && writer.dropped == 3)
        isOver.signal()
        hasReturned.waitInTime()
        #expect(writer.sent == 0 && writer.dropped == 3)
    }

    @Test func `after an answer that doesn't come, the end sends nothing more`() {
        var limits = Self.once
        (limits.batch, limits.lastWait) = (1, 20)
        let requests = Locked(0)
        let kept = Locked<[@Sendable (Result<OTLPResponse, any Error>) -> Void]>([])
        let writer = OTLPWriter(service: nil, limits) { _, receive in
            requests.withLock { $0 += 1 }
            kept.withLock { $0.append(receive) }
        }
        Self.send(to: writer, spans: 5)
        #expect(requests.withLock { $0 } == 1)
        #expect(writer.sent == 0 && writer.dropped == 5)
    }

    // MARK: Bytes

    @Test func `open spans have a limit in bytes`() {
        var table = OTLPSpanTable(mostBytes: 2000)
        func add(_ id: UInt64, _ kind: TraceEvent.Kind) -> OTLPSpan? {
            table.add(TraceEvent(time: 0, span: TraceSpan(id: id, name: "a", publisher: ""), kind))
        }
        for id in 1...7 { _ = add(UInt64(id), .begin) }
        // 257 bytes each.
        #expect(table.takeLost() == (0, 0))
        _ = add(8, .begin)
        #expect(table.takeLost() == (0, 1))
        _ = add(1, .value(String(repeating: "x", count: 100), outstanding: .none))
        _ = add(1, .value(String(repeating: "x", count: 100), outstanding: .none))
        let ended = add(1, .end(.finished))
        #expect(ended?.events.count == 1 && ended?.leftOut == 1)
        // The space is given back.
        _ = add(9, .begin)
        #expect(table.takeLost() == (0, 0))
        _ = table.takeOpen(at: 0)
        for id in 11...17 { _ = add(UInt64(id), .begin) }
        #expect(table.takeLost() == (0, 0))
    }

    @Test func `waiting spans have a limit in bytes, and requests too`() throws {
        let sizes = Locked<[Int]>([])
        var limits = Self.once
        (limits.mostBytes, limits.batchBytes, limits.delay) = (10_000, 2000, 3_600_000)
        let writer = OTLPWriter(service: nil, limits) { request, receive in
            sizes.withLock { $0.append(request.body.count) }
            receive(.success(OTLPResponse(status: 200)))
        }
        let span = { TraceSpan(id: $0, name: String(repeating: "n", count: 244), publisher: "") }
        writer.write(
            (1...50).flatMap {
                [
                    TraceEvent(time: 0, span: span($0), .begin),
                    TraceEvent(time: 0, span: span($0), .end(.finished)),
                ]
            })
        writer.close()
        // 500 bytes each: 20 wait, 4 are in a request.
        #expect(writer.sent == 20 && writer.dropped == 30)
        #expect(sizes.withLock { $0.count } == 5 && sizes.withLock { $0.max() ?? 0 } < 5000)
    }
}
