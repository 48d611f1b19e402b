import Foundation
import Testing

/// The folders of the generator build on each other in one direction: histories know neither the language nor the model, and the
/// language doesn't know the model.
@Suite("Layers of the generator")
struct GeneratorLayerTests {
    private static let core = RenderFixture.root.appending(path: "Sources/traitgen/Core")

    @Test(arguments: [("Histories", ["Language", "Model"]), ("Language", ["Model"])])
    func `a lower folder names no type of a higher one`(lower: String, higher: [String]) throws {
        let declared = try higher.flatMap(Self.files).reduce(into: Set<String>()) { names, file in
            let declaration =
                /^(?:public |package |private |fileprivate |final |indirect )*(?:struct|class|enum|protocol|typealias) (\w+)/
                .anchorsMatchLineEndings()
            for match in file.code.matches(of: declaration) { names.insert(String(match.1)) }
        }
        #expect(declared.count > 20)
        for file in try Self.files(in: lower) {
            let mentioned = Set(file.code.matches(of: /\b[A-Z]\w+/).map { String($0.0) })
            #expect(mentioned.isDisjoint(with: declared), "\(file.name): \(mentioned.intersection(declared))")
        }
    }

    /// The code of all files below a folder, without comments and literals.
    private static func files(in folder: String) throws -> [(name: String, code: String)] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: core.appending(path: folder).path)
        return try paths.filter { $0.hasSuffix(".swift") }.map { path in
            let text = try String(
                contentsOf: core.appending(path: folder).appending(path: path), encoding: .utf8)
            return (path, text.replacing(/\/\/.*/, with: "").replacing(/"(?:\\.|[^"\\\n])*"/, with: ""))
        }
    }
}
