import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

@Suite struct ShapeTests {
    private func shapes(_ marbles: String, limit: Int = 2) throws -> [String] {
        let place = SourceLocation(path: "", line: 1, column: 1)
        let marble = try Marble.parse(Array(marbles.utf8)[...], in: .source, at: place)
        return marble.shapes(limit: limit).shapes.map(\.marbles)
    }

    @Test func withoutADash_theFirstEventComesAtOnce() throws {
        #expect(try shapes("o|") == ["o|"])
        #expect(try shapes("x") == ["x"])
    }

    @Test func aRunOfDashes_isAnyStretchOfTimeOrNone() throws {
        #expect(try shapes("-o|") == ["o|", "--o|"])
        #expect(try shapes("------|") == ["|", "--|"])
    }

    @Test func timeAfterTheFirstEvent_isNotKept() throws {
        #expect(try shapes("o--o--|") == shapes("oo|"))
    }

    @Test func aLineThatReachesTheEdge_staysSilent() throws {
        #expect(try shapes("-->") == ["-->"])
        #expect(try shapes("o-->") == ["o-->"])
    }

    @Test func star_isAnyNumberOfValues() throws {
        #expect(try shapes("o*|") == ["|", "o|", "oo|"])
        #expect(try shapes("oo*|") == ["o|", "oo|"])
    }

    @Test func timeAfterStars_passesIfTheyAreNoValues() throws {
        #expect(try shapes("o*--x") == ["x", "--x", "ox", "oox"])
        #expect(try shapes("o*-->") == shapes("-->") + ["o-->", "oo-->"])
        #expect(try shapes("o*-o|") == ["o|", "--o|", "oo|"])
        #expect(try shapes("o*-o*|") == shapes("-o*|"))
        #expect(try shapes("oo*-|") == ["o|", "oo|"])
        #expect(try shapes("o*-ooo|") == ["oo|", "--oo|"])
        #expect(try shapes("o*- - ->") == shapes("- - ->"))
    }

    @Test func manyValues_areTheLargestCount() throws {
        #expect(try shapes("ooooo|") == ["oo|"])
        #expect(try shapes("ooooo|", limit: 7) == ["ooooo|"])
    }

    @Test func blanksBetweenDashes_areAnything() throws {
        #expect(try shapes("o- - ->") == ["o-->", "o|", "ox", "oo-->", "oo|", "oox"])
        #expect(try shapes("- - ->").count == ShapeSet.all(limit: 2).shapes.count)
    }

    @Test(arguments: 1...ShapeSet.largestLimit)
    func everySet_hasRoomForItsShapes(limit: Int) {
        let all = ShapeSet.all(limit: limit)
        #expect(all.shapes.count == 2 * 3 * (limit + 1) - 1)
        #expect(Set(all.shapes).count == all.shapes.count)
    }

    @Test func theLargestCount_standsForItselfAndItsSuccessor() {
        var set = ShapeSet(limit: 2)
        set.insert(Shape(first: .later, values: 2, end: .finished))
        #expect(History.all(of: set, upTo: 4).map(\.values) == [2, 3, 4])
    }
}
