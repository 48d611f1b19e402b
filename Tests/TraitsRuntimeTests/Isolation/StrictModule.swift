import Foundation
import Testing

/// The runtime as the package trait makes it, without its code.
final class StrictModule: Sendable {
    /// Built once for all tests.
    static let shared = Result { try StrictModule() }

    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "Strict-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        _ = try ClientCompiler.diagnostics(
            of: Self.files(),
            arguments: [
                "-emit-module", "-emit-module-path",
                folder.appending(path: "TraitsRuntime.swiftmodule").path, "-parse-as-library",
                "-D", "StrictIsolation", "-suppress-warnings", "-Xfrontend",
                "-experimental-skip-non-inlinable-function-bodies",
            ] + RoomTests.mode)
    }

    static func files() throws -> [URL] {
        try #require(
            FileManager.default.enumerator(at: RoomTests.sources, includingPropertiesForKeys: nil)
        )
        .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func diagnostics(of code: String) throws -> String {
        // The first folder that has the module counts.
        try ClientCompiler.diagnostics(
            of: code, arguments: ["-typecheck", "-swift-version", "6", "-I", folder.path])
    }

    func diagnostics(of code: String, mode: PackageMode) throws -> String {
        try ClientCompiler.diagnostics(
            of: code, arguments: ["-typecheck", "-I", folder.path] + mode.flags)
    }

    func diagnostics(of files: [URL], mode: PackageMode) throws -> String {
        try ClientCompiler.diagnostics(of: files, arguments: mode.checking + ["-I", folder.path])
    }
}
