import Foundation
import Testing

/// What the layers of the runtime may know of each other: `Streams` nothing, `Traits` the streams, and `Properties`
/// both. The compiler tells: each of the first two compiles without those that come after it.
@Suite("The layers of the runtime")
struct LayerTests {
    static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/TraitsRuntime").standardizedFileURL

    /// How the runtime is compiled: what of its manifest decides whether it compiles at all.
    static let mode =
        ["-swift-version", "5", "-module-name", "TraitsRuntime", "-package-name", "traits"]
        + [
            "NonisolatedNonsendingByDefault", "InferSendableFromCaptures", "DisableOutwardActorInference",
            "GlobalActorIsolatedTypesUsability", "RegionBasedIsolation", "IsolatedDefaultValues",
        ].flatMap { ["-enable-upcoming-feature", $0] }

    @Test func `streams know neither traits nor properties`() throws {
        // Operators that a template writes, for several numbers of inputs, are streams as well.
        let generated = try Self.generated(from: "Operators.traits")
            .filter { $0.lastPathComponent == "Operators+Combinations.swift" }
        #expect(generated.count == 1)
        #expect(try errors(compiling: ["Streams"], and: generated) == [])
    }

    @Test func `traits know no properties`() throws {
        let tables = ["Operators.traits", "Traits/TraitOperators.traits"]
        #expect(try errors(compiling: ["Streams", "Traits"], andGeneratedFrom: tables) == [])
    }

    @Test func `no folder has its parent's name or more than fifteen files`() throws {
        let package = Self.sources.appending(path: "../..").standardizedFileURL
        for top in ["Sources", "Plugins", "Tests"] {
            let all = try Self.descendants(of: package.appending(path: top)).filter {
                // Nobody looks through the pages of a catalogue that are generated.
                !$0.path.contains("/.build/") && !$0.path.contains(".docc/Generated")
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

    @Test func `a layer without those below it doesn't compile`() throws {
        #expect(try !errors(compiling: ["Traits"], andGeneratedFrom: []).isEmpty)
    }

    /// The compiler's errors about some layers, with what the generator makes of some tables.
    private func errors(compiling layers: [String], andGeneratedFrom tables: [String]) throws -> [String] {
        try errors(compiling: layers, and: tables.flatMap { try Self.generated(from: $0) })
    }

    private func errors(compiling layers: [String], and generated: [URL]) throws -> [String] {
        let files = try Self.descendants().filter { file in
            file.pathExtension == "swift"
                && layers.contains { file.path.hasPrefix(Self.sources.path + "/\($0)/") }
        }
        try #require(!files.isEmpty)
        let output = try ClientCompiler.diagnostics(
            of: files + generated,
            arguments: ["-typecheck"] + Self.mode)
        return output.split(separator: "\n").filter { $0.contains(": error:") }.map(String.init)
    }

    /// What has been generated from a table, which is committed.
    private static func generated(from table: String) throws -> [URL] {
        let name = URL(filePath: table).deletingPathExtension().lastPathComponent
        let files = try descendants().filter {
            $0.path.hasPrefix(sources.path + "/Generated/\(name)/") && $0.pathExtension == "swift"
        }
        try #require(!files.isEmpty)
        return files
    }

    private static func descendants(of folder: URL = sources) throws -> [URL] {
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isDirectoryKey])
        return try #require(all).compactMap { $0 as? URL }
    }
}
