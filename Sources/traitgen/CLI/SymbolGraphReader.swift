import TraitgenCore

// The whole of Foundation: its essentials have the decoder as well, but not on every platform.
import Foundation

extension SymbolGraph {
    /// Reads a file that `swift symbolgraph-extract` wrote; nil if it is none.
    init?(json bytes: [UInt8]) {
        guard let file = try? JSONDecoder().decode(File.self, from: Data(bytes)) else { return nil }
        var conformances: [String: Set<String>] = [:]
        for relation in file.relationships where relation.kind == "conformsTo" {
            conformances[relation.source, default: []].insert(relation.target)
        }
        self.init(
            symbols: file.symbols.map { symbol in
                Symbol(
                    id: symbol.identifier.precise, kind: symbol.kind.identifier,
                    name: symbol.pathComponents.joined(separator: "."),
                    parameters: symbol.swiftGenerics?.parameters?.map(\.name) ?? [],
                    requirements: symbol.swiftGenerics?.requirements ?? [:])
            },
            conformances: conformances)
    }

    private struct File: Decodable {
        struct Symbol: Decodable {
            struct Kind: Decodable { var identifier: String }
            struct Identifier: Decodable { var precise: String }
            struct Generics: Decodable {
                struct Parameter: Decodable { var name: String }
                struct Constraint: Decodable {
                    var kind: String
                    var lhs: String
                    var rhs: String
                }
                var parameters: [Parameter]?
                var constraints: [Constraint]?

                /// The protocols that each generic parameter has to conform to.
                var requirements: [String: Set<String>] {
                    (constraints ?? []).reduce(into: [:]) { result, constraint in
                        guard constraint.kind == "conformance" else { return }
                        result[constraint.lhs, default: []].insert(constraint.rhs)
                    }
                }
            }
            var kind: Kind
            var identifier: Identifier
            var pathComponents: [String]
            var swiftGenerics: Generics?
        }
        struct Relation: Decodable {
            var kind: String
            var source: String
            var target: String
        }
        var symbols: [Symbol]
        var relationships: [Relation]
    }
}
