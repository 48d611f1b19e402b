import Testing
import TraitgenVerbs

@testable import TraitgenEditor

/// The mistakes that an editor shows while someone types.
@Suite struct DiagnosticTests {
    @Test func `the open text counts, not the text on disk`() throws {
        let session = EditorSession(Shop.files)
        session.open(Shop.table, "import Streams\n\noperator Shout   o => y\n")
        let found = try #require(session.diagnostics(Shop.table).first)
        #expect(found["code"].text == "bad-marble" || found["code"].text == "unknown-word")
        #expect(found["severity"] == 1)
        #expect(found["source"] == "traitgen")
        #expect(found["range"]["start"] == ["line": 2, "character": 22])
        #expect(found["range"]["end"] == ["line": 2, "character": 23])
        session.change(Shop.table, to: Shop.files[Shop.table] ?? "")
        #expect(session.diagnostics(Shop.table) == [])
    }

    @Test func `warnings of lint follow where check finds nothing`() throws {
        let session = EditorSession(Shop.files)
        session.open(Shop.table, "import Streams\n\noperator Shout   o => o   because \"of nothing\"\n")
        let found = try #require(session.diagnostics(Shop.table).first)
        #expect(found["code"] == "needless-reason")
        #expect(found["severity"] == 2)
    }

    @Test func `an edit replaces a range`() {
        let session = EditorSession(Shop.files)
        session.open(Shop.table)
        #expect(session.diagnostics(Shop.table) == [])
        let place = session.position(Shop.table, "o => o", plus: 5)
        guard case .object(let members) = place, let line = members.first?.value else { return }
        session.change(
            Shop.table,
            [["range": ["start": place, "end": ["line": line, "character": 999]], "text": "nothing or or"]])
        #expect(session.codes(Shop.table).count == 1)
    }

    @Test func `mistakes of samples are shown in samples, also before they are saved`() {
        let session = EditorSession(Shop.files)
        session.open(Shop.samples, "Shut   upstream.shout()\n", language: "traits-samples")
        #expect(session.codes(Shop.samples) == ["unknown-row"])
        session.change(Shop.samples, to: "Shout   upstream.shout()\n")
        #expect(session.diagnostics(Shop.samples) == [])
    }

    @Test func `mistakes of an imported table are shown there, and go with it`() {
        let session = EditorSession(Shop.files)
        session.open(Shop.table)
        session.open(Shop.streamsTable, Shop.traits + "source Just   o|\nsource Just   o|\n")
        #expect(session.codes(Shop.streamsTable) == ["duplicate-row"])
        session.close(Shop.streamsTable)
        #expect(session.diagnostics(Shop.streamsTable) == [])
    }

    @Test func `a request that is answered first doesn't keep diagnostics back`() {
        let session = EditorSession(Shop.files)
        session.open(Shop.table)
        session.notify(
            "textDocument/didChange",
            [
                "textDocument": ["uri": .text(EditorSession.uri(Shop.table)), "version": 2],
                "contentChanges": [["text": "operatr Shout   o => o\n"]],
            ])
        _ = session.ask("hover", Shop.table, "Shout")
        session.work()
        #expect(session.codes(Shop.table) == ["unknown-word"])
    }

    @Test func `a search for warnings ends when a message waits, and begins again`() {
        let session = EditorSession(Shop.files)
        session.open(Shop.table)
        let text = "import Streams\noperator Shout   o => o   because \"it is loud\"\n"
        session.notify(
            "textDocument/didChange",
            [
                "textDocument": ["uri": .text(EditorSession.uri(Shop.table)), "version": 2],
                "contentChanges": [["text": .text(text)]],
            ])
        for _ in 0..<10 { session.server.work { true } }
        #expect(session.server.hasWork)
        #expect(session.codes(Shop.table) == [])
        session.work()
        #expect(session.codes(Shop.table) == ["needless-reason"])
    }

    @Test func `a closed table has no diagnostics`() {
        let session = EditorSession(Shop.files)
        session.open(Shop.table, "operatr Shout   o => o\n")
        #expect(session.codes(Shop.table) == ["unknown-word"])
        session.close(Shop.table)
        #expect(session.diagnostics(Shop.table) == [])
    }

    @Test func `remarks about other places are related information, if the editor knows it`() {
        let session = EditorSession(initializes: false)
        session.request(
            "initialize",
            ["capabilities": ["textDocument": ["publishDiagnostics": ["relatedInformation": .truth(true)]]]])
        session.open("/T.traits", Shop.traits + "source Just   o|\nsource Just   o|\n")
        let related = session.diagnostics("/T.traits").first?["relatedInformation"].list ?? []
        #expect(related.count == 1)
        #expect(related.first?["location"]["uri"] == "file:///T.traits")
    }

    @Test func `a text without a file is a table of its own`() {
        let session = EditorSession(Shop.files)
        session.open("untitled:Untitled-1", Shop.traits + "source Just   y\n")
        #expect(session.codes("untitled:Untitled-1") == ["unknown-word"])
    }

    @Test func `a table outside of packages and folders is checked`() {
        let session = EditorSession([
            "/tmp/T.traits": Shop.traits + "source Just   o|\n", "/tmp/U.traits": "",
        ])
        session.open("/tmp/U.traits", "import \"T.traits\"\noperator Map   o => o\n")
        #expect(session.diagnostics("/tmp/U.traits") == [])
        session.open("/tmp/V.traits", "import Nowhere\noperator Map   o => o\n")
        #expect(session.codes("/tmp/V.traits") == ["import-not-found"])
    }

    @Test func `a table that appears on disk is found`() {
        let session = EditorSession(Shop.files)
        session.open(Shop.table, "import Later\noperator Map   o => o\n")
        #expect(session.codes(Shop.table) == ["import-not-found"])
        session.disk.contents["/package/Sources/Later/Later.traits"] = Shop.traits
        session.notify("workspace/didChangeWatchedFiles", ["changes": []])
        session.work()
        #expect(session.diagnostics(Shop.table) == [])
    }

    @Test func `a module of a dependency is found where the package manager put it`() {
        var files = Shop.files
        files["/other/Package.swift"] = ""
        files["/other/Sources/Other/Other.traits"] = Shop.traits
        files["/package/.build/checkouts/third/Sources/Third/Third.traits"] =
            "import Other\nsource Third   o|\n"
        files["/package/.build/workspace-state.json"] =
            #"{"object": {"dependencies": [{"packageRef": {"kind": "fileSystem", "location": "/other"}}]}}"#
        let session = EditorSession(files)
        session.open(Shop.table, "import Other\nimport Third\noperator Map   o => o\n")
        #expect(session.diagnostics(Shop.table) == [])
    }
}
