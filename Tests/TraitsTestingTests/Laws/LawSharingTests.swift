import Testing
import TraitsRuntime
import TraitsTesting

/// The law about what subscribers share.
@Suite struct LawSharingTests {
    @Test func whoSharesKeepsTheLaw() throws {
        try Laws.check(promise: .anything, inputs: 1, sharing: .once) { $0.share() }
        try Laws.check(promise: .anything, inputs: [.maybe], sharing: .once) {
            $0.uncheckedMaybe().shareReplay()
        }
        try Laws.check(promise: .anything, sharing: .once) { _ in Future<Int, Never> { $0(.success(1)) } }
    }

    @Test func whoSubscribesForEachKeepsTheLawOfEach() throws {
        try Laws.check(promise: .sameShape, inputs: 1, sharing: .each) { $0.map { $0 } }
        try Laws.check(promise: .anything, inputs: 2, bound: LawBound(values: 1), sharing: .each) {
            $0.merge(with: $1)
        }
    }

    private func breach<P: Publisher>(
        _ sharing: LawSharing = .once, _ build: (LawUpstream<TestFailure>) -> P
    ) -> LawViolation? {
        #expect(throws: LawViolation.self) {
            try Laws.check("…", promise: .anything, inputs: 1, sharing: sharing, build)
        }
    }

    /// A wrong `shared` on `map`: the second subscriber subscribes to the input as the first has.
    @Test func workThatIsDoneAgainIsFound() {
        let violation = breach { $0.map { $0 } }
        #expect(violation?.law == .sharing)
        #expect(violation?.detail == "upstream is subscribed to again for another subscriber")
        #expect(violation?.inputs == [""], "the shortest history is silence")
    }

    /// One subscription, but a memory for each subscriber: behind `share()` they don't see the same.
    @Test func whatEachRemembersIsFound() {
        let violation = breach { $0.share().prefix(1) }
        #expect(violation?.law == .sharing)
        #expect(violation?.detail.hasPrefix("the first of four, unlimited demand, sees ") == true)
    }

    /// A publisher that subscribes for its second subscriber only, and forgets the end for others.
    @Test func whoForgetsIsFound() {
        #expect(breach { UnevenShare(upstream: $0) }?.law == .sharing)
        #expect(breach(.each) { UnevenShare(upstream: $0) }?.law == .sharing)
    }

    @Test func theTestOfAViolationAsksAgain() throws {
        let violation = #expect(throws: LawViolation.self) {
            try Laws.check("upstream.map { $0 }", promise: .anything, inputs: 1, sharing: .once) {
                $0.map { $0 }
            }
        }
        #expect(
            violation?.test == """
                @Test func sharesWhatItSays() throws {
                    try Laws.check(promise: .anything, inputs: 1, sharing: .once) { upstream in
                        let scheduler = upstream.scheduler
                        let publisher = upstream.map { $0 }
                        return publisher
                    }
                }
                """)
    }

    // MARK: Rows

    private func row(_ type: String, sharing: LawSharing, exempt: Set<Law> = []) -> LawRow {
        LawRow(
            type, rules: "passes", file: "Shop.traits", line: 1, traits: [], limit: 1,
            bound: LawBound(values: 0), inputs: "-> -| |", names: ["upstream"], types: ["Upstream"],
            images: ["-> -| |"], predictions: "000", digits: 1, isTight: false, sharing: sharing,
            exempt: exempt)
    }

    @Test func aRowThatSaysTooMuchIsFound() throws {
        let row = row("Publishers.Map", sharing: .once)
        row.sample("upstream.map { $0 }") { _, upstream in upstream.map { $0 } }
        let fault = try #require(row.run().first)
        #expect(
            fault.contains("subscribers share what the row says: upstream is subscribed to again"), "\(fault)"
        )
    }

    @Test func aRowThatSaysTooLittleIsFound() {
        let row = row("Publishers.Share", sharing: .each)
        row.sample("upstream.share()") { _, upstream in upstream.share() }
        #expect(row.run().contains { $0.contains("begins anything again: is it `shared`?\n") })
    }

    @Test func anExemptionIsHeeded() {
        let row = row("Publishers.Map", sharing: .once, exempt: [.sharing])
        row.sample("upstream.map { $0 }") { _, upstream in upstream.map { $0 } }
        #expect(!row.run().contains { $0.contains("share") })
    }
}

/// The first subscriber gets nothing but silence, all others what upstream sends.
private final class UnevenShare<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    private let upstream: Upstream
    private var hasSubscriber = false

    init(upstream: Upstream) { self.upstream = upstream }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        if hasSubscriber { return upstream.subscribe(subscriber) }
        hasSubscriber = true
        Empty(completeImmediately: false).subscribe(subscriber)
    }
}
