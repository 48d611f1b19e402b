import Testing
import TraitsRuntime

@_spi(Proof) @testable import TraitsTesting

/// The faults of a row, in the words that its author needs.
@Suite struct RowMessageTests {
    /// A row for an operator that passes everything on.
    private func row(places: LawPlaces = .any, exempt: Set<Law> = []) -> LawRow {
        LawRow(
            "Shop.Part", rules: "passes", file: "Shop.traits", line: 7, traits: [], limit: 1,
            bound: LawBound(values: 1), inputs: "-> | -| x -x o> -o> o| -o| ox -ox",
            names: ["upstream"], types: ["Upstream"],
            images: ["->", "|", "-|", "x", "-x", "o>", "-o>", "o|", "-o|", "ox", "-ox"],
            predictions: "0123456789a", digits: 1, isTight: true, places: places, exempt: exempt)
    }

    @Test func placesThatARowDoesNotSayAreNotMissed() {
        for row in [row(), row(places: LawPlaces("anywhere"), exempt: [.place])] {
            row.sample("upstream.map { $0 }") { _, upstream in upstream.map { $0 } }
            #expect(row.run() == [])
        }
    }

    /// What came, what the row predicts, the samples that show it, and the line that exempts the row.
    @Test func aFaultShowsThePredictionTheSamplesAndTheExemption() throws {
        let row = row()
        for number in 1...2 {
            row.sample("upstream.broken(\(number))") { _, upstream in
                upstream.broken(.keepsUpstreamAfterCancel)
            }
        }
        let faults = row.run().filter { $0.contains("Shop.traits:7: \(Law.release.rawValue): ") }
        let fault = try #require(faults.first, "\(faults)")
        #expect(faults.count == 1)
        #expect(fault.contains("  predicted: ->\n"), "\(fault)")
        #expect(fault.contains("  sample: upstream.broken(1)\n  sample: upstream.broken(2)\n"), "\(fault)")
        #expect(fault.contains("paste below the row: exempt release because \"…\"\n"), "\(fault)")
    }

    @Test func noRowIsExemptFromItsPrediction() {
        let advised = Law.allCases.filter { !LawRow.advice([$0]).isEmpty }
        #expect(Set(Law.allCases).subtracting(advised) == [.promise, .stop])
    }

    @Test func allMissingHistoriesAreToldInOneGo() throws {
        let row = LawRow(
            "Shop.Part", rules: "o => o or nothing", file: "Shop.traits", line: 7, traits: [], limit: 1,
            bound: LawBound(values: 1), inputs: "-> | -| x -x o> -o> o| -o| ox -ox",
            names: ["upstream"], types: ["Upstream"],
            images: ["-> o>", "|", "-|", "x", "-x", "-> -o>", "o| |", "-o| -|", "ox x", "-ox -x"],
            predictions: "01234056789", digits: 1, isTight: true, exempt: [])
        row.sample("upstream.filter { _ in false }") { _, upstream in upstream.filter { _ in false } }
        let fault = try #require(row.run().first { $0.contains("no sample shows these histories") })
        #expect(
            fault.hasSuffix(
                """
                paste this below the row:
                    unseen -> => o>,
                        -o> => -o>,
                        o> => o>,
                        -ox => -ox,
                        -o| => -o|,
                        ox => ox,
                        o| => o|
                        because "…"
                """), "\(fault)")
    }

    @Test func sharedWorkIsToldBesideMissingHistories() {
        let row = LawRow(
            "Shop.Box", rules: "o>, o|", file: "Shop.traits", line: 7, traits: [], limit: 1,
            bound: LawBound(values: 1), inputs: "", names: [], types: [], images: ["o> o|"], predictions: "0",
            digits: 1, isTight: true, exempt: [])
        row.sample("CurrentValueSubject(1)") { _ in CurrentValueSubject<Int, TestFailure>(1) }
        let faults = row.run()
        #expect(faults.count == 2, "\(faults)")
        #expect(faults.contains { $0.contains("no sample shows these histories") }, "\(faults)")
        #expect(faults.contains { $0.contains("is it `shared`?") }, "\(faults)")
    }

    /// A trait that a history breaks is told with a test to paste.
    @Test func aBrokenTraitHasATest() throws {
        let row = LawRow(
            "Shop.Part", rules: "passes", file: "Shop.traits", line: 7,
            traits: [LawTrait("EmptyPublisher", limit: 1, shapes: "-> | -| x -x")], limit: 1,
            bound: LawBound(values: 1), inputs: "-> | -| x -x o> -o> o| -o| ox -ox",
            names: ["upstream"], types: ["Upstream"],
            images: ["->", "|", "-|", "x", "-x", "o>", "-o>", "o|", "-o|", "ox", "-ox"],
            predictions: "0123456789a", digits: 1, isTight: true, exempt: [])
        row.conforms("EmptyPublisher", where: [""])
        row.sample("upstream.map { $0 }") { _, upstream in upstream.map { $0 } }
        let fault = try #require(row.run().first { $0.contains("EmptyPublisher doesn't hold") })
        #expect(fault.contains("  sample: "), "\(fault)")
        #expect(fault.contains("@Test func keepsItsPromise() throws {"), "\(fault)")
    }

    /// It isn't the fault of `sink`, which sees no end.
    @Test func anEndInsideOfACancellationIsNoFaultOfSink() {
        let row = row()
        row.sample("upstream.ends()") { _, upstream in EndsInCancel(upstream: upstream) }
        let faults = row.run()
        #expect(!faults.contains { $0.contains(Law.sink.rawValue) }, "\(faults)")
        #expect(
            faults.contains {
                $0.contains(Law.cancellation.rawValue) && $0.contains("came inside of cancel() or after it")
            }, "\(faults)")
    }

    /// Otherwise `traitgen mutate` would want `shared` where no law can see it.
    @Test func aRecordSaysNothingAboutSharingIfNoTwoSubscribersHaveMet() {
        #expect(row().promises([], [], haveMet: true) == ["arrives", "shares any once each below"])
        #expect(row().promises([], [], haveMet: false) == ["arrives"])
    }

    @Test func aPlaceThatARowSaysForNothingIsAFault() {
        let row = row(places: LawPlaces("anywhere"))
        row.sample("upstream.map { $0 }") { _, upstream in upstream.map { $0 } }
        #expect(row.run().contains { $0.contains("no sample shows an event elsewhere, as the row says") })
    }
}

/// Sends the end while it is cancelled.
private struct EndsInCancel<Upstream: Publisher>: Publisher where Upstream.Output == Int {
    typealias Output = Int
    typealias Failure = Upstream.Failure

    let upstream: Upstream

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Failure {
        upstream.subscribe(Inner(downstream: subscriber))
    }

    private final class Inner<S: Subscriber>: Subscriber, Subscription, @unchecked Sendable
    where S.Input == Int, S.Failure == Failure {
        private let lock = Lock()
        private var downstream: S?
        private var upstream: (any Subscription)?

        init(downstream: S) { self.downstream = downstream }

        func receive(subscription: any Subscription) {
            let downstream = lock.withLock {
                upstream = subscription
                return self.downstream
            }
            downstream?.receive(subscription: self)
        }

        func receive(_ input: Int) -> Subscribers.Demand {
            lock.withLock { downstream }?.receive(input) ?? .none
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            taken().0?.receive(completion: completion)
        }

        func request(_ demand: Subscribers.Demand) { lock.withLock { upstream }?.request(demand) }

        func cancel() {
            let (downstream, upstream) = taken()
            upstream?.cancel()
            downstream?.receive(completion: .finished)
        }

        private func taken() -> (S?, (any Subscription)?) {
            lock.withLock {
                defer { (downstream, upstream) = (nil, nil) }
                return (downstream, upstream)
            }
        }
    }
}
