import Testing
import TraitsRuntime
import TraitsTesting

/// Operators that make at most one value of many end when they are asked, as in Combine, also where there is no value
/// to send.
@Suite("Ends that wait for a request")
struct EndWithoutDemandTests {
    // Unchecked, since the compiler asks for metatypes that may be shared: the closures hold nothing.
    struct Operator: @unchecked Sendable, CustomTestStringConvertible {
        let testDescription: String
        let apply: (Manual, TrackingSubscriber<Int, any Error>) -> Void

        init<P: Publisher>(_ name: String, _ make: @escaping (Manual) -> P)
        where P.Output == Int, P.Failure: Error {
            testDescription = name
            apply = { make($0).mapError { $0 as any Error }.subscribe($1) }
        }
    }

    static let operators = [
        Operator("first") { $0.first() },
        Operator("first(where:)") { $0.first { $0 > 0 } },
        Operator("tryFirst(where:)") { $0.tryFirst { $0 > 0 } },
        Operator("last") { $0.last() },
        Operator("last(where:)") { $0.last { $0 > 0 } },
        Operator("tryLast(where:)") { $0.tryLast { $0 > 0 } },
        Operator("max") { $0.max() },
        Operator("min") { $0.min() },
        Operator("tryMax") { $0.tryMax { $0 < $1 } },
    ]

    @Test(arguments: operators)
    func theFinishOfAnEmptyUpstreamWaits(of operator: Operator) {
        let upstream = Manual()
        let subscriber = TrackingSubscriber<Int, any Error>()
        `operator`.apply(upstream, subscriber)
        upstream.send(completion: .finished)
        #expect(subscriber.completions.isEmpty)
        subscriber.request(.max(1))
        #expect(subscriber.values.isEmpty)
        #expect(subscriber.completions.count == 1)
        subscriber.request(.max(1))
        #expect(subscriber.completions.count == 1)
    }

    @Test(arguments: operators)
    func aFailureWaitsForNothing(of operator: Operator) {
        let upstream = Manual()
        let subscriber = TrackingSubscriber<Int, any Error>()
        `operator`.apply(upstream, subscriber)
        upstream.send(completion: .failure(TestError()))
        #expect(subscriber.completions.count == 1)
    }

    @Test(arguments: operators)
    func aCancellationLeavesTheFinishOut(of operator: Operator) {
        let upstream = Manual()
        let subscriber = TrackingSubscriber<Int, any Error>()
        `operator`.apply(upstream, subscriber)
        upstream.send(completion: .finished)
        let subscription = subscriber.subscription
        subscriber.cancel()
        subscription?.request(.max(1))
        #expect(subscriber.completions.isEmpty)
    }

    /// What Combine's `replaceEmpty` asks for, whatever downstream does.
    @Test func replaceEmptyAsksForEverything() {
        let upstream = Manual()
        let subscriber = IntTracking()
        upstream.replaceEmpty(with: 9).subscribe(subscriber)
        #expect(upstream.uses == [.requested(.unlimited)])
        subscriber.request(.max(2))
        #expect(upstream.uses == [.requested(.unlimited), .requested(.max(2))])
        upstream.send(1)
        #expect(subscriber.values == [1])
    }

    @Test func replaceEmptyKeepsWhatNobodyAskedFor() {
        let upstream = Manual()
        let subscriber = IntTracking(demand: .max(1))
        upstream.replaceEmpty(with: 9).subscribe(subscriber)
        for value in 1...3 { #expect(upstream.send(value) == .none) }
        upstream.send(completion: .finished)
        #expect(subscriber.values == [1])
        subscriber.request(.max(1))
        #expect(subscriber.values == [1, 2])
        #expect(subscriber.completions == [])
        subscriber.request(.max(1))
        #expect(subscriber.values == [1, 2, 3])
        #expect(subscriber.completions == [.finished])
    }

    @Test func replaceEmptySendsWhatWaitsOneAfterTheOther() {
        let subscriber = IntTracking(receiveValue: { _ in .max(1) })
        let upstream = Manual()
        upstream.replaceEmpty(with: 9).subscribe(subscriber)
        for value in 1...10_000 { upstream.send(value) }
        upstream.send(completion: .finished)
        subscriber.request(.max(1))
        #expect(subscriber.values.count == 10_000)
        #expect(subscriber.completions == [.finished])
    }
}
