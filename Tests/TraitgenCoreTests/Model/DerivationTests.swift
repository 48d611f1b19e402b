import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

@Suite struct DerivationTests {
    /// What the generator found, in the words of ``ReasonedFacts``.
    private func conditions(_ row: Row) -> [String] {
        // Promises about places and sharing follow other rules, see PlaceTests and SharingTests.
        row.verdicts.filter { !["MainActorPublisher", "SharedPublisher"].contains($0.trait) }.map { verdict in
            switch verdict.outcome {
            case .always: "*"
            case .never: "-"
            case .when(let constraints): constraints.map(\.description).joined(separator: ", ")
            }
        }
    }

    private func model(_ rows: String) throws -> Model {
        try Model.build(ReasonedFacts.traits + rows + "\n", path: "Table.traits")
    }

    @Test func reasonedFacts_areManyMoreThanAHundred() {
        #expect(ReasonedFacts.all.count * 4 > 300)
    }

    @Test(arguments: ReasonedFacts.all + ReasonedFacts.traitOperators)
    func row_keepsWhatReasonSays(facts: ReasonedFacts) throws {
        let row = try #require(try model(facts.row).rows.first)
        #expect(conditions(row) == facts.conditions, "\(facts.row)")
    }

    /// The shipped table: every row is one that was reasoned about, or does what such a row does, and says the same.
    @Test func shippedTable_agreesWithReason() throws {
        let model = try shipped("Operators.traits")
        try agrees(model, ReasonedFacts.all + ReasonedFacts.traitOperators)
        #expect(
            model.traits.map(\.name) == [
                "MaybePublisher", "SinglePublisher", "CompletablePublisher", "ImmediatePublisher",
                "MainActorPublisher", "SharedPublisher",
            ])
    }

    @Test func shippedTraitOperators_agreeWithReason() throws {
        try agrees(try shipped("Traits/TraitOperators.traits"), ReasonedFacts.traitOperators)
    }

    private func shipped(_ table: String) throws -> Model {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/TraitsRuntime").standardizedFileURL
        let bytes = Array(try Data(contentsOf: folder.appending(path: table)))
        return try Model.build(bytes: bytes, path: table) { _, _ in
            let path = "Operators.traits"
            let imported = try? Data(contentsOf: folder.appending(path: path))
            return imported.map { [(path, Array($0))] } ?? []
        }
    }

    private func agrees(_ model: Model, _ all: [ReasonedFacts]) throws {
        let reasoned = Dictionary(all.map { ($0.type, $0) }) { first, _ in first }
        let rows = model.rows.filter { reasoned[$0.type] != nil }
        let alike = Dictionary(rows.map { ($0.behaviour, $0.type) }) { first, _ in first }
        #expect(!rows.isEmpty)
        for row in model.rows {
            let facts = try #require(
                reasoned[row.type] ?? alike[row.behaviour].flatMap { reasoned[$0] },
                "nobody has reasoned about what \(row.type) does: add a line to ReasonedFacts.swift")
            #expect(conditions(row) == facts.conditions, "\(row.type)")
        }
    }

    /// Swift asks for it: a type that conforms to the narrower protocol conforms to the wider one.
    @Test func narrowerConditions_implyWiderOnes() throws {
        let model = try model(ReasonedFacts.all.map(\.row).joined(separator: "\n"))
        let wider = Dictionary(uniqueKeysWithValues: model.traits.map { ($0.name, $0.ancestors + [$0.name]) })
        for row in model.rows {
            for conformance in row.conformances where conformance.trait != "MaybePublisher" {
                guard conformance.trait != "ImmediatePublisher", !conformance.constraints.isEmpty else {
                    continue
                }
                let maybe = try #require(
                    row.conformances.first { $0.trait == "MaybePublisher" }, "\(row.type)")
                for wanted in maybe.constraints {
                    #expect(
                        conformance.constraints.contains {
                            $0.input == wanted.input && wider[$0.trait]!.contains(wanted.trait)
                        }, "\(row.type): \(conformance.trait)")
                }
            }
        }
    }

    @Test func unconditionalConformance_leavesOutWhatSwiftInfers() throws {
        let rows = try model("source Just   o|\nsource Fail   x\nsource Empty   |").rows
        #expect(rows[0].conformances.map(\.trait) == ["SinglePublisher", "ImmediatePublisher"])
        #expect(
            rows[1].conformances.map(\.trait) == [
                "SinglePublisher", "CompletablePublisher", "ImmediatePublisher",
            ])
        #expect(rows[2].conformances.map(\.trait) == ["CompletablePublisher"])
    }

    @Test func requirementOfARow_isPartOfEveryConformance_soSwiftInfersNone() throws {
        let row = try #require(try model("source Odd   o|   where Failure == Never").rows.first)
        #expect(row.conformances.map(\.trait) == ["MaybePublisher", "SinglePublisher", "ImmediatePublisher"])
        #expect(row.conformances.allSatisfy { $0.whereClause == "Failure == Never" })
    }

    @Test func facts_followTheirTrait_andCanSayOr() throws {
        let facts = try model(
            """
            source Just   o|
            source Many   o*|
            operator Publishers.Zip (A, B)   zip
            operator Publishers.Merge (A, B)   merge
            operator Publishers.First   o => o|
            """
        ).rows.map { $0.facts.map(\.expression) }
        #expect(facts == [["true"], ["false"], ["A._atMostOne && B._atMostOne"], ["false"], ["true"]])
        let either = try Model.build(
            """
            trait NonePublisher {
                -->     silent
                --|-->  finishes
                --x-->  fails
            }
            fact _none from NonePublisher
            operator Publishers.Zip3 (A, B, C)   zip
            """, path: "Table.traits")
        #expect(either.rows[0].facts.map(\.expression) == ["A._none || B._none || C._none"])
    }

    @Test func unpreferredAlternatives_areListed() throws {
        let row = try #require(try model("operator Publishers.Merge (A, B)   merge").rows.first)
        let verdict = try #require(row.verdicts.first { $0.trait == "ImmediatePublisher" })
        #expect(verdict.outcome == .when([Constraint(input: "A", trait: "ImmediatePublisher")]))
        #expect(verdict.alternatives == [[Constraint(input: "B", trait: "ImmediatePublisher")]])
    }

    @Test func preference_isTaken() throws {
        let row = try #require(
            try model(
                "operator Publishers.Merge (A, B)   merge\n    prefer ImmediatePublisher where B: ImmediatePublisher"
            ).rows.first)
        let conformance = try #require(row.conformances.first { $0.trait == "ImmediatePublisher" })
        #expect(conformance.whereClause == "B: ImmediatePublisher")
    }

    @Test func claim_addsWhatNoRuleCanSay() throws {
        let row = try #require(
            try model(
                """
                operator Replayed   joins late
                    conforms SinglePublisher where Upstream: SinglePublisher, Failure == Never because "it replays"
                """
            ).rows.first)
        let claimed = try #require(row.conformances.first { $0.trait == "SinglePublisher" })
        #expect(claimed.whereClause == "Upstream: SinglePublisher, Failure == Never")
        #expect(claimed.because == "it replays")
        #expect(row.conformances.first { $0.trait == "MaybePublisher" }?.because == nil)
    }

    /// A cut may come before an immediate event, unless all events come later.
    @Test func cut_takesTheImmediateEvent() throws {
        let row = try #require(try model("operator A   cut => | or x").rows.first)
        #expect(!row.conformances.contains { $0.trait == "ImmediatePublisher" })
    }

    @Test func oneParameterTwice_isOneCondition() throws {
        let row = try #require(try model("operator Twice (Upstream, Upstream)   zip").rows.first)
        #expect(
            row.conformances.map(\.whereClause) == [
                "Upstream: MaybePublisher", "Upstream: SinglePublisher", "Upstream: CompletablePublisher",
                "Upstream: ImmediatePublisher",
            ])
    }

    @Test func pathsAsInputs_areConstrainedAsTheyStand() throws {
        let row = try #require(try model("operator Latest (Upstream, Upstream.Output)   switch").rows.first)
        #expect(
            row.conformances[1].whereClause == "Upstream: SinglePublisher, Upstream.Output: SinglePublisher")
    }

    // MARK: - Inputs that are given, and joining now

    private func conditions(_ rows: String) throws -> [String: [String]] {
        let box = """
            trait CurrentPublisher: ImmediatePublisher {
                oo*-->    an immediate value, and it stays
                oo*--|->  the same, and finishes
            }
            source Box   oo*-->, oo*--|

            """
        return Dictionary(
            uniqueKeysWithValues: try model(box + rows).rows.map { row in
                (row.type, row.conformances.map { "\($0.trait)\($0.whereClause)" })
            })
    }

    @Test func aGivenInput_isAskedForNothing() throws {
        let found = try conditions(
            """
            operator Map (Upstream == Box)   o => o
            operator Filter (Upstream == Box)   o => o or nothing
            operator Unique (Upstream == Box)   o-o => o or nothing
            operator Later (Upstream == Box)   later
            operator First (Upstream == Box)   o => o|
            operator Zip4 (A == Box, B == Box, C == Box, D == Box)   zip
            operator Latest (A == Box, A == Box)   latest
            operator Switch (A == Box, B == Box)   switch
            operator Many (A... == Box)   latest   -| => o|
            """)
        #expect(found["Map"] == ["CurrentPublisher"])
        #expect(found["Filter"] == [])
        #expect(found["Unique"] == ["CurrentPublisher"])
        #expect(found["Later"] == [])
        #expect(found["First"] == ["SinglePublisher", "CurrentPublisher"])
        for type in ["Zip4", "Latest", "Switch", "Many"] { #expect(found[type] == ["CurrentPublisher"]) }
    }

    @Test func aGivenInputBesideAnother_leavesTheConditionToThatOne() throws {
        let found = try conditions(
            "operator Zip (A == Box, B)   zip\noperator Three (A, B == Box, C)   latest\n")
        #expect(
            found["Zip"]?.suffix(2) == [
                "ImmediatePublisherB: ImmediatePublisher", "CurrentPublisherB: CurrentPublisher",
            ])
        #expect(
            found["Three"]?.suffix(2) == [
                "ImmediatePublisherA: ImmediatePublisher, C: ImmediatePublisher",
                "CurrentPublisherA: CurrentPublisher, C: CurrentPublisher",
            ])
    }

    @Test func joiningNow_keepsTheCurrentValue_andJoiningLateDoesNot() throws {
        let found = try conditions("operator Now   joins now\noperator Late   joins late\n")
        #expect(found["Now"]?.contains("CurrentPublisherUpstream: CurrentPublisher") == true)
        #expect(found["Now"]?.contains("ImmediatePublisherUpstream: CurrentPublisher") == false)
        #expect(found["Now"]?.contains("SinglePublisherUpstream: SinglePublisher") == true)
        #expect(found["Late"]?.contains { $0.hasPrefix("CurrentPublisher") } == false)
    }

    @Test func joiningNow_givesTheNewestValueInPlaceOfThoseBefore() throws {
        let finder = ImageFinder(limit: 4)
        let now = Behaviour(.pass, [.joining(.now)])
        func image(_ marbles: String) throws -> String {
            var input = ShapeSet(limit: 4)
            input.insert(try #require(Shape(lawMarbles: marbles)))
            return finder.image(of: now, inputs: [input]).lawMarbles
        }
        #expect(try image("-ooo|") == "o| oo| ooo| -ooo|")
        #expect(try image("oo>") == "o> oo>")
        #expect(try image("-|") == "| -|")
        #expect(try image("-x") == "x -x")
        #expect(try image("->") == "->")
    }
}
