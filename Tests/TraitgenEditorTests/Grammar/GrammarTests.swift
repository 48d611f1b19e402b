import Foundation
import Testing
import TraitgenCore
import TraitgenVerbs

@testable import TraitgenEditor

/// The grammars and the problem matcher of `Editors/vscode`.
@Suite struct GrammarTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../..").standardizedFileURL
    private static let folder = root.appending(path: "Editors/vscode")

    private func grammar(_ kind: TextKind) throws -> TextMateGrammar {
        let file = { (name: String) in Self.folder.appending(path: "syntaxes/\(name).tmLanguage.json") }
        let traits = try TextMateGrammar(file("traits"))
        guard kind != .table else { return traits }
        return try TextMateGrammar(file("traits-\(kind.rawValue)"), others: ["source.traits": traits])
    }

    // MARK: Words

    private static let outcomes = ["nothing", "traps", "next", "again", "opens", "once"]

    @Test func `every word of the language has a scope of keywords`() throws {
        let grammar = try grammar(.table)
        let clauses = RowParser.operatorWords + RowParser.attributes + ["silent"]
        var lines = TableParser.keywords.map { ("", $0) }
        lines +=
            clauses.map { ("operator A   ", $0) } + RowParser.sectionWords.map { ("section \"A\"   ", $0) }
        lines += Self.outcomes.map { ("operator A   o => ", $0) }
        #expect(lines.count > 50)
        for (before, word) in lines {
            let scopes = try grammar.scopes(of: ["\(before)\(word) "])[0][
                before.utf16.count..<(before.utf16.count + word.utf16.count)]
            let isKeyword = scopes.allSatisfy { $0.hasPrefix("keyword.") || $0.hasPrefix("storage.") }
            #expect(isKeyword, "\(word): \(Set(scopes))")
        }
    }

    @Test func `the grammar has no other words`() throws {
        let text = try String(
            contentsOf: Self.folder.appending(path: "syntaxes/traits.tmLanguage.json"), encoding: .utf8)
        let lists = text.matches(of: /\(\?:([a-z]+(?:\|[a-z]+){3,})\)/).map {
            $0.1.split(separator: "|").map(String.init)
        }
        #expect(lists.count >= 4)
        for word in Set(lists.joined()) { #expect(LanguageWord.meaning(of: word) != nil, "\(word)") }
    }

    // MARK: Tables

    private static func files(_ kind: TextKind) -> [URL] {
        ["Sources", "Tests", "Examples"].flatMap { folder -> [URL] in
            let start = root.appending(path: folder)
            let paths = FileManager.default.enumerator(atPath: start.path)?.compactMap { $0 as? String } ?? []
            return paths.filter {
                $0.hasSuffix(".\(kind.rawValue)") && !$0.contains(".build/") && !$0.contains("/Old/")
            }.sorted()
                .map { start.appending(path: $0) }
        }
    }

    /// The scopes that a word may have; nil if it may have any.
    private func prefixes(_ mention: Mention) -> [String]? {
        switch mention.role {
        case .trait: ["entity.other.inherited-class.trait", "entity.name.type.trait"]
        case .type, .set: ["entity.name", "entity.other"]
        case .library: ["support.module"]
        case .law: ["support.constant"]
        case .module, .path: ["entity.name.namespace"]
        case .input: nil
        case .plain where mention.isQuote: ["string."]
        case .plain where mention.token?.isMarbles == true: ["constant.language.marbles"]
        case .plain where LanguageWord.meaning(of: mention.name) != nil: ["keyword.", "storage."]
        case .plain: nil
        }
    }

    @Test(arguments: [TextKind.table, .samples, .names])
    func `each word of each shipped file has its scope`(kind: TextKind) throws {
        let grammar = try grammar(kind)
        let files = Self.files(kind)
        #expect(files.count >= 5)
        var count = 0
        for file in files {
            let bytes = Array(try Data(contentsOf: file))
            let text = SourceText(bytes)
            let scopes = try grammar.scopes(of: text.lines.map { text.text($0) })
            for mention in Syntax(bytes, kind: kind).blocks.flatMap(\.mentions) {
                guard let prefixes = prefixes(mention), !mention.range.isEmpty else { continue }
                let place = text.position(of: mention.range.lowerBound, in: .utf16)
                let scope = scopes[place.line][place.character]
                let isRight = prefixes.contains { scope.hasPrefix($0) }
                #expect(isRight, "\(file.lastPathComponent):\(place.line + 1): \(mention.name) is \(scope)")
                count += 1
            }
        }
        #expect(count > (kind == .table ? 1000 : 100))
    }

    @Test(arguments: [" ", "\n        "])
    func `the method of a remedy is Swift, on the line of the remedy and on its own`(space: String) throws {
        let text = """
            operator A   o => o
                restore BPublisher with "'c(d:)'"\(space)in Property filter(_ isIncluded: Int) -> Property
                because "it is"
            """
        let lines = text.split(separator: "\n").map(String.init)
        let scopes = try grammar(.table).scopes(of: lines)
        func scope(of word: String) throws -> String {
            let line = try #require(lines.firstIndex { $0.contains(word) })
            return scopes[line][(lines[line] as NSString).range(of: word).location]
        }
        #expect(try scope(of: "isIncluded").hasPrefix("meta.embedded.swift"))
        #expect(try scope(of: "Property").hasPrefix("entity.name.type"))
        #expect(try scope(of: "because").hasPrefix("keyword."))
    }

    // MARK: Problems

    @Test func `the problem matcher reads what check prints`() throws {
        let json = try JSONScanner.value(
            of: Array(try Data(contentsOf: Self.folder.appending(path: "package.json"))))
        let matcher = try #require(json["contributes"]["problemMatchers"].list.first)["pattern"]
        let pattern = try NSRegularExpression(pattern: matcher["regexp"].text ?? "")
        let found = Table.parse("operatr A   o => o\n", path: "Sources/App/App.traits").diagnostics
        let line = try #require(found.first?.description.split(separator: "\n").first.map(String.init))
        let match = try #require(
            pattern.firstMatch(in: line, range: NSRange(location: 0, length: line.utf16.count)))
        let parts = ["file", "line", "column", "severity", "message", "code"].map { name in
            (line as NSString).substring(with: match.range(at: matcher[name].number ?? 0))
        }
        #expect(parts.prefix(4) == ["Sources/App/App.traits", "1", "1", "error"])
        #expect(parts[4].contains("operatr"))
        #expect(parts[5] == "unknown-word")
    }

    @Test func `the extension knows the files that the server knows`() throws {
        let json = try JSONScanner.value(
            of: Array(try Data(contentsOf: Self.folder.appending(path: "package.json"))))
        let languages = json["contributes"]["languages"].list
        #expect(languages.map { $0["id"].text } == ["traits", "traits-samples", "traits-names"])
        #expect(languages.flatMap { $0["extensions"].list.map(\.text) } == [".traits", ".samples", ".names"])
        for grammar in json["contributes"]["grammars"].list {
            let path = Self.folder.appending(path: grammar["path"].text ?? "").path
            #expect(FileManager.default.fileExists(atPath: path))
        }
    }
}
