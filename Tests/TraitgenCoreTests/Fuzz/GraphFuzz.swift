@testable import TraitgenCore
@testable import TraitgenVerbs

/// Symbol graphs, as `swift symbolgraph-extract` writes them.
struct GraphFuzz: FuzzKind {
    private static let table = Array(
        """
        import Base
        operator Publishers.Bound (Upstream: MaybePublisher)   o => o

        """.utf8)
    private static let kinds = ["struct", "class", "enum", "actor", "method", "init", "protocol", "", "var"]
    private static let types = [
        "Publishers.Map", "Publishers.Bound", "Just", "App.Window", "Empty", "Publishers.Zip", "", "é",
        "A.B.C",
    ]
    private let mutator: Mutator

    init() {
        let words = [
            "symbols", "relationships", "kind", "identifier", "precise", "pathComponents", "swiftGenerics",
            "parameters", "constraints", "conformance", "lhs", "rhs", "conformsTo", "source", "target",
            "null",
            "true", "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud800", "\\udc00", "\\u0000", "1e9",
            "functionSignature",
            "returns", "declarationFragments", "spelling", "preciseIdentifier",
            "s:13TraitsStreams9PublisherP",
        ]
        mutator = Mutator(words: words.map { Array($0.utf8) })
    }

    func input(_ random: inout SeededNumbers) -> FuzzInput {
        let graph = Array(graph(&random).utf8)
        let path = "graph/App.symbols.json"
        // Most changes leave no JSON: half of the graphs are odd in what they say alone.
        let isWhole = Bool.random(using: &random)
        let changed = isWhole ? graph : mutator.mutate(graph, with: [graph], &random)
        let files = [
            "Sources/App/App.traits": Self.table, "Sources/Base/Base.traits": FuzzCorpus.base,
            "Package.swift": [],
            path: changed,
        ]
        var arguments =
            Bool.random(using: &random)
            ? ["audit", "Sources/App", "--symbol-graph", "graph"]
            : ["init", "App", "--symbol-graph", "graph", "--import", "Base=Sources/Base"]
        if arguments[0] == "audit", Bool.random(using: &random) { arguments += ["--format", "json"] }
        return FuzzInput(files: files, arguments: arguments, changed: path)
    }

    private func graph(_ random: inout SeededNumbers) -> String {
        let ids = (0..<Int.random(in: 0...5, using: &random)).map { "s:\($0)" }
        let symbols = ids.map { symbol($0, &random) }
        let targets = ["s:13TraitsStreams9PublisherP", "s:p"] + ids
        let relations = ids.map { id in
            let kind = ["conformsTo", "conformsTo", "conformsTo", "memberOf"].randomElement(using: &random)!
            return
                #"{"kind": "\#(kind)", "source": "\#(id)", "target": "\#(targets.randomElement(using: &random)!)"}"#
        }
        return """
            {"metadata": {"formatVersion": {"major": 0, "minor": 6}}, "module": {"name": "App"},
            "symbols": [\(symbols.joined(separator: ",\n"))],
            "relationships": [\(relations.joined(separator: ",\n"))]}

            """
    }

    private func symbol(_ id: String, _ random: inout SeededNumbers) -> String {
        let kind = Self.kinds.randomElement(using: &random)!
        let type = Self.types.randomElement(using: &random)!
        let path =
            kind == "init"
            ? type + ".init(upstream:size:)" : kind == "method" ? "Publisher.window(of:)" : type
        let components = path.split(separator: ".").map { "\"\($0)\"" }.joined(separator: ", ")
        let bound = ["Publisher", "MaybePublisher", "Scheduler", ""].randomElement(using: &random)!
        let parameter = ["Upstream", "A", "Output", "Context", ""].randomElement(using: &random)!
        let value = ["Upstream", "Int", "(A) -> Bool", "A?", "(Upstream.Output) throws -> B", ""]
            .randomElement(using: &random)!
        return """
            {"kind": {"identifier": "swift.\(kind)"}, "identifier": {"precise": "\(id)"}, "pathComponents": [\(components)],
            "swiftGenerics": {"parameters": [{"name": "\(parameter)"}], "constraints":
            [{"kind": "conformance", "lhs": "\(parameter)", "rhs": "\(bound)"}]},
            "functionSignature": {"parameters": [{"name": "x", "declarationFragments": [{"spelling": "x: \(value)"}]}],
            "returns": [{"spelling": "Window", "preciseIdentifier": "s:0"}]}}
            """
    }
}
