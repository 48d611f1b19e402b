import Foundation
import Testing

/// A browser without a window. The tests of TraitsTracing have this file, too.
enum Browser {
    static let path: String? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return ["chromium", "chromium-browser", "google-chrome", "chrome"].lazy
            .flatMap { name in folders.map { "\($0)/\(name)" } }
            .first(where: FileManager.default.isExecutableFile)
    }()

    /// Shows a page in frames of several widths, and runs a script in each that sees it as `page`.
    static func reports<Report: Decodable>(
        of page: String, widths: [Int], script: String, as type: Report.Type
    ) throws -> [Report] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = String(decoding: try JSONEncoder().encode(page), as: UTF8.self).replacing(
            "</", with: "<\\/")
        let frames = """
            <!DOCTYPE html><pre id="result"></pre><script>
            const text = \(text);
            const look = (page, innerWidth) => { \(script) };
            const reports = \(widths).map(width => new Promise(done => {
              const frame = document.createElement("iframe");
              frame.style = `border: 0; width: ${width}px; height: 900px`;
              frame.onload = () => done(look(frame.contentDocument, width));
              frame.srcdoc = text;
              document.body.append(frame);
            }));
            Promise.all(reports).then(
              all => { document.getElementById("result").textContent = JSON.stringify(all); },
              error => { document.getElementById("result").textContent = String(error); });
            </script>
            """
        let file = folder.appending(path: "frames.html")
        try frames.write(to: file, atomically: true, encoding: .utf8)
        let shown = try run(
            arguments(folder) + ["--virtual-time-budget=10000", "--dump-dom", file.absoluteString])
        let start = try #require(shown.firstRange(of: "<pre id=\"result\">"), "\(shown.prefix(500))")
        let rest = shown[start.upperBound...]
        let result = rest[..<(try #require(rest.firstRange(of: "</pre>")).lowerBound)]
            .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
        return try JSONDecoder().decode([Report].self, from: Data(result.utf8))
    }

    /// Shows an address for as long as a body runs. Pages of one host see into each other's frames, whatever their ports.
    static func show<Result>(_ address: String, while body: () throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // With a port for debugging it stays.
        let process = try process(
            arguments(folder) + ["--disable-web-security", "--remote-debugging-port=0", address])
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        return try body()
    }

    private static func arguments(_ folder: URL) -> [String] {
        [
            "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
            "--user-data-dir=\(folder.appending(path: "profile").path)", "--window-size=1700,1000",
        ]
    }

    private static func process(_ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: try #require(path))
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        return process
    }

    private static func run(_ arguments: [String]) throws -> String {
        let process = try process(arguments)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        // A browser that hangs is ended; then there is no result.
        let limit = DispatchWorkItem { process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + 120, execute: limit)
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        limit.cancel()
        return String(decoding: data, as: UTF8.self)
    }
}
