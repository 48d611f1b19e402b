import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// `traitgen prove` with programs that print what the tests say.
@Suite struct ProveTests {
    private static let describe = """
        {"name": "App", "targets": [
          {"name": "Tools", "c99name": "Tools", "type": "library", "module_type": "SwiftTarget",
           "path": "Sources/Tools", "sources": ["Tools.swift"]},
          {"name": "App", "c99name": "App", "type": "library", "module_type": "SwiftTarget",
           "path": "Sources/App",
           "sources": ["App.swift", "Apple.swift", "View.swift", "Both.swift"], "target_dependencies": ["Tools"]},
          {"name": "AppTests", "c99name": "AppTests", "type": "test", "module_type": "SwiftTarget",
           "path": "Tests/AppTests", "sources": ["AppTests.swift"]}]}
        """
    /// The package `Sync`, from which `App` needs the product `Locks`.
    private static let sync = """
        {"name": "Sync", "products": [{"name": "Locks", "targets": ["Lock"]}, {"name": "All", "targets": ["Unused"]}],
         "targets": [
          {"name": "Base", "c99name": "Base", "type": "library", "module_type": "SwiftTarget",
           "path": "Sources/Base", "sources": ["Base.swift"]},
          {"name": "Lock", "c99name": "Lock", "type": "library", "module_type": "SwiftTarget",
           "path": "Sources/Lock", "sources": ["Lock.swift"], "target_dependencies": ["Base"]},
          {"name": "Unused", "c99name": "Unused", "type": "library", "module_type": "SwiftTarget",
           "path": "Sources/Unused", "sources": ["Unused.swift"]}]}
        """
    /// A publisher `Twice`, its method, and a method that returns an erased publisher.
    private static let graph = """
        {"module": {"name": "App"}, "symbols": [
          {"kind": {"identifier": "swift.struct"}, "identifier": {"precise": "s:Twice"},
           "pathComponents": ["Twice"], "swiftGenerics": {"parameters": [{"name": "Upstream"}],
             "constraints": [{"kind": "conformance", "lhs": "Upstream", "rhs": "Publisher"}]}},
          {"kind": {"identifier": "swift.method"}, "identifier": {"precise": "s:twice"},
           "pathComponents": ["Publisher", "twice()"],
           "functionSignature": {"parameters": [],
             "returns": [{"kind": "typeIdentifier", "spelling": "Twice", "preciseIdentifier": "s:Twice"},
                         {"kind": "text", "spelling": "<Self>"}]}},
          {"kind": {"identifier": "swift.method"}, "identifier": {"precise": "s:until"},
           "pathComponents": ["Publisher", "until(_:)"],
           "swiftGenerics": {"parameters": [{"name": "Other"}],
             "constraints": [{"kind": "sameType", "lhs": "Self.Failure", "rhs": "Other.Failure"}]},
           "functionSignature": {"parameters": [{"name": "other", "declarationFragments": [
               {"kind": "identifier", "spelling": "other"}, {"kind": "text", "spelling": ": "},
               {"kind": "typeIdentifier", "spelling": "Other"}]}],
             "returns": [{"kind": "typeIdentifier", "spelling": "AnyPublisher",
                          "preciseIdentifier": "s:13TraitsStreams12AnyPublisherV"},
                         {"kind": "text", "spelling": "<Self.Output, Self.Failure>"}]}}],
         "relationships": [
           {"kind": "conformsTo", "source": "s:Twice", "target": "s:13TraitsStreams9PublisherP"}]}
        """

    private let files = MemoryFiles([
        "/clone/Package.swift": "",
        "/clone/Sources/App/App.swift": "import Combine\nimport os.lock\nlet lock = os_unfair_lock()\n",
        "/clone/Sources/App/Apple.swift": "import UIKit\n",
        "/clone/Sources/App/View.swift": "@testable import UIKit\n",
        "/clone/Sources/App/Both.swift": "#if canImport(UIKit)\nimport UIKit\n#endif\n",
        "/clone/Sources/Tools/Tools.swift": "",
        "/clone/.traits-proof/graph/App.symbols.json": graph,
        "/streams/Sources/TraitsRuntime/Operators.traits": ReasonedFacts.traits,
        "/streams/Templates/Laws/Laws.mustache": "",
        "/streams/Templates/Laws/_LawTable.mustache": "{{#laws}}{{type}}\n{{/laws}}",
    ])

    private func prove(
        _ arguments: [String] = [], describe: String = Self.describe,
        listed: String = "Twice", rows: @escaping ScriptedRunner.Answer
    ) -> (status: TraitgenCommand.Status, output: String, errors: String, runs: [[String]]) {
        let apple = "/clone/.traits-proof/Sources/App/Apple.swift"
        nonisolated(unsafe) let files = files
        let descriptions = Counter()
        let runner = ScriptedRunner { words, environment in
            switch words.prefix(2).joined(separator: " ") {
            case "swift package" where words[2] == "resolve": return (["error: no such host"], 1)
            case "swift package":
                // The first is the library's own.
                let text = descriptions.next() == 1 ? describe : Self.sync
                return (text.split(separator: "\n").map(String.init), 0)
            case "swift build" where files.contents[apple] != nil:
                return (["\(apple):1:8: error: no such module 'UIKit'"], 1)
            case "swift -print-target-info":
                return (["{\"target\": {\"triple\": \"x86_64-unknown-linux-gnu\"}}"], 0)
            case let text where text.hasSuffix("ProvenRows list"): return ([listed, "Functions.Until"], 0)
            case _ where words[0].hasSuffix("ProvenRows"): return rows(words, environment)
            default: return ([], 0)
            }
        }
        var (output, errors): ([String], [String]) = ([], [])
        let command = TraitgenCommand(
            files: files, output: { output.append($0) }, errors: { errors.append($0) }, runner: runner
        ) { _ in { (_) throws(UsageError) in .clean } }
        let status = command.run(arguments: ["prove", "/clone"] + arguments)
        return (status, output.joined(separator: "\n"), errors.joined(separator: "\n"), runner.runs)
    }

    @Test func faults_becomeAnIssueAndExemptions() throws {
        let runs = Counter()
        let result = prove { words, _ in
            let isFound = words[1...] == ["run", "Twice"] && runs.next() == 1
            return (FaultText.lines(isFound ? [FaultText.demand] : []), 0)
        }
        #expect(result.status == .findings)
        let table = try #require(files.contents["/clone/Traits/App.traits"])
        #expect(table.contains("exempt demand because \"fault: never more values come than were demanded\""))
        #expect(!table.contains("the rule is open"))
        let issue = try #require(files.contents["/clone/Traits/Faults.md"])
        #expect(issue.contains("### 1. `upstream.twice()`: never more values come than were demanded"))
        #expect(issue.contains("expected: o> or o|"))
        #expect(issue.contains("@Test func sendsNoMoreThanIsDemanded()"))
        #expect(!issue.contains("paste below the row"))
        #expect(result.output.contains("2 operators, 2 proven, 1 finding;"))
    }

    @Test func historyWithoutEnd_isShortened() throws {
        let runs = Counter()
        _ = prove { words, _ in
            let isFound = words[1...] == ["run", "Twice"] && runs.next() == 1
            let long = FaultText.demand.replacing("--00", with: String(repeating: "0", count: 500))
            return (FaultText.lines(isFound ? [long] : []), 0)
        }
        let issue = try #require(files.contents["/clone/Traits/Faults.md"])
        #expect(issue.contains("\nobserved: 000") && issue.contains("0… (392 more)\n"), "\(issue)")
    }

    /// A scheduler promises little, but no maintainer expects one that runs an action twice.
    @Test func faultOfASchedulerThatRunsTwice_mayBeMeant() throws {
        let runs = Counter()
        _ = prove { words, _ in
            let twice = FaultText.demand.replacing(
                "no demand at first", with: "what a scheduler is given runs twice")
            return (
                FaultText.lines(words[1...] == ["run", "Twice"] && runs.next() == 1 ? [twice] : []), 0
            )
        }
        let issue = try #require(files.contents["/clone/Traits/Faults.md"])
        #expect(issue.contains("## Perhaps meant") && !issue.contains("## Faults"), "\(issue)")
        let table = try #require(files.contents["/clone/Traits/App.traits"])
        #expect(table.contains("exempt demand because \"perhaps meant: never more"))
    }

    @Test func faultThatOtherInputsShowToo_isToldOnce() throws {
        let runs = Counter()
        let result = prove { words, _ in
            let isFound = words[1...] == ["run", "Twice"] && runs.next() == 1
            let surplus = FaultText.demand.replacing(
                "never more values", with: "an input that sends unasked does no harm: never more values"
            ).replacing("exempt demand", with: "exempt surplus")
            return (FaultText.lines(isFound ? [FaultText.demand, surplus] : []), 0)
        }
        #expect(result.output.contains("2 operators, 2 proven, 1 finding;"), "\(result.output)")
        let table = try #require(files.contents["/clone/Traits/App.traits"])
        #expect(table.contains("exempt surplus because \"perhaps meant: "))
    }

    /// A method without a type of its own is made of such operators.
    @Test(arguments: [("Functions.Until", false), ("Twice", true)])
    func trapAsInCombine_isToldOfTheLibrarysOwnTypes(row: String, isTold: Bool) throws {
        let runs = Counter()
        let result = prove { words, _ in
            let trap = FaultText.demand.replacing(
                "never more values came", with: "an input that sends unasked does no harm"
            ).replacing("exempt demand", with: "exempt surplus").replacing(
                "  sample:", with: "  `catch` and others stop the program there, as in Combine\n  sample:")
            return (FaultText.lines(words[1...] == ["run", row] && runs.next() == 1 ? [trap] : []), 0)
        }
        #expect(result.output.contains(isTold ? "1 finding;" : "0 findings;"), "\(result.output)")
        let table = try #require(files.contents["/clone/Traits/\(isTold ? "App" : "Laws").traits"])
        #expect(table.contains("exempt surplus because"), "\(table)")
    }

    /// The streams have a type of that name as well.
    @Test func rowThatIsListedWithItsModule_isTheTablesRow() throws {
        let runs = Counter()
        let result = prove(listed: "App.Twice") { words, _ in
            let isFound = words[1...] == ["run", "App.Twice"] && runs.next() == 1
            return (FaultText.lines(isFound ? [FaultText.demand] : []), 0)
        }
        #expect(result.output.contains("1 finding;"), "\(result.output)")
        let table = try #require(files.contents["/clone/Traits/App.traits"])
        #expect(table.contains("exempt demand because") && !table.contains("the rule is open"), "\(table)")
    }

    @Test func faultUnderThreads_saysSo() throws {
        let runs = Counter()
        _ = prove { words, _ in
            let isFound = words[1...] == ["race", "Twice"] && runs.next() <= 2
            return (FaultText.lines(isFound ? [FaultText.race] : []), 0)
        }
        let issue = try #require(files.contents["/clone/Traits/Faults.md"])
        #expect(issue.contains("It was seen under threads, in 2 of 5 runs."), "\(issue)")
        #expect(issue.contains("taken by: a subscriber\n```\n"), "\(issue)")
        #expect(issue.contains("```swift\n@Test func keepsItsLawsUnderThreads() throws {\n"), "\(issue)")
    }

    @Test func method_getsATypeAndARow() throws {
        _ = prove { _, _ in (FaultText.lines([]), 0) }
        let laws = try #require(files.contents["/clone/Traits/Laws.traits"])
        #expect(laws.contains("operator Functions.Until (First, Second)   anything"))
        #expect(
            laws.contains("sample Functions.Until(first, second) { first, second in first.until(second) }"))
        let wrappers = try #require(files.contents["/clone/Traits/Functions.swift"])
        #expect(
            wrappers.contains(
                "struct Until<First: Publisher, Second: Publisher, Output, Failure: Error>: Publisher"))
        #expect(
            FunctionTable.bareCall(of: "Functions.Until(a, b) { a, b in a.until(b) }") == "a.until(b)")
    }

    /// Names in tables are of ASCII, and `Any` is no name of a type.
    @Test(arguments: [("any", "AnyOperator"), ("unti\u{430}l", "Until"), ("publisher", "PublisherOperator")])
    func methodOfAnOddName_getsAPlainType(method: String, type: String) throws {
        let path = "/clone/.traits-proof/graph/App.symbols.json"
        files.contents[path] = Self.graph.replacing("until(_:)", with: "\(method)(_:)")
        _ = prove { _, _ in (FaultText.lines([]), 0) }
        let laws = try #require(files.contents["/clone/Traits/Laws.traits"])
        #expect(laws.contains("operator Functions.\(type) (First, Second)"), "\(laws)")
        #expect(laws.contains("{ first, second in first.\(method)(second) }"), "\(laws)")
        #expect(files.contents["/clone/Traits/Functions.swift"]?.contains("struct \(type)<") == true)
    }

    /// Its sample may be right, but its name isn't one of a table.
    @Test func rowThatIsRefusedWithoutItsSample_goes() throws {
        let path = "/clone/.traits-proof/graph/App.symbols.json"
        files.contents[path] = Self.graph.replacing("[\"Twice\"]", with: "[\"Twi\u{441}e\"]")
        let result = prove { _, _ in (FaultText.lines([]), 0) }
        #expect(result.errors.contains("gets no row: "), "\(result.errors)")
        let table = try #require(files.contents["/clone/Traits/App.traits"])
        #expect(!table.contains("operator Twi"), "\(table)")
    }

    @Test func clone_staysAsItIs() {
        let before = files.contents
        let result = prove { _, _ in (FaultText.lines([]), 0) }
        #expect(result.status == .clean)
        for (path, text) in before { #expect(files.contents[path] == text, "\(path)") }
        let new = files.contents.keys.filter { before[$0] == nil }
        #expect(
            new.allSatisfy { $0.hasPrefix("/clone/.traits-proof/") || $0.hasPrefix("/clone/Traits/") },
            "\(new)")
        #expect(files.contents["/clone/.traits-proof/.gitignore"] == "*\n")
    }

    @Test func sourceThatDoesntCompile_isLeftOut() {
        let result = prove { _, _ in (FaultText.lines([]), 0) }
        #expect(result.output.contains("left out: App/Apple.swift: no such module 'UIKit'"))
        #expect(files.contents["/clone/.traits-proof/Sources/App/Apple.swift"] == nil)
        #expect(
            files.contents["/clone/.traits-proof/Sources/App/App.swift"]?.contains("import Glibc") == true)
        #expect(files.contents["/clone/.traits-proof/Sources/App/_StandIns.swift"] != nil)
    }

    // MARK: - Other packages

    private static let dependent = describe.replacing(
        "\"target_dependencies\": [\"Tools\"]",
        with: "\"target_dependencies\": [\"Tools\"], \"product_dependencies\": [\"Locks\"]"
    ).replacing(
        "{\"name\": \"App\", \"targets\":",
        with: """
            {"name": "App", "dependencies": [
              {"identity": "sync", "url": "https://a.com/Sync.git", "requirement": {"range": [
                {"lower_bound": "4.0.0", "upper_bound": "5.0.0"}]}},
              {"identity": "clocks", "url": "https://a.com/clocks", "requirement": {"branch": ["main"]}}],
             "targets":
            """)

    /// Its sources get stand-ins as well, and what doesn't compile is left out.
    @Test func packageOfTheLibrary_isBuiltAsTheLibraryIs() throws {
        let checkout = "/clone/.traits-proof/Packages/.build/checkouts/Sync"
        files.contents["\(checkout)/Sources/Lock/Lock.swift"] = "import os\nlet a = os_unfair_lock()\n"
        files.contents["\(checkout)/Sources/Base/Base.swift"] = ""
        let result = prove(describe: Self.dependent) { _, _ in (FaultText.lines([]), 0) }
        #expect(result.status == .clean, "\(result.errors)")
        let wanted = try #require(files.contents["/clone/.traits-proof/Packages/Package.swift"])
        #expect(wanted.contains(".package(url: \"https://a.com/Sync.git\", \"4.0.0\"..<\"5.0.0\"),"))
        #expect(wanted.contains(".package(url: \"https://a.com/clocks\", branch: \"main\"),"))
        #expect(
            files.contents["/clone/.traits-proof/Sources/Lock/Lock.swift"]?.hasPrefix("import Glibc") == true)
        #expect(files.contents["/clone/.traits-proof/Sources/Lock/_StandIns.swift"] != nil)
        let manifest = try #require(files.contents["/clone/.traits-proof/Package.swift"])
        #expect(manifest.contains("name: \"Lock\",\n            dependencies: [\"Base\", "), "\(manifest)")
        #expect(manifest.contains("dependencies: [\"Lock\", \"Tools\", "), "\(manifest)")
        #expect(!manifest.contains("Unused"))
    }

    /// Without a network there is none.
    @Test func packageThatCantBeHad_isNoError() {
        let result = prove(describe: Self.dependent) { _, _ in (FaultText.lines([]), 0) }
        #expect(result.status == .clean)
        #expect(result.errors.contains("the packages that it depends on can't be had: error: no such host"))
    }

    // MARK: - Sources that don't compile

    /// Off Apple's platforms it is a module of its own.
    @Test func networking_isImportedWithFoundation() {
        let source = "import Foundation\nextension URLSession.Task: Job {}\n"
        #expect(
            StandIns.adapted(source)
                == "import Foundation; import FoundationNetworking\nextension URLSession.Task: Job {}\n")
        for other in ["import Foundation\nlet url: URL\n", "import FoundationNetworking\n" + source] {
            #expect(StandIns.adapted(other) == other)
        }
    }

    @Test func kindOfAMutex_isConverted() {
        #expect(
            StandIns.adapted("settype(&a, PTHREAD_MUTEX_RECURSIVE)\n")
                == "settype(&a, Int32(PTHREAD_MUTEX_RECURSIVE))\n")
    }

    /// The compiler stops at the first.
    @Test func sourcesThatLackTheSameModule_areLeftOutTogether() {
        let result = prove { _, _ in (FaultText.lines([]), 0) }
        #expect(result.output.contains("left out: App/View.swift: no such module 'UIKit'"))
        #expect(files.contents["/clone/.traits-proof/Sources/App/View.swift"] == nil)
        #expect(files.contents["/clone/.traits-proof/Sources/App/Both.swift"] != nil)
        #expect(result.runs.count { $0.contains("--target") } == 2)
    }

    @Test func rowThatStops_isLeftOut() throws {
        _ = prove { words, _ in words[2] == "Twice" ? ([], -11) : (FaultText.lines([]), 0) }
        let table = try #require(files.contents["/clone/Traits/App.traits"])
        #expect(
            table.contains("unsampled because \"fault: every run returns: the program stops with signal 11"))
    }

    /// A condition of a retry that always holds isn't the operator's fault.
    @Test func operatorThatComesToNoEnd_isAskedOtherwise() throws {
        let path = "/clone/.traits-proof/graph/App.symbols.json"
        files.contents[path] = Self.graph.replacing("twice()", with: "twice(if:)").replacing(
            "\"functionSignature\": {\"parameters\": [],",
            with: """
                "functionSignature": {"parameters": [{"name": "if", "declarationFragments": [
                  {"kind": "identifier", "spelling": "if"}, {"kind": "text", "spelling": ": "},
                  {"kind": "text", "spelling": "(Self.Output) -> Bool"}]}],
                """)
        let runs = Counter()
        let result = prove { words, _ in
            let isFound = words[1...] == ["run", "Twice"] && runs.next() == 1
            let stop = FaultText.stop.replacing("SIGILL", with: "SIGSEGV")
            return (FaultText.lines(isFound ? [stop] : []), 0)
        }
        let table = try #require(files.contents["/clone/Traits/App.traits"])
        #expect(table.contains("sample upstream.twice(if: { _ in false })"), "\(table)")
        #expect(result.output.contains("2 proven, 0 findings"), "\(result.output)")
    }

    @Test func ruleThatIsBroken_isGivenUpWithItsUnseenHistories() throws {
        let runs = Counter()
        _ = prove { words, _ in
            let isFound = words[1...] == ["run", "Twice"] && runs.next() == 1
            return (FaultText.lines(isFound ? [FaultText.rule, FaultText.unseen] : []), 0)
        }
        let table = try #require(files.contents["/clone/Traits/App.traits"])
        #expect(
            table.contains(
                "unseen because \"a rule that was tried is broken: each history is one that is promised"))
        #expect(!table.contains("unseen o>"))
    }

    @Test func faultThatNoClauseAnswers_endsTheRow() throws {
        let place = "Tables/App.traits:5: Twice   o => o"
        _ = prove { words, _ in
            let open = "\(place)\nno sample shows ->, which the row predicts; add a sample that shows it"
            return (FaultText.lines(words[1...] == ["run", "Twice"] ? [open] : []), 0)
        }
        let table = try #require(files.contents["/clone/Traits/App.traits"])
        #expect(table.contains("unsampled because \"no clause makes it green: no sample shows ->"))
    }

    @Test func secondProof_keepsTheTable() throws {
        _ = prove { _, _ in (FaultText.lines([]), 0) }
        let table = try #require(files.contents["/clone/Traits/App.traits"])
        files.contents["/clone/Traits/App.traits"] = table.replacing("anything", with: "o => oo")
        let result = prove { _, _ in (FaultText.lines([]), 0) }
        #expect(files.contents["/clone/Traits/App.traits"]?.contains("o => oo") == true)
        #expect(result.output.contains("1 run of the laws"))
    }

    @Test func earlierFaults_stay() throws {
        _ = prove { words, _ in
            (FaultText.lines(words[1...] == ["run", "Twice"] ? [FaultText.demand] : []), 0)
        }
        let issue = try #require(files.contents["/clone/Traits/Faults.md"])
        let result = prove { _, _ in (FaultText.lines([]), 0) }
        #expect(result.status == .clean)
        #expect(files.contents["/clone/Traits/Faults.md"] == issue)
    }

    @Test func laterFault_joinsTheSameIssue() throws {
        func prove(_ fault: String, _ row: String) -> String {
            let runs = Counter()
            let result = self.prove { words, _ in
                let isFound = words[1...] == ["run", row] && runs.next() == 1
                return (FaultText.lines(isFound ? [fault] : []), 0)
            }
            return result.output
        }
        let first = prove(FaultText.demand, "Twice")
        #expect(first.contains("1. `upstream.twice()`: never more values come than were demanded"))
        let second = prove(FaultText.release, "Functions.Until")
        #expect(second.contains("2. `first.until(second)`: upstream is released"))
        #expect(!second.contains("1. "))
        let issue = try #require(files.contents["/clone/Traits/Faults.md"])
        #expect(issue.hasPrefix("# App: 2 findings about operators\n"))
        #expect(
            issue.split(separator: "\n").filter { $0.hasPrefix("#") }.map { $0.prefix(6) } == [
                "# App:", "## Fau", "### 1.", "### 2.",
            ])
        #expect(issue.contains("@Test func sendsNoMoreThanIsDemanded()"))
        // A finding that comes again replaces itself.
        _ = prove(FaultText.demand, "Twice")
        let again = try #require(files.contents["/clone/Traits/Faults.md"])
        #expect(again.hasPrefix("# App: 2 findings about operators\n"))
        #expect(again.count == issue.count)
    }

    /// A source that went may have been the cause, whether it was left out or not.
    @Test(arguments: ["View.swift", "Both.swift"]) func proofWithoutASource_triesAllAgain(gone: String) {
        _ = prove { _, _ in (FaultText.lines([]), 0) }
        let rest = Self.describe.replacing("\"\(gone)\"", with: "\"App.swift\"")
        let result = prove(describe: rest) { _, _ in (FaultText.lines([]), 0) }
        #expect(!result.errors.contains("left out, as in the last proof"))
        #expect(result.output.contains("left out: App/Apple.swift: no such module 'UIKit'"))
        #expect(!result.output.contains("left out: App/\(gone)"))
    }

    @Test func secondProof_buildsNoSourceThatFailed() {
        _ = prove { _, _ in (FaultText.lines([]), 0) }
        func builds(_ runs: [[String]]) -> Int { runs.count { $0.contains("--target") } }
        let same = prove { _, _ in (FaultText.lines([]), 0) }
        #expect(builds(same.runs) == 1)
        #expect(same.errors.contains("left out, as in the last proof: App/Apple.swift"))
        #expect(same.output.contains("left out: App/Apple.swift: no such module 'UIKit'"))
        // Another source may have been what it lacked.
        files.contents["/clone/Sources/Tools/Tools.swift"] = "struct Tool {}\n"
        let other = prove { _, _ in (FaultText.lines([]), 0) }
        #expect(builds(other.runs) == 2)
        #expect(!other.errors.contains("as in the last proof"))
    }

    @Test func progress_isTold() {
        let result = prove { _, _ in (FaultText.lines([]), 0) }
        #expect(result.errors.contains("s] run 1, row 2 of 2: Functions.Until"))
    }

    @Test func wrongCalls_areRefused() {
        #expect(prove(["--rounds", "none"]) { _, _ in ([], 0) }.status == .usage)
        #expect(
            prove(["--target", "Nothing"]) { _, _ in ([], 0) }.errors.contains(
                "has no library target `Nothing`"))
        files.contents["/clone/Package.swift"] = nil
        #expect(prove { _, _ in ([], 0) }.errors.contains("there is no Package.swift in /clone"))
    }
}

private final class Counter: @unchecked Sendable {
    // Unchecked: scripted programs run one after the other.
    private var count = 0

    func next() -> Int {
        count += 1
        return count
    }
}
