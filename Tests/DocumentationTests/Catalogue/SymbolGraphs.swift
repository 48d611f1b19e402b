import Foundation
import Testing

/// The symbol graphs of a module of the build that runs this test, as the compiler writes them.
enum SymbolGraphs {
    /// The modules whose symbols belong to one that exports them.
    private static let streams = [
        "TraitsRuntime": "TraitsStreams", "TraitsFoundation": "StreamsFoundation",
        "TraitsNetworking": "StreamsNetworking",
    ]

    /// Writes them to a folder, which has to be there.
    ///
    /// - Parameter extensions: whether extensions of other modules' types are symbols too, as in the documentation.
    static func write(of module: String, to folder: URL, extensions: Bool = false) throws {
        var command =
            ["swift", "symbolgraph-extract", "-module-name", module, "-I"]
            + [try ClientCompiler.modules().path, "-target", try target.get()]
            + ["-skip-synthesized-members", "-output-dir", folder.path]
        if extensions { command.append("-emit-extension-block-symbols") }
        if let streams = streams[module] {
            command.append("-experimental-allowed-reexported-modules=\(streams)")
        }
        let (text, succeeded) = try ClientCompiler.run(command)
        guard succeeded else { throw Failure(text: text) }
        if extensions { try joinStreams(of: module, in: folder) }
    }

    /// Puts what a module adds to the streams beside what it adds to the runtime: the documentation is that of the runtime.
    private static func joinStreams(of module: String, in folder: URL) throws {
        let (streams, runtime) = (
            folder.appending(path: "\(module)@TraitsStreams.symbols.json"),
            folder.appending(path: "\(module)@TraitsRuntime.symbols.json")
        )
        guard FileManager.default.fileExists(atPath: streams.path) else { return }
        let text = try String(contentsOf: streams, encoding: .utf8).replacing(
            #""extendedModule":"TraitsStreams""#, with: #""extendedModule":"TraitsRuntime""#)
        var joined = try object(Data(text.utf8))
        if let other = try? Data(contentsOf: runtime) {
            joined.merge(try object(other)) { streams, runtime in
                guard let streams = streams as? [Any], let runtime = runtime as? [Any] else { return runtime }
                return runtime + streams
            }
        }
        try JSONSerialization.data(withJSONObject: joined).write(to: runtime)
        try FileManager.default.removeItem(at: streams)
    }

    private static func object(_ data: Data) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// What stands in the graphs of a folder.
    static func read<Graph: Decodable>(_: Graph.Type, in folder: URL) throws -> [Graph] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasSuffix(".symbols.json") }
            .map { try JSONDecoder().decode(Graph.self, from: Data(contentsOf: $0)) }
    }

    /// What the compiler says where it can't do what it is asked.
    struct Failure: Error { let text: String }

    private static let target = Result {
        let info = try ClientCompiler.run(["swift", "-print-target-info"]).text
        return try JSONDecoder().decode(TargetInfo.self, from: Data(info.utf8)).target.unversionedTriple
    }

    private struct TargetInfo: Decodable {
        struct Target: Decodable { let unversionedTriple: String }
        let target: Target
    }
}
