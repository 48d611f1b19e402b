import Foundation
import Testing
import TraitgenVerbs

@testable import TraitgenEditor

/// The program `traitgen lsp`, over pipes.
@Suite(.waiting) struct ServerProcessTests {
    @Test func `a session over the standard streams ends as the editor asks`() throws {
        let process = Process()
        let bundle = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        process.executableURL = bundle.deletingLastPathComponent().appending(path: "traitgen")
        process.arguments = ["lsp"]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        let text = Shop.traits + "source Just   y\n"
        let open: JSONValue = [
            "textDocument": ["uri": "file:///T.traits", "version": 1, "text": .text(text)]
        ]
        let place: JSONValue = [
            "textDocument": ["uri": "file:///T.traits"], "position": ["line": 7, "character": 8],
        ]
        let messages = [
            ScriptedInput.frame("initialize", id: 1, ["capabilities": [:]]),
            ScriptedInput.frame("textDocument/didOpen", open),
            ScriptedInput.frame("textDocument/definition", id: 2, place),
            ScriptedInput.frame("shutdown", id: 3),
            ScriptedInput.frame("exit"),
        ]
        try input.fileHandleForWriting.write(contentsOf: Data(messages.joined()))
        try input.fileHandleForWriting.close()
        var reader = FrameReader()
        reader.add(output.fileHandleForReading.readDataToEndOfFile())
        var answers: [JSONValue] = []
        while case .body(let bytes)? = reader.next() { answers.append(try JSONScanner.value(of: bytes)) }
        process.waitUntilExit()
        #expect(answers.map { $0["id"] } == [1, 2, 3])
        #expect(answers[1]["result"].list.first?["range"]["start"]["line"] == 7)
        #expect(process.terminationStatus == 0)
    }
}
