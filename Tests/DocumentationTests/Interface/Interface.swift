import Foundation

/// What clients of a module see of it: a line for each public declaration and for each conformance.
///
/// Names that begin with an underscore are left out: they are no part of the interface, whatever their access.
struct Interface {
    let lines: Set<String>

    /// Asks the compiler for the symbols of a module of the build that runs this test.
    init(of module: String) throws {
        lines = try ClientCompiler.inTemporaryFolder { folder in
            try SymbolGraphs.write(of: module, to: folder)
            var lines: Set<String> = []
            for graph in try SymbolGraphs.read(Graph.self, in: folder) {
                lines.formUnion(graph.declarations)
                lines.formUnion(graph.conformances)
            }
            return lines
        }
    }
}

// MARK: - Symbol graphs, as far as they are read

private struct Graph: Decodable {
    struct Symbol: Decodable {
        struct Kind: Decodable { let identifier: String }
        struct Identifier: Decodable { let precise: String }
        struct Fragment: Decodable { let spelling: String }
        struct Extension: Decodable { let constraints: [Constraint]? }

        let kind: Kind
        let identifier: Identifier
        let pathComponents: [String]
        let declarationFragments: [Fragment]
        let swiftExtension: Extension?
    }

    struct Constraint: Decodable {
        let kind: String
        let lhs: String
        let rhs: String

        var text: String { "\(lhs) \(kind == "sameType" ? "==" : ":") \(rhs)" }
    }

    struct Relationship: Decodable {
        let kind: String
        let source: String
        let target: String
        let targetFallback: String?
        let swiftConstraints: [Constraint]?
    }

    let symbols: [Symbol]
    let relationships: [Relationship]

    var declarations: [String] {
        symbols.filter { $0.kind.identifier != "swift.extension" && isPublic($0.pathComponents) }.map {
            symbol in
            let words = symbol.declarationFragments.map(\.spelling).joined().split { $0.isWhitespace }
            return symbol.pathComponents.joined(separator: ".") + ": " + words.joined(separator: " ")
                + condition(symbol.swiftExtension?.constraints)
        }
    }

    /// A type that always conforms is named once, without the conditions under which other promises imply it.
    var conformances: [String] {
        let names = Dictionary(symbols.map { ($0.identifier.precise, $0.pathComponents) }) { name, _ in name }
        var conditions: [String: Set<String>] = [:]
        for relationship in relationships where relationship.kind == "conformsTo" {
            let target =
                names[relationship.target]
                ?? relationship.targetFallback?.split(separator: ".").map(String.init) ?? [
                    relationship.target
                ]
            guard let source = names[relationship.source], let name = target.last,
                isPublic(source), isPublic(target), !Self.implied.contains(name)
            else { continue }
            conditions[source.joined(separator: ".") + " conforms to " + name, default: []]
                .insert(condition(relationship.swiftConstraints))
        }
        return conditions.flatMap { line, found in found.contains("") ? [line] : found.map { line + $0 } }
    }

    private func isPublic(_ path: [String]) -> Bool { !path.contains { $0.hasPrefix("_") } }

    /// All types that have been declared so far are these, and the compiler says so of each.
    private static let implied: Set = ["Copyable", "Escapable"]

    private func condition(_ constraints: [Constraint]?) -> String {
        let constraints = (constraints ?? []).filter { !Self.implied.contains($0.rhs) }
        guard !constraints.isEmpty else { return "" }
        return " where " + constraints.map(\.text).sorted().joined(separator: ", ")
    }
}
