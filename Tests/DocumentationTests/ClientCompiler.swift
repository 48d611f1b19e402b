import Dispatch
import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// Tests that start compilers, which take minutes. A usual run leaves them out.
    static var compiling: Self {
        let environment = ProcessInfo.processInfo.environment
        return .enabled(
            if: environment["TRAITS_COMPILERS"] != nil || environment["TRAITGEN_BLESS"] != nil,
            "starts compilers: `.ci/compiled` runs it")
    }
}

/// The compiler of the toolchain that runs this test, at work on clients of the runtime of the same build.
enum ClientCompiler {
    /// Compilers that may run at the same time: as many as there are processors.
    private static let places = DispatchSemaphore(value: ProcessInfo.processInfo.activeProcessorCount)

    /// One that hangs is ended then, and its output is not what anybody expects.
    static let longestRun = DispatchTimeInterval.seconds(300)

    /// What the compiler says about a file that imports the runtime; nothing if all is well.
    static func diagnostics(
        of code: String, arguments: [String] = ["-typecheck", "-swift-version", "6"]
    ) throws -> String {
        try inTemporaryFolder { folder in
            let file = folder.appending(path: "main.swift")
            try ("import TraitsRuntime\n" + code).write(to: file, atomically: true, encoding: .utf8)
            return try diagnostics(of: [file], arguments: arguments, folder)
        }
    }

    /// What a pipeline of the shell makes of what the compiler prints for a file that imports the runtime.
    static func output(of code: String, arguments: [String], through pipeline: String) throws -> String {
        try inTemporaryFolder { folder in
            let file = folder.appending(path: "main.swift")
            try ("import TraitsRuntime\n" + code).write(to: file, atomically: true, encoding: .utf8)
            return try run(
                ["sh", "-c", #"swiftc "$@" 2>&1 | "# + pipeline, "swiftc"] + inputs([file], arguments, folder)
            ).text
        }
    }

    /// What the compiler says about files of this package.
    static func diagnostics(of files: [URL], arguments: [String]) throws -> String {
        try inTemporaryFolder { try diagnostics(of: files, arguments: arguments, $0) }
    }

    private static func diagnostics(of files: [URL], arguments: [String], _ folder: URL) throws -> String {
        let (text, succeeded) = try run(["swiftc"] + inputs(files, arguments, folder))
        #expect(succeeded == !text.contains("error: "), "\(text)")
        return text
    }

    /// One process checks all files of a module: several would each read all of them.
    static func inputs(_ files: [URL], _ arguments: [String], _ folder: URL) throws -> [String] {
        arguments + ["-wmo", "-I", try modules().path]
            + ["-module-cache-path", try cache.get().path] + files.map(\.path)
    }

    /// What the compiler keeps of C modules; made once for all tests.
    private static let cache = Result { try modules().appending(path: "../client-cache").standardizedFileURL }

    static func run(
        _ command: [String], within limit: DispatchTimeInterval = longestRun
    ) throws -> (text: String, succeeded: Bool) {
        places.wait()
        defer { places.signal() }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        // The compiler says it on one, the end of a pipeline on the other.
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = pipe
        try process.run()
        let end = DispatchWorkItem { process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: end)
        defer { end.cancel() }
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (String(decoding: output, as: UTF8.self), process.terminationStatus == 0)
    }

    static func inTemporaryFolder<T>(_ body: (URL) throws -> T) throws -> T {
        let folder = FileManager.default.temporaryDirectory.appending(path: "Client-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    /// What a program has to be linked with that uses libraries of the build that runs this test.
    static func objects(
        of libraries: [String] = ["TraitsStreams", "TraitsRuntime", "StreamsFoundation", "TraitsFoundation"]
    ) throws -> [URL] {
        let build = try build()
        // Of files that have been renamed, the folders keep what was compiled before.
        let list = build.appending(path: "trait-streamsPackageTests.product/Objects.LinkFileList")
        return try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
            .map { URL(filePath: $0.trimmingCharacters(in: ["'", "\""])) }
            .filter { file in
                let folder = file.deletingLastPathComponent().lastPathComponent
                return libraries.contains { "\($0).build" == folder }
            }
    }

    /// The sources of a module, as the build that runs this test has compiled them.
    static func sources(of module: String) throws -> [URL] {
        let list = try build().appending(path: "\(module).build/sources")
        return try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
            .map { URL(filePath: $0.trimmingCharacters(in: ["'", "\""])) }
    }

    private static func build() throws -> URL {
        let modules = try modules()
        return modules.lastPathComponent == "Modules" ? modules.deletingLastPathComponent() : modules
    }

    /// How to link with what a sanitizer's build has compiled.
    static let sanitizer = ["thread", "address"].filter { kind in
        dlsym(nil, "__\(kind.prefix(1))san_init") != nil
    }.map { "-sanitize=\($0)" }

    /// Where the build that runs this test has put the module: beside the test bundle.
    static func modules() throws -> URL {
        var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            for candidate in [folder.appending(path: "Modules"), folder]
            where FileManager.default.fileExists(
                atPath: candidate.appending(path: "TraitsRuntime.swiftmodule").path)
            {
                return candidate
            }
        }
        throw NoModule()
    }

    struct NoModule: Error {}
}
