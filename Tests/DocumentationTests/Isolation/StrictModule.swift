import Foundation
import Testing

/// The modules of the package as the package trait makes them.
final class StrictModule: Sendable {
    /// Built once for all tests.
    static let shared = Result { try StrictModule() }

    /// Each after those that it imports.
    static let modules = [
        "TraitsStreams", "TraitsRuntime", "StreamsFoundation", "TraitsFoundation", "StreamsNetworking",
        "TraitsNetworking", "TraitsExtras", "TraitsObservation", "TracePage", "TraitsTracing",
        "TraitsTesting",
    ]

    let folder: URL

    /// What a program is linked with.
    let objects: [URL]

    /// What the compiler said of the modules; nothing if all is well.
    let diagnostics: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "Strict-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let modules = Self.modules
        objects = modules.map { [folder] in folder.appending(path: "\($0).o") }
        // What a closure may take along is checked after the types are.
        let features = ["StrictConcurrency", "GlobalConcurrency"].flatMap {
            ["-enable-upcoming-feature", $0]
        }
        let said = try zip(modules, objects).map { [folder] module, object in
            try ClientCompiler.diagnostics(
                of: ClientCompiler.sources(of: module),
                arguments: LayerTests.mode + features + [
                    "-module-name", module, "-package-name", "trait_streams", "-c", "-wmo",
                    "-parse-as-library", "-D", "StrictIsolation",
                    "-o", object.path, "-emit-module",
                    "-emit-module-path", folder.appending(path: "\(module).swiftmodule").path, "-I",
                    folder.path,
                ])
        }
        diagnostics = said.joined()
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
