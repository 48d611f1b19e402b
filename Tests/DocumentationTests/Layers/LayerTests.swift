import Foundation
import Testing

/// What the layers of the runtime may know of each other: `Streams` nothing, `Traits` the streams, and `Properties`
/// both. The compiler tells: the streams are a module, and the traits compile beside it without the properties.
@Suite("The layers of the runtime")
struct LayerTests {
    static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/TraitsRuntime").standardizedFileURL

    /// How the runtime is compiled: what of its manifest decides whether it compiles at all.
    static let mode =
        ["-swift-version", "5", "-module-name", "TraitsRuntime", "-package-name", packageName]
        + [
            "NonisolatedNonsendingByDefault", "InferSendableFromCaptures", "DisableOutwardActorInference",
            "GlobalActorIsolatedTypesUsability", "RegionBasedIsolation", "IsolatedDefaultValues",
        ].flatMap { ["-enable-upcoming-feature", $0] }

    /// The name under which the modules of the package see each other's declarations: SwiftPM makes it of the folder's.
    private static let packageName = sources.appending(path: "../..").standardizedFileURL.lastPathComponent
        .lowercased().replacing(#/\W/#, with: "_").replacing(#/^\d/#, with: "_")

    @Test func `streams are a module that imports no other of this package`() throws {
        let imports = #/^ *(?:@\w+ )*(?:public )?import (\w+)/#.anchorsMatchLineEndings()
        let files = try ClientCompiler.sources(of: "TraitsStreams")
        #expect(files.contains { $0.path.hasSuffix("/Operators+Combinations.swift") } && files.count > 200)
        for file in files {
            for line in try String(contentsOf: file, encoding: .utf8).matches(of: imports) {
                #expect(!["Traits", "Streams"].contains { line.output.1.hasPrefix($0) }, "\(file.path)")
            }
        }
    }

    @Test(.compiling, .waiting) func `traits know no properties`() throws {
        #expect(try errors(compiling: ["Traits"], andGeneratedFrom: Self.tables) == [])
    }

    @Test func `no folder has its parent's name or more than fifteen files`() throws {
        let package = Self.sources.appending(path: "../..").standardizedFileURL
        for top in ["Sources", "Plugins", "Tests"] {
            let all = try Self.descendants(of: package.appending(path: top)).filter {
                !$0.path.contains("/.build/")
            }
            for folder in all.filter(\.hasDirectoryPath) {
                #expect(folder.lastPathComponent != folder.deletingLastPathComponent().lastPathComponent)
                let files = try FileManager.default.contentsOfDirectory(
                    at: folder, includingPropertiesForKeys: nil
                ).filter { !$0.hasDirectoryPath }
                #expect(files.count <= 15, "\(folder.path)")
            }
        }
    }

    @Test(.compiling, .waiting) func `properties need the traits`() throws {
        #expect(try !errors(compiling: ["Properties"], andGeneratedFrom: []).isEmpty)
    }

    private static let tables = ["Operators.traits", "Traits/TraitOperators.traits"]

    /// The compiler's errors about some layers beside the module of streams, with what the generator makes of some tables.
    private func errors(compiling layers: [String], andGeneratedFrom tables: [String]) throws -> [String] {
        let folders =
            layers + tables.map { "Generated/\(URL(filePath: $0).deletingPathExtension().lastPathComponent)" }
        let files = try ClientCompiler.sources(of: "TraitsRuntime").filter { file in
            file.lastPathComponent == "Exports.swift" || folders.contains { file.path.contains("/\($0)/") }
        }
        try #require(files.count > folders.count)
        // What is the package's own in the streams is seen under the name of the package alone.
        let output = try ClientCompiler.diagnostics(
            of: files, arguments: ["-typecheck"] + Self.mode)
        return output.split(separator: "\n").filter { $0.contains(": error:") }.map(String.init)
    }

    private static func descendants(of folder: URL = sources) throws -> [URL] {
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isDirectoryKey])
        return try #require(all).compactMap { $0 as? URL }
    }
}
