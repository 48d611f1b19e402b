import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// A first table of a module, from its symbol graph.
@Suite struct FirstTableTests {
    private static let publisher = "s:13TraitsStreams9PublisherP"

    /// A symbol graph as `swift symbolgraph-extract` writes it, with two operators, a source and one more type.
    private static var graph: String {
        func type(_ name: String, _ parameters: [String]) -> String {
            let generics = parameters.map { "{\"name\": \"\($0)\"}" }.joined(separator: ",")
            let constraints = parameters.filter { !["T", "NewOutput", "Output", "Failure"].contains($0) }
                .map { "{\"kind\": \"conformance\", \"lhs\": \"\($0)\", \"rhs\": \"Publisher\"}" }
            return """
                {"kind": {"identifier": "swift.struct"}, "identifier": {"precise": "s:\(name)"},
                 "pathComponents": ["\(name)"],
                 "swiftGenerics": {"parameters": [\(generics)], "constraints": [\(constraints.joined(separator: ","))]}}
                """
        }
        /// - Parameter arguments: The arguments of the returned type.
        /// - Parameter generics: The method's parameters and constraints, such as `T` and `Self.Output == [T]`.
        func method(
            _ name: String, _ parameters: [String], _ returns: String, generics: [String] = [],
            arguments: String = "Self"
        ) -> String {
            let names = generics.filter { !$0.contains(" ") }.map { "{\"name\": \"\($0)\"}" }
            let constraints = generics.filter { $0.contains(" ") }.map { text in
                let parts = text.split(separator: " ")
                let kind = parts[1] == "==" ? "sameType" : "conformance"
                return "{\"kind\": \"\(kind)\", \"lhs\": \"\(parts[0])\", \"rhs\": \"\(parts[2])\"}"
            }
            let list = parameters.map {
                """
                {"name": "p", "declarationFragments": [
                  {"kind": "identifier", "spelling": "p"}, {"kind": "text", "spelling": ": "},
                  {"kind": "typeIdentifier", "spelling": "\($0)"}]}
                """
            }
            let path = name.split(separator: ".").map { "\"\($0)\"" }.joined(separator: ",")
            return """
                {"kind": {"identifier": "\(name.contains("Publisher.") ? "swift.method" : "swift.init")"},
                 "identifier": {"precise": "s:\(name)"}, "pathComponents": [\(path)],
                 "swiftGenerics": {"parameters": [\(names.joined(separator: ","))],
                   "constraints": [\(constraints.joined(separator: ","))]},
                 "functionSignature": {"parameters": [\(list.joined(separator: ","))],
                   "returns": [
                     {"kind": "typeIdentifier", "spelling": "Outer", "preciseIdentifier": "s:Outer"},
                     {"kind": "text", "spelling": "."},
                     {"kind": "typeIdentifier", "spelling": "R", "preciseIdentifier": "s:\(returns)"},
                     {"kind": "text", "spelling": "<"},
                     {"kind": "text", "spelling": "\(arguments)>"}]}}
                """
        }
        let symbols = [
            type("Window", ["Upstream"]), type("Blend", ["A", "B"]), type("Ticker", ["T"]), type("Plain", []),
            type("Strange", ["Upstream"]), type("Spawn", ["Upstream", "Next"]),
            type("Again", ["Upstream", "Trigger"]),
            type("Opened", ["Upstream"]), type("Cast", ["Upstream", "T"]), type("Kept", ["T"]),
            type("Safe", ["Upstream"]), type("Marked", ["Upstream"]),
            type("Picked", ["Upstream"]), type("Slowed", ["Upstream"]), type("Folded", ["Upstream"]),
            type("Steered", ["Upstream", "Regulator"]),
            type("Handled", ["Output", "Failure"]), type("Attempted", ["Upstream", "NewOutput"]),
            type("Prefixed", ["Upstream"]), type("Given", ["T"]), type("Settled", ["Output", "Failure"]),
            method("Handled.init(_:)", ["@escaping (any Handler<Output, Failure>) -> Void"], ""),
            method(
                "Publisher.attempted(_:)", ["(Self.Output) -> Result<NewOutput, Self.Failure>"],
                "Attempted", generics: ["NewOutput"]),
            method("Publisher.prefixed(by:)", ["() -> Self.Output"], "Prefixed"),
            type("Listed", ["Upstream"]), type("Hidden", ["Upstream"]),
            method(
                "Publisher.listed()", [], "Listed",
                generics: ["Item", "Self.Output == [Item]", "Item : Identifiable"]),
            method("Given.init(_:)", ["() -> T"], "", generics: ["T"]),
            method("Settled.init(_:)", ["() async -> Result<Output, Failure>"], ""),
            method(
                "Publisher.steered(by:)", ["Regulator"], "Steered", generics: ["Regulator.Output == Bool"],
                arguments: "Self, Regulator"),
            method("Publisher.window(size:by:)", ["Int", "(Self.Output) -> Bool"], "Window"),
            method("Publisher.blend(with:)", ["C"], "Blend", generics: ["C"], arguments: "Self, C"),
            method("Ticker.init(_:)", ["String"], ""),
            method("Publisher.strange(of:)", ["Clock"], "Strange"),
            method(
                "Publisher.spawn(_:)", ["(Self.Output) -> P"], "Spawn", generics: ["P"],
                arguments: "Self, P"),
            method(
                "Publisher.again(_:)", ["@escaping (AnyPublisher<Failure, Never>) -> T"], "Again",
                generics: ["T"], arguments: "Self, T"),
            method(
                "Publisher.picked(_:)", ["(Self.Output, [String: Int]) throws -> T?"], "Picked",
                generics: ["T"]),
            type("Sampled", ["First", "Second"]),
            method(
                "Publisher.sampled(_:)", ["Other"], "Sampled",
                generics: ["Other", "Self.Failure == Other.Failure"], arguments: "Self, Other"),
            type("Alone", ["P"]), method("Publisher.alone()", [], "Alone"),
            type("Sure", ["Output", "Failure"]),
            method(
                "Sure.init(_:)", ["Output"], "", generics: ["Output", "Failure", "Failure == Never"]),
            type("Named", ["T", "Failure"]),
            method("Named.init(_:)", ["T"], "", generics: ["T", "Failure", "T == String"]),
            type("GroupedPublisher", ["T"]), method("GroupedPublisher.cached()", [], "Cached"),
            type("Cached", ["Upstream"]), method("MaybePublisher.cached()", [], "Cached"),
            type("Titled", ["Output", "Failure"]),
            method(
                "Titled.init(_:)", ["Output"], "", generics: ["Output", "Failure", "Output == String"]),
            type("Late", ["Upstream"]), method("Publisher.late(_:)", ["XY"], "Late"),
            method("Publisher.opened(_:)", ["Output"], "Opened", generics: ["Self.Output : Collection"]),
            method("Publisher.cast()", [], "Cast", generics: ["T"]),
            method("Kept.init(_:)", ["Int"], "", generics: ["T", "T : Error"]),
            method(
                "Publisher.safe()", [], "Safe",
                generics: ["T", "Self.Output == [T]", "Self.Failure == Never"]),
            method("Publisher.marked()", [], "Marked", generics: ["Self.Output : Drawing"]),
            method(
                "Publisher.slowed(by:)",
                ["(Result<Self.Output, Self.Failure>, Int) -> S.SchedulerTimeType.Stride"], "Slowed"),
            method(
                "Publisher.folded(_:)", ["((Int, Int) -> Void, () -> Int) async throws(E) -> Clock?"],
                "Folded"),
        ]
        let relations = [
            "Window", "Blend", "Ticker", "Strange", "Spawn", "Again", "Picked", "Slowed", "Folded",
            "Opened", "Cast", "Kept", "Safe", "Marked", "Steered", "Handled", "Attempted", "Prefixed",
            "Given",
            "Settled", "Listed", "Hidden", "Sampled", "Alone", "Sure", "Named", "Late", "Titled", "Cached",
        ].map {
            "{\"kind\": \"conformsTo\", \"source\": \"s:\($0)\", \"target\": \"\(publisher)\"}"
        }
        return """
            {"symbols": [\(symbols.joined(separator: ","))], "relationships": [\(relations.joined(separator: ","))]}
            """
    }

    private static func run(_ more: [String] = [], _ files: [String: String] = [:]) -> (
        status: TraitgenCommand.Status, output: String, errors: [String], files: MemoryFiles
    ) {
        var all = files
        all["/package/graph/App.symbols.json"] = graph
        all["/package/Sources/TraitsRuntime/Operators.traits"] = ReasonedFacts.traits + "source Just   o|\n"
        let memory = MemoryFiles(all)
        var (output, errors): ([String], [String]) = ([], [])
        let command = TraitgenCommand(
            files: memory, output: { output.append($0) }, errors: { errors.append($0) })
        let status = command.run(arguments: ["init", "App", "--symbol-graph", "graph"] + more)
        return (status, output.joined(separator: "\n"), errors, memory)
    }

    @Test func eachPublisherHasARowThatIsOpen() throws {
        let (status, text, errors, _) = Self.run()
        #expect(status == .clean, "\(errors)")
        #expect(errors == ["29 rows, 23 with a sample"])
        for row in [
            "operator Window   anything\n    sample upstream.window(size: 2, by: { _ in true })",
            "operator Blend (A, B)   anything\n    sample a.blend(with: b)",
            "source   Ticker   - - ->\n    sample Ticker<Int>(\"a\")",
            "operator Strange   anything\n    unsampled because",
            "operator Opened   anything\n    sample upstream.map { [$0] }.opened([1])\n",
            "operator Cast   anything\n    unsampled because \"no argument of its method tells the type T\"",
            "source   Kept   - - ->\n    sample Kept<TestError>(2)\n",
            "operator Safe   anything\n    sample infallible.map { [$0] }.safe()\n",
            "operator Marked   anything\n    unsampled because \"the law kit's inputs don't have Self.Output: Drawing\"",
            "operator Steered (Upstream, Regulator)   anything\n    sample upstream.steered(by: regulator.map { $0 > 0 })",
            "operator Spawn (Upstream, Next)   anything\n    sample upstream.spawn({ _ in next })",
            "operator Again (Upstream, Trigger)   anything\n    sample upstream.again({ _ in trigger })",
            "operator Picked   anything\n    sample upstream.picked({ $1 })",
            "operator Slowed   anything\n    sample upstream.slowed(by: { _, _ in 1 })",
            "source   Handled   - - ->\n    sample Handled<Int, TestError>({ _ in })",
            "operator Attempted   anything\n    sample upstream.attempted({ .success($0) })",
            "operator Prefixed   anything\n    sample upstream.prefixed(by: { 1 })",
            "source   Given   - - ->\n    sample Given({ 1 })",
            "operator Hidden   anything\n    unsampled because \"no method of publishers returns it, and it has no",
            "operator Listed   anything\n    unsampled because \"the law kit's inputs don't have Item: Identifiable\"",
            "source   Settled   - - ->\n    sample Settled<Int, TestError>({ .success(1) })",
            "operator Folded   anything\n    sample upstream.folded({ _, _ in nil })",
            "operator Sampled (First, Second)   anything\n    sample first.sampled(second)",
            "operator Alone (P)   anything\n    sample upstream.alone()",
            "source   Sure   - - ->\n    sample Sure<Int, Never>(1)",
            "source   Named   - - ->\n    sample Named<String, TestError>(\"a\")",
            "operator Cached   anything\n    sample upstream.uncheckedMaybe().cached()",
            "source   Titled   - - ->\n    sample Titled<String, TestError>(\"a\")",
            "operator Late   anything\n    unsampled because \"its arguments are the author's to choose\"",
        ] { #expect(text.contains(row), "\(text)") }
        #expect(!text.contains("Plain") && !text.contains("Just"))
    }

    /// What is written is a table that `check` reads, and of which `propose` speaks.
    @Test func theTableIsRead() throws {
        let (_, _, errors, files) = Self.run(["--output", "App.traits"])
        let text = try #require(files.read("App.traits"), "\(errors)")
        let model = try Model.build(
            bytes: text, path: "App.traits", backend: nil,
            importer: { _, _ in
                [("Operators.traits", Array((ReasonedFacts.traits + "source Just   o|\n").utf8))]
            })
        #expect(model.rows.count == 29)
        #expect(model.rows.allSatisfy { $0.isOpen })
    }

    /// The plugin names every table of the modules that the target depends on, and those of the target.
    @Test func eachModuleIsImportedOnce() {
        let tables = ["TraitsRuntime=Sources/TraitsRuntime/Operators.traits", "TraitsRuntime=More.traits"]
        let (status, text, errors, _) = Self.run(
            (tables + ["App=App.traits"]).flatMap { ["--import", $0] },
            ["/package/More.traits": "source Late   o|\n", "/package/App.traits": "source Own   o|\n"])
        #expect(status == .clean, "\(errors)")
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("import ") } == ["import TraitsRuntime"])
    }

    @Test(arguments: [(["--import", "App=App.traits"], "App.traits"), ([], "Sources/App/App.traits")])
    func `publishers in the module's own tables get no second row`(_ options: [String], _ path: String) {
        let (status, text, errors, _) = Self.run(options, ["/package/\(path)": "source Ticker   o|\n"])
        #expect(status == .clean)
        #expect(errors == ["28 rows, 22 with a sample"])
        #expect(!text.contains("Ticker"))
    }

    @Test func `a type with the name of an imported one gets a row, and its module before its name`() {
        let tables = ["TraitsRuntime=Sources/TraitsRuntime/Operators.traits", "TraitsRuntime=More.traits"]
        let (status, text, errors, _) = Self.run(
            tables.flatMap { ["--import", $0] },
            ["/package/More.traits": "source Ticker   o|\nsource Given.Values   o|\n"])
        #expect(status == .clean, "\(errors)")
        #expect(text.contains("source   Ticker   - - ->\n    sample App.Ticker<Int>(\"a\")"), "\(text)")
        #expect(text.contains("source   Given   - - ->\n    sample App.Given({ 1 })"), "\(text)")
    }

    @Test func nothingIsOverwritten() {
        let (status, _, errors, files) = Self.run(
            ["--output", "App.traits"], ["/package/App.traits": "// mine\n"])
        #expect(status == .findings)
        #expect(errors.first == "error: there is a file at App.traits, and it would be overwritten")
        #expect(files.read("App.traits") == Array("// mine\n".utf8))
    }

    @Test func `the graph of another module is no graph of this one`() {
        var errors: [String] = []
        let files = MemoryFiles([
            "/package/graph/App.symbols.json": Self.graph, "/package/graph/App@Base.symbols.json": Self.graph,
        ])
        let command = TraitgenCommand(files: files, output: { _ in }, errors: { errors.append($0) })
        #expect(command.run(arguments: ["init", "Nope", "--symbol-graph", "graph"]) == .usage)
        #expect(errors.first == "error: there is no symbol graph of Nope in graph, which has those of App")
    }

    @Test func aWrongCallIsSaid() {
        let command = TraitgenCommand(files: MemoryFiles([:]), output: { _ in }, errors: { _ in })
        #expect(command.run(arguments: ["init"]) == .usage)
        #expect(command.run(arguments: ["init", "App"]) == .usage)
        #expect(command.run(arguments: ["init", "App", "--symbol-graph", "none"]) == .usage)
    }
}
