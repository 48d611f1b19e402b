import Testing
import TraitsRuntime
import TraitsTesting

/// What an operator does when its closure throws: it cancels upstream and fails with the error, whatever
/// downstream has asked for.
@Suite("Closures that throw")
struct ThrowingOperatorTests {
    /// Each throws at the value 2; the texts are what comes of `1 2 3 |`.
    static let cases: [OperatorCase] = [
        entry("TryMap", "1 thrown") { $0.tryMap(oops) },
        entry("TryMap", "1 thrown") { $0.map { $0 }.tryMap(oops) },
        entry("TryMap", "1 thrown") { $0.tryMap(oops).map { $0 } },
        entry("TryScan", "1 thrown") { $0.tryScan(0) { _, value throws in try oops(value) } },
        entry("TryCompactMap", "1 thrown") { $0.tryCompactMap { value throws in try oops(value) } },
        entry("TryFilter", "1 thrown") { $0.tryFilter { value throws in try oops(value) > 0 } },
        entry("TryFilter", "1 thrown") {
            $0.filter { $0 > 0 }.tryFilter { value throws in try oops(value) > 0 }.filter { $0 > 0 }
        },
        entry("TryRemoveDuplicates", "1 thrown") {
            $0.tryRemoveDuplicates { _, new throws in try oops(new) > 9 }
        },
        entry("TryDropWhile", "thrown") { $0.tryDrop { value throws in try oops(value) < 2 } },
        entry("TryPrefixWhile", "1 thrown") { $0.tryPrefix { value throws in try oops(value) < 9 } },
        entry("TryAllSatisfy", "thrown") { $0.tryAllSatisfy { value throws in try oops(value) < 9 } },
        entry("TryContainsWhere", "thrown") { $0.tryContains { value throws in try oops(value) > 9 } },
        entry("TryComparison", "thrown") { $0.tryMax { old, new throws in try oops(new) > old } },
        entry("TryComparison", "thrown") { $0.tryMin { new, old throws in try oops(new) > old } },
        entry("TryFirstWhere", "thrown") { $0.tryFirst { value throws in try oops(value) > 9 } },
        entry("TryLastWhere", "thrown") { $0.tryLast { value throws in try oops(value) < 9 } },
        entry("TryReduce", "thrown") { $0.tryReduce(0) { _, value throws in try oops(value) } },
        entry("Encode", "<1> thrown") { $0.map { $0 == 2 ? -1 : $0 }.encode(encoder: BracketCoder()) },
        entry("Decode", "1 thrown") {
            $0.map { $0 == 2 ? "two" : "<\($0)>" }.decode(type: Int.self, decoder: BracketCoder())
        },
    ]

    private static func entry<P: Publisher>(
        _ name: String, _ thrown: String, _ build: @escaping @Sendable (Manual) -> P
    ) -> OperatorCase {
        OperatorCase(name, finished: thrown, failed: thrown, build)
    }

    @Sendable private static func oops(_ value: Int) throws -> Int {
        if value == 2 { throw Thrown() }
        return value
    }

    @Test(arguments: cases)
    func theErrorIsSentAndUpstreamCancelled(entry: OperatorCase) {
        for demand in OperatorCase.everyDemand {
            let upstream = Manual()
            let run = entry.run(upstream, demand)
            upstream.send(1)
            #expect(upstream.uses.last != .cancelled)
            #expect(upstream.send(2) == .none)
            #expect(upstream.uses.last == .cancelled, "\(demand.name)")
            upstream.send(3)
            upstream.send(completion: .finished)
            run.cancel()
            #expect(run.text == entry.finished, "\(demand.name)")
            #expect(upstream.uses.count { $0 == .cancelled } == 1, "\(demand.name)")
            #expect(demand == .sink || run.name == entry.name)
        }
    }

    /// Upstream is cancelled before downstream hears of the failure.
    @Test func cancellationComesFirst() {
        let upstream = Manual()
        var seen: [SubscriptionUse] = []
        let subscriber = TrackingSubscriber<Int, any Error>(
            receiveSubscription: { $0.request(.unlimited) },
            receiveCompletion: { _ in seen = upstream.uses })
        upstream.tryMap { _ -> Int in throw Thrown() }.subscribe(subscriber)
        upstream.send(1)
        #expect(seen == [.requested(.unlimited), .cancelled])
    }

    /// The values of sources that run inside the request go through paths of their own.
    @Test func sourcesThatSendAtOnce() {
        let publisher = Deferred { (1...3).publisher }
        let texts = [
            publisher.tryMap(Self.oops).record().events.map { "\($0.signal)" },
            publisher.tryMap(Self.oops).eraseToAnyPublisher().record(demand: .atATime(1)).events
                .map { "\($0.signal)" },
        ]
        #expect(texts[0] == texts[1])
        #expect(texts[0].count == 2)
        var log: [String] = []
        let cancellable = publisher.tryMap(Self.oops).sink(
            receiveCompletion: { log.append(Run.text($0)) }, receiveValue: { log.append("\($0)") })
        #expect(log == ["1", "thrown"])
        withExtendedLifetime(cancellable) {}
    }
}
