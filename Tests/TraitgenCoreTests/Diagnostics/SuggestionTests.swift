import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

@Suite struct SuggestionTests {
    @Test(arguments: [
        ("filtr", "filter"), ("fitler", "filter"), ("FILTER", "filter"), ("fliter", "filter"),
        ("mapp", "map"),
        ("mpa", "map"),
    ])
    func nearWord_isSuggested(word: String, meant: String) {
        #expect(Suggestion.nearest(to: word, among: ["map", "filter", "reduce"]) == meant)
    }

    @Test(arguments: ["", "x", "completely", "redcueeee"])
    func farWord_isNot(word: String) {
        #expect(Suggestion.nearest(to: word, among: ["map", "filter", "reduce"]) == nil)
    }

    @Test func theWordItself_isNoSuggestion() {
        #expect(Suggestion.nearest(to: "map", among: ["map"]) == nil)
    }

    @Test func ofEquallyNearWords_theFirstIsTaken() {
        #expect(Suggestion.nearest(to: "bat", among: ["cat", "hat"]) == "cat")
    }
}

@Suite struct SourceLocationTests {
    @Test func description_isWhatEditorsUnderstand() {
        let location = SourceLocation(path: "/home/a/Operators.traits", line: 3, column: 7)
        #expect(location.description == "/home/a/Operators.traits:3:7")
        #expect(location.fileName == "Operators.traits")
    }

    @Test func locations_areOrderedByPlace() {
        let places = [(2, 1), (1, 9), (1, 2)].map { SourceLocation(path: "a", line: $0.0, column: $0.1) }
        #expect(places.sorted().map(\.description) == ["a:1:2", "a:1:9", "a:2:1"])
    }
}
