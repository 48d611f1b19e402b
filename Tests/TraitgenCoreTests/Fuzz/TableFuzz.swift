@testable import TraitgenCore
@testable import TraitgenVerbs

/// Tables, given to every verb that reads one.
struct TableFuzz: FuzzKind {
    private let corpus = FuzzCorpus()
    private let mutator: Mutator
    private let texts: [[UInt8]]

    init() {
        texts = (corpus.traits.map(\.text) + corpus.rows.map(\.text) + corpus.others)
        mutator = Mutator(words: FuzzCorpus.vocabulary(texts))
    }

    func input(_ random: inout SeededNumbers) -> FuzzInput {
        let (text, types) = corpus.table(&random)
        let changed = mutator.mutate(text, with: texts, &random)
        let table = "Sources/App/App.traits"
        var files = ["Sources/Base/Base.traits": FuzzCorpus.base, table: changed, "Package.swift": []]
        let arguments: [String]
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<4: arguments = ["check", table]
        case 4: arguments = ["check", table, "--format", "json"]
        case 5: arguments = ["dump", table]
        case 6, 7: arguments = ["dump", table, "--format", "json"]
        case 8, 9: arguments = ["format", table]
        case 10:
            files["-"] = changed
            arguments = ["format", "-"]
        case 11, 12: arguments = ["lint", table]
        case 13:
            let format = ["markdown", "html", "places", "sharing", "json"].randomElement(using: &random)!
            arguments = ["table", table, "--format", format]
        case 14:
            arguments = ["table", table, "--format", "docc", "--output", "Sources/App/App.docc/Generated"]
        case 15: arguments = ["explain", types.randomElement(using: &random)!, "--table", table]
        case 16, 17:
            files["Old/App.traits"] = text
            let format = ["text", "markdown", "json"].randomElement(using: &random)!
            arguments = ["diff", "Old/App.traits", table, "--format", format]
        case 18:
            let backend = Backend.allCases.randomElement(using: &random)!.rawValue
            arguments = ["check", table, "--backend", backend]
        default:
            files["Templates/_Header.mustache"] = []
            files["Templates/Rows.mustache"] = Self.template
            arguments = ["generate", table, "--output", "Out"]
        }
        return FuzzInput(files: files, arguments: arguments, changed: table)
    }

    private static let template = Array(
        "{{#publishers}}let {{type}}\n{{/publishers}}{{#traits}}{{name}}\n{{/traits}}".utf8)
}
