import Testing
import TraitsRuntime
import TraitsTesting

extension SinglePublisher {
    /// An operator that only singles have.
    fileprivate func doubled() -> Publishers.Map<Self, Int> where Output == Int { map { $0 * 2 } }

    /// One that breaks the promise.
    fileprivate func twice() -> some Publisher<Output, Failure> { append(self) }

    /// One that needs time.
    fileprivate func late<S: Scheduler>(_ scheduler: S) -> Publishers.Delay<Self, S> {
        delay(for: .seconds(0), scheduler: scheduler)
    }

    fileprivate func both(_ other: some SinglePublisher<Output, Failure>) -> some Publisher<Output, Failure> {
        zip(other) { first, _ in first }
    }
}

extension MaybePublisher {
    fileprivate func kept() -> Publishers.Filter<Self> { filter { _ in true } }
}

extension ImmediatePublisher {
    fileprivate func same() -> Publishers.Map<Self, Output> { map { $0 } }
}

/// The law kit takes operators that are declared on a trait.
@Suite("Laws of operators on traits")
struct LawTraitInputsTests {
    @Test func operatorsOfATraitCanBeChecked() throws {
        let report = try Laws.check(promise: .single, inputs: [.single]) { $0.doubled() }
        #expect(report.histories > 100)
        try Laws.check(promise: .single, inputs: [.single]) { $0.late($0.scheduler) }
        try Laws.check(promise: .single, inputs: [.single, .single]) { $0.both($1) }
        try Laws.check(promise: .maybe, inputs: [.maybe]) { $0.kept() }
        try Laws.check(promise: .immediate, inputs: [.immediate]) { $0.same() }
    }

    @Test func operatorsOfAllPublishersAreCheckedAsBefore() throws {
        let report = try Laws.check(promise: .single, inputs: [.single]) { $0.map { $0 + 1 } }
        #expect(report.histories > 100)
    }

    @Test func whatBreaksThePromiseIsShownAsATestThatCompiles() {
        let violation = #expect(throws: LawViolation.self) {
            try Laws.check(promise: .single, inputs: [.single]) { $0.twice() }
        }
        let text = "\(violation!)"
        #expect(text.contains("let build: (LawInputSingle) -> _ = { $0.twice() }"), "\(text)")
        #expect(text.contains("let publisher = build(upstream.uncheckedSingle())"), "\(text)")
        let given = #expect(throws: LawViolation.self) {
            try Laws.check("upstream.twice()", promise: .single, inputs: [.single]) { $0.twice() }
        }
        #expect("\(given!)".contains("-> _ = { upstream in upstream.twice() }"), "\(given!)")
    }
}
