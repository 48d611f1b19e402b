import Foundation

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Pieces of the shipped tables and of the files beside them, from which small ones are put together.
struct FuzzCorpus {
    /// Traits, by their names.
    private(set) var traits: [(name: String, refined: [String], text: [UInt8])] = []
    /// Rows, with the traits and the other rows that they name.
    private(set) var rows: [(type: String, named: Set<String>, text: [UInt8])] = []
    private(set) var samples: [(type: String, text: [UInt8])] = []
    private(set) var names: [(type: String, text: [UInt8])] = []
    /// Facts, sections and other declarations.
    private(set) var others: [[UInt8]] = []
    private(set) var sets: [[UInt8]] = []

    static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources").standardizedFileURL
    static let package = sources.deletingLastPathComponent()

    /// The files below a folder of the package whose names end so.
    static func files(_ folder: String, _ suffix: String) -> [(path: String, bytes: [UInt8])] {
        let url = package.appending(path: folder)
        let paths = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(suffix) }.sorted().map { path in
            (path, (try? Array(Data(contentsOf: url.appending(path: path)))) ?? [])
        }
    }

    init() {
        readTables()
        let types = Set(rows.map(\.type)).union(traits.map(\.name))
        for index in rows.indices {
            rows[index].named.formIntersection(types.subtracting([rows[index].type]))
        }
        for file in Self.files("Sources", ".samples") {
            for declaration in Self.declarations(file.bytes) {
                let words = Self.words(declaration)
                if words.first == "set" {
                    sets.append(declaration)
                } else if let type = words.first {
                    samples.append((type, declaration))
                }
            }
        }
        for file in Self.files("Sources", ".names") {
            for declaration in Self.declarations(file.bytes) {
                Self.words(declaration).first.map { names.append(($0, declaration)) }
            }
        }
    }

    private mutating func readTables() {
        for file in Self.files("Sources", ".traits") {
            for declaration in Self.declarations(file.bytes) {
                let words = Self.words(declaration)
                switch words.first {
                case "trait":
                    let head = String(
                        decoding: declaration.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
                    let refined = head.split { !Self.isPart($0) }.dropFirst(2).map(String.init)
                    traits.append((words[1], refined, declaration))
                case "source", "operator":
                    let all = String(decoding: declaration, as: UTF8.self).split { !Self.isPart($0) }
                    rows.append((words[1], Set(all.map(String.init)), declaration))
                case "import", "backend", nil: break
                default: others.append(declaration)
                }
            }
        }
    }

    /// The lines from one that isn't indented up to the next such line.
    private static func declarations(_ bytes: [UInt8]) -> [[UInt8]] {
        var result: [[UInt8]] = []
        for line in bytes.split(separator: UInt8(ascii: "\n")) where !line.starts(with: "//".utf8) {
            let goesOn = [UInt8(ascii: " "), UInt8(ascii: "}")].contains(line.first)
            if goesOn, !result.isEmpty {
                result[result.count - 1] += line + [UInt8(ascii: "\n")]
            } else {
                result.append(line + [UInt8(ascii: "\n")])
            }
        }
        return result
    }

    /// The words that a declaration begins with: keyword and name.
    private static func words(_ declaration: [UInt8]) -> [String] {
        String(decoding: declaration, as: UTF8.self).split(maxSplits: 3) {
            $0.isWhitespace || $0 == ":"
        }.map(String.init)
    }

    /// All words and signs of texts, each once.
    static func vocabulary(_ texts: [[UInt8]]) -> [[UInt8]] {
        Set(texts.flatMap { Mutator.tokens(of: $0[...]).map(Array.init) }).sorted {
            $0.lexicographicallyPrecedes($1)
        }
    }

    // MARK: - Small files

    /// A small table, the types of its rows, and what may stand in it that doesn't.
    func table(_ random: inout SeededNumbers) -> (text: [UInt8], types: [String]) {
        let importsBase = Bool.random(using: &random)
        // Base has them, and rows that it has.
        var seen: Set<String> = importsBase ? ["MaybePublisher", "Just", "Publishers.Map"] : []
        var text = importsBase ? Array("import Base\n".utf8) : []
        var types: [String] = []
        var body: [UInt8] = []
        var needed: Set = [traits.randomElement(using: &random)!.name]
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            var row = rows.randomElement(using: &random)!
            while true {
                types.append(row.type)
                if seen.insert(row.type).inserted { body += row.text }
                needed.formUnion(row.named)
                // A publisher that an input always is has a row too.
                guard
                    let given = rows.first(where: { row.named.contains($0.type) && !seen.contains($0.type) })
                else { break }
                row = given
            }
        }
        // What is refined has to be there as well, and stands first.
        if !importsBase { needed.insert("MaybePublisher") }
        for trait in traits where needed.contains(trait.name) { needed.formUnion(trait.refined) }
        for trait in traits where needed.contains(trait.name) && seen.insert(trait.name).inserted {
            text += trait.text
        }
        if Int.random(in: 0..<8, using: &random) == 0 { text += others.randomElement(using: &random)! }
        return (text + body, types)
    }

    private static func isPart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "." || character == "_"
    }

    /// A small file of samples for the rows of some types, with the sets that they need.
    func samples(of types: [String]) -> [UInt8] {
        let entries = samples.filter { types.contains($0.type) }.flatMap(\.text)
        var needed: [[UInt8]] = []
        var open = [entries]
        while let text = open.popLast() {
            let words = String(decoding: text, as: UTF8.self).split { !$0.isLetter }
            for (word, name) in zip(words, words.dropFirst()) where word == "each" {
                guard let set = sets.first(where: { Self.words($0)[1] == name }), !needed.contains(set) else {
                    continue
                }
                needed.insert(set, at: 0)
                open.append(set)
            }
        }
        // Those that others name stand above them.
        return sets.filter(needed.contains).joined() + entries
    }

    func names(of types: [String]) -> [UInt8] {
        names.filter { types.contains($0.type) }.flatMap(\.text)
    }

    /// A table that others import.
    static let base = Array(
        """
        trait MaybePublisher {
            -->
            --x-->
            --|-->
            --o|-->
        }
        trait ManyPublisher {
            - - ->   anything
        }
        source   Just                   o|   at caller   shared
        operator Publishers.Map         o => o

        """.utf8)
}
