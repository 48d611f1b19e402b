#if os(Linux)
    import Foundation
    import Testing

    /// The streams need no Dispatch: where there is none, the scheduler of an actor waits in tasks, and queues are missing.
    @Suite(.compiling, .waiting) struct WithoutDispatchTests {
        @Test func `the streams compile where there is no Dispatch`() throws {
            try ClientCompiler.inTemporaryFolder { folder in
                let resources = try Self.resources(
                    in: folder, without: ["dispatch", "Dispatch.swiftmodule", "os"])
                let probe = folder.appending(path: "Probe.swift")
                try "#if canImport(Dispatch)\n#error(\"Dispatch is here\")\n#endif\n"
                    .write(to: probe, atomically: true, encoding: .utf8)
                // What the manifest enables beside the Swift 5 mode.
                let features = ["InferSendableFromCaptures", "NonisolatedNonsendingByDefault"]
                for module in ["TraitsStreams", "TraitsRuntime"] {
                    let sources = try ClientCompiler.sources(of: module)
                    #expect(sources.count > 90)
                    var command = [
                        "swiftc", "-emit-module", "-wmo", "-swift-version", "5", "-suppress-warnings",
                    ]
                    command += features.flatMap { ["-enable-upcoming-feature", $0] }
                    command += ["-package-name", "traits", "-module-name", module, "-I", folder.path]
                    command += ["-emit-module-path", folder.appending(path: "\(module).swiftmodule").path]
                    command += ["-resource-dir", resources.path]
                    command += ["-module-cache-path", folder.appending(path: "cache").path, probe.path]
                    let (text, succeeded) = try ClientCompiler.run(command + sources.map(\.path))
                    #expect(succeeded, "\(text)")
                }
            }
        }

        /// The toolchain's libraries as links, some of them left out.
        private static func resources(in folder: URL, without names: Set<String>) throws -> URL {
            let info = try ClientCompiler.run(["swift", "-print-target-info"]).text
            let paths = try JSONDecoder().decode(Info.self, from: Data(info.utf8)).paths
            let toolchain = URL(filePath: paths.runtimeResourcePath)
            let copy = folder.appending(path: "swift")
            for part in ["", "linux"] {
                let target = copy.appending(path: part)
                try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
                for file in try FileManager.default.contentsOfDirectory(
                    at: toolchain.appending(path: part), includingPropertiesForKeys: nil)
                where file.lastPathComponent != "linux" && !names.contains(file.lastPathComponent) {
                    try FileManager.default.createSymbolicLink(
                        at: target.appending(path: file.lastPathComponent), withDestinationURL: file)
                }
            }
            return copy
        }

        private struct Info: Decodable {
            struct Paths: Decodable { let runtimeResourcePath: String }
            let paths: Paths
        }
    }
#endif
