import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// What restores a trait that a row loses.
@Suite struct RestorationTests {
    private static let ways = """
        operator FailIfEmpty    -| => x             as "replaceEmpty(withError:)"
        operator ReplaceEmpty   -| => o|            as "ifEmpty(default:)"
        operator FirstOrError   o => o|   -| => x   as "first(orError:)"
        operator First          o => o|             as "first()"
        operator IgnoreOutput   o => nothing        as "ignoreOutput()"

        """

    private func remedy(_ trait: String, _ row: String, _ ways: String = Self.ways) throws -> String? {
        let model = try Model.build(ReasonedFacts.traits + ways + row + "\n", path: "Table.traits")
        return try #require(model.rows.last).remedies[trait]
    }

    /// What people wrote by hand before it was found out, and would write again.
    @Test(arguments: [
        ("source S   o*|", "'first(orError:)'"),
        ("source S   - - ->", "'first(orError:)'"),
        // There is always a first value, but the compiler can't prove that of `first()`.
        ("source S   oo*-->", "'first(orError:)'"),
        ("source S   |, o|", "'replaceEmpty(withError:)' or 'ifEmpty(default:)'"),
        ("source S   silent, --x, --|", "'ifEmpty(default:)'"),
        (
            "operator S   o => o or nothing",
            "'replaceEmpty(withError:)', 'ifEmpty(default:)' or 'first(orError:)'"
        ),
        (
            "operator S   o => o or | or x",
            "'replaceEmpty(withError:)', 'ifEmpty(default:)' or 'first(orError:)'"
        ),
        ("operator S   o => o| or nothing", "'replaceEmpty(withError:)' or 'ifEmpty(default:)'"),
        ("operator S (Upstream...)   merge", "'first(orError:)'"),
        ("operator S (A == Many)   o => o", "'first(orError:)'"),
    ])
    func whatRestoresASingle(row: String, remedy: String) throws {
        #expect(try self.remedy("SinglePublisher", row, Self.ways + "source Many   o*|\n") == remedy)
    }

    @Test func otherTraitsAreRestoredByOtherRows() throws {
        #expect(try remedy("MaybePublisher", "source S   o*|") == "'first()'")
        #expect(try remedy("CompletablePublisher", "source S   o*|") == "'ignoreOutput()'")
        #expect(try remedy("ImmediatePublisher", "source S   --o|") == nil)
    }

    /// Rows that do the same are one way, and a method is named once, whatever number of rows have it.
    @Test func aRemedyIsNamedOnce_andFewAre() throws {
        let many = (0..<40).map { "operator First\($0)   o => o|   as \"first()\"\n" }.joined()
        #expect(try remedy("MaybePublisher", "source S   o*|", many) == "'first()'")
        let named = (0..<40).map { "operator First\($0)   o => o|   as \"first\($0)()\"\n" }.joined()
        #expect(
            try remedy("MaybePublisher", "source S   o*|", named) == "'first0()', 'first1()' or 'first2()'")
    }

    /// What other libraries lack isn't proposed for them.
    @Test(arguments: [
        (Backend.traitsRuntime, "'receive(on: .mainActor)'"),
        (.openCombine, "'receive(on:)' with a scheduler that conforms to MainActorScheduler"),
    ])
    func aPlaceIsRestoredByWhatTheLibraryHas(backend: Backend, remedy: String) throws {
        let table = "trait MainActorPublisher at MainActor\nsource S   o|\n"
        let model = try Model.build(table, path: "Table.traits", backend: backend)
        #expect(model.rows[0].remedies["MainActorPublisher"] == remedy)
    }

    @Test func theRowsOwnWordGoesFirst() throws {
        let own = "operator S   joins late   restore SinglePublisher with \"'shareReplay()'\""
        #expect(try remedy("SinglePublisher", own) == "'shareReplay()'")
    }

    @Test func rowsWithoutANameAreNotProposed() throws {
        #expect(try remedy("SinglePublisher", "source S   |, o|", "operator Collect   | => o|\n") == nil)
    }

    /// A row that takes maybes alone helps where there is a maybe.
    @Test func aRowHelpsWithInputsThatItTakes() throws {
        let way =
            "operator Way (Upstream: MaybePublisher)   o => nothing   o-| => o|   -| => x   as \"way()\"\n"
        #expect(try remedy("SinglePublisher", "source S   |, o|", way) == "'way()'")
        #expect(try remedy("SinglePublisher", "source S   |, oo|", way) == nil)
    }

    @Test func theShippedTableProposesWhatItsAuthorsWould() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/TraitsRuntime/Operators.traits").standardizedFileURL
        let model = try Model.build(bytes: Array(try Data(contentsOf: path)), path: "Operators.traits")
        func remedy(_ type: String) throws -> String? {
            try #require(model.row(named: type)).remedies["SinglePublisher"]
        }
        let usual = "'replaceEmpty(withError:)', 'replaceEmpty(with:)' or 'first(orError:)'"
        for type in [
            "Filter", "TryFilter", "CompactMap", "TryCompactMap", "Drop", "DropWhile", "TryDropWhile",
            "PrefixWhile", "TryPrefixWhile", "Output", "Debounce", "Buffer",
        ] {
            #expect(try remedy("Publishers.\(type)") == usual, "\(type)")
        }
        for type in [
            "Record", "Publishers.Sequence", "AnyPublisher", "PassthroughSubject", "CurrentValueSubject",
        ] {
            #expect(try remedy(type) == "'first(orError:)'", "\(type)")
        }
        #expect(try remedy("Optional.Publisher") == "'replaceEmpty(withError:)' or 'replaceEmpty(with:)'")
        #expect(try remedy("Publishers.IgnoreOutput") == "'andThen(_:)' to go on with a single")
        #expect(try remedy("Publishers.Map") == nil)
    }
}
