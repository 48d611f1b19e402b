import Testing
import TraitgenCore
import TraitgenVerbs

@testable import TraitgenEditor

@Suite struct HoverTests {
    private let session = EditorSession(Shop.plain)

    private func hover(_ word: String, _ number: Int = 0, plus: Int = 1) -> String {
        session.ask("hover", Shop.table, word, number, plus: plus)["contents"]["value"].text ?? ""
    }

    @Test func `a row shows its conformances and its explanation`() {
        session.open(Shop.table, Shop.app)
        let text = hover("Shout")
        #expect(text.contains("extension Shout: MaybePublisher where Upstream: MaybePublisher {}"))
        #expect(text.contains("operator Shout (Upstream)   o => o\n    Sources/App/App.traits:3:10"))
        #expect(text.contains("SinglePublisher holds where Upstream: SinglePublisher"))
    }

    @Test func `a trait shows its documentation and its keepers`() {
        session.open(Shop.table, Shop.app)
        let text = hover("MaybePublisher")
        #expect(text.hasPrefix("At most one value."))
        #expect(text.contains("kept under conditions by\n    Shout\n    Pair"))
    }

    @Test func `a word shows its meaning, an input its row`() {
        session.open(Shop.table, Shop.app)
        #expect(hover("zip").contains("One value from each input"))
        #expect(hover("Left") == "An input of `Pair`: `Left`")
        #expect(hover("   o => o", plus: 3) == "")
    }

    @Test func `while the text has a mistake, the last model answers`() {
        session.open(Shop.table, Shop.app)
        session.change(Shop.table, to: Shop.app + "operator Broken   y => y\n")
        #expect(hover("Shout").contains("extension Shout: MaybePublisher"))
        #expect(hover("Broken") == "")
    }

    @Test(arguments: [
        RowParser.operatorWords, RowParser.attributes, TableParser.keywords, RowParser.sectionWords,
        ["silent"],
    ])
    func `every word of the language has a meaning`(words: [String]) {
        for word in words { #expect(LanguageWord.meaning(of: word) != nil, "\(word)") }
    }
}
