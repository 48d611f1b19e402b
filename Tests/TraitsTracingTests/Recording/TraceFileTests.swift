import Foundation
import Testing
import TraitsRuntime
import TraitsTracing

@Suite("Trace files")
struct TraceFileTests {
    @Test func `the file is an array of events`() throws {
        try Self.withPath { path in
            let session = try Tracing.start(to: path, names: "file*")
            _ = Just("a \"quoted\"\n\u{1}text").trace("file", line: 7).sink { _ in }
            _ = Fail<Int, Problem>(error: Problem()).trace("file").sink(
                receiveCompletion: { _ in }, receiveValue: { _ in })
            session.stop()
            let events = try Self.events(in: String(contentsOfFile: path, encoding: .utf8))
            #expect(events.map { $0["name"] as? String }.prefix(2) == ["process_name", "trait_streams"])
            #expect(events.last?.isEmpty == true)
            let phases = events.compactMap { $0["ph"] as? String }
            #expect(phases == ["M", "M", "M", "b", "n", "n", "e", "b", "n", "e"])
            let arguments = events.compactMap { $0["args"] as? [String: Any] }
            #expect(arguments[3]["source"] as? String == "\(#fileID):7")
            #expect(arguments[4]["demand"] as? String == "unlimited")
            #expect(arguments[5]["value"] as? String == "\"a \"quoted\"\n\u{1}text\"")
            #expect(arguments[6]["end"] as? String == "finished")
            #expect(arguments[9]["failure"] as? String == "Problem()")
            let times = events.compactMap { $0["ts"] as? Double }
            #expect(times == times.sorted())
        }
    }

    @Test func `a file that can't be made is an error`() {
        let error = #expect(throws: TracingError.self) { try Tracing.start(to: "/nowhere/at/all.json") }
        #expect(error.map { "\($0)" }?.contains("/nowhere/at/all.json can't be written") == true)
    }

    @Test func `a program that is killed leaves complete lines`() async throws {
        let path = Self.newPath()
        defer { try? FileManager.default.removeItem(atPath: path) }
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            Self.runUntilKilled(path)
        }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        // The system may cut the last write off.
        let lines = text[...(try #require(text.lastIndex(of: "\n")))]
        let events = try Self.events(in: String(lines))
        #expect(events.count > 100)
        #expect(events.allSatisfy { $0["ph"] as? String != "e" })
    }

    @Test func `a program that exits writes all of it`() async throws {
        let path = Self.newPath()
        defer { try? FileManager.default.removeItem(atPath: path) }
        await #expect(processExitsWith: .success) { [path = path as String] in
            setenv("TRAITS_TRACE", path, 1)
            setenv("TRAITS_TRACE_NAMES", "exit*", 1)
            Tracing.startFromEnvironment()
            Tracing.startFromEnvironment()
            _ = [1, 2, 3].publisher.trace("exiting").sink { _ in }
            _ = [1, 2, 3].publisher.trace("not wanted").sink { _ in }
            exit(0)
        }
        let events = try Self.events(in: String(contentsOfFile: path, encoding: .utf8))
        #expect(events.compactMap { $0["ph"] as? String } == ["M", "M", "M", "b", "n", "n", "n", "n", "e"])
        #expect(events.last?.isEmpty == true)
    }

    // MARK: What a file may replace

    private static func mode(_ path: String) throws -> Int {
        var status = stat()
        #expect(stat(path, &status) == 0)
        return Int(status.st_mode & 0o777)
    }

    @Test func `a file is readable by its owner alone`() throws {
        try Self.withPath { path in
            try Tracing.start(to: path, names: "mode").stop()
            #expect(try Self.mode(path) == 0o600)
            chmod(path, 0o644)
            try Tracing.start(to: path, names: "mode").stop()
            #expect(try Self.mode(path) == 0o600)
        }
    }

    @Test func `a trace replaces a trace, also one that was cut`() throws {
        try Self.withPath { path in
            try Tracing.start(to: path, names: "replaces").stop()
            let whole = try String(contentsOfFile: path, encoding: .utf8)
            for earlier in [whole + whole, String(whole.prefix(2)), String(whole.prefix(9)), ""] {
                try earlier.write(toFile: path, atomically: false, encoding: .utf8)
                try Tracing.start(to: path, names: "replaces").stop()
                let events = try Self.events(in: String(contentsOfFile: path, encoding: .utf8))
                #expect(events.count == 3)
            }
        }
    }

    @Test(arguments: ["[users]\n", "[\n{\"ph\":1}", "x"])
    func `another file stays`(text: String) throws {
        try Self.withPath { path in
            try text.write(toFile: path, atomically: false, encoding: .utf8)
            let error = #expect(throws: TracingError.self) { try Tracing.start(to: path) }
            #expect(error?.description.contains("there is a file of another kind") == true)
            #expect(throws: TracingError.self) { try Tracing.write([], to: path) }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        }
    }

    @Test func `nothing is written through a link`() throws {
        try Self.withPath { path in
            let other = Self.newPath()
            defer { try? FileManager.default.removeItem(atPath: other) }
            try Tracing.start(to: other, names: "linked").stop()
            let before = try Data(contentsOf: URL(filePath: other))
            #expect(symlink(other, path) == 0)
            let error = #expect(throws: TracingError.self) { try Tracing.start(to: path) }
            #expect(error?.description.contains("it is a link") == true)
            unlink(path)
            // A link to nothing makes no file, either.
            #expect(symlink(Self.newPath(), path) == 0)
            #expect(throws: TracingError.self) { try Tracing.start(to: path) }
            unlink(path)
            #expect(link(other, path) == 0)
            let second = #expect(throws: TracingError.self) { try Tracing.start(to: path) }
            #expect(second?.description.contains("another name") == true)
            #expect(try Data(contentsOf: URL(filePath: other)) == before)
        }
    }

    @Test func `what is no ordinary file is refused`() {
        Self.withPath { path in
            #expect(mkfifo(path, 0o600) == 0)
            let error = #expect(throws: TracingError.self) { try Tracing.start(to: path) }
            #expect(error?.description.contains("it is no ordinary file") == true)
        }
        #expect(throws: TracingError.self) { try Tracing.start(to: "/tmp") }
    }

    private static func runUntilKilled(_ path: String) {
        do {
            try Tracing.start(to: path)
            let numbers = PassthroughSubject<Int, Never>()
            let cancellable = numbers.trace("killed").sink { _ in }
            for number in 0... {
                numbers.send(number)
                // The disk would fill up.
                if number % 1000 == 0, try Data(contentsOf: URL(filePath: path)).count > 100_000 { break }
            }
            withExtendedLifetime(cancellable) { _ = kill(getpid(), SIGKILL) }
        } catch {
            print(error)
        }
    }

    /// The whole is valid JSON once the last bracket is there; each line is by itself.
    private static func events(in text: String) throws -> [[String: Any]] {
        var lines = text.split(separator: "\n").map(String.init)
        #expect(lines.removeFirst() == "[")
        if lines.last == "{}]" { lines[lines.count - 1] = "{}," }
        return try lines.map { line in
            try #require(line.hasSuffix(","))
            let object = try JSONSerialization.jsonObject(with: Data(line.dropLast().utf8))
            return try #require(object as? [String: Any])
        }
    }

    private static func withPath(_ body: (String) throws -> Void) rethrows {
        let path = newPath()
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    private static func newPath() -> String {
        FileManager.default.temporaryDirectory.appending(path: "trace-\(UUID().uuidString).json").path
    }

    private struct Problem: Error {}
}
