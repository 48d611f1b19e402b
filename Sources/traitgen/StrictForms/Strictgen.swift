import Foundation

/// Writes the strict forms of methods that take closures, or with `--check` reports files that are stale.
///
///     strictgen [--check] MODULE…
///
/// A module is the path of its sources. Its forms are in `Generated/Strict`. Where streams are a module of their own, in the
/// folder `Streams`, their forms are in a second file; those that need a trait stand with the traits.
@main
struct Strictgen {
    static func main() throws {
        var modules = Array(CommandLine.arguments.dropFirst())
        let isCheck = modules.first == "--check"
        if isCheck { modules.removeFirst() }
        for path in modules {
            let module = URL(filePath: path, directoryHint: .isDirectory)
            for (file, fresh) in try files(of: module) {
                let output = module.appending(path: file)
                guard (try? String(contentsOf: output, encoding: .utf8)) ?? "" != fresh else { continue }
                guard !isCheck else {
                    print("\(output.relativePath) is stale: .ci/generate writes it")
                    exit(1)
                }
                try FileManager.default.createDirectory(
                    at: output.deletingLastPathComponent(), withIntermediateDirectories: true)
                try fresh.write(to: output, atomically: true, encoding: .utf8)
            }
        }
    }

    /// The folder of the forms, in the folder of a module's sources.
    static let folder = "Generated/Strict"

    /// The files of a module that have the forms, in the folder of its sources, with their texts.
    static func files(of module: URL) throws -> [(file: String, text: String)] {
        let paths = FileManager.default.enumerator(atPath: module.path)?.compactMap { $0 as? String } ?? []
        let sources = try paths.sorted().filter { $0.hasSuffix(".swift") && !$0.hasPrefix(folder) }
            .map { path in
                try MarkedSource(
                    String(contentsOf: module.appending(path: path), encoding: .utf8), path: path)
            }
            .filter { !$0.extensions.isEmpty }
        let closures = StrictForms(sources.map { ($0, isOfStreams($0) ? .ofMainActor : .all) })
        let streams = StrictForms(sources.filter(isOfStreams).map { ($0, .notOfMainActor) })
        return [("\(folder)/StrictClosures.swift", closures.text)]
            + (sources.contains(where: isOfStreams) ? [("\(folder)/StrictStreams.swift", streams.text)] : [])
    }

    /// The manifest says the same of the target `TraitsStreams`.
    private static func isOfStreams(_ source: MarkedSource) -> Bool {
        source.path.hasPrefix("Streams/") || source.path == "Generated/Operators/Operators+Combinations.swift"
    }
}
