import Synchronization
import Testing
import TraitsRuntime

@_spi(Proof) @testable import TraitsTesting

/// The laws of streams under threads, for everything that takes values from several sides.
@Suite("Threads race on publishers", .limited)
struct RaceThreadTests {
    // All others rest on these two, and an end that gets lost does so in one of a thousand seeds.
    @Test func passthroughSubject() throws {
        try Laws.race(seeds: 1...3000) { PassthroughSubject<Int, TestFailure>() }
    }

    @Test func currentValueSubject() throws {
        try Laws.race(seeds: 1...3000) { CurrentValueSubject<Int, TestFailure>(0) }
    }

    // MARK: Sharing

    @Test func share() throws {
        try Laws.race(inputs: 1) { $0[0].share() }
        try Laws.race(inputs: 2) { $0[0].merge(with: $0[1]).share() }
    }

    /// A subscriber that arrives after the last one has cancelled sees nothing of the abandoned connection.
    @Test func aConnectionIsForThoseWhoCameToIt() {
        for seed in Laws.seeds(1...1000) {
            let subject = PassthroughSubject<Int, Never>()
            let connections = Atomic<Int>(0)
            let shared = Deferred {
                let number = connections.add(1, ordering: .relaxed).newValue
                return subject.map { _ in number }
            }.share()
            let sending = { for value in 0..<6 { subject.send(value) } }
            let comingAndGoing = {
                for number in 1...4 {
                    let seen = Locked<Set<Int>>([])
                    let subscription = shared.sink { value in seen.withLock { _ = $0.insert(value) } }
                    for _ in 0..<4 { Threads.step() }
                    subscription.cancel()
                    #expect(seen.withLock { $0 }.isSubset(of: [number]), "seed \(seed)")
                }
            }
            Threads.race([sending, comingAndGoing], seed: seed)
        }
    }

    @Test func shareWithReplay() throws {
        for replay in [1, 3] {
            try Laws.race(inputs: 1) { $0[0].share(replay: replay) }
            try Laws.race(inputs: 2) { $0[0].merge(with: $0[1]).share(replay: replay) }
        }
    }

    /// What ends synchronously does so for everybody, also where several threads subscribe while one of them starts it.
    @Test func anEndAtOnceComesToAll() {
        for seed in Laws.seeds(1...1000) {
            let shared = Fail<Int, TestFailure>(error: TestFailure()).share(replay: 1)
            let ends = Atomic<Int>(0)
            let subscriptions = Locked<[AnyCancellable]>([])
            let subscribing = {
                let subscription = shared.sink(
                    receiveCompletion: { _ in ends.add(1, ordering: .relaxed) }, receiveValue: { _ in })
                subscriptions.withLock { $0.append(subscription) }
            }
            Threads.race([subscribing, subscribing, subscribing], seed: seed)
            #expect(ends.load(ordering: .relaxed) == 3, "seed \(seed)")
        }
    }

    @Test func multicast() throws {
        try Laws.race(inputs: 1) { Connected($0[0].multicast { PassthroughSubject() }) }
        try Laws.race(inputs: 2) {
            Connected($0[0].merge(with: $0[1]).multicast(subject: CurrentValueSubject(0)))
        }
        try Laws.race(inputs: 1) { Connected($0[0].replaceError(with: -9).makeConnectable()) }
    }

    @Test func autoconnect() throws {
        try Laws.race(inputs: 1) { $0[0].multicast { PassthroughSubject() }.autoconnect() }
    }

    /// A thread connects and lets go of the connection while others send, subscribe and cancel.
    @Test func connect() throws {
        // The subscriber that cancels the connection gets no end.
        try Laws.race(inputs: 2, ignoring: [.completion]) { upstreams in
            Connected(upstreams[0].multicast { PassthroughSubject() }, by: upstreams[1])
        }
    }

    // MARK: Publishers of publishers

    @Test func flatMap() throws {
        try Laws.race(inputs: 3) { upstreams in upstreams[0].flatMap { upstreams[1 + $0 & 1] } }
        try Laws.race(inputs: 3) { upstreams in
            upstreams[0].flatMap(maxPublishers: .max(1)) { upstreams[1 + $0 & 1] }
        }
        try Laws.race(inputs: 3) { upstreams in
            upstreams[0].flatMap(maxPublishers: .max(3)) { upstreams[1 + $0 & 1].prefix(2) }
        }
    }

    @Test func switchToLatest() throws {
        try Laws.race(inputs: 3) { upstreams in
            upstreams[0].map { upstreams[1 + $0 & 1] }.switchToLatest()
        }
    }

    /// A value of the older publisher that comes while another thread switches takes demand that the newer one isn't asked
    /// to meet, or isn't sent.
    @Test func oneOfTwoPublishersMeetsADemand() {
        for seed in Laws.seeds(1...1000) {
            let breaches = RaceBreaches()
            let subscriber = RaceSubscriber<Int, Never>(demand: 1, perValue: 0, breaches)
            let outer = PassthroughSubject<AnyPublisher<Int, Never>, Never>()
            let older = PassthroughSubject<Int, Never>()
            outer.switchToLatest().subscribe(subscriber)
            outer.send(older.eraseToAnyPublisher())
            let switching = { outer.send(Just(2).eraseToAnyPublisher()) }
            Threads.race([{ older.send(1) }, switching], seed: seed)
            #expect(subscriber.numbers.count == 1, "seed \(seed)")
            #expect(breaches.first(without: []) == nil, "seed \(seed)")
        }
    }

    // MARK: Several publishers

    /// An input of a merge may send once more after each value, also while another thread turns to asking for everything.
    @Test func aMergeAsksForMoreBeforeItAsksForEverything() {
        for seed in Laws.seeds(1...1000) {
            let breaches = RaceBreaches()
            let subscriber = RaceSubscriber<Int, Never>(demand: 1, perValue: 0, breaches)
            let subject = PassthroughSubject<Int, Never>()
            subject.merge(with: Empty()).subscribe(subscriber)
            let sending = { for value in 1...2 { subject.send(value) } }
            Threads.race([sending, { subscriber.request(RaceSubscriber<Int, Never>.unlimited) }], seed: seed)
            #expect(subscriber.numbers == [1, 2], "seed \(seed)")
            #expect(breaches.first(without: []) == nil, "seed \(seed)")
        }
    }

    /// So may a child, and a subscriber that asked for everything may send to one right after, whatever another
    /// thread does below.
    @Test func childrenAreAskedForMoreBeforeTheyAreAskedForEverything() {
        for seed in Laws.seeds(1...1000) {
            let breaches = RaceBreaches()
            let subscriber = RaceSubscriber<Int, Never>(demand: 1, perValue: 0, breaches)
            let subjects = (0..<2).map { _ in PassthroughSubject<Int, Never>() }
            subjects.publisher.flatMap { $0 }.subscribe(subscriber)
            let sending = { for value in 1...2 { subjects[0].send(value) } }
            let asking = {
                subscriber.request(RaceSubscriber<Int, Never>.unlimited)
                for value in 3...5 { subjects[1].send(value) }
            }
            Threads.race([sending, asking], seed: seed)
            #expect(subscriber.numbers.sorted() == [1, 2, 3, 4, 5], "seed \(seed)")
            #expect(breaches.first(without: []) == nil, "seed \(seed)")
        }
    }

    @Test func merge() throws {
        try Laws.race(inputs: 2) { $0[0].merge(with: $0[1]) }
        try Laws.race(inputs: 3) { $0[0].merge(with: $0[1], $0[2]) }
        try Laws.race(inputs: 4) { $0[0].merge(with: $0[1], $0[2], $0[3]) }
        try Laws.race(inputs: 8, seeds: 1...32) {
            $0[0].merge(with: $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7])
        }
        try Laws.race(inputs: 4) { Publishers.MergeMany($0) }
    }

    @Test func zip() throws {
        try Laws.race(inputs: 2) { $0[0].zip($0[1]) }
        try Laws.race(inputs: 3) { $0[0].zip($0[1], $0[2]) }
        try Laws.race(inputs: 4) { $0[0].zip($0[1], $0[2], $0[3]) }
    }

    @Test func combineLatest() throws {
        try Laws.race(inputs: 2) { $0[0].combineLatest($0[1]) }
        try Laws.race(inputs: 3) { $0[0].combineLatest($0[1], $0[2]) }
        try Laws.race(inputs: 4) { $0[0].combineLatest($0[1], $0[2], $0[3]) }
    }

    @Test func untilOutput() throws {
        try Laws.race(inputs: 2) { $0[0].prefix(untilOutputFrom: $0[1]) }
        try Laws.race(inputs: 2) { $0[0].drop(untilOutputFrom: $0[1]) }
    }

    @Test func oneAfterTheOther() throws {
        // Whoever comes after the end of a subject sees the end.
        try Laws.race(inputs: 2) { $0[0].append($0[1]) }
        try Laws.race(inputs: 2) { $0[0].prepend($0[1]) }
        try Laws.race(inputs: 3) { $0[0].append($0[1]).append($0[2]) }
        try Laws.race(inputs: 2) { upstreams in upstreams[0].catch { _ in upstreams[1] } }
        try Laws.race(inputs: 1) { $0[0].retry(2) }
    }

    // MARK: One publisher

    @Test func buffer() throws {
        for prefetch in [Publishers.PrefetchStrategy.keepFull, .byRequest] {
            try Laws.race(inputs: 1) { $0[0].buffer(size: 4, prefetch: prefetch, whenFull: .dropOldest) }
            try Laws.race(inputs: 1) { $0[0].buffer(size: 4, prefetch: prefetch, whenFull: .dropNewest) }
            try Laws.race(inputs: 1) {
                $0[0].buffer(size: 4, prefetch: prefetch, whenFull: .customError { TestFailure() })
            }
        }
        try Laws.race(inputs: 1) { $0[0].collect(2) }
    }

    /// Operators that end by themselves, or send their value when somebody asks for it.
    @Test func oneValue() throws {
        try Laws.race(inputs: 1) { $0[0].prefix(3) }
        try Laws.race(inputs: 1) { $0[0].first() }
        try Laws.race(inputs: 1) { $0[0].last() }
        try Laws.race(inputs: 1) { $0[0].reduce(0, +) }
        try Laws.race(inputs: 1) { $0[0].replaceEmpty(with: -9) }
        try Laws.race(inputs: 1) { $0[0].replaceError(with: -9) }
        try Laws.race(inputs: 1) { $0[0].flatMap { Just($0) } }
    }

    /// A promise that several threads keep at the same time.
    @Test func future() throws {
        try Laws.race(inputs: 2) { upstreams in
            var kept: [AnyCancellable] = []
            let future = Future<Int, TestFailure> { promise in
                kept = upstreams.map {
                    $0.sink(
                        receiveCompletion: { _ in promise(.failure(TestFailure())) },
                        receiveValue: { promise(.success($0)) })
                }
            }
            return Keeping(future, kept)
        }
    }

    @Test func published() throws {
        final class Model {
            @Published var number = 0
        }
        // A published property has no end.
        try Laws.race(inputs: 2, ignoring: [.completion]) { upstreams in
            let model = Model()
            for upstream in upstreams { upstream.replaceError(with: -9).assign(to: &model.$number) }
            return model.$number
        }
    }
}

/// A connectable publisher that is connected as long as it lives, or whenever another publisher says so.
private final class Connected<Base: ConnectablePublisher>: Publisher {
    typealias Output = Base.Output
    typealias Failure = Base.Failure

    private let base: Base
    private var kept: AnyCancellable?

    init(_ base: Base) {
        self.base = base
        kept = AnyCancellable(base.connect())
    }

    init(_ base: Base, by orders: RaceUpstream) {
        self.base = base
        // Values to one subscriber never overlap, so nobody else touches the connections meanwhile.
        var connections: [AnyCancellable] = []
        kept = orders.sink(
            receiveCompletion: { _ in connections = [] },
            receiveValue: { value in
                if value % 3 == 2 { connections = [] } else { connections.append(.init(base.connect())) }
            })
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        base.subscribe(subscriber)
    }
}
