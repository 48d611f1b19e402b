import Foundation
import Testing
import TraitsRuntime

@testable import TraitsTracing

/// The served page in a browser, while a program runs. Without an installed browser ``ServeTests`` reads what it gets.
@Suite(
    "A live page in a browser", .waiting,
    .enabled(if: Browser.path != nil, "no Chromium or Chrome is installed"))
struct LivePageTests {
    /// What the page shows.
    private struct Report: Decodable {
        var state: String
        var lanes: [String]
        var values: Int
        var summary: String
    }

    @Test func `values are seen as they arrive`() throws {
        let server = try Tracing.serve(port: 0, names: "watched*")
        defer { server.stop() }
        let receiver = try Receiver { request in
            Receiver.answer("200 OK", request.path == "/" ? Self.frame(of: server) : "")
        }
        let numbers = PassthroughSubject<Int, Never>()
        let cancellable = numbers.trace("watched numbers").map { $0 * 2 }.trace("watched screen").sink { _ in
        }
        try Browser.show(receiver.address + "/") {
            func wait(until isSeen: (Report) -> Bool) throws -> Report {
                while true {
                    let report = try JSONDecoder().decode(Report.self, from: Data(try receiver.next().body))
                    if isSeen(report) { return report }
                }
            }
            let first = try wait { $0.state == "live" && $0.lanes.count == 2 }
            #expect(first.lanes == ["watched screen", "watched numbers"])
            #expect(first.values == 0)
            numbers.send(1)
            #expect(try wait { $0.values > 0 }.values == 2)
            numbers.send(2)
            #expect(try wait { $0.values > 2 }.values == 4)
            // The streams go on, and the trace is complete.
            server.stop()
            #expect(
                try wait { $0.state == "disconnected" && $0.summary != "No findings" }.summary == "1 finding")
        }
        cancellable.cancel()
    }

    /// A page that looks into the server's, and tells of what changes there.
    private static func frame(of server: TraceServer) -> String {
        """
        <!DOCTYPE html><body><script>
        const frame = document.createElement("iframe");
        frame.style = "width: 900px; height: 600px";
        frame.src = "\(server.address)";
        let last = "";
        const look = () => {
          const page = frame.contentDocument, find = id => page.getElementById(id);
          const report = JSON.stringify({
            state: find("live").hidden ? "" : find("live").textContent,
            lanes: [...page.querySelectorAll(".lane .name")].map(name => name.lastChild.textContent),
            values: page.defaultView.eval("[...trace.spans.values()].reduce((sum, span) => sum + span.values, 0)"),
            summary: find("summary").textContent,
          });
          if (report != last) fetch("/report", { method: "POST", body: report });
          last = report;
          setTimeout(look, 50);
        };
        frame.onload = look;
        document.body.append(frame);
        </script></body>
        """
    }
}
