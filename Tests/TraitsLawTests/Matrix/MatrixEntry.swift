import Testing
import TraitsRuntime
@testable import TraitsStreams
@_spi(Samples) import TraitsTesting

/// A publisher over what a harness offers, for the checks that hold of all of them.
struct MatrixEntry: CustomTestStringConvertible, Sendable {
    /// The row's name in the table.
    let row: String
    let testDescription: String
    private let facts: MatrixFacts
    // Safe to share: all it captures is the builder, which is.
    private nonisolated(unsafe) let start: (MatrixHarness, DemandPolicy?, Int?) -> MatrixWatch

    /// A publisher whose events come from elsewhere than from its inputs.
    init<P: Publisher>(_ row: String, _ build: @escaping @Sendable (MatrixHarness) -> P) {
        self.row = row
        testDescription = row
        let facts = MatrixFacts(row, handsOn: Self.handsOn(P.self))
        self.facts = facts
        start = { harness, demand, limit in Self.watch(build(harness), harness, demand, limit, facts) }
    }

    /// A sample of a row of the tables.
    init(_ row: LawRow, sample: Int) {
        self.row = row.type
        let text = row.sampleTexts[sample]
        testDescription = "\(row.type), \(text)"
        let question = Question()
        row.visit(sample, with: question)
        let facts = MatrixFacts(row.type, sample: text, handsOn: question.handsOn)
        self.facts = facts
        nonisolated(unsafe) let row = row
        start = { harness, demand, limit in
            let visit = Visit(text, harness, demand, limit, facts)
            row.visit(sample, with: visit)
            guard let watch = visit.watch else { preconditionFailure("a sample is visited immediately") }
            return watch
        }
    }

    /// Indicates whether downstream is given upstream's subscriptions, as the stage of an operator states.
    private static func handsOn<P: Publisher>(_ type: P.Type) -> Bool {
        func passes<O: _StageOperator>(_: O.Type) -> Bool { _Fact<O._Stage._PassesSubscription>.holds }
        guard let type = type as? any _StageOperator.Type else { return false }
        return passes(type)
    }

    /// Asks a sample's type.
    private final class Question: LawSampleVisitor {
        private(set) var handsOn = false

        func visit<P: Publisher>(_ make: @escaping (TestScheduler, LawInputMaker) -> P) {
            handsOn = MatrixEntry.handsOn(P.self)
        }
    }

    /// Subscribes to a sample, whose type it learns when it is visited.
    private final class Visit: LawSampleVisitor {
        private let text: String
        private let run: (harness: MatrixHarness, demand: DemandPolicy?, limit: Int?, facts: MatrixFacts)
        private(set) var watch: MatrixWatch?

        init(
            _ text: String, _ harness: MatrixHarness, _ demand: DemandPolicy?, _ limit: Int?,
            _ facts: MatrixFacts
        ) {
            self.text = text
            run = (harness, demand, limit, facts)
        }

        func visit<P: Publisher>(_ make: @escaping (TestScheduler, LawInputMaker) -> P) {
            let publisher = make(run.harness.scheduler, run.harness.maker(for: text))
            watch = MatrixEntry.watch(publisher, run.harness, run.demand, run.limit, run.facts)
        }
    }

    private static func watch(
        _ publisher: some Publisher, _ harness: MatrixHarness, _ demand: DemandPolicy?, _ limit: Int?,
        _ facts: MatrixFacts
    ) -> MatrixWatch {
        harness.mayCancelFailed = facts.exempt[.failedInputs] != nil
        let watch = MatrixWatch(publisher, demand, cancelAfter: limit)
        harness.connect()
        harness.scheduler.advance()
        return watch
    }

    func run(_ harness: MatrixHarness, _ demand: DemandPolicy?, cancelAfter limit: Int? = nil) -> MatrixWatch
    {
        start(harness, demand, limit)
    }

    func holds(_ check: MatrixFacts.Check) -> Bool { facts.exempt[check] == nil }
}

extension MatrixEntry {
    /// All samples, but for those of properties' operators, which have checks of their own, and those that put
    /// something of their own in front of an input.
    static let samples: [MatrixEntry] = LawTable.types.filter { !$0.hasPrefix("Properties.") }.flatMap {
        type in
        let row = LawTable.row(type)
        return row.sampleTexts.indices.filter { sample in
            !["bunched(", ".onRequest()"].contains { row.sampleTexts[sample].contains($0) }
        }.map { MatrixEntry(row, sample: $0) }
    }

    static let all = samples + driven

    static let byRow = Dictionary(grouping: all, by: \.row)
}
