import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Tables that took minutes when every assignment of traits to inputs was tried.
@Suite struct LargeTableTests {
    /// Ten simple traits of one's own.
    private static let traits = """
        trait AtMostTwoPublisher {
            -->
            --x-->
            --|-->
            --o-->
            --ox-->
            --o|-->
            --oo-->
            --oox-->
            --oo|-->
        }
        trait NonEmptyPublisher {
            --oo*|-->
            --oo*-->
            --o*x-->
            -->
        }
        trait InfalliblePublisher {
            --o*-->
            --o*|-->
        }
        trait EndlessPublisher {
            --o*-->
        }
        trait FinitePublisher {
            --o*|-->
            --o*x-->
        }
        trait ExactlyTwoPublisher {
            --oo|-->
            --x-->
            --ox-->
            --oox-->
            -->
            --o-->
            --oo-->
        }
        trait NowPublisher {
            oo*-->
            oo*|-->
            oo*x-->
        }
        trait AtLeastTwoPublisher {
            --ooo*|-->
            --ooo*-->
            --o*x-->
        }
        trait CalmPublisher {
            o*-->
            o*|-->
        }
        trait NonEmptyEndPublisher {
            --oo*x-->
            --oo*|-->
        }

        """

    private func shipped(_ name: String) throws -> [(path: String, bytes: [UInt8])] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/TraitsRuntime").standardizedFileURL
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return try paths.filter { $0.hasSuffix(name) }.sorted().map {
            (path: $0, bytes: Array(try Data(contentsOf: folder.appending(path: $0))))
        }
    }

    private func model(_ text: String, budget: Int = Deriver.budget, cache: ModelCache = ModelCache()) throws
        -> Model
    {
        let tables = try shipped(".traits")
        #expect(tables.count >= 3)
        return try Model.build(
            bytes: Array(text.utf8), path: "App.traits", backend: nil, budget: budget,
            importer: { target, _ in
                switch target {
                case .module: tables
                case .path(let path):
                    tables.filter { Path.name($0.path) == Path.name(path) }
                }
            }, cache: cache)
    }

    @Test func tenTraitsOfOnesOwn_overAllShippedTables() throws {
        let model = try model("import TraitsRuntime\n" + Self.traits)
        #expect(model.traits.count == 10)
        #expect(model.importedRows.count > 150)
        #expect(model.conformanceCount > 500)
    }

    @Test func sixteenInputs() throws {
        // The rows of the shipped tables are derived once.
        let cache = ModelCache()
        for combiner in ["zip", "latest", "merge", "merge   x last", "| => next", "race"] {
            try sixteenInputs(combiner: combiner, cache)
        }
    }

    private func sixteenInputs(combiner: String, _ cache: ModelCache) throws {
        let names = (0..<16).map { "I\($0)" }
        let row = "operator Wide (\(names.joined(separator: ", ")))   \(combiner)\n"
        let model = try model("import TraitsRuntime\n" + Self.traits + row, cache: cache)
        let wide = try #require(model.rows.first)
        let maybe = try #require(wide.verdicts.first { $0.trait == "MaybePublisher" })
        switch combiner {
        case "merge", "merge   x last", "| => next":
            // One of them may be a maybe, if the others publish nothing.
            #expect(maybe.alternatives.count >= 15)
        case "race":
            #expect(maybe.outcome == .when(names.map { Constraint(input: $0, trait: "MaybePublisher") }))
        default: break
        }
        let finite = try #require(wide.verdicts.first { $0.trait == "InfalliblePublisher" })
        #expect(finite.outcome == .when(names.map { Constraint(input: $0, trait: "InfalliblePublisher") }))
    }

    @Test func eightInputsWithARepeatedOne() throws {
        let model = try model("import TraitsRuntime\noperator P.X (A, A, B, C, D, E, F, G)   merge\n")
        let immediate = try #require(model.rows[0].verdicts.first { $0.trait == "ImmediatePublisher" })
        #expect(immediate.outcome == .when([Constraint(input: "A", trait: "ImmediatePublisher")]))
        #expect(immediate.alternatives.count == 6)
    }

    /// It took time that grows with the cube of the number of traits.
    @Test func longChainOfTraits_isRead() throws {
        let traits = (0..<500).map { number in
            let wider = number == 0 ? "" : ": T\(number - 1)Publisher"
            return "trait T\(number)Publisher\(wider) {\n    --o--|--->   x\n}\n"
        }
        let model = try Model.build(traits.joined() + "operator A   o => o\n", path: "T.traits")
        let row = try #require(model.rows.first)
        #expect(row.verdicts.allSatisfy { $0.outcome != .never })
        #expect(row.verdicts.count == 500)
    }

    /// Sets of traits have more than one word then.
    @Test func manyTraits_areToldApart() throws {
        let many = (0..<70).map { "trait T\($0)Publisher shared\n" }.joined()
        let own = [("One", "--o|--->"), ("Two", "--oo|--->")].map {
            "trait \($0)Publisher {\n    \($1)   x\n}\n"
        }
        let model = try Model.build(
            many + own.joined() + "operator Keep (Upstream)   passes\n", path: "T.traits")
        for trait in ["OnePublisher", "TwoPublisher", "T69Publisher"] {
            let verdict = try #require(model.rows.first?.verdicts.first { $0.trait == trait })
            #expect(verdict.outcome == .when([Constraint(input: "Upstream", trait: trait)]))
        }
    }

    @Test func aSetOfTraits_hasAnyNumber() {
        var set = TraitSet([3, 64, 200])
        #expect(set.numbers == [3, 64, 200] && set.count == 3 && set.contains(200) && !set.contains(201))
        #expect(set.union(TraitSet([70])).numbers == [3, 64, 70, 200])
        #expect(TraitSet([70]).union(set).numbers == [3, 64, 70, 200])
        #expect(TraitSet([3, 200]).isSubset(of: set) && !set.isSubset(of: TraitSet([3, 64])))
        #expect(set.hasSmallestDifference(from: TraitSet([3, 65, 200])))
        #expect(!TraitSet([3, 65, 200]).hasSmallestDifference(from: set))
        set.remove(200)
        #expect(set == TraitSet([3, 64]))
        set.remove(64)
        #expect(set == TraitSet([3]) && !set.isEmpty && set.union(TraitSet()) == set)
    }

    @Test func severalTraitsOfOneInput_areFound() throws {
        let table = """
            trait InfalliblePublisher {
                --o*-->
                --o*|-->
            }
            trait NonEmptyPublisher {
                --oo*|-->
                --o*-->
                --o*x-->
            }
            trait ValuePublisher {
                --o|-->
                -->
            }
            operator First   o => o|
            """
        let row = try #require(try Model.build(table, path: "T.traits").rows.first)
        let value = try #require(row.verdicts.first { $0.trait == "ValuePublisher" })
        #expect(value.outcome == .when([Constraint(input: "Upstream", trait: "ValuePublisher")]))
        #expect(
            value.alternatives == [
                [
                    Constraint(input: "Upstream", trait: "InfalliblePublisher"),
                    Constraint(input: "Upstream", trait: "NonEmptyPublisher"),
                ]
            ])
    }

    @Test func whatTakesTooLong_isAnErrorThatNamesTheRow() throws {
        let table = Array("import TraitsRuntime\noperator P.X (A, B, C)   merge\n".utf8)
        let tables = try shipped("Operators.traits").filter { $0.path == "Operators.traits" }
        let error = #expect(throws: DiagnosticsError.self) {
            try Model.build(bytes: table, path: "App.traits", backend: nil, budget: 10) { _, _ in tables }
        }
        let own = error?.diagnostics.filter { $0.location.path == "App.traits" } ?? []
        #expect(own.map(\.id) == [.tooLong])
        #expect(own.first?.message.contains("`P.X`") == true)
    }

    // MARK: - A table's own trait

    @Test func importedRowsKeepATablesOwnTrait() throws {
        let own = "import Streams\ntrait CalmPublisher {\n    o- - ->\n    --o|-->\n}\n"
        let streams = ReasonedFacts.traits + "operator Publishers.Merge (A, B)   merge\n"
        let model = try Model.build(own, path: "App.traits") { _, _ in
            [("Streams.traits", Array(streams.utf8))]
        }
        let found = model.importedRows.flatMap(\.conformances).first { $0.trait == "CalmPublisher" }
        #expect(found?.whereClause == "A: ImmediatePublisher, A: CalmPublisher, B: CalmPublisher")
    }
}
