@testable import TraitgenCore
@testable import TraitgenVerbs

/// The files beside a table: samples and names.
struct SampleFuzz: FuzzKind {
    private let corpus = FuzzCorpus()
    private let mutator: Mutator
    private let texts: [[UInt8]]
    private let laws: [(path: String, bytes: [UInt8])]

    init() {
        texts = corpus.samples.map(\.text) + corpus.sets + corpus.names.map(\.text)
        mutator = Mutator(words: FuzzCorpus.vocabulary(texts))
        laws = FuzzCorpus.files("Templates/Laws", ".mustache")
    }

    func input(_ random: inout SeededNumbers) -> FuzzInput {
        let (text, types) = corpus.table(&random)
        let table = "Sources/App/App.traits"
        var files = ["Sources/Base/Base.traits": FuzzCorpus.base, table: text, "Package.swift": []]
        let sheet = "Sources/App/App.samples"
        let names = "Sources/App/App.names"
        files[sheet] = corpus.samples(of: types)
        files[names] = corpus.names(of: types)
        let isNames = Int.random(in: 0..<4, using: &random) == 0
        let changed = isNames ? names : sheet
        files[changed] = mutator.mutate(files[changed]!, with: texts, &random)
        let arguments: [String]
        switch Int.random(in: 0..<8, using: &random) {
        case _ where isNames:
            let word = mutator.words.randomElement(using: &random)!
            arguments =
                Bool.random(using: &random)
                ? ["table", table, "--format", "html"]
                : ["explain", String(decoding: word, as: UTF8.self), "--table", table]
        case 0..<3: arguments = ["check", table]
        case 3: arguments = ["dump", table, "--format", "json"]
        case 4: arguments = ["lint", table]
        case 5:
            files["laws.txt"] = RecordFuzz.record(of: types.randomElement(using: &random)!)
            arguments = ["propose", table, "--observed", "laws.txt"]
        case 6: arguments = ["table", table, "--format", "markdown"]
        default:
            files["Templates/_Header.mustache"] = []
            for (path, bytes) in laws { files["Templates/Laws/\(path)"] = bytes }
            files["Templates/Laws/_Header.mustache"] = []
            files["Tests/App/Laws.traits"] = Array("import App\n".utf8)
            arguments = ["generate", "Tests/App/Laws.traits", "--output", "Out"]
        }
        return FuzzInput(files: files, arguments: arguments, changed: changed)
    }
}
