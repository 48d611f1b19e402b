import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// What follows from the tables of the libraries is committed, so that no client builds the generator. These tests
/// fail when it is stale; `.ci/generate` writes it.
@Suite("The committed output")
struct CommittedOutputTests {
    /// A table of the libraries, and where what follows from it is.
    struct Case: CustomTestStringConvertible {
        var module: String
        var table: String

        var name: String { Path.name(table).replacing(".traits", with: "") }
        var output: URL { RenderFixture.root.appending(path: "Sources/\(module)/Generated/\(name)") }
        var testDescription: String { "\(table) in \(module)" }

        /// Module and templates are those that the command finds by itself, as the README has it. The streams have no table.
        var arguments: [String] {
            var words = ["generate", table, "--output", "Out"]
            if module == "TraitsStreams" {
                words += ["--module", module, "--templates", "Sources/\(module)/Templates"]
            }
            return words
        }
    }

    static let cases =
        ["TraitsRuntime", "TraitsFoundation", "TraitsNetworking", "TraitsExtras"].flatMap { module in
            SourceTree().tables(below: "Sources/\(module)").map { Case(module: module, table: $0) }
        } + [Case(module: "TraitsStreams", table: "Sources/TraitsRuntime/Operators.traits")]

    @Test func `there is one folder for each table`() throws {
        #expect(Self.cases.count >= 4)
        for module in Set(Self.cases.map(\.module)) {
            let folders = try FileManager.default.contentsOfDirectory(
                atPath: RenderFixture.root.appending(path: "Sources/\(module)/Generated").path)
            // The forms of methods that take closures follow from no table; see `StrictFormTests`.
            let tables = Set(folders).subtracting(["Strict"])
            #expect(tables == Set(Self.cases.filter { $0.module == module }.map(\.name)))
        }
    }

    @Test(arguments: cases)
    func `it is what follows from the table`(of table: Case) throws {
        let fresh = try generated(from: table)
        let names = try FileManager.default.contentsOfDirectory(atPath: table.output.path)
        let committed = try Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, try String(contentsOf: table.output.appending(path: name), encoding: .utf8))
            })
        #expect(!fresh.isEmpty)
        for name in Set(fresh.keys).union(committed.keys).sorted() where fresh[name] != committed[name] {
            let difference = Self.difference(committed[name] ?? "", fresh[name] ?? "")
            Issue.record("\(name) is stale: run `.ci/generate`, and commit what it writes\n\(difference)")
        }
    }

    /// A line more at the top of a table changes nothing else: the output names rows.
    @Test(arguments: cases)
    func `it depends on no line of the table`(of table: Case) throws {
        let text = try String(contentsOf: RenderFixture.root.appending(path: table.table), encoding: .utf8)
        #expect(
            try generated(from: table, as: ["// Another line.", "", text].joined(separator: "\n"))
                == generated(from: table))
    }

    /// The compiler's note about an unavailable declaration shows the line above it, since no line of a table may stand in
    /// the output.
    @Test func `each unavailable declaration stands below its row`() throws {
        var count = 0
        for table in Self.cases {
            let file = table.output.appending(path: "\(table.name)+Refusals.swift")
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
            let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
            for (above, line) in zip(lines, lines.dropFirst())
            where line.contains("@available(*, unavailable") && line.contains(" never keeps the promise ") {
                let row = above.wholeMatch(of: #/\/\/ \w+\.traits   (?:\w+\.)*(\w+)/#)
                #expect(line.contains(row?.1 ?? "?"), "\(above) above \(line)")
                count += 1
            }
        }
        #expect(count > 100, "where are they?")
    }

    private func generated(from table: Case, as text: String? = nil) throws -> [String: String] {
        let tree = SourceTree(texts: text.map { [table.table: $0] } ?? [:])
        var errors: [String] = []
        let status = TraitgenCommand(files: tree, output: { _ in }, errors: { errors.append($0) })
            .run(arguments: table.arguments)
        #expect(status == .clean, "\(errors.joined(separator: "\n"))")
        return tree.written
    }

    /// The first lines that only one of two texts has.
    private static func difference(_ old: String, _ new: String) -> String {
        let changes = new.split(separator: "\n").difference(from: old.split(separator: "\n"))
        let lines = changes.removals.prefix(10).map(line) + changes.insertions.prefix(10).map(line)
        return lines.joined(separator: "\n") + (changes.count > lines.count ? "\n…" : "")
    }

    private static func line(_ change: CollectionDifference<Substring>.Change) -> String {
        switch change {
        case .remove(_, let text, _): "- \(text)"
        case .insert(_, let text, _): "+ \(text)"
        }
    }
}

/// The files of this package; what is written stays in memory.
final class SourceTree: CommandFiles {
    private(set) var written: [String: String] = [:]
    /// What takes the place of files.
    private let texts: [String: String]

    init(texts: [String: String] = [:]) { self.texts = texts }

    let workingDirectory = Path.normalized(RenderFixture.root.path)

    private func url(_ path: String) -> URL { URL(filePath: Path.join(workingDirectory, path)) }

    func read(_ path: String) -> [UInt8]? {
        if let text = texts[path] { return Array(text.utf8) }
        return (try? Data(contentsOf: url(path))).map(Array.init)
    }

    func list(_ path: String) -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: url(path).path)
    }

    func write(_ bytes: [UInt8], to path: String) {
        written[Path.name(path)] = String(decoding: bytes, as: UTF8.self)
    }

    func remove(_ path: String) {}

    /// The tables of a module, those in its folders as well.
    func tables(below folder: String) -> [String] {
        TraitgenCommand(files: self, output: { _ in }, errors: { _ in }).tables(below: folder)
    }
}
