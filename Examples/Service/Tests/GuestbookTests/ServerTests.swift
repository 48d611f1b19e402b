import Foundation
import Guestbook
import Testing

/// The program itself: it is started, asked, stopped while it is busy, and started again.
@Suite(.timeLimit(.minutes(2))) struct ServerTests {
    @Test func `a stop loses nothing`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        let names = (1...20).map { "guest \($0)" }

        let server = try ServerProcess(file: file)
        let client = Client(port: server.port)
        #expect(client.ask("GET", "/entries") == Response(200, ""))

        // Another program writes, so these wait.
        let other = try #require(try Database(path: file), "SQLite isn't installed")
        try other.run("BEGIN IMMEDIATE")
        async let answers = withTaskGroup(of: Response?.self) { group in
            for name in names { group.addTask { await client.askOnAThread("POST", "/entries", body: name) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        // The client that asks for the status waits as well.
        try await wait { client.ask("GET", "/status")?.body.contains(" 21 waiting") == true }

        server.terminate()
        try await wait { client.ask("GET", "/status") == nil }
        #expect(server.isRunning)
        try other.run("COMMIT")
        let statuses = await answers.map { $0?.status }
        #expect(statuses == names.map { _ in 201 })
        let (lines, status) = server.waitUntilExit()
        #expect(status == 0 && lines.last == "stopped", "\(lines)")
        #expect(lines.contains { $0.hasPrefix("stopping, 20 waiting") }, "\(lines)")

        let next = try ServerProcess(file: file)
        let entries = try #require(Client(port: next.port).ask("GET", "/entries")).body
        #expect(entries.split(separator: "\n").map(String.init).sorted() == names.sorted())
        #expect(Client(port: next.port).ask("POST", "/entries", body: "one more") == Response(201, "21\n"))
        next.terminate()
        #expect(next.waitUntilExit().status == 0)
    }

    @Test func `what is no request gets an answer, too`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        let server = try ServerProcess(file: file)
        let client = Client(port: server.port)
        #expect(client.ask("hello", "") == Response(400, "This is no request.\n"))
        #expect(client.ask("GET", "/nowhere")?.status == 404)
        server.terminate()
        #expect(server.waitUntilExit().status == 0)
    }

    /// Tries until a condition holds, and throws if that takes too long.
    private func wait(until condition: () -> Bool) async throws {
        let clock = ContinuousClock(), limit = clock.now + .seconds(60)
        while !condition() {
            try #require(clock.now < limit)
            await Task.yield()
        }
    }
}
