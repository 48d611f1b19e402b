import Foundation
import Testing

/// The modules of the package as a package trait makes them, as far as the compiler needs them to check a client.
final class ModuleVariant: Sendable {
    static let strictIsolation = Result { try ModuleVariant("StrictIsolation") }
    static let smallCode = Result { try ModuleVariant("SmallCode") }

    /// Each after those that it imports.
    private static let modules = [
        "TraitsStreams", "TraitsRuntime", "StreamsFoundation", "TraitsFoundation", "StreamsNetworking",
        "TraitsNetworking", "TraitsExtras", "TraitsObservation", "TracePage", "TraitsTracing",
    ]

    let folder: URL
    /// What the compiler said of the modules; nothing if all is well.
    let diagnostics: String

    private init(_ packageTrait: String) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "\(packageTrait)-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.folder = folder
        let features = try Self.features()
        diagnostics = try Self.modules.map { module in
            try ClientCompiler.diagnostics(
                of: ClientCompiler.sources(of: module),
                arguments: ["-swift-version", "5"] + features + [
                    "-emit-module", "-module-name", module, "-package-name", "trait_streams",
                    "-parse-as-library", "-D", packageTrait, "-Xfrontend",
                    "-experimental-skip-non-inlinable-function-bodies",
                    "-emit-module-path", folder.appending(path: "\(module).swiftmodule").path,
                    "-I", folder.path,
                ])
        }.joined()
    }

    /// The features of the modules, as the manifest has them.
    private static func features() throws -> [String] {
        let manifest = try String(
            contentsOf: DocumentationTests.root.appending(path: "Package.swift"), encoding: .utf8)
        let start = try #require(manifest.firstRange(of: "let takesClosures")).upperBound
        let end = try #require(manifest[start...].firstRange(of: ".map {")).lowerBound
        let names = manifest[start..<end].matches(of: #/"(\w+)"/#).map { String($0.1) }
        try #require(names.contains("StrictConcurrency") && names.count > 10)
        return names.flatMap { ["-enable-upcoming-feature", $0] }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
