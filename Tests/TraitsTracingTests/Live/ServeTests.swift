import Foundation
import Testing
import TracePage
import TraitsRuntime

@testable import TraitsTracing

@Suite("Serving a trace")
struct ServeTests {
    @Test func `a page is there`() throws {
        let server = try Tracing.serve(port: 0, names: "page")
        defer { server.stop() }
        #expect(server.address == "http://127.0.0.1:\(server.port)/")
        let peer = try Peer(port: server.port, get: "/?live=/events")
        let head = try peer.head()
        #expect(head.first == "HTTP/1.1 200 OK")
        #expect(head.contains("Content-Type: text/html; charset=utf-8"))
        #expect(head.contains("Content-Length: \(tracePage.utf8.count)"))
        #expect(head.contains("Connection: close"))
        #expect(try peer.rest() == Array(tracePage.utf8))
    }

    @Test func `events arrive while the program runs`() throws {
        let server = try Tracing.serve(port: 0, names: "live*")
        defer { server.stop() }
        let peer = try Peer(port: server.port, get: "/events")
        let head = try peer.head()
        #expect(head.contains("Content-Type: text/event-stream"))
        #expect(!head.contains { $0.hasPrefix("Access-Control-Allow-Origin") })
        #expect(try peer.event().name == "process_name")
        #expect(try peer.event().name == "trait_streams")
        let numbers = PassthroughSubject<Int, Never>()
        let cancellable = numbers.trace("live").sink { _ in }
        #expect(try peer.event().name == "thread_name")
        #expect(try peer.event().words == "b live")
        #expect(try peer.event().words == "n request")
        for number in 1...3 {
            numbers.send(number)
            #expect(try peer.event().words == "n value \(number)")
        }
        cancellable.cancel()
        #expect(try peer.event().arguments["end"] as? String == "cancelled")
        server.stop()
        // What makes a file complete.
        #expect(try peer.message() == "{}]")
        #expect(try peer.message() == nil)
    }

    @Test func `each page gets everything`() throws {
        let server = try Tracing.serve(port: 0, names: "several*")
        defer { server.stop() }
        let peers = try (0..<5).map { _ in try Peer.following(server.port) }
        _ = [1, 2].publisher.trace("several").sink { _ in }
        let texts = try peers.map { try $0.events { $0.phase == "e" }.map(\.words) }
        #expect(texts[0].suffix(4) == ["n request", "n value 1", "n value 2", "e several"])
        #expect(texts.allSatisfy { $0 == texts[0] })
        // One that comes later gets the same.
        #expect(try Peer.following(server.port).events { $0.phase == "e" }.map(\.words) == texts[0])
    }

    @Test func `a late page sees what is open`() throws {
        let server = try Tracing.serve(port: 0, names: "late*", TraceHistory(mostLines: 4))
        defer { server.stop() }
        let first = try Peer.following(server.port)
        let numbers = PassthroughSubject<Int, Never>()
        let cancellable = numbers.trace("late open").sink { _ in }
        for number in 1...3 { numbers.send(number) }
        for _ in 0..<3 { _ = [9].publisher.trace("late ended").sink { _ in } }
        _ = Just(0).trace("late last").sink { _ in }
        _ = try first.events { $0.phase == "e" && $0.name == "late last" }
        let late = try Peer.following(server.port)
        let events = try late.events { $0.phase == "e" && $0.name == "late last" }
        #expect(
            events.map(\.words) == [
                "M process_name", "M trait_streams", "M thread_name", "i lost",
                // Each of these is the last of its kind.
                "b late open", "n request", "n value 3",
                "b late last", "n request", "n value 0", "e late last",
            ])
        // Two values, and three subscriptions of four events.
        #expect(events[3].arguments["count"] as? Int == 14)
        cancellable.cancel()
        #expect(try late.event().words == "e late open")
    }

    @Test func `a page that is too slow blocks nobody, and begins again`() throws {
        let server = try Tracing.serve(port: 0, names: "slow", TraceHistory(mostLines: 100))
        defer { server.stop() }
        let text = String(repeating: "x", count: 4000)
        let numbers = PassthroughSubject<Int, Never>()
        let cancellable = numbers.trace("slow", value: { "\($0) \(text)" }).sink { _ in }
        let (slow, quick) = (try Peer.following(server.port, window: 4096), try Peer.following(server.port))
        // More than the system takes for a connection.
        for number in 1...4000 { numbers.send(number) }
        let isLast = { (event: Event) in event.value?.hasPrefix("4000 ") == true }
        _ = try quick.events(until: isLast)
        let events = try slow.events(until: isLast)
        #expect(events.count { $0.name == "process_name" } > 1)
        let again = try #require(events.lastIndex { $0.name == "process_name" })
        #expect(
            events[again...].prefix(5).map(\.name).sorted() == [
                "lost", "process_name", "slow", "thread_name", "trait_streams",
            ])
        let lost = try #require(events[again...].first { $0.name == "lost" }?.arguments["count"] as? Int)
        #expect(lost > 0)
        // What it has got since is without a gap.
        let values = events[again...].compactMap { $0.value?.prefix { $0 != " " } }.compactMap { Int($0) }
        #expect(values.count >= 100 && values.suffix(100) == Array(3901...4000)[...])
        cancellable.cancel()
    }

    @Test func `a page that is closed while it is written to harms nobody`() throws {
        let server = try Tracing.serve(port: 0, names: "gone", TraceHistory(mostLines: 1000))
        defer { server.stop() }
        let text = String(repeating: "x", count: 4000)
        let numbers = PassthroughSubject<Int, Never>()
        let cancellable = numbers.trace("gone", value: { "\($0) \(text)" }).sink { _ in }
        let witness = try Peer.following(server.port)
        for number in 0..<40 {
            var peer: Peer? = try Peer.following(server.port, window: 4096)
            for _ in 0..<20 { numbers.send(number) }
            if number % 2 == 0 { peer?.reset() }
            peer = nil
        }
        numbers.send(-1)
        _ = try witness.events { $0.value?.hasPrefix("-1 ") == true }
        cancellable.cancel()
    }

    @Test func `a request may come in pieces`() throws {
        let server = try Tracing.serve(port: 0, names: "pieces")
        defer { server.stop() }
        let peer = try Peer(port: server.port)
        for piece in ["G", "ET / HT", "TP/1.1\r", "\nHost: loc", "alhost\r\n", "\r"] {
            peer.send(piece)
            // The server has time for others meanwhile.
            #expect(try Peer(port: server.port, get: "/").head().first == "HTTP/1.1 200 OK")
        }
        peer.send("\n")
        #expect(try peer.head().first == "HTTP/1.1 200 OK")
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1:8077\r\n\r\n", "200 OK"),
        ("GET / HTTP/1.1\r\nhost:LocalHost\r\nOrigin: http://localhost:3\r\n\r\n", "200 OK"),
        ("GET / HTTP/1.0\nHost: [::1]:80\n\n", "200 OK"),
        ("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n", "200 OK"),
        ("HEAD /events HTTP/1.1\r\nHost: localhost\r\n\r\n", "200 OK"),
        ("GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n", "404 Not Found"),
        ("GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n", "404 Not Found"),
        ("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nbody", "405 Method Not Allowed"),
        ("GET / HTTP/1.1\r\nHost: example.com\r\n\r\n", "403 Forbidden"),
        ("GET /events HTTP/1.1\r\nHost: localhost.example.com\r\n\r\n", "403 Forbidden"),
        ("GET / HTTP/1.1\r\nHost: localhost:80.example.com\r\n\r\n", "403 Forbidden"),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://example.com\r\n\r\n", "403 Forbidden"),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: null\r\n\r\n", "403 Forbidden"),
        ("GET / HTTP/1.1\r\n\r\n", "400 Bad Request"),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nHost: example.com\r\n\r\n", "400 Bad Request"),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nnothing\r\n\r\n", "400 Bad Request"),
        ("\r\n\r\n", "400 Bad Request"),
        ("\u{16}\u{3}\u{1} not a request\n\n", "400 Bad Request"),
    ])
    func `requests are answered, and those of other sites refused`(request: String, status: String) throws {
        let server = try Tracing.serve(port: 0, names: "requests")
        defer { server.stop() }
        let peer = try Peer(port: server.port)
        peer.send(request)
        let head = try peer.head()
        #expect(head.first == "HTTP/1.1 \(status)")
        #expect(head.contains("Allow: GET, HEAD") == status.hasPrefix("405"))
        let body = try peer.rest()
        #expect(body.isEmpty == request.hasPrefix("HEAD"))
    }

    @Test func `a request without an end is refused`() throws {
        let server = try Tracing.serve(port: 0, names: "long")
        defer { server.stop() }
        let peer = try Peer(port: server.port)
        peer.send("GET / HTTP/1.1\r\nHost: localhost\r\nLong: " + String(repeating: "x", count: 20_000))
        #expect(try peer.head().first == "HTTP/1.1 431 Request Header Fields Too Large")
    }

    @Test func `a port in use is an error that says what to do`() throws {
        let server = try Tracing.serve(port: 0, names: "port")
        defer { server.stop() }
        let error = #expect(throws: TracingError.self) { try Tracing.serve(port: server.port) }
        let text = try #require(error).description
        #expect(text.contains("port \(server.port) is in use"))
        #expect(text.contains("choose another port, or let port 0 pick one"))
    }

    @Test func `there is a limit to pages, and none to connections that ask nothing`() throws {
        let server = try Tracing.serve(port: 0, names: "limit")
        defer { server.stop() }
        let idle = try (0..<100).map { _ in try Peer(port: server.port) }
        let pages = try (0..<32).map { _ in try Peer.following(server.port) }
        #expect(
            try Peer(port: server.port, get: "/events").head().first == "HTTP/1.1 503 Service Unavailable")
        #expect(try Peer(port: server.port, get: "/").head().first == "HTTP/1.1 200 OK")
        // The oldest connections gave way.
        #expect(try idle[0].line() == nil)
        for page in pages { #expect(try page.event().name == "process_name") }
    }

    @Test(.limited) func `pages that take nothing give way`() throws {
        let server = try Tracing.serve(port: 0, names: "stalled", TraceHistory(mostLines: 100))
        defer { server.stop() }
        let text = String(repeating: "x", count: 4000)
        let numbers = PassthroughSubject<Int, Never>()
        let cancellable = numbers.trace("stalled", value: { "\($0) \(text)" }).sink { _ in }
        let stalled = try (0..<32).map { _ in try Peer.following(server.port, window: 4096) }
        let refused = try Peer(port: server.port, get: "/events").head().first
        #expect(refused == "HTTP/1.1 503 Service Unavailable")
        var (number, status) = (0, refused)
        // Until there is more than the system takes for a connection.
        while status == refused {
            for _ in 0..<100 {
                number += 1
                numbers.send(number)
            }
            status = try Peer(port: server.port, get: "/events").head().first
        }
        #expect(status == "HTTP/1.1 200 OK")
        withExtendedLifetime(stalled) {}
        cancellable.cancel()
    }

    // MARK: The end

    @Test func `the end closes every connection and frees the port`() throws {
        let server = try Tracing.serve(port: 0, names: "stop")
        let asking = try Peer(port: server.port)
        asking.send("GET / HT")
        let full = try Peer.following(server.port, window: 4096)
        let following = try Peer.following(server.port)
        let text = String(repeating: "x", count: 4000)
        _ = (1...2000).publisher.trace("stop", value: { "\($0) \(text)" }).sink { _ in }
        server.stop()
        server.stop()
        #expect(throws: Peer.Broken.self) { try Peer(port: server.port) }
        #expect(try asking.line() == nil)
        // It could take all that there was.
        var last = ""
        while let message = try following.message() { last = message }
        #expect(last == "{}]" || last.contains("\"ph\""))
        _ = try full.rest()
        let again = try Tracing.serve(port: server.port, names: "stop")
        #expect(again.port == server.port)
        again.stop()
    }

    @Test func `everything is released`() throws {
        weak var feed: TraceFeed?
        weak var server: HTTPServer?
        weak var writer: TraceFeedWriter?
        weak var session: TraceSession?
        try {
            let newFeed = try TraceFeed(TraceHistory())
            let newServer = try HTTPServer(port: 0, newFeed)
            let newWriter = try TraceFeedWriter(newFeed, newServer)
            let newSession = Tracing.start(newWriter, names: "released")
            (feed, server, writer, session) = (newFeed, newServer, newWriter, newSession)
            let peer = try Peer.following(newServer.port)
            newSession.stop()
            #expect(try peer.rest().suffix(5) == Array("{}]\n\n".utf8))
        }()
        #expect(feed == nil && server == nil && writer == nil && session == nil)
    }

    @Test func `it goes on if nobody keeps it, until all tracing stops`() async {
        await #expect(processExitsWith: .success) {
            let port = try Tracing.serve(port: 0).port
            let peer = try Peer.following(port)
            _ = Just(1).trace("kept").sink { _ in }
            _ = try peer.events { $0.phase == "e" }
            Tracing.stop()
            #expect(try peer.message() == "{}]")
            #expect(throws: Peer.Broken.self) { try Peer(port: port) }
        }
    }

    @Test func `a program that exits sends the rest`() async throws {
        let door = try Door()
        let seen = door.onThread { program in
            let page = try Peer.following(UInt16(program.line() ?? "") ?? 0)
            _ = try page.events { $0.phase == "b" }
            program.send("exit\n")
            return String(decoding: try page.rest().suffix(5), as: UTF8.self)
        }
        await #expect(processExitsWith: .success) { [port = door.port as UInt16] in
            let server = try Tracing.serve(port: 0)
            let numbers = PassthroughSubject<Int, Never>()
            let cancellable = numbers.trace("exiting").sink { _ in }
            let test = try Peer(port: port)
            test.send("\(server.port)\n")
            #expect(try test.line() == "exit")
            withExtendedLifetime(cancellable) { exit(0) }
        }
        for try await end in seen { #expect(end == "{}]\n\n") }
    }

    @Test func `a program that has too many files open goes on`() async {
        await #expect(processExitsWith: .success) {
            let port = try Tracing.serve(port: 0).port
            #if canImport(Glibc)
                let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            #else
                let resource = RLIMIT_NOFILE
            #endif
            var limit = rlimit()
            getrlimit(resource, &limit)
            limit.rlim_cur = 64
            setrlimit(resource, &limit)
            var files: [Int32] = []
            while case let file = dup(0), file >= 0 { files.append(file) }
            // The peer takes the only one that is left, so the server gets none for its side.
            close(files.removeLast())
            let peer = try Peer(port: port, get: "/")
            close(files.removeLast())
            #expect(try peer.head().first == "HTTP/1.1 200 OK")
        }
    }

    @Test func `servers come and go on several threads`() async throws {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<10 {
                        do {
                            let server = try Tracing.serve(port: 0, names: "coming")
                            let peer = try Peer.following(server.port)
                            _ = Just(1).trace("coming").sink { _ in }
                            _ = try peer.events { $0.phase == "e" }
                            server.stop()
                            #expect(try peer.rest().suffix(5) == Array("{}]\n\n".utf8))
                        } catch {
                            Issue.record(error)
                        }
                    }
                }
            }
        }
    }
}
