import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// What `traitgen trace` says about runs.
@Suite("Findings of traces")
struct TraceTests {
    private struct Run {
        var status: TraitgenCommand.Status
        var output: String
        var errors: String
        var files: MemoryFiles
    }

    private static func run(_ arguments: String..., text: String = TraceCase.search.text) -> Run {
        let files = MemoryFiles(["/package/run.json": text, "/package/Folder/old.json": text])
        files.input = text
        var (output, errors): ([String], [String]) = ([], [])
        let command = TraitgenCommand(
            files: files, output: { output.append($0) }, errors: { errors.append($0) })
        let status = command.run(arguments: ["trace"] + arguments)
        return Run(
            status: status, output: output.joined(separator: "\n"), errors: errors.joined(separator: "\n"),
            files: files)
    }

    static func findings(_ text: String) throws -> [TraceFinding] {
        TraceFindings(try Trace(Array(text.utf8), path: "run.json")).all
    }

    @Test(arguments: TraceCase.all)
    func `each rule finds what it is about`(one: TraceCase) throws {
        let findings = try Self.findings(one.text)
        #expect(findings.map(\.message) == one.findings)
        #expect(findings.allSatisfy { !$0.remedy.isEmpty })
        let order = TraceFinding.Kind.allCases
        let places = findings.map { order.firstIndex(of: $0.kind) ?? -1 }
        #expect(places == places.sorted(), "the worst come first")
    }

    @Test func `a single that is shared stays one with another operator`() throws {
        let remedies = try TraceCase.all.filter {
            $0.name.hasPrefix("a promise ") && $0.name != "a promise is broken"
        }
        .map { try Self.findings($0.text)[0].remedy }
        #expect(remedies.count == 3)
        #expect(remedies[0].contains("`share()` does the work once and promises `Shared`"))
        #expect(remedies[1].contains("`share()` does the work once and keeps the promise `Maybe`"))
        #expect(remedies[2].contains("`shareReplay()` does the work once and keeps the promise `Single`"))
    }

    @Test func `a run that was killed has a cut line and notes`() throws {
        var trace = TraceText()
        let id = trace.begin("timer")
        trace.value(id)
        for end in [#"{"ph":"n","cat":"subscr"#, #"{"ph":"n","cat":"x","id":"0x1","na"# + "\n\n"] {
            let text = trace.cut + end
            #expect(try Self.findings(text).map(\.isNote) == [true])
            let run = Self.run("run.json", text: text)
            #expect(run.status == .clean)
            #expect(run.output.contains("no findings"))
            #expect(run.output.contains("note: `timer` hasn't ended: 1 value"))
        }
    }

    // MARK: The command

    @Test func `findings come as text`() {
        for path in ["run.json", "-"] {
            let run = Self.run(path)
            #expect(run.status == .findings)
            #expect(run.errors == "")
            #expect(
                run.output.hasPrefix(
                    """
                    \(path == "-" ? "<stdin>" : path): App, 700 ms, 12 subscriptions, 48 events, 3 threads, 3 findings

                    `screen` waits for `user`, which has sent nothing
                        App.swift:38, at 420 µs
                        send it a value, or give it a first one with `prepend(…)`

                    `heartbeat` never ended
                    """))
        }
        #expect(Self.run("run.json", text: TraceText().text).status == .clean)
    }

    @Test func `findings come as JSON`() throws {
        let run = Self.run("run.json", "--format", "json")
        #expect(run.status == .findings)
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(document["verb"] as? String == "trace")
        let result = try #require(document["result"] as? [String: Any])
        let findings = try #require(result["findings"] as? [[String: Any]])
        #expect(findings.map { $0["id"] as? String } == ["waits", "never-ended", "subscribed-repeatedly"])
        #expect(findings[0]["message"] as? String == TraceCase.search.findings[0])
        #expect((result["trace"] as? [String: Any])?["subscriptions"] as? Int == 12)
    }

    @Test func `known findings are accepted by a file`() throws {
        func run(_ accepted: String, _ arguments: String...) -> (TraitgenCommand.Status, String, String) {
            let files = MemoryFiles(["/package/run.json": TraceCase.search.text, "/package/ok.txt": accepted])
            var (output, errors): ([String], [String]) = ([], [])
            let command = TraitgenCommand(
                files: files, output: { output.append($0) }, errors: { errors.append($0) })
            let status = command.run(arguments: ["trace", "run.json", "--accept", "ok.txt"] + arguments)
            return (status, output.joined(separator: "\n"), errors.joined(separator: "\n"))
        }
        let all = "# known\n\nwaits screen\n never-ended\theartbeat \r\nsubscribed-repeatedly request\n"
        let (status, output, errors) = run(all)
        #expect(status == .clean && errors == "")
        #expect(output.contains("no findings"))
        #expect(output.components(separatedBy: "\naccepted: ").count == 4)
        let (some, text, _) = run("waits screen\nwaits other\n")
        #expect(some == .findings)
        #expect(text.contains(", 2 findings\n\naccepted: `screen` waits"))
        #expect(text.hasSuffix("note: the trace has nothing of what is accepted: waits other"))
        #expect(run(all, "--format", "json").0 == .clean)
        let (mistaken, _, message) = run("\nwait screen")
        #expect(mistaken == .usage)
        #expect(message.contains("ok.txt:2: there is no finding `wait`") && message.contains("waits"))
        #expect(Self.run("run.json", "--accept", "none.txt").errors.contains("there is no file at none.txt"))
    }

    @Test func `a file that is cut is told of`() {
        let text = TraceText().cut
        #expect(Self.run("run.json", text: text).output.contains("note: the file has no end"))
        #expect(
            Self.run("run.json", text: text + #"{"ph":"n","ca"#).output.contains("note: the last line is cut")
        )
        #expect(!Self.run("run.json", text: TraceText().text).output.contains("note:"))
    }

    @Test func `a page holds the lines`() throws {
        let run = Self.run("run.json", "--output", "run.html", text: TraceCase.all.last?.text ?? "")
        #expect(run.status == .clean)
        #expect(run.output == "wrote run.html\n7 findings")
        let page = try #require(run.files.contents["/package/run.html"])
        #expect(page.contains(#"\u003c/script>\u003c!-- "#))
        #expect(page.matches(of: #/<\/script>/#).count == 2)
        #expect(Self.run("run.json", "--output", "Folder/old.json").status == .findings, "it is no page")
    }

    @Test func `a page without a trace waits for one`() throws {
        let run = Self.run("--output", "page.html")
        #expect(run.status == .clean)
        #expect(run.files.contents["/package/page.html"]?.contains(#"id="lines">/*lines*/</script>"#) == true)
    }

    // MARK: Files that are no traces

    @Test(arguments: [
        ("nonsense\n{}]\n", "run.json:5:1: error: an object, `{`, has to begin here [broken-trace]"),
        (
            "{\"ph\":\"n\" \"id\":1},\n{},\n",
            "run.json:5:11: error: a comma or `}` has to stand here [broken-trace]"
        ),
        ("{\"ph\":},\n{},\n", "run.json:5:7: error: a text in quotes has to stand here [broken-trace]"),
        ("{\"ph\":\"n\n{},\n", "run.json:5:9: error: a text has no closing quote [broken-trace]"),
        ("{\"ph\":\"n\"} {},\n{},\n", "run.json:5:12: error: an event has to end its line [broken-trace]"),
    ])
    func `a broken line has a place`(rest: String, message: String) {
        let run = Self.run("run.json", text: TraceText().cut + rest)
        #expect(run.status == .findings)
        let lines = run.errors.split(separator: "\n").map(String.init)
        #expect(lines.first == message)
        #expect(
            lines.count == 2
                && lines[1].hasSuffix(
                    "note: a trace has one event a line: remove the line, or record the trace again")
        )
        #expect(run.output == "")
    }

    /// Whatever a file holds, it is read or refused.
    @Test func `damaged files are read or refused`() {
        let bytes = Array(TraceCase.search.text.utf8)
        var numbers = SeededNumbers(seed: 7)
        let pieces = ["\"", "\\", "{", "}", "[", ":", ",", "1e308", "-", "null", "\n", "\u{0}", "\\ud800"]
            .map { Array($0.utf8) }
        for _ in 0..<2000 {
            var damaged = bytes
            for _ in 0...Int.random(in: 0..<4, using: &numbers) {
                let start = Int.random(in: 0..<damaged.count, using: &numbers)
                let end = min(start + Int.random(in: 0..<6, using: &numbers), damaged.count)
                damaged.replaceSubrange(start..<end, with: pieces.randomElement(using: &numbers) ?? [])
            }
            do throws(DiagnosticsError) {
                _ = TraceFindings(try Trace(damaged, path: "run.json")).all
            } catch {
                #expect(error.diagnostics.count == 1)
            }
        }
    }

    @Test func `other files are told`() {
        #expect(
            Self.run("run.json", text: "[\n").errors.contains("run.json:1:1: error: the file has no header"))
        #expect(Self.run("run.json", text: "").errors.contains("run.json:1:1: error: the file has no header"))
        #expect(
            Self.run("run.json", text: TraceText(version: 2).text).errors.contains(
                "error: the trace has version 2 of its format, and this command knows version 1"))
        #expect(Self.run("runs.json").errors.contains("did you mean `run.json`?"))
        #expect(Self.run("Folder").errors.contains("Folder is a folder"))
        #expect(Self.run().errors.contains("the trace is missing"))
    }
}
