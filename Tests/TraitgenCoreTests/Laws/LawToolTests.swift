import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

@Suite struct LawToolTests {
    private func model(_ rows: String) throws -> Model {
        try Model.build(ReasonedFacts.traits + rows, path: "Table.traits")
    }

    private func score(_ model: Model, _ record: String) throws -> MutationScore {
        let observations = try #require(Observations(record))
        return MutationScore(model.rows[0], in: model, observations) { ImageFinder(limit: $0) }
    }

    @Test func aRowWithoutSamplesIsReported() throws {
        let model = try model("operator Publishers.Map   o => o\n")
        #expect(throws: DiagnosticsError.self) { try LawContext.check(model) }
        try LawContext.check(try self.model("operator Publishers.Map   o => o\n    sample upstream\n"))
        try LawContext.check(
            try self.model("operator Publishers.Map   o => o\n    unsampled because \"it can't be\"\n"))
    }

    @Test func aPredictionHasAnImageForEachBehaviourOfTheInputs() throws {
        let model = try model("operator Publishers.First   o => o|\n    sample upstream.first()\n")
        let plan = LawPlan(model.rows[0], in: model)
        let prediction = LawPrediction(
            model.rows[0].behaviour, plan: plan, finder: ImageFinder(limit: plan.limit))
        #expect(prediction.numbers.count == 23)
        let index = try #require(plan.inputShapes.map(\.lawMarbles).firstIndex(of: "-ooo>"))
        #expect(prediction.images[prediction.numbers[index]].lawMarbles == "-o|")
    }

    @Test func nothingIsPredictedOfWhatAGivenInputCantDo() throws {
        let model = try model(
            "source Box   oo*-->\noperator Boxes.Zip (A == Box, B)   zip\n    sample a.zip(b)\n")
        let row = try #require(model.row(named: "Boxes.Zip"))
        let plan = LawPlan(row, in: model)
        let prediction = LawPrediction(row.behaviour, plan: plan, finder: ImageFinder(limit: plan.limit))
        for (situation, number) in zip(plan.situations, prediction.numbers) {
            let isPossible =
                situation[0].first == .immediate && situation[0].values > 0 && situation[0].end == .silent
            #expect(prediction.images[number].isEmpty != isPossible)
        }
    }

    @Test func shapesAreReadAsTheyAreWritten() {
        for shape in ShapeSet.all(limit: 4).shapes {
            #expect(Shape(lawMarbles: shape.lawMarbles) == shape)
        }
        #expect(Shape(lawMarbles: "o") == nil)
        #expect(Observations("row A\no| => o") == nil)
    }

    /// A row may have got another input since its law was recorded.
    @Test(arguments: [["mutate"], ["propose", "--row", "Publishers.Zip"]])
    func aRecordOfOtherInputsIsRefused(verb: [String]) {
        let files = MemoryFiles([
            "/package/T.traits": ReasonedFacts.traits
                + "operator Publishers.Zip (A, B)   zip\n    sample a.zip(b)\n",
            "/package/laws.txt": "row Publishers.Zip\nsample a.zip(b)\n-o| => -o|\n",
        ])
        var errors: [String] = []
        let command = TraitgenCommand(files: files, output: { _ in }, errors: { errors.append($0) })
        #expect(command.run(arguments: verb + ["T.traits", "--observed", "laws.txt"]) == .findings)
        let message = "error: the record is of another number of inputs than `Publishers.Zip` has"
        #expect(errors.count == 1 && errors.first?.hasSuffix(message) == true, "\(errors)")
    }

    @Test func changesOfARowAreCaught() throws {
        let model = try model("operator Publishers.First   o => o|\n    sample upstream.first()\n")
        let score = try score(
            model, "row Publishers.First\nsample upstream.first()\no> => o|\n-oo| => -o|\n| => |\nx => x\n")
        #expect(score.lawHolds(model.rows[0].behaviour))
        let mutants = Mutant.all(of: model.rows[0].behaviour)
        #expect(mutants.count > 10)
        #expect(mutants.filter { score.fate(of: $0) == .caught }.count > mutants.count / 2)
        let later = try #require(mutants.first { $0.name == "with `later`" })
        #expect(score.fate(of: later) == .caught)
    }

    @Test func whatIsNamedUnseenHasToBeUnseen() throws {
        let rows = "operator Publishers.Map   o => o or nothing\n    sample upstream\n"
        let record = "row Publishers.Map\nsample upstream\n-> => ->\no> => o>\n"
        let missing = try model(rows)
        #expect(try !score(missing, record).lawHolds(missing.rows[0].behaviour))
        let named = try model(rows + "    unseen o> => --> because \"nobody looks\"\n")
        #expect(named.rows[0].unseenHistories.map(\.output.lawMarbles) == ["->"])
        #expect(try score(named, record).lawHolds(named.rows[0].behaviour))
        // Each may have a reason of its own.
        let both = try model(
            rows + """
                    unseen o> => --> because "nobody looks"
                    unseen o| => --> because "nobody dares to"

                """)
        // The form in which the law kit tells them all.
        let pasted = try model(
            rows + """
                    unseen o> => ->,
                        o| => ->
                        because "nobody looks"

                """)
        #expect(pasted.rows[0].unseenHistories == both.rows[0].unseenHistories)
        #expect(
            both.rows[0].unseenHistories.map(\.inputs)
                == [["o>"], ["o|"]].map { $0.compactMap(Shape.init(lawMarbles:)) })
        let seen = record.replacing("o> => o>", with: "o> => o> ->")
        #expect(try !score(named, seen).lawHolds(named.rows[0].behaviour))
    }

    /// A history that no sample shows of any inputs.
    @Test func aHistoryThatIsNamedUnseenNeedNotBeSeenOfOtherInputs() throws {
        let model = try model(
            """
            operator Publishers.TryMap   o => o or x
                sample upstream
                unseen o> => x because "nobody throws"

            """)
        let score = try score(model, "row Publishers.TryMap\nsample upstream\n-> => ->\no> => o>\n")
        #expect(score.lawsHold)
        #expect(score.brokenLaw == nil)
    }

    /// As `init` writes it: the laws want nothing of it, so its record is right.
    @Test func ofARuleThatSaysNothingNothingHasToBeSeen() throws {
        let rows =
            "operator Publishers.Map   RULE\n    sample upstream\n    unseen because \"the rule is open\"\n"
        let record = "row Publishers.Map\nsample upstream\n-> => ->\no> => o>\n"
        #expect(try score(model(rows.replacing("RULE", with: "anything")), record).brokenLaw == nil)
        let narrow = try score(model(rows.replacing("RULE", with: "o => o or x")), record)
        #expect(narrow.brokenLaw == "no sample shows some histories that the row predicts")
    }

    @Test func aRecordNamesTheModuleOfARow() throws {
        let model = try Model.build(
            "import One\nimport Other\n", path: "Laws.traits",
            importer: importer([
                "One.traits": "source Pair   oo|\n    sample Pair()\n",
                "Other.traits": "source Single   o|\n    sample Single()\n",
            ]))
        let names = LawContext.all(in: model, root: "").map { $0.field("recordedName") }
        #expect(names == [.text("One.Pair"), .text("Other.Single")])
    }

    /// Rows that a law run knows no module of, such as those of a test, may have the names of a table's rows.
    @Test func aRecordedRowOfTheModuleComesFirst() throws {
        let model = try Model.build(
            "import One\n", path: "Laws.traits",
            importer: importer(["One.traits": "operator Passing   o => o\n    sample upstream\n"]))
        let row = try #require(model.importedRows.first)
        let text = "row Passing\nsample other\n| => |\nrow One.Passing\nsample upstream\n| => |\nx => x\n"
        let observations = try #require(Observations(text))
        #expect(observations.situations(of: row).count == 2)
    }

    @Test func whatOneOrderShowsCountsForTheOther() throws {
        let model = try model("operator Publishers.Merge (A, B)   merge\n    sample a.merge(with: b)\n")
        let record = "row Publishers.Merge\nsample a.merge(with: b)\nx o| => x\no| x => ox\n"
        let score = try score(model, record)
        #expect(score.lawHolds(model.rows[0].behaviour))
        #expect(score.gaps.isEmpty)
    }

    @Test func explanationsAreNeededOrRefused() throws {
        let model = try model(
            """
            operator Publishers.First   o => o|
                sample upstream.first()
                survives "without the rule for o" because "nobody sends"
                survives "with `later`" because "it may"
                survives "with nothing" because "there is no such thing"

            """)
        let score = try score(model, "row Publishers.First\nsample upstream.first()\n| => |\n")
        var fates: [String: MutationScore.Fate] = [:]
        for mutant in Mutant.all(of: model.rows[0].behaviour) { fates[mutant.name] = score.fate(of: mutant) }
        #expect(fates["without the rule for o"] == .explained)
        #expect(fates["with `later`"] == .caught)
        let texts = score.needlessExplanations(fates).map(\.message)
        #expect(
            texts == [
                "`survives \"with `later`\"` is not needed: a law notices",
                "`survives \"with nothing\"` is not needed: there is no such change",
            ])
    }

    @Test func wordsThatSayMoreExactly() throws {
        func image(_ rule: String, _ input: String) throws -> String {
            let model = try model("operator Publishers.Map   \(rule)\n    sample upstream\n")
            let finder = ImageFinder(limit: 4)
            var set = ShapeSet(limit: 4)
            set.insert(try #require(Shape(lawMarbles: input)))
            return finder.image(of: model.rows[0].behaviour, inputs: [set]).lawMarbles
        }
        #expect(try !image("o => o or nothing or x   until o", "oo>").contains("ox"))
        #expect(try image("later   held", "-o>") == "-o>")
        #expect(try image("later   held", "-o|") == "-| -o|")
        #expect(try image("grouped", "-ooo>") == "-> -o> -ooo>")
        #expect(try image("last", "-ooo|") == "-| -o| -oo| -ooo|")
        #expect(try image("last", "|") == "|")
        #expect(try image("last", "-oox") == "-x")
        #expect(try image("last", "oo>") == "->")
        #expect(try image("| => again or |", "-o|") == "| -o| -oo| -ooo| -oooo|")
        #expect(try image("| => again or |", "-o>") == "| -o>")
        #expect(try image("| => again or |   none => silent", "-x") == "-> -x")
        #expect(try image("x => again or x", "-x") == "-> -x")
        #expect(try !image("x => again or x", "-ox").contains("-o>"))
    }

    @Test func whatNobodySawSurvives() throws {
        let model = try model("operator Publishers.First   o => o|\n    sample upstream.first()\n")
        let score = try score(model, "row Publishers.First\nsample upstream.first()\n-> => ->\n")
        let cut = try #require(
            Mutant.all(of: model.rows[0].behaviour).first { $0.name == "without the rule for o" })
        #expect(score.fate(of: cut) == .survived)
    }

    @Test func theAuditFindsWhatIsMissing() throws {
        let model = try model("operator Publishers.Map   o => o\nsource Lost   o|\n")
        let root = "s:13TraitsStreams9PublisherP"
        let graph = SymbolGraph(
            symbols: [
                .init(id: "a", kind: "swift.struct", name: "Publishers.Map", parameters: ["Source"]),
                .init(id: "b", kind: "swift.class", name: "Extra", parameters: []),
                .init(id: "c", kind: "swift.protocol", name: "Subject", parameters: []),
                .init(id: "d", kind: "swift.struct", name: "Other", parameters: []),
            ],
            conformances: ["a": [root], "b": ["c"], "c": [root]])
        let audit = Audit([model], graph)
        #expect(audit.publishers == 2)
        #expect(audit.findings.count == 3)
        #expect(audit.findings.first == "error: `Extra` is a publisher, and Table.traits has no row for it")
        #expect(audit.findings.contains { $0.hasSuffix("no generic parameter `Upstream`; it has `Source`") })
        #expect(audit.findings.contains { $0.hasSuffix("the module has no public publisher `Lost`") })
    }

    @Test func theAuditHoldsBoundsAgainstTheType() throws {
        let root = "s:13TraitsStreams9PublisherP"
        func findings(_ inputs: String, requires required: Set<String>) throws -> [String] {
            let graph = SymbolGraph(
                symbols: [
                    .init(
                        id: "a", kind: "swift.struct", name: "Shared", parameters: ["Upstream"],
                        requirements: ["Upstream": required])
                ], conformances: ["a": [root]])
            return Audit([try model("operator Shared \(inputs)   passes\n")], graph).findings
        }
        #expect(try findings("(Upstream: MaybePublisher)", requires: ["MaybePublisher"]).isEmpty)
        #expect(try findings("(Upstream: MaybePublisher)", requires: ["SinglePublisher"]).isEmpty)
        #expect(try findings("(Upstream)", requires: ["Publisher"]).isEmpty)
        #expect(
            try findings("(Upstream: MaybePublisher)", requires: ["Publisher"]).first?.hasSuffix(
                "`Shared` doesn't require `MaybePublisher` of `Upstream`") == true)
        #expect(
            try findings("(Upstream)", requires: ["MaybePublisher"]).first?.hasSuffix(
                "`Shared` requires `MaybePublisher` of `Upstream`; say so with `(Upstream: MaybePublisher)`")
                == true)
    }

    @Test func tablesOfOneModuleAreAuditedTogether() throws {
        let first = try model("operator Publishers.Map   o => o\n")
        let second = try model("source Just   o|\n")
        let root = "s:13TraitsStreams9PublisherP"
        let graph = SymbolGraph(
            symbols: [
                .init(id: "a", kind: "swift.struct", name: "Publishers.Map", parameters: ["Upstream"]),
                .init(id: "b", kind: "swift.struct", name: "Just", parameters: ["Output"]),
            ], conformances: ["a": [root], "b": [root]])
        #expect(Audit([first, second], graph).findings.isEmpty)
        #expect(Audit([first], graph).findings.count == 1)
    }

    @Test func aBoundLimitsWhatIsTried() throws {
        let model = try model(
            "operator Shared (Upstream: MaybePublisher)   o => nothing   o-| => o|   joins now\n    sample upstream\n"
        )
        let plan = LawPlan(model.rows[0], in: model)
        let prediction = LawPrediction(
            model.rows[0].behaviour, plan: plan, finder: ImageFinder(limit: plan.limit))
        func image(_ marbles: String) throws -> String {
            let index = try #require(plan.inputShapes.map(\.lawMarbles).firstIndex(of: marbles))
            return prediction.images[prediction.numbers[index]].lawMarbles
        }
        #expect(try image("oo|") == "")
        #expect(try image("-o|") == "o| -o|")
        #expect(try image("-x") == "x -x")
    }

    @Test func historiesThatWereSeenAreDrawnWithOneTime() throws {
        #expect(TimedMarbles.aligned(["-0|", "-|"]) == ["-0|", "-|"])
        #expect(TimedMarbles.aligned(["0-1|", "0-|"]) == ["0-1|", "0-|"])
        #expect(TimedMarbles.aligned(["01-|", "0-x"]) == ["01-|", "0--x"])
        #expect(TimedMarbles.aligned(["-0", ">"]) == ["-0->", "--->"])
        #expect(TimedMarbles.aligned([">"]) == ["-->"])
        #expect(TimedMarbles.aligned(["{40}a|"]) == ["---a|"])
    }

    @Test func anExampleIsReadWithItsShapes() throws {
        let text = "row A\nsample s\n-o| => -| -o|\nseen -o| => -| : --0| => --|\n"
        let observations = try #require(Observations(text))
        let value = try #require(Shape(lawMarbles: "-o|"))
        let none = try #require(Shape(lawMarbles: "-|"))
        #expect(observations.example(of: "A", [value], none) == ["--0|", "--|"])
        #expect(observations.example(of: "A", [value], value) == nil)
        #expect(Observations("row A\nseen -o| => -|\n") == nil)
        #expect(Observations("row A\nseen -o| => -| : -|\n") == nil)
    }

    @Test func situationsAreOrderedByTheirEventsAndMarbles() {
        let shapes = ShapeSet.all(limit: 9).shapes
        let codes = shapes.map { shape in
            var code = SituationCode()
            let isAdded = code.append(shape)
            #expect(isAdded && code.shapes == [shape])
            return (shape: shape, code: code)
        }
        func key(_ shape: Shape) -> (Int, String) {
            (shape.values + (shape.end == .silent ? 0 : 1), shape.lawMarbles)
        }
        #expect(codes.sorted { $0.code < $1.code }.map(\.shape) == shapes.sorted { key($0) < key($1) })
        var one = SituationCode()
        var other = SituationCode()
        for (left, right) in zip(shapes.prefix(4), shapes.prefix(4).reversed()) {
            let areAdded = one.append(left) && other.append(right)
            #expect(areAdded)
        }
        #expect(one != other && one.unordered == other.unordered)
    }

    @Test func whoAsksForNoVerdictsIsToldOfWrongClaims() throws {
        func build(_ row: String) throws -> Model {
            try Model.build(
                bytes: Array((ReasonedFacts.traits + row).utf8), path: "Table.traits", backend: nil,
                importer: { _, _ in [] }, verdicts: .claimed)
        }
        #expect(try build("operator Publishers.Map   o => o\n").rows[0].verdicts.isEmpty)
        #expect(throws: DiagnosticsError.self) {
            try build(
                "operator Publishers.Map   o => o\n"
                    + "    conforms SinglePublisher where Upstream: SinglePublisher because \"so\"\n")
        }
    }

    @Test func theMatrixShowsConditionsAndExamples() throws {
        let model = try model("operator Publishers.Filter   o => o or nothing\n    sample upstream\n")
        let matrix = Matrix(model, nil)
        #expect(matrix.markdown.hasPrefix("| type | rule | "))
        #expect(
            matrix.markdown.contains(
                "| **Maybe, Completable** if `Upstream` does | **Single**: may complete without a value: "))
        let record = try #require(Observations("row Publishers.Filter\nsample upstream\n-o| => -| -o|\n"))
        let page = MatrixPage([.init(model: model)], record).html
        #expect(page.contains("class=\"history seen\""))
        #expect(page.contains("may complete without a value"))
        #expect(page.contains("<title>--|</title>"))
        #expect(!page.contains("src=") && !page.contains("http"))
    }
}
