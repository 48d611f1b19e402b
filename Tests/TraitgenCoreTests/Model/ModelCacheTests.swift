import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Models that are built in one run say what they say alone.
@Suite struct ModelCacheTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources").standardizedFileURL

    private static func bytes(_ path: String) -> [UInt8]? {
        (try? Data(contentsOf: sources.appending(path: path))).map { Array($0) }
    }

    private func build(_ path: String, text: [UInt8]? = nil, _ cache: ModelCache) throws -> Model {
        try Model.build(
            bytes: try #require(text ?? Self.bytes(path)), path: path, backend: nil,
            importer: { target, importing in
                let paths =
                    switch target {
                    case .module: ["TraitsRuntime/Operators.traits"]
                    case .path(let path): [Path.normalized(Path.join(Path.folder(importing), path))]
                    }
                return paths.compactMap { path in Self.bytes(path).map { (path: path, bytes: $0) } }
            },
            samples: { table in
                Path.samples(of: table).flatMap { path in Self.bytes(path).map { (path: path, bytes: $0) } }
            }, cache: cache)
    }

    @Test func tablesThatAreBuiltTogetherSayWhatTheySayAlone() throws {
        let cache = ModelCache()
        let paths = [
            "TraitsRuntime/Properties/Properties.traits", "TraitsRuntime/Operators.traits",
            "TraitsRuntime/Traits/TraitOperators.traits", "TraitsFoundation/Foundation.traits",
            "TraitsNetworking/Networking.traits",
        ]
        for path in paths { #expect(try build(path, cache) == build(path, ModelCache()), "\(path)") }
    }

    @Test func aTextThatHasChangedIsReadAgain() throws {
        let cache = ModelCache()
        func table(_ rule: String) -> [UInt8] {
            Array("import TraitsRuntime\noperator P.X (A)   \(rule)\n".utf8)
        }
        let one = try build("App/App.traits", text: table("passes"), cache)
        let other = try build("App/App.traits", text: table("o => o or nothing"), cache)
        #expect(one.rows[0].behaviour != other.rows[0].behaviour)
        #expect(try other == build("App/App.traits", text: table("o => o or nothing"), ModelCache()))
    }
}
