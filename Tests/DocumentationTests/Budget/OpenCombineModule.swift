import Foundation
import Testing

/// The interface of OpenCombine, compiled from a checkout.
struct OpenCombineModule {
    private let folder: URL
    private let headers: URL

    init(checkout: URL, folder: URL) throws {
        self.folder = folder
        headers = checkout.appending(path: "Sources/COpenCombineHelpers/include")
        let sources = checkout.appending(path: "Sources/OpenCombine")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        let (said, succeeded) = try ClientCompiler.run(
            [
                "swiftc", "-emit-module", "-module-name", "OpenCombine", "-parse-as-library",
                "-swift-version", "5",
            ]
                + ["-suppress-warnings", "-I", headers.path]
                + ["-o", folder.appending(path: "OpenCombine.swiftmodule").path] + files.map(\.path))
        try #require(succeeded, "\(said)")
    }

    /// The compiler's attempts for a file; nil if it gives up.
    func attempts(for code: String) throws -> Int? {
        let file = folder.appending(path: "Chain.swift")
        try code.write(to: file, atomically: true, encoding: .utf8)
        let counts = folder.appending(path: "Counts")
        try? FileManager.default.removeItem(at: counts)
        try FileManager.default.createDirectory(at: counts, withIntermediateDirectories: true)
        let (said, succeeded) = try ClientCompiler.run(
            ["swiftc", "-typecheck", "-swift-version", "6", "-suppress-warnings", file.path]
                + ["-I", folder.path, "-I", headers.path, "-stats-output-dir", counts.path])
        guard succeeded else {
            #expect(said.contains("unable to type-check this expression in reasonable time"), "\(said)")
            return nil
        }
        let report = try #require(
            try FileManager.default.contentsOfDirectory(at: counts, includingPropertiesForKeys: nil).first)
        let numbers = try JSONSerialization.jsonObject(with: Data(contentsOf: report)) as? [String: Any]
        return try #require(numbers?["Sema.NumConstraintScopes"] as? Int)
    }
}
