import Testing
import TraitsRuntime

@testable import TraitsTracing

@Suite("The history of a trace")
struct TraceHistoryTests {
    private static func span(_ id: UInt64) -> TraceSpan {
        TraceSpan(id: id, name: "s\(id)", publisher: "Just<Int>")
    }

    private static func events(_ bytes: [UInt8]) throws -> [Event] {
        try String(decoding: bytes, as: UTF8.self).split(separator: "\n\n").map {
            try Event($0.dropFirst("data: ".count))
        }
    }

    /// All that a page gets.
    private static func everything(_ history: TraceHistory) throws -> [Event] {
        var (number, bytes) = (history.start, history.beginning())
        while number < history.end { history.read(from: &number, into: &bytes, atMost: bytes.count + 100) }
        return try events(bytes)
    }

    @Test func `a long run takes no more space, and keeps what is open`() throws {
        var history = TraceHistory(mostLines: 50)
        history.add(TraceEvent(time: 0, .process(name: "App")))
        history.add(TraceEvent(time: 0, .clock(TraceEvent.Clock(started: 0))))
        history.add(TraceEvent(time: 0, thread: 1, .thread(name: "main")))
        let open = Self.span(1)
        history.add(TraceEvent(time: 1, thread: 1, span: open, .begin))
        history.add(TraceEvent(time: 1, thread: 1, span: open, .buffered(3)))
        var added = 5
        for id in 2..<500 as Range<UInt64> {
            let span = Self.span(id)
            for kind in [.begin, .value("\(id)", outstanding: .unlimited), .end(.finished)]
                as [TraceEvent.Kind]
            {
                history.add(TraceEvent(time: id, thread: 1, span: span, kind))
            }
            history.add(TraceEvent(time: id, thread: 1, span: open, .value("\(id)", outstanding: .unlimited)))
            added += 4
        }
        history.add(TraceEvent(time: 500, .lost(7)))
        #expect(history.end == added + 1 && history.end - history.start == 50)
        var events = try Self.everything(history)
        #expect(events.count == 57)
        #expect(
            events.prefix(7).map(\.words) == [
                "M process_name", "M trait_streams", "M thread_name", "i lost", "b s1", "n buffered",
                "n value 486",
            ])
        #expect(events[3].arguments["count"] as? Int == added + 1 - 50 - 6)
        // The line of the last forgotten value counts all of them.
        #expect(events[6].arguments["values"] as? Int == 485)
        // An event that belongs to a subscription has its beginning in front of it, unless that has ended.
        history.add(TraceEvent(time: 501, thread: 1, span: open, .end(.cancelled)))
        for _ in 0..<60 { history.add(TraceEvent(time: 502, .lost(1))) }
        events = try Self.everything(history)
        #expect(!events.contains { $0.id == "0x1" })
        // The line that told of seven stands for seven, and not for one.
        #expect(events[3].arguments["count"] as? Int == history.end - 50 - 3 + 6)
    }

    @Test func `long lines count for more`() throws {
        var history = TraceHistory(mostLines: 1000, mostBytes: 100_000)
        let span = Self.span(1)
        history.add(TraceEvent(time: 0, span: span, .begin))
        let text = String(repeating: "x", count: 10_000)
        for number in 0..<50 {
            history.add(TraceEvent(time: 1, span: span, .value("\(number)\(text)", outstanding: .none)))
        }
        #expect(history.end - history.start == 9)
        #expect(try Self.everything(history).count == 11)
    }

    @Test func `what is remembered of forgotten lines has a limit in bytes`() throws {
        var history = TraceHistory(mostLines: 10, mostBytes: 10_000)
        // Some 600 bytes each, of which none ends.
        for id in 1...1000 as ClosedRange<UInt64> {
            let name = String(repeating: "n", count: 200)
            let span = TraceSpan(id: id, name: name, publisher: "Just<Int>")
            history.add(TraceEvent(time: id, span: span, .begin))
            history.add(TraceEvent(time: id, span: span, .value(name, outstanding: .none)))
        }
        let events = try Self.everything(history)
        #expect(events.count { $0.phase == "b" } < 30)
        #expect(history.beginning().count < 20_000)
        let lost = try #require(events.first { $0.name == "lost" }?.arguments["count"] as? Int)
        #expect(lost + events.count - 1 == 2000)
        // The space is given back.
        for id in 1...1000 as ClosedRange<UInt64> {
            history.add(TraceEvent(time: id, span: Self.span(id), .end(.finished)))
        }
        for id in 2001...2100 as ClosedRange<UInt64> {
            history.add(TraceEvent(time: id, span: Self.span(id), .begin))
        }
        #expect(try Self.everything(history).contains { $0.phase == "b" && $0.id == "0x7d1" })
    }

    @Test func `a reader that has everything waits`() throws {
        let feed = try TraceFeed(TraceHistory(mostLines: 10))
        var place: Int?
        #expect(feed.read(from: &place, atMost: 100).isEmpty)
        #expect(place == 0 && feed.isAtEnd(place))
        feed.add((0..<5).map { TraceEvent(time: $0, .lost(1)) })
        #expect(!feed.isAtEnd(place))
        #expect(try Self.events(feed.read(from: &place, atMost: 1)).count == 1)
        #expect(try Self.events(feed.read(from: &place, atMost: 10_000)).count == 4)
        #expect(feed.read(from: &place, atMost: 100).isEmpty && feed.isAtEnd(place))
        feed.add((0..<15).map { TraceEvent(time: $0, .lost(1)) })
        // It is behind, and begins again.
        #expect(
            try Self.events(feed.read(from: &place, atMost: 10_000)).map(\.words)
                == Array(repeating: "i lost", count: 11))
    }
}
