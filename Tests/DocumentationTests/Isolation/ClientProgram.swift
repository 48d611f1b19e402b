import Dispatch
import Foundation
import Testing

/// A program that uses the runtime of the build that runs this test, compiled once and run as often as one likes.
final class ClientProgram: Sendable {
    private let folder: URL

    /// What the compiler said; nothing if all is well.
    let diagnostics: String

    struct Run {
        var output: String
        var status: Int32
    }

    /// Compiles files, the first of which may be `main.swift`.
    ///
    /// - Parameters:
    ///   - module: the runtime that the program uses; that of this build if it is nil.
    ///   - libraries: those that it uses besides.
    init(
        _ files: [String: String], arguments: [String], module: StrictModule? = nil,
        libraries: [String] = []
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "Program-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var urls: [URL] = []
        for (name, text) in files.sorted(by: { $0.key < $1.key }) {
            let url = folder.appending(path: name)
            try text.write(to: url, atomically: true, encoding: .utf8)
            urls.append(url)
        }
        let program = folder.appending(path: "program").path
        diagnostics = try ClientCompiler.diagnostics(
            of: urls,
            arguments: arguments + ["-o", program]
                + (module.map { ["-I", $0.folder.path] + $0.objects.map(\.path) }
                    ?? ClientCompiler.sanitizer + ClientCompiler.objects().map(\.path))
                + ClientCompiler.objects(of: libraries).map(\.path))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Runs it, and waits until it ends.
    ///
    /// - Parameter isInterrupted: a Boolean value that indicates whether it is interrupted, as by Ctrl-C, after its first line.
    func run(_ arguments: String..., isInterrupted: Bool = false) throws -> Run {
        let process = Process()
        process.executableURL = folder.appending(path: "program")
        process.arguments = arguments
        // The report of the runtime about a program that stopped is none of what is tested, and takes long.
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) {
            $1
        }
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = pipe
        try process.run()
        let end = DispatchWorkItem { process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(300), execute: end)
        defer { end.cancel() }
        var output = Data()
        while isInterrupted, !output.contains(UInt8(ascii: "\n")) {
            let read = pipe.fileHandleForReading.availableData
            if read.isEmpty { break }
            output += read
        }
        if isInterrupted { process.interrupt() }
        output += try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Run(output: String(decoding: output, as: UTF8.self), status: process.terminationStatus)
    }
}
