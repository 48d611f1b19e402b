import Foundation
import Testing
import TraitsRuntime

@testable import TraitsTracing

/// What can be checked without a connection.
@Suite("Parts of sending a trace")
struct OTLPPartTests {
    @Test(arguments: [
        ("http://localhost:4318", "localhost", "4318", ""),
        ("HTTP://collector", "collector", "80", ""),
        ("http://[::1]:4318/otlp/", "::1", "4318", "/otlp/"),
        ("http://[fe80::1]", "fe80::1", "80", ""),
    ])
    func `addresses are understood`(text: String, host: String, port: String, path: String) throws {
        let address = try #require(HTTPAddress(text))
        #expect((address.host, address.port, address.path) == (host, port, path))
    }

    @Test(arguments: [
        "", "localhost:4318", "http://", "http://:80", "http://a:b", "http://a:0", "http://a:70000",
        "http://a b", "http://a/b?c",
        "http://me@a", "http://::1", "http://a\r\nb", "ftp://a",
    ])
    func `what is no address is an error`(text: String) throws {
        let error = #expect(throws: TracingError.self) { try OTLPWriter(to: text) }
        #expect(error?.description.contains("write one like http://localhost:4318") == true)
    }

    @Test func `encryption is refused with a remedy`() throws {
        let error = #expect(throws: TracingError.self) { try OTLPWriter(to: "https://example.com:4318") }
        #expect(error?.description.contains("send them to a collector on this machine") == true)
        #expect(error?.description.hasSuffix("or pass a closure that sends") == true)
    }

    @Test func `spans of ended ones belong to their trace`() throws {
        var table = OTLPSpanTable()
        func event(_ span: TraceSpan, _ kind: TraceEvent.Kind, at time: UInt64 = 0) -> OTLPSpan? {
            table.add(TraceEvent(time: time, span: span, kind))
        }
        _ = table.add(TraceEvent(time: 0, .clock(.init(started: 10, nanoseconds: 5))))
        let spans = (1...3).map { TraceSpan(id: $0, name: "\($0)", publisher: "") }
        #expect(event(spans[0], .begin) == nil)
        // What has never begun here is of no interest, and neither is a second end.
        #expect(
            event(spans[1], .value("", outstanding: .none)) == nil && event(spans[1], .end(.finished)) == nil)
        let ended = try #require(event(spans[0], .end(.released), at: 3))
        #expect(ended.start == 10_000_000_005 && ended.end == 10_000_000_008 && ended.root == 1)
        #expect(event(spans[0], .end(.finished)) == nil)
        _ = event(spans[2], .begin, at: 4)
        _ = table.add(TraceEvent(time: 0, .lost(3)))
        #expect(table.takeLost() == (3, 0) && table.takeLost() == (0, 0))
        let open = table.takeOpen(at: 9)
        #expect(open.map(\.span.id) == [3] && open[0].end == 10_000_000_014 && open[0].outcome == nil)
        #expect(table.takeOpen(at: 9).isEmpty)
    }

    @Test func `identifiers differ`() {
        let (one, other) = (OTLPIdentity(), OTLPIdentity())
        let ids = (1...1000).flatMap { [one.span($0), other.span($0)] }
        #expect(Set(ids).count == 2000)
        #expect(one.trace(1) != one.trace(2) && one.trace(1) != other.trace(1))
    }

    @Test func `lost events are told of with the next request`() throws {
        let collector = try Receiver { _ in Receiver.answer("200 OK") }
        let writer = try OTLPWriter(to: collector.address)
        let span = TraceSpan(id: 1, name: "one", publisher: "Just<Int>")
        writer.write([
            TraceEvent(time: 0, .process(name: "App")), TraceEvent(time: 0, .clock(.init(started: 1))),
            TraceEvent(time: 1, span: span, .begin), TraceEvent(time: 2, .lost(7)),
            TraceEvent(time: 2, span: span, .dropped(4)), TraceEvent(time: 3, span: span, .buffered(5)),
            TraceEvent(time: 3, span: span, .broken(promise: "Single", history: "sent \"two\"")),
            TraceEvent(time: 3, span: span, .delivery(nanoseconds: 2_000_000, onMainThread: true)),
            TraceEvent(time: 4, span: span, .end(.finished)),
        ])
        writer.close()
        let body = try ExportedBody(try collector.next())
        #expect(body.scopeAttributes == ["stream.lost": "7"])
        let events = try #require(body.spans.first).events
        #expect(events.map(\.name) == ["dropped", "buffered", "broken", "delivery"])
        #expect(events.prefix(2).map { $0.attributes["stream.count"] } == ["4", "5"])
        #expect(events[2].attributes["stream.history"] == "sent \"two\"")
        #expect(
            events[3].attributes["stream.nanoseconds"] == "2000000"
                && events[3].attributes["thread.main"] == "true")
    }
}
