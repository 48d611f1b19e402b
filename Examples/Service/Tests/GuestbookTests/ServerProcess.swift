import Dispatch
import Foundation
import Guestbook

/// The program of this package, at work.
final class ServerProcess {
    private let process = Process()
    private let output: FileHandle

    /// Where it listens; it says so in its first line.
    let port: UInt16

    init(file: String) throws {
        // It is built beside the tests.
        let tests = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        process.executableURL = tests.deletingLastPathComponent().appending(path: "guestbook-server")
        process.arguments = ["0", file]
        let pipe = Pipe()
        process.standardOutput = pipe
        output = pipe.fileHandleForReading
        try process.run()
        var line = ""
        while !line.contains("http") || !line.hasSuffix("\n") {
            guard let byte = try output.read(upToCount: 1), !byte.isEmpty else {
                throw NoServer(output: line)
            }
            line += String(decoding: byte, as: UTF8.self)
        }
        guard let port = line.split(separator: ":").last.flatMap({ UInt16($0.dropLast()) }) else {
            throw NoServer(output: line)
        }
        self.port = port
    }

    deinit { if process.isRunning { process.terminate() } }

    var isRunning: Bool { process.isRunning }

    func terminate() { process.terminate() }

    /// What it has printed since, and how it has ended.
    func waitUntilExit() -> (lines: [String], status: Int32) {
        let text = String(decoding: (try? output.readToEnd()) ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (text.split(separator: "\n").map(String.init), process.terminationStatus)
    }

    struct NoServer: Error { var output: String }
}

/// Asks a server.
struct Client: Sendable {
    let port: UInt16

    /// The answer; nil if nothing listens any more.
    func ask(_ method: String, _ path: String, body: String = "") -> Response? {
        #if canImport(Glibc)
            let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let socket = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) == 0 }
        }
        guard isConnected else { return nil }
        let request = Array(
            "\(method) \(path) HTTP/1.1\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
        guard send(socket, request, request.count, 0) == request.count else { return nil }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = recv(socket, &buffer, buffer.count, 0), count > 0 {
            bytes += buffer.prefix(count)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let status = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) }),
            let head = text.range(of: "\r\n\r\n")
        else { return nil }
        return Response(status, String(text[head.upperBound...]))
    }

    /// The same, where other requests may be waiting meanwhile.
    func askOnAThread(_ method: String, _ path: String, body: String) async -> Response? {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: ask(method, path, body: body)) }
        }
    }
}
