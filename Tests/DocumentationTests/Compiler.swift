import Dispatch
import Foundation

/// The compiler of the toolchain that runs this test, with the modules of the same build.
enum Compiler {
    /// What it says about a file; nothing if all is well.
    static func errors(of code: String) throws -> String {
        try inFolder { folder in
            let file = folder.appending(path: "Samples.swift")
            try code.write(to: file, atomically: true, encoding: .utf8)
            return try run(["-typecheck", file.path], in: folder)
        }
    }

    /// What it says about the files of a module that imports another one, made of one file; nothing if all is well.
    static func errors(of files: [String: String], importing module: (name: String, code: String)) throws
        -> String
    {
        try inFolder { folder in
            let imported = folder.appending(path: "Imported.swift")
            try module.code.write(to: imported, atomically: true, encoding: .utf8)
            let errors = try run(
                [
                    "-emit-module", "-module-name", module.name, "-emit-module-path",
                    folder.appending(path: "\(module.name).swiftmodule").path, imported.path,
                ], in: folder)
            guard errors.isEmpty else { return errors }
            let paths = try files.sorted { $0.key < $1.key }.map { name, code in
                let file = folder.appending(path: name)
                try code.write(to: file, atomically: true, encoding: .utf8)
                return file.path
            }
            return try run(["-typecheck", "-module-name", "Client"] + paths, in: folder)
        }
    }

    private static func inFolder(_ work: (URL) throws -> String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "Samples-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try work(folder)
    }

    private static func run(_ arguments: [String], in folder: URL) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "swiftc", "-suppress-warnings", "-swift-version", "6", "-I", try modules().path, "-I",
                folder.path,
                "-module-cache-path", folder.appending(path: "cache").path,
            ] + arguments
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        // A compiler that hangs is ended, and its output is not what anybody expects.
        let end = DispatchWorkItem { process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + 600, execute: end)
        defer { end.cancel() }
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let text = String(decoding: output, as: UTF8.self)
        return process.terminationStatus == 0
            ? "" : text.isEmpty ? "the compiler failed without a word" : text
    }

    /// Where the build that runs this test has put the modules: beside the test bundle.
    private static func modules() throws -> URL {
        var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            for candidate in [folder.appending(path: "Modules"), folder]
            where FileManager.default.fileExists(
                atPath: candidate.appending(path: "TraitsTesting.swiftmodule").path)
            {
                return candidate
            }
        }
        throw CocoaError(.fileNoSuchFile)
    }
}
