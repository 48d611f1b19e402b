import Foundation

/// Writes the strict forms of methods that take closures, or with `--check` reports files that are stale.
///
///     strictgen [--check] MODULE…
///
/// A module is the path of its sources, and has its forms in `Generated/Strict`. Forms of the main actor need a trait, and
/// streams know none: those of `TraitsStreams` are in `TraitsRuntime`.
@main
struct Strictgen {
    static func main() throws {
        var modules = Array(CommandLine.arguments.dropFirst())
        let isCheck = modules.first == "--check"
        if isCheck { modules.removeFirst() }
        for path in modules {
            let module = URL(filePath: path, directoryHint: .isDirectory)
            let fresh = try text(of: module)
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

    /// The path of the forms in the folder of a module.
    static let file = "Generated/Strict/StrictClosures.swift"

    private static let (streams, traits) = ("TraitsStreams", "TraitsRuntime")

    /// The text of the file that has the forms of a module.
    static func text(of module: URL) throws -> String {
        let kinds: StrictForms.Kinds = module.lastPathComponent == streams ? .notOfMainActor : .all
        var sections = try sources(of: module).map { ($0, kinds) }
        if module.lastPathComponent == traits {
            let streams = module.deletingLastPathComponent().appending(path: streams)
            sections += try sources(of: streams).map { ($0, .ofMainActor) }
        }
        return StrictForms(sections).text
    }

    /// The sources of a module that have marked methods. Their paths begin with the module.
    private static func sources(of module: URL) throws -> [MarkedSource] {
        let paths = FileManager.default.enumerator(atPath: module.path)?.compactMap { $0 as? String } ?? []
        return try paths.sorted().filter { $0.hasSuffix(".swift") && $0 != file }
            .map { path in
                try MarkedSource(
                    String(contentsOf: module.appending(path: path), encoding: .utf8),
                    path: "\(module.lastPathComponent)/\(path)")
            }
            .filter { !$0.extensions.isEmpty }
    }
}
