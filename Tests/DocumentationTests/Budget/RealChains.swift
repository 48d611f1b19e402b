import Foundation
import Testing

/// The chains of the folder `Real`, and the compiler's attempts for each with Combine's own interface.
struct RealChains {
    /// A function of a file of the folder.
    struct Chain {
        var name: String
        var code: String
    }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Real")
    static let record = folder.appending(path: "opencombine.txt")

    /// The imports, types and operators that the chains of a file use.
    private(set) var preamble = ""
    private(set) var chains: [Chain] = []

    /// Reads a file of the folder. A function at its top level is a chain.
    init(_ name: String) throws {
        var isInChain = false
        let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let found = line.prefixMatch(of: /(?:@MainActor )?func (\w+)/) {
                chains.append(Chain(name: String(found.1), code: ""))
                isInChain = true
            }
            if isInChain {
                chains[chains.count - 1].code += line + "\n"
                isInChain = line != "}"
            } else {
                preamble += line + "\n"
            }
        }
    }

    /// A file with some of the chains, which imports a library.
    func file(_ chains: [Chain], importing library: String = "TraitsRuntime") -> String {
        (preamble + chains.map(\.code).joined()).replacing("import TraitsRuntime", with: "import \(library)")
    }

    /// The attempts that each chain takes with OpenCombine; nil where the compiler gives up.
    static func recorded() throws -> [String: Int?] {
        let lines = try String(contentsOf: record, encoding: .utf8).split(separator: "\n")
        return Dictionary(
            uniqueKeysWithValues: lines.filter { !$0.hasPrefix("#") }.map { line in
                let words = line.split(separator: " ")
                return (String(words[0]), Int(words[1]))
            })
    }
}
