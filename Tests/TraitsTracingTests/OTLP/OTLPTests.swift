import Foundation
import Testing
import TraitsRuntime

@testable import TraitsTracing

@Suite("Sending a trace to a collector")
struct OTLPTests {
    private struct Problem: Error {}

    /// A collector that answers each request with a status.
    private static func collector(_ status: String = "200 OK", _ body: String = "{}") throws -> Receiver {
        try Receiver { _ in Receiver.answer(status, body, type: "application/json") }
    }

    private static func writer(
        to receiver: Receiver, service: String? = nil, _ limits: OTLPLimits = OTLPLimits()
    ) throws -> OTLPWriter {
        try OTLPWriter(to: receiver.address, service: service, limits)
    }

    @Test func `the usual variables stand for arguments that are left out`() throws {
        let collector = try Self.collector()
        let variables = [
            "OTEL_EXPORTER_OTLP_ENDPOINT": "http://nowhere.invalid",
            "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "\(collector.address)/spans",
            "OTEL_EXPORTER_OTLP_HEADERS": "api-key=a%20b, x=1\r\nHost: other,broken",
            "OTEL_SERVICE_NAME": "Shop", "OTEL_RESOURCE_ATTRIBUTES": "service.name=Other,region=west%2F1",
            "OTEL_EXPORTER_OTLP_TIMEOUT": "9000",
        ]
        let environment = OTLPEnvironment { variables[$0] }
        let writer = try OTLPWriter(to: nil, service: nil, OTLPLimits(), environment)
        let session = Tracing.start(writer, names: "usual*")
        _ = Just(1).trace("usual").sink { _ in }
        session.stop()

        let request = try collector.next()
        #expect(request.path == "/spans")
        #expect(request.fields["api-key"] == "a b" && request.fields["x"] == nil)
        #expect(request.fields["host"] == "127.0.0.1:\(collector.port)")
        let body = try ExportedBody(request)
        #expect(body.resource["service.name"] == "Shop" && body.resource["region"] == "west/1")
        #expect(writer.sent == 1 && environment.timeout == 9000)
        #expect(OTLPEnvironment { _ in "99999999999999" }.timeout == 86_400_000)
    }

    /// Fields may hold a password for the collector that the environment names.
    @Test func `an address of the program gets no fields of the environment`() throws {
        let collector = try Self.collector()
        let variables = [
            "OTEL_EXPORTER_OTLP_ENDPOINT": "http://nowhere.invalid",
            "OTEL_EXPORTER_OTLP_HEADERS": "api-key=secret", "OTEL_SERVICE_NAME": "Shop",
        ]
        let writer = try OTLPWriter(
            to: collector.address, service: "Mine", OTLPLimits(), OTLPEnvironment { variables[$0] })
        let session = Tracing.start(writer, names: "usual*")
        _ = Just(1).trace("usual").sink { _ in }
        session.stop()
        let request = try collector.next()
        #expect(request.path == "/v1/traces" && request.fields["api-key"] == nil)
        #expect(try ExportedBody(request).resource["service.name"] == "Mine")
    }

    @Test(arguments: [("true", 0), ("TRUE", 0), ("false", 1), ("yes", 1), ("", 1)])
    func `a program that is told to send nothing drops nothing`(text: String, sent: Int) throws {
        let collector = try Self.collector()
        let writer = try OTLPWriter(
            to: collector.address, service: nil, OTLPLimits(),
            OTLPEnvironment { $0 == "OTEL_SDK_DISABLED" ? text : nil })
        let session = Tracing.start(writer, names: "disabled*")
        _ = Just(1).trace("disabled").sink { _ in }
        session.stop()
        #expect(writer.sent == sent && writer.dropped == 0)
    }

    @Test func `a subscription is a span`() throws {
        let collector = try Self.collector()
        let writer = try Self.writer(to: collector, service: "Shop")
        let session = Tracing.start(writer, names: "span*")
        let before = UInt64(Date().timeIntervalSince1970 * 1e9)
        let clicks = PassthroughSubject<Int, Never>()
        let cancellable = clicks.trace("span clicks", line: 7)
            .flatMap { [$0].publisher.uncheckedSingle().trace("span request") }
            .trace("span screen", value: { "\"\($0)\"\n" }).sink { _ in }
        clicks.send(1)
        cancellable.cancel()
        _ = Fail<Int, Problem>(error: Problem()).trace("span failing")
            .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        session.stop()
        let after = UInt64(Date().timeIntervalSince1970 * 1e9)

        let request = try collector.next()
        #expect(request.method == "POST" && request.path == "/v1/traces")
        #expect(request.fields["content-type"] == "application/json")
        #expect(request.fields["host"] == "127.0.0.1:\(collector.port)")
        let body = try ExportedBody(request)
        #expect(body.resource["service.name"] == "Shop")
        #expect(body.resource["process.pid"] == "\(getpid())")
        #expect(body.scope == "trait-streams")
        let spans = Dictionary(uniqueKeysWithValues: body.spans.map { ($0.name, $0) })
        #expect(spans.count == 4 && body.spans.count == 4)
        let screen = try #require(spans["span screen"]), clicked = try #require(spans["span clicks"])
        let made = try #require(spans["span request"]), failing = try #require(spans["span failing"])
        // A trace for each outermost subscription.
        #expect(screen.parent == nil && failing.parent == nil)
        #expect(clicked.parent == screen.id && made.parent == clicked.id)
        #expect(clicked.trace == screen.trace && made.trace == screen.trace && failing.trace != screen.trace)
        for span in body.spans {
            #expect(
                span.trace.wholeMatch(of: /[0-9a-f]{32}/) != nil
                    && span.id.wholeMatch(of: /[0-9a-f]{16}/) != nil)
            #expect(span.kind == 1)
            #expect(before <= span.start && span.start <= span.end && span.end <= after)
            #expect(span.events.allSatisfy { span.start <= $0.time && $0.time <= span.end })
            #expect(span.attributes["thread.id"] != nil && span.attributes["thread.name"] != nil)
        }
        #expect(
            clicked.attributes["code.file.path"] == #fileID && clicked.attributes["code.line.number"] == "7")
        #expect(screen.attributes["stream.row"] == "Publishers.FlatMap")
        #expect(clicked.attributes["stream.publisher"] == "PassthroughSubject<Int, Never>")
        #expect(clicked.attributes["stream.subscriber"] == "flatMap")
        #expect(
            made.attributes["stream.promise"] == "Single" && made.attributes["stream.unchecked"] == "true")
        #expect(screen.attributes["stream.promise"] == nil)
        #expect(body.spans.map { $0.attributes["stream.end"] }.count { $0 == "cancelled" } == 2)
        #expect(made.attributes["stream.end"] == "finished" && made.status == nil)
        #expect(failing.attributes["stream.end"] == "failed" && failing.status == "2 Problem()")
        #expect(screen.events.map(\.name) == ["request", "value"])
        #expect(screen.events[0].attributes["stream.demand"] == "unlimited")
        #expect(screen.events[1].attributes["stream.value"] == "\"1\"\n")
        #expect(made.events.map { $0.attributes["stream.outstanding"] }.count == 2)
        #expect(writer.sent == 4 && writer.dropped == 0 && writer.problem == nil)
    }

    @Test func `an open subscription ends with tracing`() throws {
        let collector = try Self.collector()
        let writer = try Self.writer(to: collector)
        let session = Tracing.start(writer, names: "unended")
        let cancellable = PassthroughSubject<Int, Never>().trace("unended").sink { _ in }
        session.stop()
        let body = try ExportedBody(try collector.next())
        #expect(body.spans.map { $0.attributes["stream.end"] } == ["open"])
        #expect(body.resource["service.name"]?.isEmpty == false)
        cancellable.cancel()
        #expect(writer.sent == 1)
    }

    @Test func `spans are sent while the program runs`() throws {
        let collector = try Self.collector()
        var limits = OTLPLimits()
        // The second ends a wait that the first began.
        (limits.batch, limits.delay) = (2, 3_600_000)
        let session = Tracing.start(try Self.writer(to: collector, limits), names: "running")
        for _ in 0..<2 { _ = Just(1).trace("running").sink { _ in } }
        #expect(try ExportedBody(try collector.next()).spans.count == 2)
        session.stop()

        limits.delay = 1
        let other = Tracing.start(try Self.writer(to: collector, limits), names: "running")
        _ = Just(1).trace("running").sink { _ in }
        #expect(try ExportedBody(try collector.next()).spans.count == 1)
        other.stop()
    }

    @Test func `a request has so many spans at most`() throws {
        let collector = try Self.collector()
        var limits = OTLPLimits()
        limits.batch = 10
        let writer = try Self.writer(to: collector, limits)
        let session = Tracing.start(writer, names: "many")
        for _ in 0..<95 { _ = Just(1).trace("many").sink { _ in } }
        session.stop()
        var ids: [String] = []
        for _ in 0..<10 {
            let spans = try ExportedBody(try collector.next()).spans
            #expect(spans.count <= 10)
            ids += spans.map(\.id)
        }
        #expect(ids.count == 95 && Set(ids).count == 95)
        #expect(writer.sent == 95 && writer.dropped == 0)
    }

    @Test func `a long subscription keeps its first events and its last`() throws {
        let collector = try Self.collector()
        let writer = try Self.writer(to: collector)
        let span = TraceSpan(id: 1, name: "long", publisher: "")
        // Not of a subscription: a delivery that takes a millisecond would be one event more.
        let values = (0..<300).map { TraceEvent.Kind.value("\($0)", outstanding: .unlimited) }
        writer.write(
            [TraceEvent(time: 0, .process(name: "App")), TraceEvent(time: 0, .clock(.init(started: 1)))]
                + ([.begin, .request(.unlimited, outstanding: .unlimited)] + values + [.end(.finished)]).map {
                    TraceEvent(time: 1, span: span, $0)
                })
        writer.close()
        let sent = try #require(try ExportedBody(try collector.next()).spans.first)
        #expect(sent.events.count == 128)
        #expect(sent.leftOut == 173)
        #expect(
            sent.events.compactMap { $0.attributes["stream.value"] }
                == (Array(0..<63) + Array(236..<300)).map(String.init))
    }

    // MARK: Collectors with problems

    @Test func `a collector that asks for patience is asked again`() throws {
        let tries = Locked(0)
        let collector = try Receiver { _ in
            let number = tries.withLock { count in
                count += 1
                return count
            }
            let status = ["503 Service Unavailable", "429 Too Many Requests"].dropFirst(number - 1).first
            return Receiver.answer(
                status ?? "200 OK", "", type: "application/json", number == 2 ? "Retry-After: 0\r\n" : "")
        }
        var limits = OTLPLimits()
        (limits.batch, limits.pause) = (1, 1)
        let writer = try Self.writer(to: collector, limits)
        let session = Tracing.start(writer, names: "patience")
        _ = Just(1).trace("patience").sink { _ in }
        let bodies = try (0..<3).map { _ in try collector.next().body }
        #expect(bodies[0] == bodies[1] && bodies[1] == bodies[2])
        session.stop()
        #expect(writer.sent == 1 && writer.dropped == 0)
    }

    @Test func `no request is made for ever`() throws {
        let collector = try Self.collector("503 Service Unavailable")
        var limits = OTLPLimits()
        (limits.batch, limits.pause) = (1, 1)
        let writer = try Self.writer(to: collector, limits)
        let session = Tracing.start(writer, names: "for ever")
        _ = Just(1).trace("for ever").sink { _ in }
        for _ in 0..<4 { _ = try collector.next() }
        session.stop()
        #expect(writer.sent == 0 && writer.dropped == 1)
        #expect(writer.problem == "\(collector.address) answers with the status 503")
    }

    @Test(arguments: [
        "400 Bad Request", "404 Not Found", "301 Moved Permanently", "500 Internal Server Error",
    ])
    func `what is refused isn't sent again`(status: String) throws {
        let collector = try Self.collector(status)
        let writer = try Self.writer(to: collector)
        let session = Tracing.start(writer, names: "refused \(status)")
        _ = Just(1).trace("refused \(status)").sink { _ in }
        session.stop()
        _ = try collector.next()
        #expect(writer.sent == 0 && writer.dropped == 1)
        #expect(writer.problem == "\(collector.address) refuses them with the status \(status.prefix(3))")
    }

    @Test func `spans that are refused are counted`() throws {
        let collector = try Self.collector(
            "200 OK", #"{"partialSuccess": {"rejectedSpans": "2", "errorMessage": "no"}}"#)
        let writer = try Self.writer(to: collector)
        let session = Tracing.start(writer, names: "partly")
        for _ in 0..<5 { _ = Just(1).trace("partly").sink { _ in } }
        session.stop()
        #expect(writer.sent == 3 && writer.dropped == 2)
        #expect(OTLPSender.refused(Array(#"{"partialSuccess":{"rejectedSpans":12}}"#.utf8)) == 12)
        #expect(OTLPSender.refused(Array(#"{"partialSuccess":{}}"#.utf8)) == 0)
    }

    @Test func `a collector that isn't there costs spans alone`() throws {
        let (descriptor, port) = try Socket.listen(port: 0)
        close(descriptor)
        let writer = try OTLPWriter(to: "http://localhost:\(port)/")
        let session = Tracing.start(writer, names: "absent")
        for _ in 0..<3 { _ = Just(1).trace("absent").sink { _ in } }
        session.stop()
        #expect(writer.sent == 0 && writer.dropped == 3)
        #expect(writer.problem?.contains("Connection refused") == true)
    }

    @Test func `a collector that never answers can't hold up the end`() throws {
        let door = try Door()
        var limits = OTLPLimits()
        (limits.batch, limits.timeout, limits.patience) = (1, 3_600_000, 20)
        let writer = try OTLPWriter(to: "http://127.0.0.1:\(door.port)", service: nil, limits)
        let session = Tracing.start(writer, names: "never")
        _ = Just(1).trace("never").sink { _ in }
        // It has been asked, and says nothing.
        let peer = try #require(door.accept())
        _ = try peer.head()
        _ = Just(1).trace("never").sink { _ in }
        session.stop()
        #expect(writer.sent == 0 && writer.dropped == 2)
        #expect(writer.problem?.contains("no answer in time") == true)
    }

    @Test func `a collector that is slow costs spans, and no stream waits`() throws {
        let isBusy = DispatchSemaphore(value: 0)
        let collector = try Receiver { _ in
            isBusy.wait()
            isBusy.signal()
            return Receiver.answer("200 OK")
        }
        var limits = OTLPLimits()
        (limits.batch, limits.mostWaiting, limits.timeout) = (5, 10, 60_000)
        let writer = try Self.writer(to: collector, limits)
        let session = Tracing.start(writer, names: "busy")
        let witness = SpanCounter()
        let witnessing = Tracing.start(witness, names: "busy")
        for _ in 0..<100 { _ = Just(1).trace("busy").sink { _ in } }
        witnessing.stop()
        #expect(witness.ends.withLock { $0 } == 100)
        // Until there is no more room.
        while writer.dropped == 0 { _ = Just(1).trace("busy").sink { _ in } }
        isBusy.signal()
        session.stop()
        #expect(writer.sent >= 10 && writer.dropped > 0)
        #expect(writer.problem == "\(collector.address) is too slow")
    }

    @Test func `an answer that is none is a failure`() throws {
        let collector = try Receiver { request in request.path.hasPrefix("/closes") ? nil : "what?\r\n\r\n" }
        var limits = OTLPLimits()
        limits.attempts = 1
        for (path, problem) in [
            ("/closes", "closed without an answer"), ("/garbles", "doesn't answer as HTTP has it"),
        ] {
            let writer = try OTLPWriter(to: collector.address + path, service: nil, limits)
            let session = Tracing.start(writer, names: "answers \(path)")
            _ = Just(1).trace("answers \(path)").sink { _ in }
            session.stop()
            #expect(try collector.next().path == path + "/v1/traces")
            #expect(writer.dropped == 1)
            #expect(writer.problem?.contains(problem) == true)
        }
    }

    // MARK: The end

    @Test func `everything is released`() throws {
        let collector = try Self.collector()
        weak var released: OTLPWriter?
        try {
            let writer = try Self.writer(to: collector)
            released = writer
            let session = Tracing.start(writer, names: "released otlp")
            _ = Just(1).trace("released otlp").sink { _ in }
            session.stop()
            #expect(writer.sent == 1)
            // A second session sends as well.
            let again = Tracing.start(writer, names: "released otlp")
            _ = Just(1).trace("released otlp").sink { _ in }
            again.stop()
            #expect(writer.sent == 2)
        }()
        #expect(released == nil)
        // One that no session had.
        _ = try Self.writer(to: collector)
    }

    @Test func `a program that exits sends the rest`() async throws {
        let collector = try Self.collector()
        await #expect(processExitsWith: .success) { [address = collector.address as String] in
            Tracing.start(try OTLPWriter(to: address, service: "Exiting"))
            _ = Just(1).trace("exiting").sink { _ in }
            exit(0)
        }
        let body = try ExportedBody(try collector.next())
        #expect(body.resource["service.name"] == "Exiting")
        #expect(body.spans.map(\.name) == ["exiting"])
    }
}

/// Counts ends.
private final class SpanCounter: TraceWriter {
    let ends = Locked(0)

    func write(_ events: [TraceEvent]) {
        let count = events.count { if case .end = $0.kind { true } else { false } }
        ends.withLock { $0 += count }
    }

    func close() {}
}
