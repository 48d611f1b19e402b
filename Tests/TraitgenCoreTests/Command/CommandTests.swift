import Testing

@testable import TraitgenCore

/// Files in memory.
final class MemoryFiles: CommandFiles {
    var contents: [String: String]
    var refusal: String?
    private(set) var writes: [String] = []

    init(_ contents: [String: String]) { self.contents = contents }

    var workingDirectory: String { "/package" }

    private func absolute(_ path: String) -> String { Path.normalized(Path.join(workingDirectory, path)) }

    func read(_ path: String) -> [UInt8]? { contents[absolute(path)].map { Array($0.utf8) } }

    func list(_ path: String) -> [String]? {
        let prefix = absolute(path) + "/"
        let names = contents.keys.filter { $0.hasPrefix(prefix) }.compactMap {
            $0.dropFirst(prefix.count).split(separator: "/").first
        }
        return names.isEmpty ? nil : Set(names.map(String.init)).sorted()
    }

    func write(_ bytes: [UInt8], to path: String) throws(CommandFileError) {
        if let refusal { throw CommandFileError(reason: refusal) }
        writes.append(absolute(path))
        contents[absolute(path)] = String(decoding: bytes, as: UTF8.self)
    }
}

@Suite struct CommandTests {
    private let files = MemoryFiles([
        "/package/Package.swift": "",
        "/package/Templates/_Header.mustache": "",
        "/package/Templates/Types.mustache": "{{#publishers}}// {{type}}\n{{/publishers}}",
        "/package/Sources/Streams/Streams.traits": ReasonedFacts.traits
            + "source Just   o|\noperator Publishers.Zip (A, B)   zip\n",
        "/package/Sources/App/App.traits": "import Streams\noperator Shout   o => o\n",
        "/package/Sources/Bad/Bad.traits": "source Just   y\n",
        "/package/Tables/Lost.traits": "import Elsewhere\noperator Shout   o => o\n",
        "/package/Sources/Laws/First.traits": ReasonedFacts.traits
            + "source Just   o|\n    sample Just(1)\nsource Other   o|\n    unsampled because \"it is other\"\n",
        "/package/Sources/Laws/Second.traits":
            "import \"First.traits\"\nsource Empty   |\n    sample Empty<Int, Never>()\n",
        "/package/Sources/Sampled/Sampled.traits": ReasonedFacts.traits
            + "source Just   o|\nsource Empty   |\n",
        "/package/Sources/Sampled/Sampled.samples": "Just    Just(1)\nEmpty   Empty<Int, Never>()\n",
        "/package/Tests/Laws.traits": "import Laws\n",
        "/package/whole.txt": "row Just\nsample Just(1)\n=> o|\nrow Empty\nsample Empty()\n=> |\n",
        "/package/part.txt": "row Just\nsample Just(1)\n=> o|\n",
        "/package/wrong.txt": "row Just\nsample Just(1)\n=> oo|\nrow Empty\nsample Empty()\n=> |\n",
    ])

    private func run(_ arguments: String...) -> (
        status: TraitgenCommand.Status, output: String, errors: String
    ) {
        var output: [String] = []
        var errors: [String] = []
        let command = TraitgenCommand(
            files: files, output: { output.append($0) }, errors: { errors.append($0) })
        let status = command.run(arguments: arguments)
        return (status, output.joined(separator: "\n"), errors.joined(separator: "\n"))
    }

    @Test func generate_writesAndSumsUp() {
        let result = run("generate", "Sources/Streams/Streams.traits", "--output", "Generated")
        #expect(result.status == .clean)
        #expect(
            result.output == """
                wrote Generated/Streams+Types.swift
                2 rows, 4 traits, 6 conformances derived; wrote 1 of 1 file
                """)
        #expect(files.contents["/package/Generated/Streams+Types.swift"] == "// Just\n// Publishers.Zip\n")
    }

    @Test func samplesBesideATable_areReadWithIt() {
        let whole = run("mutate", "Sources/Sampled/Sampled.traits", "--observed", "whole.txt")
        #expect(whole.errors.isEmpty)
        #expect(whole.output.hasPrefix("Sources/Sampled/Sampled.traits: 2 rows, "))
        let part = run("mutate", "Sources/Sampled", "--observed", "part.txt")
        #expect(part.status == .findings)
        let explained = run("explain", "Empty", "--table", "Sources/Sampled/Sampled.traits")
        #expect(explained.output.contains("\n    1 sample from Sources/Sampled/Sampled.samples:2:9\n"))
        files.contents["/package/Sources/Sampled/Sampled.samples"] = "Jsut   Just(1)\n"
        let broken = run("check", "Sources/Sampled/Sampled.traits")
        #expect(broken.status == .findings)
        #expect(
            broken.errors == """
                Sources/Sampled/Sampled.samples:1:1: error: the table has no row for `Jsut` [unknown-row]
                Sources/Sampled/Sampled.samples:1:1: note: did you mean `Just`?
                """)
        let wrong = run("check", "Sources/Sampled/Sampled.samples")
        #expect(wrong.status == .usage)
        #expect(wrong.errors.contains("note: name the table, `Sources/Sampled/Sampled.traits`"))
    }

    @Test func generate_leavesUnchangedFilesAlone() {
        _ = run("generate", "Sources/Streams/Streams.traits", "--output", "Generated")
        let again = run("generate", "Sources/Streams/Streams.traits", "--output=Generated")
        #expect(again.output == "2 rows, 4 traits, 6 conformances derived; wrote 0 of 1 file")
        #expect(files.writes.count == 1)
    }

    @Test func generate_findsImportsByOption() {
        let lost = run("generate", "Tables/Lost.traits", "--output", "Generated")
        #expect(lost.status == .findings)
        #expect(
            lost.errors.hasPrefix(
                "Tables/Lost.traits:1:8: error: there is no table for module `Elsewhere` [import-not-found]"
            ))
        let found = run(
            "generate", "Tables/Lost.traits", "--output", "Generated", "--import",
            "Elsewhere=Sources/Streams/Streams.traits")
        #expect(found.status == .clean)
        #expect(found.output.hasSuffix("1 row, 4 imported traits, 4 conformances derived; wrote 1 of 1 file"))
        let folder = run(
            "generate", "Tables/Lost.traits", "--output", "Generated", "--import",
            "Elsewhere=Sources/Streams")
        #expect(folder.status == .clean)
        #expect(
            folder.output.hasSuffix("1 row, 4 imported traits, 4 conformances derived; wrote 0 of 1 file"))
    }

    @Test func generate_findsModulesOfThisPackageByItself() {
        let result = run("generate", "Sources/App/App.traits", "--output", "Generated")
        #expect(result.status == .clean)
        #expect(
            result.output.hasSuffix("1 row, 4 imported traits, 4 conformances derived; wrote 1 of 1 file"))
    }

    @Test func explain_looksIntoFoldersAndAcrossModules() {
        files.contents["/package/Sources/Bad/Bad.traits"] = nil
        files.contents["/package/Sources/App/More/More.traits"] = "import Streams\nsource Echo   o|\n"
        let result = run("explain", "Echo")
        #expect(result.status == .clean)
        #expect(result.output.hasPrefix("source Echo   o|"))
    }

    @Test func laterTemplates_replaceEarlierOnesAndAdd() {
        files.contents["/package/Mine/Types.mustache"] = "// mine\n"
        files.contents["/package/Mine/More.mustache"] = "// more\n"
        let result = run(
            "generate", "Sources/Streams/Streams.traits", "--output", "Generated", "--templates", "Templates",
            "--templates",
            "Mine")
        #expect(result.output.hasSuffix("wrote 2 of 2 files"))
        #expect(files.contents["/package/Generated/Streams+Types.swift"] == "// mine\n")
        #expect(files.contents["/package/Generated/Streams+More.swift"] == "// more\n")
    }

    @Test func mistakeInATable_isAFinding() {
        let result = run("check", "Sources/Bad/Bad.traits")
        #expect(result.status == .findings)
        #expect(
            result.errors == """
                Sources/Bad/Bad.traits:1:15: error: there is no word `y` [unknown-word]
                Sources/Bad/Bad.traits:1:15: note: the reference of the table language lists all words
                """)
        #expect(files.writes.isEmpty)
    }

    @Test func check_writesNothing() {
        let result = run("check", "Sources/Streams/Streams.traits")
        #expect(result.output == "2 rows, 4 traits, 6 conformances derived")
        #expect(files.writes.isEmpty)
    }

    @Test func fullDisk_isInternal() {
        files.refusal = "no space left"
        let result = run("generate", "Sources/Streams/Streams.traits", "--output", "Generated")
        #expect(result.status == .internal)
        #expect(result.errors == "error: Generated/Streams+Types.swift can't be written: no space left")
    }

    @Test func explain_answersFromANamedTable() {
        let result = run("explain", "Publishers.Zip", "--table", "Sources/Streams/Streams.traits")
        #expect(result.status == .clean)
        #expect(result.output.hasPrefix("operator Publishers.Zip (A, B)   zip\n"))
    }

    @Test func explain_knowsWhatWasMeant() {
        let short = run("explain", "Zip", "--table", "Sources/Streams/Streams.traits")
        #expect(short.status == .findings)
        #expect(short.errors.hasSuffix("note: did you mean `Publishers.Zip`?"))
        let slip = run("explain", "Publishers.Zpi", "--table", "Sources/Streams/Streams.traits")
        #expect(slip.errors.hasSuffix("note: did you mean `Publishers.Zip`?"))
    }

    @Test func explain_looksIntoEveryTarget() {
        files.contents["/package/Sources/Bad/Bad.traits"] = nil
        files.contents["/package/Sources/App/App.traits"] = "import Streams\nsource Shout   o|\n"
        #expect(run("explain", "Publishers.Zip").status == .clean)
        #expect(run("explain", "Shout").status == .clean)
    }

    @Test func help_andVersion_areClean() {
        for arguments in [["help"], ["--help"], ["-h"], ["generate", "--help"]] {
            var output = ""
            let command = TraitgenCommand(
                files: files, output: { output += $0 }, errors: { output += "error: \($0)" })
            #expect(command.run(arguments: arguments) == .clean)
            #expect(output.contains("traitgen generate TABLE --output DIR"))
        }
        #expect(run("--version").output == "traitgen \(TraitgenCommand.version)")
    }

    @Test(
        arguments: [
            ([], "error: a command is missing"),
            (["generat"], "error: there is no command `generat`\nnote: did you mean `generate`?"),
            (["generate"], "error: the table is missing"),
            (["generate", "a", "b", "--output", "c"], "error: `b` is one argument too many"),
            (
                ["generate", "a"],
                "error: `--output` is missing\nnote: say where to write, such as `--output Generated`"
            ),
            (
                ["generate", "a", "--outptu", "b"],
                "error: there is no option `--outptu`\nnote: did you mean `--output`?"
            ),
            (["generate", "a", "--output"], "error: `--output` needs a value"),
            (["generate", "a", "--output", "b", "--output", "c"], "error: `--output` is given twice"),
            (
                ["check", "Sources/App/Appp.traits"],
                "error: there is no table at Sources/App/Appp.traits\nnote: did you mean `App.traits`?"
            ),
            (
                ["check", "Sources/App"],
                "error: Sources/App is a folder\nnote: name the table in it, such as `Sources/App/Operators.traits`"
            ),
            (
                ["check", "Sources/App/App.traits", "--import", "Streams"],
                "error: `--import Streams` doesn't say what to import\nnote: write `--import NAME=PATH`"
            ),
            (
                ["check", "Sources/App/App.traits", "--backend", "Combin"],
                "error: there is no stream library `Combin`\nnote: did you mean `Combine`?"
            ),
            (
                ["generate", "a", "--output", "b", "--access", "open"],
                "error: there is no access level `open`\nnote: it is `public` or `internal`"
            ),
            (
                ["generate", "a", "--output", "b", "--templates", "None"],
                "error: there is no folder of templates at None"
            ),
            (["explain"], "error: the name of a publisher type is missing"),
        ] as [([String], String)])
    func wrongCall_isUsage_andSaysHow(arguments: [String], expected: String) {
        var errors: [String] = []
        let command = TraitgenCommand(files: files, output: { _ in }, errors: { errors.append($0) })
        #expect(command.run(arguments: arguments) == .usage)
        #expect(errors.joined(separator: "\n") == expected + "\nnote: `traitgen help` shows how it is used")
    }

    @Test(arguments: [
        ("a/./b/../c", "a/c"), ("/a//b/", "/a/b"), ("../a", "../a"), ("/../a", "/a"), ("a", "a"),
    ])
    func paths_haveOneSpelling(path: String, expected: String) {
        #expect(Path.normalized(path) == expected)
    }

    @Test func mutate_sumsUpByTable() {
        let result = run("mutate", "Sources/Laws", "--observed", "whole.txt")
        #expect(result.status == .clean)
        #expect(
            result.output == """
                Sources/Laws/First.traits: 1 row and 1 without samples, 17 mutants: 17 caught, 0 survived, \
                0 say the same, 0 are explained
                Sources/Laws/Second.traits: 1 row, 17 mutants: 17 caught, 0 survived, 0 say the same, \
                0 are explained
                all: 2 rows and 1 without samples, 34 mutants: 34 caught, 0 survived, 0 say the same, \
                0 are explained
                """)
        // A table that only says whose laws are tested stands for them.
        #expect(run("mutate", "Tests/Laws.traits", "--observed", "whole.txt").output == result.output)
        // No row counts twice.
        let twice = run("mutate", "Sources/Laws", "Tests/Laws.traits", "--observed", "whole.txt")
        #expect(twice.output == result.output)
        let sample = run("mutate", "Sources/Laws", "--observed", "whole.txt", "--sample", "5", "--seed", "3")
        #expect(
            sample.output.hasSuffix(
                "5 of 34 mutants: 5 caught, 0 survived, 0 say the same, 0 are explained, seed 3"))
    }

    @Test func mutate_refusesARecordThatLacksRowsOrBreaksThem() {
        let part = run("mutate", "Sources/Laws", "--observed", "part.txt")
        #expect(part.status == .findings)
        #expect(
            part.errors
                == "Sources/Laws/Second.traits:2:8: error: nothing is recorded of the samples of `Empty`")
        let one = run("mutate", "Sources/Laws", "--observed", "part.txt", "--row", "Just")
        #expect(one.status == .clean)
        #expect(one.output.hasPrefix("Sources/Laws/First.traits: 1 row, 17 mutants: 17 caught"))
        let wrong = run("mutate", "Sources/Laws", "--observed", "wrong.txt")
        #expect(wrong.status == .findings)
        #expect(wrong.errors.hasSuffix("error: the record breaks the laws of `Just` as it is"))
        let unknown = run("mutate", "Sources/Laws", "--observed", "whole.txt", "--row", "Nothing")
        #expect(unknown.status == .usage)
        #expect(unknown.errors.hasPrefix("error: no row about `Nothing` has samples"))
    }

    @Test func outputThatCantBeWritten_isAFailureOfTheSystem() {
        var errors: [String] = []
        let command = TraitgenCommand(
            files: files,
            output: { (_) throws(CommandFileError) in throw CommandFileError(reason: "the disk is full") },
            errors: { errors.append($0) })
        #expect(command.run(arguments: ["table", "Sources/Streams/Streams.traits"]) == .internal)
        #expect(errors == ["error: standard output can't be written: the disk is full"])
    }

    @Test func foldersThatLinkToThemselves_areLookedAtOnce() {
        var output: [String] = []
        let command = TraitgenCommand(
            files: LinkedFiles(files), output: { output.append($0) }, errors: { output.append($0) })
        #expect(command.run(arguments: ["explain", "Shout"]) == .clean)
        #expect(output.first?.hasPrefix("operator Shout") == true)
    }
}

/// Files in whose folder `Sources/App` two links lead back to it.
private struct LinkedFiles: CommandFiles {
    let files: MemoryFiles

    init(_ files: MemoryFiles) {
        self.files = files
        files.contents["/package/Sources/Bad/Bad.traits"] = nil
        files.contents["/package/Sources/Laws/First.traits"] = nil
        files.contents["/package/Sources/Laws/Second.traits"] = nil
    }

    var workingDirectory: String { files.workingDirectory }

    func resolved(_ path: String) -> String {
        let parts = Path.join(workingDirectory, path).split(separator: "/").filter {
            $0 != "one" && $0 != "two"
        }
        return "/" + parts.joined(separator: "/")
    }

    func read(_ path: String) -> [UInt8]? { files.read(resolved(path)) }

    func list(_ path: String) -> [String]? {
        // The system follows so many links and no more.
        guard path.split(separator: "/").filter({ $0 == "one" || $0 == "two" }).count < 40 else { return nil }
        let names = files.list(resolved(path))
        return resolved(path) == "/package/Sources/App" ? (names ?? []) + ["one", "two"] : names
    }

    func write(_ bytes: [UInt8], to path: String) throws(CommandFileError) {
        try files.write(bytes, to: path)
    }
}
