import Foundation

/// Writes the strict forms of methods that take closures, or with `--check` reports files that are stale.
///
///     strictgen [--check] MODULE…
///
/// A module is the path of its sources. Its forms are in `Generated/Strict`.
@main
struct Strictgen {
    static func main() throws {
        var modules = Array(CommandLine.arguments.dropFirst())
        let isCheck = modules.first == "--check"
        if isCheck { modules.removeFirst() }
        for path in modules {
            let module = URL(filePath: path, directoryHint: .isDirectory)
            let output = module.appending(path: output)
            let fresh = try forms(of: module)
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

    /// The file of a module that has the forms, in the folder of its sources.
    static let output = "Generated/Strict/StrictClosures.swift"

    /// The text of that file.
    static func forms(of module: URL) throws -> String {
        let files = FileManager.default.enumerator(atPath: module.path)?.compactMap { $0 as? String } ?? []
        let sources = try files.sorted().filter { $0.hasSuffix(".swift") && $0 != output }.map { path in
            try MarkedSource(
                String(contentsOf: module.appending(path: path), encoding: .utf8), path: path)
        }
        return StrictForms(sources.filter { !$0.extensions.isEmpty }).text
    }
}
