import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Traits and rows of one name in several modules.
@Suite struct SharedNameTests {
    private static let one = """
        trait CouplePublisher {
            --oo|-->   two values
        }
        source Pair   oo|
        operator Twice   o => oo
        operator Publishers.WithLatest (Upstream, Other)   signal o => opens

        """
    private static let other = """
        trait CouplePublisher {
            --oo*|-->   some values
        }
        source Pair   o|
        operator Twice   o => oo
        operator Publishers.WithLatest (Upstream, Other)   latest

        """
    private static let files = ["One.traits": one, "Other.traits": other]

    private func build(_ text: String) throws -> Model {
        try Model.build(
            "import One\nimport Other\n" + text, path: "App.traits", importer: importer(Self.files))
    }

    private func output(_ text: String, _ name: String) throws -> String {
        let rendered = try Renderer(
            templates: RenderFixture.shippedTemplates(), options: RenderOptions(module: "App")
        ).render(build(text))
        return try #require(rendered.first { $0.name == "App+\(name).swift" }).text
    }

    /// An import alone is no mistake of the table that imports.
    @Test func namesOfSeveralModulesLiveBesideEachOther() throws {
        let model = try build("operator Mine   o => o\n")
        #expect(model.importedTraits.map(\.name) == ["One.CouplePublisher", "Other.CouplePublisher"])
        #expect(
            model.importedRows.map(\.name) == [
                "One.Pair", "One.Twice", "One.Publishers.WithLatest",
                "Other.Pair", "Other.Twice", "Other.Publishers.WithLatest",
            ])
        #expect(model.rows[0].conformances.map(\.trait) == ["One.CouplePublisher", "Other.CouplePublisher"])
        #expect(
            model.rows[0].conformances.map(\.whereClause) == [
                "Upstream: One.CouplePublisher", "Upstream: Other.CouplePublisher",
            ])
    }

    /// All uses of an ambiguous name are one error, which names both declarations and the spellings that tell them apart.
    @Test func anAmbiguousTraitIsAnErrorOnce() {
        let text = """
            import One
            import Other
            operator Mine (Upstream: CouplePublisher)   o => o
            operator Yours   o => oo
                conforms CouplePublisher because "it counts"
            """
        #expect(
            findings(text, Self.files) == """
                Table.traits:3:26: error: `CouplePublisher` is ambiguous: the modules `One` and `Other` declare it [ambiguous-name]
                One.traits:1:7: note: `One.CouplePublisher` is declared here
                Other.traits:1:7: note: `Other.CouplePublisher` is declared here
                Table.traits:5:14: note: the ambiguous name is used here too
                Table.traits:3:26: note: write `One.CouplePublisher` or `Other.CouplePublisher`
                """)
    }

    @Test func anAmbiguousInputIsAnError() {
        #expect(
            findings("import One\nimport Other\noperator Mine (Upstream == Pair)   o => o\n", Self.files)
                == """
                Table.traits:3:28: error: `Pair` is ambiguous: the modules `One` and `Other` declare it [ambiguous-name]
                One.traits:4:8: note: `One.Pair` is declared here
                Other.traits:4:8: note: `Other.Pair` is declared here
                Table.traits:3:28: note: write `One.Pair` or `Other.Pair`
                """)
    }

    @Test func qualifiedNamesAreResolved() throws {
        let model = try build(
            """
            trait FewPublisher: Other.CouplePublisher {
                --o|-->   one value
            }
            operator Mine (Upstream: One.CouplePublisher)   o => o
            operator Boxed (Upstream == Other.Pair)   o => o

            """)
        #expect(model.traits[0].ancestors == ["Other.CouplePublisher"])
        #expect(model.rows[0].inputs[0].bound == "One.CouplePublisher")
        #expect(model.rows[1].inputs[0].given?.histories.map(\.text) == ["o|"])
        #expect(model.rows[1].verdicts.first { $0.trait == "FewPublisher" }?.outcome == .always)
    }

    /// As in Swift, a name means the own module's declaration, whatever is imported.
    @Test func ownNamesHideImportedNames() throws {
        let table = """
            trait CouplePublisher {
                --o|-->   one value
            }
            source Pair   o|
            operator Publishers.WithLatest (Upstream, Other)   latest
            operator Mine (Upstream == Pair)   o => o
            operator Yours (Upstream: CouplePublisher)   o => o

            """
        let model = try build(table)
        #expect(model.traits.map(\.name) == ["CouplePublisher"])
        #expect(model.rows.map(\.name) == ["Pair", "Publishers.WithLatest", "Mine", "Yours"])
        #expect(model.rows[2].inputs[0].given?.histories.map(\.text) == ["o|"])
        #expect(model.rows[3].inputs[0].bound == "CouplePublisher")
        #expect(model.rows[3].conformances.map(\.trait).contains("CouplePublisher"))
        // The compiler doesn't hide a type that another module adds to the same namespace.
        let text = try output(table, "Conformances")
        #expect(text.contains("extension Publishers.App::WithLatest: "), "\(text)")
        #expect(text.contains("extension Publishers.Other::WithLatest: CouplePublisher"), "\(text)")
        #expect(text.contains("extension One.Pair: CouplePublisher") == false, "\(text)")
        #expect(text.contains("extension Other.Pair: CouplePublisher"), "\(text)")
    }

    @Test func oneModuleMayNotRepeatAName() {
        let files = ["One.traits": Self.one + Self.one]
        let text = findings("import One\noperator Mine   o => o\n", files)
        #expect(
            text.contains("One.traits:7:7: error: there are two traits `CouplePublisher` [duplicate-trait]"))
        #expect(text.contains("One.traits:10:8: error: `Pair` has two rows [duplicate-row]"))
        #expect(text.contains("[ambiguous-name]") == false)
    }

    /// Rows of two tables about a type of a third module are about the same type.
    @Test func aTypeOfOneModuleHasOneRow() {
        let files = ["Third.traits": "source Thing   o|\n"]
        let text = findings("import Third\nsource Thing from Third   o|\n", files)
        #expect(text.contains("error: `Thing` has two rows [duplicate-row]"), "\(text)")
    }

    /// A conformance of one library's row to another library's trait is written by neither.
    @Test func unrelatedModulesShareNoConformance() throws {
        let model = try build("trait FewPublisher: Other.CouplePublisher {\n    --o|-->\n}\n")
        let pair = try #require(model.importedRows.first { $0.name == "One.Pair" })
        #expect(pair.verdicts.map(\.trait) == ["One.CouplePublisher", "FewPublisher"])
        let own = try #require(model.importedRows.first { $0.name == "Other.Pair" })
        #expect(own.conformances.map(\.trait) == ["FewPublisher"])
    }

    /// The library wrote a condition of its own for the refined trait, which the refining trait's conformance implies.
    @Test func aRefinedTraitHasTheConditionOfItsModule() throws {
        let first = """
            trait NeverFailsPublisher {
                ---->
                --|-->
                --o*|-->
                --o*-->
            }
            operator Recovered   x => o|

            """
        let files = ["First.traits": first, "One.traits": "import First\n" + Self.one]
        func model(_ text: String, _ path: String) throws -> Model {
            try Model.build(text, path: path, importer: importer(files))
        }
        let own = "import First\nimport One\ntrait FewPublisher: CouplePublisher {\n    --oo|-->\n}\n"
        func condition(_ model: Model) -> Verdict.Outcome? {
            model.importedRows.first { $0.name == "Recovered" }?.verdicts.first {
                $0.trait == "CouplePublisher"
            }?
            .outcome
        }
        let written = try condition(model(files["One.traits"] ?? "", "One.traits"))
        #expect(try condition(model(own, "App.traits")) == written)
        #expect(written != nil)
    }

    /// A test target that imports both libraries runs the laws of each row under the row's own name.
    @Test func lawsAreThoseOfOneModulesRow() throws {
        let traits = String(Self.one.prefix { $0 != "}" }) + "}\n"
        let files = [
            "One.traits": traits + "source Pair   oo|\n    sample One.Pair()\n",
            "Other.traits": traits + "source Pair   o|\n    sample Other.Pair()\n",
        ]
        let model = try Model.build(
            "import One\nimport Other\n", path: "Laws.traits", importer: importer(files))
        let text = try #require(
            Renderer(
                templates: RenderFixture.laws(),
                options: RenderOptions(module: "AppTests")
            ).render(model).first
        ).text
        for (number, (module, rule)) in [("One", "oo|"), ("Other", "o|")].enumerated() {
            #expect(text.contains("case \"\(module).Pair\": return row\(number + 1)()"), "\(text)")
            #expect(text.contains("\"\(module).Pair\", rules: \"\(rule)\", file: "), "\(text)")
            #expect(text.contains("row.sample(\"\(module).Pair()\")"), "\(text)")
        }
        // Names of traits tell modules apart as well.
        #expect(
            text.contains("LawTrait(\"One.CouplePublisher\"")
                && text.contains("LawTrait(\"Other.CouplePublisher\""))
    }

    // MARK: - Verbs

    private static let package = [
        "/package/Package.swift": "",
        "/package/Sources/One/One.traits": one,
        "/package/Sources/Other/Other.traits": other,
        "/package/Sources/App/App.traits": "import One\nimport Other\noperator Mine   o => o\n",
    ]

    private func run(_ arguments: String...) -> String {
        var lines: [String] = []
        let command = TraitgenCommand(
            files: MemoryFiles(Self.package), output: { lines.append($0) }, errors: { lines.append($0) })
        _ = command.run(arguments: arguments)
        return lines.joined(separator: "\n")
    }

    @Test func explainShowsAllRowsOfAName() {
        let both = run("explain", "Publishers.WithLatest")
        #expect(both.contains("operator One.Publishers.WithLatest (Upstream, Other)   signal o => opens\n"))
        #expect(both.contains("operator Other.Publishers.WithLatest (Upstream, Other)   latest\n"))
        let one = run("explain", "Other.Publishers.WithLatest")
        #expect(one.hasPrefix("operator Other.Publishers.WithLatest (Upstream, Other)   latest\n"))
        #expect(one.contains("One.Publishers") == false)
        let traits = run("explain", "CouplePublisher")
        #expect(
            traits.contains("trait One.CouplePublisher\n") && traits.contains("trait Other.CouplePublisher\n")
        )
    }

    @Test func tablesTellModulesApart() {
        let table = run("table", "Sources/App/App.traits")
        #expect(table.contains("One.Couple, Other.Couple"), "\(table)")
    }

    @Test func aDifferenceIsOfOneModule() {
        let text = run("diff", "Sources/One", "Sources")
        #expect(text.contains("`Other.CouplePublisher` is new"), "\(text)")
        #expect(text.contains("`Other.Publishers.WithLatest` has a row"), "\(text)")
        #expect(text.contains("`One.CouplePublisher` is") == false, "\(text)")
        #expect(text.contains("0 break the source"), "\(text)")
    }

    private func run(_ arguments: [String], adding more: [String: String]) -> (
        status: TraitgenCommand.Status, text: String
    ) {
        var lines: [String] = []
        let command = TraitgenCommand(
            files: MemoryFiles(Self.package.merging(more) { _, new in new }), output: { lines.append($0) },
            errors: { lines.append($0) })
        return (command.run(arguments: arguments), lines.joined(separator: "\n"))
    }

    /// The row is that of the module which the source names, belongs to or imports.
    @Test(arguments: [
        ("Sources/App/A.swift", "import One", "Pair", "One.Pair", "agrees"),
        ("Sources/App/A.swift", "import Other", "Pair", "Other.Pair", "unsound"),
        ("Sources/App/A.swift", "import One\nimport Other", "One.Pair", "One.Pair", "agrees"),
        ("Sources/App/A.swift", "import One\nimport Other", "Other.Pair", "Other.Pair", "unsound"),
        ("Sources/App/A.swift", "import One\nimport Other", "Pair", "Pair", "ambiguous"),
        ("Sources/One/A.swift", "import Other", "Pair", "One.Pair", "agrees"),
    ])
    func importFindsTheRowOfAModule(
        path: String, imports: String, type: String, name: String, verdict: String
    ) throws {
        let trait = "trait TwoPublisher {\n    --oo|-->\n}\n"
        let (_, text) = run(
            ["import", path, "--table", "Sources/App", "--format", "json"],
            adding: [
                "/package/Sources/App/App.traits":
                    "import One\nimport Other\n\(trait)operator Mine   o => o\n",
                "/package/\(path)": "\(imports)\nextension \(type): TwoPublisher {}\n",
            ])
        #expect(text.contains("\"type\": \"\(name)\""), "\(text)")
        #expect(text.contains("\"verdict\": \"\(verdict)\""), "\(text)")
        let module = verdict == "ambiguous" ? "null" : "\"\(name.prefix { $0 != "." })\""
        #expect(text.contains("\"module\": \(module)"), "\(text)")
    }

    @Test func auditTellsModulesApart() {
        func graph(_ module: String, _ types: [String]) -> String {
            let symbols = types.map { type in
                let names = type.split(separator: ".").map { "\"\($0)\"" }.joined(separator: ", ")
                return """
                    {"kind": {"identifier": "swift.struct"}, "identifier": {"precise": "s:\(module)\(type)"}, \
                    "pathComponents": [\(names)]}
                    """
            }
            let relations = types.map {
                """
                {"kind": "conformsTo", "source": "s:\(module)\($0)", "target": "s:13TraitsStreams9PublisherP"}
                """
            }
            return """
                {"module": {"name": "\(module)"}, "symbols": [\(symbols.joined(separator: ", "))], \
                "relationships": [\(relations.joined(separator: ", "))]}
                """
        }
        let call = ["audit", "Sources/One", "Sources/Other", "--symbol-graph", "graph"]
        let table = ReasonedFacts.traits + "source Pair   oo|\nsource Thing   o|\n"
        var files = [
            "/package/Sources/One/One.traits": table, "/package/Sources/Other/Other.traits": table,
            "/package/graph/One.symbols.json": graph("One", ["Pair", "Thing"]),
            "/package/graph/Other.symbols.json": graph("Other", ["Pair", "Thing"]),
        ]
        let whole = run(call, adding: files)
        #expect(whole.status == .clean && whole.text.contains("4 publisher types, 4 rows"), "\(whole.text)")
        files["/package/graph/Other.symbols.json"] = graph("Other", ["Pair", "More"])
        let less = run(call, adding: files)
        #expect(less.text.contains("error: the module has no public publisher `Other.Thing`"), "\(less.text)")
        #expect(less.text.contains("error: `More` is a publisher"), "\(less.text)")
        #expect(less.text.contains("4 publisher types, 4 rows, 2 findings"), "\(less.text)")
        let json = run(call + ["--format", "json"], adding: files).text
        #expect(json.filter { !$0.isWhitespace }.contains(#""modules":["One","Other"]"#), "\(json)")
    }

    @Test func recordedRowsAreNamedWithTheirModules() {
        let sampled = [
            "/package/Sources/One/One.traits": Self.one.replacing(
                "oo|\noperator", with: "oo|\n    sample Pair()\noperator"),
            "/package/Sources/Other/Other.traits": Self.other.replacing(
                "o|\noperator", with: "o|\n    sample Pair()\noperator"),
            "/package/laws.txt":
                "row One.Pair\nsample Pair()\n=> oo|\nrow Other.Pair\nsample Pair()\n=> o|\n",
        ]
        let call = ["Sources/One", "Sources/Other", "--observed", "laws.txt", "--row"]
        let proposals = run(["propose"] + call + ["Pair"], adding: sampled).text
        #expect(proposals.contains("proposal: One.Pair   oo|"), "\(proposals)")
        #expect(proposals.contains("proposal: Other.Pair   o|"), "\(proposals)")
        let json = run(["propose"] + call + ["Other.Pair", "--format", "json"], adding: sampled).text
        #expect(json.contains("\"module\": \"Other\"") && !json.contains("\"module\": \"One\""), "\(json)")
        let gaps = run(["mutate"] + call + ["Pair", "--gaps", "yes", "--format", "json"], adding: sampled)
            .text
        #expect(gaps.contains("\"tables\""), "\(gaps)")
    }
}
