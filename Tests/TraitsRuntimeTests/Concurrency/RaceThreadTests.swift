import Testing
import TraitsRuntime
import TraitsTesting

/// The laws of streams under threads, for everything that takes values from several sides.
@Suite("Threads race on publishers")
struct RaceThreadTests {
    typealias Upstreams = [RaceUpstream]

    @Test func passthroughSubject() throws {
        try Laws.race { PassthroughSubject<Int, TestFailure>() }
    }

    @Test func currentValueSubject() throws {
        try Laws.race { CurrentValueSubject<Int, TestFailure>(0) }
    }

    @Test func share() throws {
        try Laws.race(inputs: 1) { $0[0].share() }
        try Laws.race(inputs: 2) { $0[0].merge(with: $0[1]).share() }
    }

    @Test func shareReplay() throws {
        try Laws.race(inputs: 1) { $0[0].first().shareReplay() }
    }

    @Test func flatMap() throws {
        try Laws.race(inputs: 3) { upstreams in upstreams[0].flatMap { upstreams[1 + $0 & 1] } }
        try Laws.race(inputs: 3) { upstreams in
            upstreams[0].flatMap(maxPublishers: .max(1)) { upstreams[1 + $0 & 1] }
        }
    }

    @Test func switchToLatest() throws {
        try Laws.race(inputs: 3) { upstreams in
            upstreams[0].map { upstreams[1 + $0 & 1] }.switchToLatest()
        }
    }

    @Test func merge() throws {
        try Laws.race(inputs: 2) { $0[0].merge(with: $0[1]) }
        try Laws.race(inputs: 4) { Publishers.MergeMany($0) }
    }

    @Test func zip() throws {
        try Laws.race(inputs: 2) { $0[0].zip($0[1]) }
        try Laws.race(inputs: 3) { $0[0].zip($0[1], $0[2]) }
    }

    @Test func combineLatest() throws {
        try Laws.race(inputs: 2) { $0[0].combineLatest($0[1]) }
        try Laws.race(inputs: 4) { $0[0].combineLatest($0[1], $0[2], $0[3]) }
    }

    @Test func untilOutput() throws {
        try Laws.race(inputs: 2) { $0[0].prefix(untilOutputFrom: $0[1]) }
        try Laws.race(inputs: 2) { $0[0].drop(untilOutputFrom: $0[1]) }
    }

    @Test func oneAfterTheOther() throws {
        // Whoever comes after the end of a subject sees the end.
        try Laws.race(inputs: 2) { $0[0].append($0[1]) }
        try Laws.race(inputs: 2) { upstreams in upstreams[0].catch { _ in upstreams[1] } }
        try Laws.race(inputs: 1) { $0[0].retry(2) }
    }

    @Test func buffer() throws {
        try Laws.race(inputs: 1) { $0[0].buffer(size: 4, prefetch: .keepFull, whenFull: .dropOldest) }
        try Laws.race(inputs: 1) { $0[0].collect(2) }
    }

    /// A promise that several threads keep at the same time.
    @Test func future() throws {
        try Laws.race(inputs: 2, ignoring: [.release]) { upstreams in
            Future<Int, TestFailure> { promise in
                for upstream in upstreams {
                    upstream.subscribe(
                        TrackingSubscriber(
                            receiveSubscription: { $0.request(.unlimited) },
                            receiveValue: { value in
                                promise(.success(value))
                                return .none
                            },
                            receiveCompletion: { _ in promise(.failure(TestFailure())) }))
                }
            }
        }
    }

    @Test func propertyGraph() throws {
        try Laws.race(inputs: 3) { upstreams in
            let properties = upstreams.map { Property(initial: 0, then: $0.replaceError(with: -9)) }
            let sum = properties[0].combineLatest(properties[1]) { $0 + $1 }
            return sum.flatMap { $0 % 2 == 0 ? properties[2] : properties[0].map { -$0 } }.allValues
        }
    }
}
