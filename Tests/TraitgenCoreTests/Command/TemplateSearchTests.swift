import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Which templates `generate` takes when none are named.
@Suite struct TemplateSearchTests {
    private let files = MemoryFiles([
        "/Templates/Stray.mustache": "stray",
        "/Templates/_Header.mustache": "",
        "/package/Package.swift": "",
        "/package/Templates/_Header.mustache": "// header\n",
        "/package/Templates/Types.mustache": "{{> _Header}}\nlet types of {{module}}\n",
        "/package/Templates/Laws/Laws.mustache": "let laws\n",
        "/package/Sources/App/App.traits": "\(ReasonedFacts.traits)source Just   o|\n",
        "/package/Sources/App/Deep/Down/More.traits": "\(ReasonedFacts.traits)source Just   o|\n",
        "/package/Sources/Loose.traits": "\(ReasonedFacts.traits)source Just   o|\n",
        "/package/Tests/AppTests/Laws.traits":
            "\(ReasonedFacts.traits)source Just   o|\n    sample Just(1)\n",
        "/package/Examples/Small/Package.swift": "",
        "/package/Examples/Small/Sources/Small-App/Small.traits": "\(ReasonedFacts.traits)source Just   o|\n",
    ])

    /// The files that the command writes, and what it says to standard error.
    private func generate(_ table: String, _ options: String...) -> (files: [String: String], errors: String)
    {
        let before = Set(files.contents.keys)
        var errors: [String] = []
        _ = TraitgenCommand(files: files, output: { _ in }, errors: { errors.append($0) })
            .run(arguments: ["generate", table, "--output", "Out"] + options)
        let new = files.contents.filter { !before.contains($0.key) }.map { (Path.name($0.key), $0.value) }
        return (Dictionary(uniqueKeysWithValues: new), errors.joined(separator: "\n"))
    }

    @Test func theTargetsOwnTemplates_comeOnTopOfThePackages() {
        files.contents["/package/Sources/App/Templates/More.mustache"] = "{{> _Header}}\nlet more\n"
        let result = generate("Sources/App/App.traits")
        #expect(
            result.files == [
                "App+Types.swift": "// header\nlet types of App\n", "App+More.swift": "// header\nlet more\n",
            ])
    }

    @Test func aTableInAFolderOfItsTarget_isTheTargets() {
        files.contents["/package/Sources/App/Templates/Types.mustache"] = "let of {{module}}\n"
        #expect(generate("Sources/App/Deep/Down/More.traits").files == ["More+Types.swift": "let of App\n"])
    }

    @Test func anotherModule_doesWithoutTheTargetsTemplates() {
        files.contents["/package/Sources/App/Templates/More.mustache"] = "let more\n"
        let result = generate("Sources/App/App.traits", "--module", "Elsewhere")
        #expect(result.files == ["App+Types.swift": "// header\nlet types of Elsewhere\n"])
        #expect(generate("Sources/App/App.traits", "--module=App", "--output=Same").files.isEmpty)
        let same = generate("Sources/App/Deep/Down/More.traits", "--module", "App")
        #expect(same.files.keys.sorted() == ["More+More.swift", "More+Types.swift"])
    }

    @Test func anotherLibrary_doesWithoutTheTargetsTemplates() {
        files.contents["/package/Sources/App/Templates/More.mustache"] = "let more\n"
        #expect(generate("Sources/App/App.traits", "--backend", "Combine").files.count == 1)
        let own = generate("Sources/App/Deep/Down/More.traits", "--backend", "TraitsRuntime")
        #expect(own.files.count == 2)
    }

    @Test func aTargetsOwnHeader_replacesThePackages() {
        files.contents["/package/Sources/App/Templates/_Header.mustache"] = "let mine\n"
        #expect(
            generate("Sources/App/App.traits").files == ["App+Types.swift": "let mine\nlet types of App\n"])
    }

    @Test func thePackageInside_takesTheTemplatesOfThePackageAroundThatTheCommandRunsIn() {
        let table = "Examples/Small/Sources/Small-App/Small.traits"
        #expect(generate(table).files == ["Small+Types.swift": "// header\nlet types of Small_App\n"])
    }

    @Test func nothingAboveThePackage_isTaken() {
        for name in ["_Header", "Types", "Laws/Laws"] {
            files.contents["/package/Templates/\(name).mustache"] = nil
        }
        let result = generate("Sources/App/App.traits")
        #expect(result.files.isEmpty)
        #expect(
            result.errors == """
                error: there is no folder `Templates` with a `_Header.mustache` in the package of \
                Sources/App/App.traits, nor in that of the working directory
                note: say where the templates are with `--templates DIR`
                note: `traitgen help` shows how it is used
                """)
        // Additions alone are no base.
        files.contents["/package/Sources/App/Templates/More.mustache"] = "let more\n"
        #expect(generate("Sources/App/App.traits").files.isEmpty)
        // Whole sets are.
        files.contents["/package/Sources/App/Templates/_Header.mustache"] = "let whole\n"
        #expect(generate("Sources/App/App.traits").files == ["App+More.swift": "let more\n"])
    }

    @Test func tablesOfLaws_getTheTemplatesOfTests() {
        #expect(generate("Tests/AppTests/Laws.traits").files == ["Laws+Laws.swift": "let laws\n"])
    }

    @Test func aTableBesideTheTargets_needsTheNameOfItsModule() {
        let result = generate("Sources/Loose.traits")
        #expect(result.files.isEmpty)
        #expect(result.errors.hasPrefix("error: Sources/Loose.traits is in no folder of one module"))
        let named = generate("Sources/Loose.traits", "--module", "Loose")
        #expect(named.files == ["Loose+Types.swift": "// header\nlet types of Loose\n"])
    }

    @Test func whatTheReadmeWritesFirst_isWrittenFromAFreshClone() throws {
        let operators = "Sources/TraitsRuntime/Operators.traits"
        for (options, count) in [([], 12), (["--backend", "Combine", "--module", "MyTraits"], 11)] {
            let tree = SourceTree()
            var errors: [String] = []
            let status = TraitgenCommand(files: tree, output: { _ in }, errors: { errors.append($0) })
                .run(arguments: ["generate", operators, "--output", "Generated"] + options)
            #expect(status == .clean, "\(errors.joined(separator: "\n"))")
            #expect(tree.written.count == count)
        }
    }
}
