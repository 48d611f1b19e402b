import Foundation
import Testing
import TracePage

@testable import TraitgenCore
@testable import TraitgenVerbs

/// The page of a trace as a browser shows it. Without an installed browser ``TraceTests`` reads it alone.
@Suite(
    "The page of a trace in a browser", .waiting,
    .enabled(if: Browser.path != nil, "no Chromium or Chrome is installed"))
struct TracePageBrowserTests {
    /// A finding as the page has it.
    private struct Finding: Decodable, Equatable {
        var id: String
        var isNote: Bool
        var name: String
        var source: String
        var time: Double
        var message: String
        var remedy: String

        init(_ finding: TraceFinding) {
            id = finding.kind.rawValue
            isNote = finding.isNote
            (name, source, time) = (finding.name, finding.source, finding.time)
            (message, remedy) = (finding.message, finding.remedy)
        }
    }

    private static func page(_ text: String) -> String {
        String(decoding: tracePage(embedding: Array(text.utf8)), as: UTF8.self)
    }

    private static func json(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }

    // MARK: The rules

    /// The command and the page have the same rules in two languages.
    @Test func `the page finds what the command finds`() throws {
        let texts = TraceCase.all.map(\.text) + (0..<300).map(RandomTrace.text)
        let expected = try texts.map { try TraceTests.findings($0).map(Finding.init) }
        #expect(Set(expected.joined().map(\.id)).count == TraceFinding.Kind.allCases.count)
        let script = """
            const window = page.defaultView;
            window.texts = \(try Self.json(texts));
            return window.eval(`texts.map(text => {
              const trace = new Trace();
              for (const line of text.split("\\\\n")) trace.read(line);
              return new Findings(trace).all;
            })`);
            """
        let reports = try Browser.reports(
            of: Self.page(""), widths: [900], script: script.replacing("</", with: "<\\/"),
            as: [[Finding]].self)
        let found = try #require(reports.first)
        try #require(found.count == expected.count)
        for (index, (found, expected)) in zip(found, expected).enumerated() where found != expected {
            Issue.record("\(texts[index])\nthe page: \(found)\nthe command: \(expected)")
        }
    }

    // MARK: The page

    private struct Report: Decodable {
        var width: Int
        var pageWidth: Int
        var title: String
        var summary: String
        var findings: [String]
        var lanes: [String]
        var pixels: Int
        var tip: String
        var said: [String]
        var chosen: String
        var jumped: String
        var zoomed: Double
        var folded: [String]
        var filtered: [String]
        var labels: Int
    }

    @Test func `it fits, and shows findings, lanes and events`() throws {
        let reports = try Browser.reports(
            of: Self.page(TraceCase.search.text), widths: [400, 900, 1600], script: Self.script,
            as: Report.self)
        try #require(reports.map(\.width) == [400, 900, 1600])
        for report in reports {
            #expect(report.pageWidth <= report.width)
            #expect(report.title == "App")
            #expect(report.summary == "3 findings")
            #expect(report.findings == TraceCase.search.findings.map { $0.replacing("`", with: "") })
            #expect(
                report.lanes == [
                    "heartbeat", "screen", "query", "request", "user", "count", "query", "request",
                ])
            #expect(report.pixels > 100, "the canvas is empty")
            // Its value, its demand, its thread and its line.
            #expect(report.tip.contains("value 0"))
            #expect(report.tip.contains("demand unlimited"))
            #expect(report.tip.contains("thread 2"))
            #expect(report.tip.contains("App.swift:21"))
            #expect(report.said.first == "heartbeat, subscribed, at 311 µs, thread 1 main, App.swift:21")
            #expect(report.said[3].hasPrefix("screen, subscribed") == true)
            #expect(report.chosen.contains("Publishers.Map<Just<Int>, String>"))
            #expect(report.jumped.hasPrefix("screen, "))
            #expect(report.zoomed > 1.5)
            #expect(report.folded == ["heartbeat", "screen", "count", "query", "request"])
            #expect(report.filtered == ["screen", "query", "request", "count", "query", "request"])
        }
    }

    /// What the page says of itself in one frame.
    private static let script = """
        const window = page.defaultView, find = id => page.getElementById(id), frame = find("frame");
        const names = () => [...page.querySelectorAll(".lane .name")].map(name => name.lastChild.textContent);
        const report = { width: innerWidth, pageWidth: page.documentElement.scrollWidth, said: [] };
        report.title = find("title").textContent;
        report.summary = find("summary").textContent;
        report.findings = [...page.querySelectorAll("#findings .message")].map(one => one.textContent);
        report.lanes = names();
        const canvas = frame.querySelector("canvas");
        const colors = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
        report.pixels = colors.filter((value, index) => index % 4 == 3 && value > 0).length;
        // The first value of the first lane.
        const at = window.eval("({ x: timeline.x(100000), y: timeline.top(0) + timeline.baseline })");
        const box = frame.getBoundingClientRect();
        const place = { clientX: box.left + at.x, clientY: box.top + at.y, bubbles: true, pointerType: "mouse" };
        frame.dispatchEvent(new window.PointerEvent("pointermove", place));
        report.tip = find("tip").hidden ? "" : find("tip").textContent;
        const press = key => {
          frame.dispatchEvent(new window.KeyboardEvent("keydown", { key, bubbles: true }));
          report.said.push(find("said").textContent);
        };
        for (const key of ["ArrowDown", "ArrowRight", "ArrowLeft", "ArrowDown"]) press(key);
        report.chosen = find("chosen").textContent;
        page.querySelector("#findings button").click();
        report.jumped = find("said").textContent;
        const before = window.eval("timeline.zoom");
        find("in").click();
        report.zoomed = window.eval("timeline.zoom") / before;
        find("steps").click();
        find("all").click();
        press("Enter");
        report.folded = names();
        press("Enter");
        find("query").value = "QUE";
        find("query").dispatchEvent(new window.Event("input"));
        report.filtered = names();
        report.labels = page.querySelectorAll(".lane").length;
        return report;
        """

    // MARK: Values at one time

    @Test func `values at one place are counted and written`() throws {
        var trace = TraceText()
        let stream = trace.begin("stream", line: 1, at: 0)
        for time in [100.0, 5000, 5000, 5000, 9000] { trace.value(stream, at: time) }
        for _ in 0..<20 { trace.value(stream, at: 7000) }
        let reports = try Browser.reports(
            of: Self.page(trace.text), widths: [1600],
            script: """
                const window = page.defaultView;
                window.texts = [];
                window.eval(`
                  const pen = timeline.canvas.getContext("2d");
                  pen.fillText = text => texts.push(String(text));
                  timeline.draw();
                `);
                return window.texts;
                """, as: [String].self)
        let texts = try #require(reports.first)
        #expect(texts.filter { $0.hasPrefix("×") } == ["×3", "×20"])
        #expect(texts.contains { $0.split(separator: ", ").count == 3 })
    }

    // MARK: Large traces

    private struct LargeReport: Decodable {
        var width: Int
        var pageWidth: Int
        var summary: String
        var facts: String
        var rows: Int
        var labels: Int
        var last: String
    }

    @Test func `ten thousand events open, and what is in sight alone is in the document`() throws {
        var trace = TraceText()
        for number in 0..<400 { _ = trace.begin("stream\(number)", line: number, at: Double(number)) }
        for number in 0..<9600 {
            trace.value("0x\(String(number % 400 + 1, radix: 16))", at: Double(1000 + number * 10))
        }
        let reports = try Browser.reports(
            of: Self.page(trace.text), widths: [400, 1600],
            script: """
                const find = id => page.getElementById(id), frame = find("frame"), window = page.defaultView;
                const report = { width: innerWidth, pageWidth: page.documentElement.scrollWidth };
                report.summary = find("summary").textContent;
                report.facts = find("facts").textContent;
                report.rows = window.eval("timeline.rows.length");
                report.labels = page.querySelectorAll(".lane").length;
                frame.dispatchEvent(new window.KeyboardEvent("keydown", { key: "ArrowDown" }));
                for (let time = 0; time < 40; time++)
                  frame.dispatchEvent(new window.KeyboardEvent("keydown", { key: "PageDown" }));
                report.last = find("said").textContent;
                return report;
                """, as: LargeReport.self)
        try #require(reports.count == 2)
        for report in reports {
            #expect(report.pageWidth <= report.width)
            #expect(report.summary == "400 findings")
            #expect(report.facts.contains("400 subscriptions · 10000 events"))
            #expect(report.rows == 400)
            #expect(report.labels > 3 && report.labels < 40)
            #expect(report.last.hasPrefix("stream399, "))
        }
    }

    // MARK: Other ways in

    private struct OtherReport: Decodable {
        var isEmpty: Bool
        var fault: String
        var live: [String]
        var dropped: [String]
    }

    @Test func `it follows a program, and takes files`() async throws {
        let lines = TraceCase.search.text.split(separator: "\n").dropFirst().map { line in
            line.hasSuffix(",") ? String(line.dropLast()) : String(line)
        }
        let reports = try Browser.reports(
            of: Self.page(""), widths: [900],
            script: """
                const window = page.defaultView, find = id => page.getElementById(id);
                const findings = () => [...page.querySelectorAll("#findings .message")].map(one => one.textContent);
                const report = { isEmpty: page.body.classList.contains("empty") };
                window.EventSource = class { constructor(address) { window.source = this; } close() {} };
                window.eval("follow('/events')");
                for (const data of \(try Self.json(lines))) window.source.onmessage({ data });
                window.eval("showTrace()");
                report.live = findings();
                const drop = async text => {
                  window.file = new window.File([text], "run.json");
                  await window.eval("open(file)");
                };
                return (async () => {
                  await drop(\(try Self.json(TraceCase.search.text)));
                  report.dropped = findings();
                  await drop("[\\n");
                  report.fault = find("fault").textContent;
                  return report;
                })();
                """, as: OtherReport.self)
        let report = try #require(reports.first)
        let findings = TraceCase.search.findings.map { $0.replacing("`", with: "") }
        #expect(report.isEmpty)
        #expect(report.live == findings)
        #expect(report.dropped == findings)
        #expect(report.fault.contains("no header trait_streams"))
    }
}
