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
        _ arguments: [String] = [], describe: String = Self.describe, rows: @escaping ScriptedRunner.Answer
    ) -> (status: TraitgenCommand.Status, output: String, errors: String, runs: [[String]]) {
        let apple = "/clone/.traits-proof/Sources/App/Apple.swift"
        nonisolated(unsafe) let files = files
        let runner = ScriptedRunner { words, environment in
            switch words.prefix(2).joined(separator: " ") {
            case "swift package": return (describe.split(separator: "\n").map(String.init), 0)
            case "swift build" where files.contents[apple] != nil:
                return (["\(apple):1:8: error: no such module 'UIKit'"], 1)
            case "swift -print-target-info":
                return (["{\"target\": {\"triple\": \"x86_64-unknown-linux-gnu\"}}"], 0)
            case let text where text.hasSuffix("ProvenRows list"): return (["Twice", "Functions.Until"], 0)
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
