import Testing
import TraitgenVerbs

@testable import TraitgenEditor

@Suite struct CompletionTests {
    private let session = EditorSession(Shop.files)

    /// The proposals at the end of a text, which follows the import.
    private func proposals(_ text: String) -> [String] {
        session.open(Shop.table, "import Streams\n\n" + text)
        let answer = session.ask(
            "completion", Shop.table, text.isEmpty ? "\n\n" : text, plus: max(2, text.utf8.count))
        return answer["items"].list.compactMap { $0["label"].text }
    }

    @Test func `a line begins with a keyword`() {
        #expect(proposals("") == ["source", "operator", "trait", "fact", "import", "backend", "section"])
        #expect(proposals("op").contains("operator"))
    }

    @Test func `a row names a publisher of the module that has no row`() {
        #expect(proposals("operator ") == ["Publishers.Whisper", "Shout"])
        #expect(proposals("operator Shout   o => o\noperator ").contains("Shout") == false)
    }

    @Test func `behind the type stand words`() {
        let words = proposals("operator Shout   ")
        #expect(words.contains("zip") && words.contains("because") && words.contains("joins"))
        #expect(proposals("source Shout   ").contains("zip") == false)
        #expect(proposals("source Shout   ").contains("silent"))
        #expect(proposals("operator Shout   o => o\n    bec").contains("because"))
    }

    @Test func `traits, inputs, sources, laws, libraries and modules stand where they may`() {
        let traits = ["MaybePublisher", "SinglePublisher"]
        #expect(proposals("operator Shout (A: ") == traits)
        #expect(proposals("operator Shout   o => o   conforms ") == traits)
        #expect(proposals("trait OtherPublisher: ") == traits)
        #expect(proposals("fact _one from ") == traits)
        #expect(proposals("operator Shout (A == ") == ["Just"])
        #expect(proposals("operator Shout (Left, Right)   zip   at ").prefix(2) == ["Left", "Right"])
        #expect(proposals("operator Shout   o => o   where ").first == "Upstream")
        #expect(proposals("operator Shout   o => o   exempt ").contains("patience"))
        #expect(proposals("operator Shout   o => o   exempt order, ").contains("patience"))
        #expect(proposals("operator Shout   o => o   on ") == ["TraitsRuntime", "Combine", "OpenCombine"])
        #expect(proposals("import ") == ["App", "Streams"])
        #expect(proposals("operator Shout   joins ") == ["late", "now"])
    }

    @Test func `outcomes stand behind an arrow`() {
        #expect(proposals("operator Shout   o => ").contains("nothing"))
        #expect(proposals("operator Shout   cut => ") == ["|", "x"])
        #expect(proposals("operator Shout (A, B)   signal o => ").contains("opens"))
    }

    @Test func `the word that is being written is replaced`() {
        session.open(Shop.table, "import Streams\n\noperator Shout   o => no")
        let answer = session.ask("completion", Shop.table, "no", plus: 2)
        let item = answer["items"].list.first { $0["label"] == "nothing" }
        #expect(item?["textEdit"]["range"]["start"] == ["line": 2, "character": 22])
        #expect(item?["textEdit"]["range"]["end"] == ["line": 2, "character": 24])
    }

    @Test func `samples name rows without samples, and sets`() {
        session.open(Shop.table, "import Streams\noperator Shout   o => o\noperator Call   o => o\n")
        let text = "set size\n    1\n\nShout   upstream.shout(each )\n"
        session.open(Shop.samples, text, language: "traits-samples")
        let entries = session.ask("completion", Shop.samples, "set")["items"].list.compactMap {
            $0["label"].text
        }
        #expect(entries == ["set", "section", "Call"])
        let sets = session.ask("completion", Shop.samples, "each ", plus: 5)["items"].list
        #expect(sets.compactMap { $0["label"].text } == ["size"])
    }

    @Test func `nothing is proposed in free text`() {
        #expect(proposals("operator Shout   o => o   sample upstream.ma") == [])
    }
}
