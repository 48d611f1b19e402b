import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

@Suite struct ModelTests {
    private let base =
        ReasonedFacts.traits + "operator Publishers.Map   o => o\nsource Just   o|\nsource Many   o*|\n"

    private func model(_ table: String, _ files: [String: String] = [:], backend: Backend? = nil) throws
        -> Model
    {
        try Model.build(table, path: "Sources/App/App.traits", backend: backend, importer: importer(files))
    }

    @Test func traits_knowTheirFamilies() throws {
        let traits = try model(base).traits
        #expect(traits.map(\.shortName) == ["Maybe", "Single", "Completable", "Immediate"])
        #expect(traits.map(\.allowsJust) == [true, true, false, true])
        #expect(traits.map(\.allowsFail) == [true, true, true, true])
        #expect(traits.map(\.allowsEmpty) == [true, false, true, false])
        #expect(traits.map(\.allowsNever) == [true, true, true, false])
        #expect(traits.map(\.resultKind) == [.maybeResult, .result, .completion, .none])
        #expect(traits.map(\.maximumValues) == [1, 1, 0, nil])
        #expect(traits.map(\.isImmediate) == [false, false, false, true])
        #expect(traits.map(\.refines) == [[], ["MaybePublisher"], ["MaybePublisher"], []])
        #expect(traits[1].lines.map(\.marbles) == ["--------->", "-----x--->", "--o--|--->"])
    }

    @Test func steps_areTheAutomatonOfTheTrait() throws {
        let traits = try model(base).traits
        let single = traits[1].steps(immediate: false)
        #expect(single.map(\.allowsValue) == [true, false, false])
        #expect(single.map(\.allowsFinish) == [false, true, false])
        #expect(single.map(\.allowsFailure) == [true, false, false])
        #expect(single.map(\.allowsSilence) == [true, false, false])
        let immediate = traits[3]
        #expect(immediate.steps(immediate: true).map(\.allowsValue) == [true, true, true])
        #expect(immediate.steps(immediate: false).map(\.allowsValue) == [false, false, false])
    }

    @Test func limit_isOneAboveTheLargestCountOfAnyTrait() throws {
        #expect(try model(base).valueLimit == 2)
        let more = "trait FewPublisher {\n    --oooo|-->  four\n}\n"
        #expect(try model(base + more).valueLimit == 5)
        #expect(try model("trait SilentPublisher {\n    -->\n}\nsource Never   silent").valueLimit == 1)
    }

    @Test func name_isTheFilesWithoutItsExtension() throws {
        let model = try model(base)
        #expect(model.name == "App")
        #expect(model.fileName == "App.traits")
        #expect(model.backend == .traitsRuntime)
    }

    @Test func importedTable_lendsItsTraitsAndRows() throws {
        let model = try model(
            "import Streams\noperator Shout   o => o or nothing\n", ["Streams.traits": base])
        #expect(model.imports == ["Streams"])
        #expect(model.traits.isEmpty)
        #expect(model.importedTraits.map(\.module) == ["Streams", "Streams", "Streams", "Streams"])
        #expect(model.rows.map(\.type) == ["Shout"])
        #expect(model.rows[0].conformances.map(\.trait) == ["MaybePublisher", "CompletablePublisher"])
        #expect(model.importedRows.map(\.conformances.count) == [0, 0, 0])
    }

    @Test func ownTrait_isDerivedForImportedRowsToo() throws {
        let table = """
            import Streams
            trait PairPublisher {
                -->      silent
                --x-->   fails
                --oo|-->  two values
            }
            """
        let model = try model(table, ["Streams.traits": base])
        #expect(model.valueLimit == 3)
        #expect(
            model.importedRows.map { $0.conformances.map { "\($0.trait) \($0.whereClause)" } } == [
                ["PairPublisher Upstream: PairPublisher"], [], [],
            ])
    }

    /// What an imported row keeps of imported traits is written where the row is at home, and must not depend on the
    /// importing table.
    @Test func ownTrait_doesNotChangeWhatIsWrittenElsewhere() throws {
        let streams = ReasonedFacts.traits + "operator Publishers.ReplaceEmpty   -| => o|\n"
        let table = """
            import Streams
            trait WidePublisher {
                -->      silent
                --x-->   fails
                --|-->   none
                --o|-->  one
                --ox-->  one, then fails
            }
            """
        let model = try model(table, ["Streams.traits": streams])
        let row = try #require(model.row(named: "Publishers.ReplaceEmpty"))
        let single = try #require(row.verdicts.first { $0.trait == "SinglePublisher" })
        #expect(single.outcome == .when([Constraint(input: "Upstream", trait: "MaybePublisher")]))
        #expect(
            row.conformances.map { "\($0.trait) \($0.whereClause)" } == [
                "WidePublisher Upstream: WidePublisher"
            ])
    }

    private static let wide = """
        import Streams
        trait WidePublisher {
            -->      silent
            --x-->   fails
            --|-->   none
            --o|-->  one
            --o-->   one, then silent
            --ox-->  one, then fails
        }

        """

    /// No refinement tells Swift that every maybe is wide, so both are conditions; the wide one takes more.
    @Test func conditionOnAWiderTrait_comesFirst() throws {
        let streams = ReasonedFacts.traits + "operator Publishers.Zip (A, B)   zip\n"
        let model = try model(Self.wide, ["Streams.traits": streams])
        #expect(
            model.importedRows.map { $0.conformances.map { "\($0.trait) \($0.whereClause)" } } == [
                ["WidePublisher A: WidePublisher"]
            ])
    }

    @Test func erasersOfNarrowerTraits_keepTheWiderOne() throws {
        let model = try model(Self.wide, ["Streams.traits": base])
        let template = "{{#traits}}{{#narrower}}{{name}} is {{trait}}.{{/narrower}}{{/traits}}"
        let templates = try TemplateSet([.init(path: "T.mustache", text: template)])
        let files = try Renderer(templates: templates, options: RenderOptions(module: "App")).render(model)
        #expect(
            files.map(\.text) == [
                "MaybePublisher is WidePublisher.SinglePublisher is WidePublisher."
                    + "CompletablePublisher is WidePublisher.\n"
            ])
    }

    @Test func importsOfImports_areSeen_andReadOnce() throws {
        let files = [
            "Streams.traits": base, "Left.traits": "import Streams\nsource L   o|\n",
            "Right.traits": "import Streams\nsource R   o|\n",
        ]
        let model = try model("import Left\nimport Right\nsource T   o|\n", files)
        #expect(model.imports == ["Streams", "Left", "Right"])
        #expect(model.importedRows.map(\.type) == ["Publishers.Map", "Just", "Many", "L", "R"])
        #expect(model.rows[0].conformances.map(\.trait) == ["SinglePublisher", "ImmediatePublisher"])
    }

    @Test func lawRows_areThoseOfTheTablesThatAreImportedDirectly() throws {
        let files = [
            "Streams.traits": base, "Left.traits": "import \"Streams.traits\"\nsource L   o|\n",
        ]
        #expect(
            try model("import \"Left.traits\"\nsource T   o|\n", files).lawRows.map(\.type) == ["L", "T"])
        #expect(
            try model("import \"Left.traits\"\nimport \"Streams.traits\"\nsource T   o|\n", files).lawRows
                .map(\.type) == ["Publishers.Map", "Just", "Many", "L", "T"])
    }

    /// The imported row can't be the narrower trait where its own table, which didn't know that one, refuses the wider.
    @Test func ownTrait_needsWhatItRefines() throws {
        let streams = ReasonedFacts.traits + "operator Publishers.Retry   x => again or x\n"
        let table = """
            import Streams
            trait SafePublisher: ImmediatePublisher {
                oo*-->    never ends
                oo*--|->  never fails
            }
            """
        let model = try model(table, ["Streams.traits": streams])
        let row = try #require(model.row(named: "Publishers.Retry"))
        let verdict = try #require(row.verdicts.first { $0.trait == "SafePublisher" })
        #expect(verdict.outcome == .never)
        #expect(verdict.lacks == "ImmediatePublisher")
        #expect(row.conformances.isEmpty)
        #expect(
            Explanation(of: row, in: model).description.hasSuffix(
                "it would have to be ImmediatePublisher as well, which the row's own table refuses"))
    }

    @Test func tableBeside_isSeenAndNeedsNoImport() throws {
        let model = try model("import \"Streams.traits\"\nsource T   o|\n", ["Streams.traits": base])
        #expect(model.imports.isEmpty)
        #expect(model.importedTraits.count == 4)
    }

    @Test func rowsForOtherLibraries_areLeftOut() throws {
        let table =
            "trait SilentPublisher {\n    -->\n}\noperator A   o => o   on Combine\n"
            + "operator A   o => nothing   on TraitsRuntime, OpenCombine\n"
        #expect(try model(table).rows.map(\.rules) == ["o => nothing"])
        #expect(try model(table, backend: .combine).rows.map(\.rules) == ["o => o"])
        #expect(try model("backend Combine\n" + table).backend == .combine)
    }

    @Test func typeOfAnotherModule_isImported_andConformsRetroactivelyToImportedTraits() throws {
        let model = try model(
            "import Streams\nsource Timer.Tick from Clocks   o|\n", ["Streams.traits": base])
        #expect(model.imports == ["Streams", "Clocks"])
        #expect(model.rows[0].conformances.map(\.isRetroactive) == [true, true])
    }

    @Test func sameTable_givesTheSameModel() throws {
        let table = ReasonedFacts.traits + ReasonedFacts.all.map(\.row).joined(separator: "\n")
        #expect(try model(table) == model(table))
    }

    /// Time is measured elsewhere; here it is only shown that a table of many rows is read whole.
    @Test func manyRows_areDerivedByRule() throws {
        let rules = ["o => o", "o => o or nothing", "later", "cut => |", "o-o => nothing"]
        let rows = (0..<2_000).map { "operator Publishers.Op\($0)   \(rules[$0 % rules.count])" }
        let model = try model(ReasonedFacts.traits + rows.joined(separator: "\n"))
        #expect(model.rows.count == 2_000)
        #expect(model.conformanceCount == 400 * (4 + 2 + 3 + 2 + 4))
    }
}
