import Foundation
import Testing
import TraitsRuntime
import TraitsTesting

/// A violation brings a test along. It compiles as it is pasted, fails as long as the law is broken, and passes when it
/// is kept: `PastedTests.swift` holds such tests, as they were written, and is compiled and run with the others.
@Suite(.allPlans) struct PastedTestTests {
    private struct Broken {
        let name: String
        /// What stands in the test, and what stands there when the fault is mended.
        let fault: String, sound: String
        let violation: LawViolation?

        init(
            _ name: String, _ fault: String, sound: String, check: () throws(LawViolation) -> LawReport
        ) {
            (self.name, self.fault, self.sound) = (name, fault, sound)
            violation = #expect(throws: LawViolation.self) { try check() }
        }
    }

    private static func broken(
        _ fault: BrokenOperator<LawUpstream<TestFailure>>.Fault, promise: LawPromise = .sameShape,
        ignoring ignored: Set<Law> = [], sound: String = "upstream.broken(.none, on: scheduler)"
    ) -> Broken {
        let expression = "upstream.broken(.\(fault), on: scheduler)"
        return Broken("\(fault)", expression, sound: sound) { () throws(LawViolation) in
            try Laws.check(expression, promise: promise, inputs: 1, ignoring: ignored) {
                $0.broken(fault, on: $0.scheduler)
            }
        }
    }

    private var all: [Broken] {
        [
            Self.broken(.dropsThirdValue),
            Self.broken(.emitsAfterCompletion),
            Self.broken(.completesTwice),
            Self.broken(.subscribesTwice),
            Self.broken(.emitsBeforeSubscription),
            Self.broken(.ignoresDemand),
            Self.broken(.halvesDemand),
            Self.broken(.holdsItsEndBack),
            Self.broken(.cheatsSink, ignoring: [.promise]),
            Self.broken(.emitsAfterCancel, ignoring: [.release, .leak]),
            Self.broken(.emitsAfterCancelInside, ignoring: [.release, .leak]),
            Self.broken(.keepsUpstreamAfterCancel),
            Self.broken(.keepsUpstreamAfterItsOwnEnd, promise: .anything, sound: "upstream.prefix(1)"),
            Self.broken(.leaksItsSubscriber),
            Self.broken(.leaksItsSubscription),
            Self.broken(.schedulesForEver),
            // All is well as long as nobody misses the first value, and so begins with 2.
            Broken("countsOnTheFirstValue", ".drop { $0 == 2 }", sound: ".map { $0 }") {
                () throws(LawViolation) in
                try Laws.check("upstream.drop { $0 == 2 }", promise: .sameShape, inputs: 1) {
                    $0.drop { $0 == 2 }
                }
            },
            // Without an expression the closure is read from this file.
            Broken(
                "losesImmediacy", "Postponed(upstream: $0, scheduler: $0.scheduler)", sound: "$0.map { $0 }"
            ) {
                () throws(LawViolation) in
                try Laws.check(promise: .immediate, inputs: [.immediate], ignoring: [.release, .leak]) {
                    Postponed(upstream: $0, scheduler: $0.scheduler)
                }
            },
            Broken("isForgetful", "ForgetfulShare(input)", sound: "input.share()") {
                () throws(LawViolation) in
                try Laws.check(promise: .sameShape, inputs: [.completable], ignoring: [.release]) { input in
                    // One that comes late sees the end, or should.
                    ForgetfulShare(input)
                }
            },
            Broken("flattensMaybes", ".flatMap { _ in upstream2 }", sound: ".map { $0 }") {
                () throws(LawViolation) in
                try Laws.check(
                    promise: .single, inputs: [.single, .maybe], bound: LawBound(values: 1),
                    { (upstream1, upstream2) in upstream1.flatMap { _ in upstream2 } })
            },
            Broken("hasNoValue", "Empty<Int, Never>()", sound: "Just(1)") { () throws(LawViolation) in
                try Laws.check(promise: .single) { _ in Empty<Int, Never>() }
            },
            Broken("filters", "$0.filter { $0 > 0 }", sound: "$0.map { $0 }") { () throws(LawViolation) in
                try Laws.check(promise: .sameShape, inputs: 1, failing: Never.self) { $0.filter { $0 > 0 } }
            },
        ]
    }

    private var text: String {
        func functions(_ edit: (Broken, String) -> String) -> String {
            all.map { broken in
                let test = broken.violation?.test ?? ""
                // Many tests in one type need names that differ.
                let named = test.replacing("@Test func ", with: "@Test func \(broken.name)_")
                return edit(broken, named).split(separator: "\n", omittingEmptySubsequences: false)
                    .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
            }.joined(separator: "\n\n")
        }
        return """
            // Written by PastedTestTests, which says what is in it.
            // swift-format-ignore-file

            import Testing
            import TraitsRuntime
            import TraitsTesting

            @Suite(.failing) struct PastedTestsOfBrokenPublishers {
            \(functions { _, test in test })
            }

            @Suite struct PastedTestsOfSoundPublishers {
            \(functions { broken, test in test.replacing(broken.fault, with: broken.sound) })
            }

            """
    }

    /// `TRAITGEN_BLESS=1 swift test --filter PastedTestTests` writes the file.
    @Test func theFileHoldsTheTestsOfTheViolations() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "PastedTests.swift")
        if ProcessInfo.processInfo.environment["TRAITGEN_BLESS"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(
                try String(contentsOf: file, encoding: .utf8) == text,
                "run this test with TRAITGEN_BLESS=1, and read what has changed")
        }
    }

    @Test func aViolationSaysWhereTheKitWasCalled() {
        let line: UInt = #line + 3
        var violation: LawViolation?
        do {
            try Laws.check(promise: .single, inputs: 1) { $0.map { $0 } }
        } catch {
            violation = error
        }
        #expect(violation?.location == "\(#filePath):\(line)")
        #expect(
            violation?.description.hasPrefix("\(#filePath):\(line): each history is one that") == true)
        let test = violation?.test ?? ""
        #expect(
            test.contains("let build: (LawUpstream<TestFailure>) -> _ = { $0.map { $0 } }\n"), "\(test)")
    }

    @Test func aClosureThatCantBeReadIsNamed() {
        let violation = #expect(throws: LawViolation.self) {
            try Laws.check(promise: .single, file: "/nowhere/Lost.swift", line: 7) { _ in
                Empty<Int, Never>()
            }
        }
        #expect(
            violation?.test.contains(
                "{ … }     // what was given to the law kit at /nowhere/Lost.swift:7") == true)
    }

    /// A row of a table tells the kit where it stands, and what its samples call their inputs.
    @Test func aRowOfATableBringsAlongATestOfItsSample() throws {
        let row = LawRow(
            "Shop.Merge", rules: "merge", file: "Sources/Shop/Shop.traits", line: 12, traits: [],
            limit: 4,
            bound: LawBound(values: 1, laterTicks: 1), inputs: "-> |", names: ["a", "b"],
            types: ["A", "B"],
            images: ["->"], predictions: "0000", digits: 1, isTight: true, exempt: [])
        row.sample("a.merge(with: Fail<Int, TestError>(error: TestError()), b as B)") { _, a, b in
            a.merge(with: Fail<Int, TestFailure>(error: TestFailure()), b)
        }
        let fault = try #require(row.run().first)
        #expect(
            fault == """
                Sources/Shop/Shop.traits:12: Shop.Merge   merge
                Sources/Shop/Shop.traits:12: each history is one that is promised: what the row predicts
                  a: >
                  b: >
                  observed: x
                  predicted: ->
                  subscriber: the first, unlimited demand
                  sample: a.merge(with: Fail<Int, TestError>(error: TestError()), b as B)

                    @Test func keepsItsPromise() throws {
                        let scheduler = TestScheduler()
                        let a = try scheduler.upstream("")
                        let b = try scheduler.upstream("")
                        typealias TestError = TestFailure
                        typealias B = LawUpstream<TestFailure>
                        let publisher = a.merge(with: Fail<Int, TestError>(error: TestError()), b as B)
                        let recorder = publisher.record(on: scheduler)
                        scheduler.advance(to: 18)
                        #expect(recorder.recording != "x" || recorder.recording.immediateCount == 0)
                    }
                """)
        #expect(row.path(above: #filePath) == "Sources/Shop/Shop.traits")
        let own = LawRow(
            "Just", rules: "o|", file: "Tests/TraitsTestingTests/Laws/PastedTests.swift", line: 1,
            traits: [],
            limit: 2, bound: LawBound(values: 0), inputs: "", names: [], types: [], images: ["o|"],
            predictions: "0", digits: 1, isTight: true, exempt: [])
        #expect(
            own.path(above: #filePath) == #filePath.replacing("PastedTestTests", with: "PastedTests"))
    }
}

extension Trait where Self == FailingTests {
    /// Each test records an issue, or else that is one.
    static var failing: Self { Self() }
}

struct FailingTests: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        await withKnownIssue { try await function() }
    }
}
