import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

/// However many subscribe to a ``SharedPublisher``, its work is done once.
@Suite("Publishers whose work is shared", .limited)
struct SharedPublisherTests {
    private let scheduler = TestScheduler()

    /// Lets three subscribe, and says how often the source was subscribed to.
    private func subscriptions<P: SharedPublisher>(
        _ build: (TestPublisher<Int, Never>) -> P
    ) throws -> Int {
        let source = try scheduler.cold("-a-b---|", values: ["a": 1, "b": 2])
        let publisher = build(source)
        var cancellables = [publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in })]
        cancellables.append(publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
        scheduler.advance(by: 2)
        cancellables.append(publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
        return source.subscriptionCount
    }

    @Test func workIsDoneOnce() throws {
        #expect(try subscriptions { $0.share() } == 1)
        #expect(try subscriptions { $0.map { $0 * 2 }.filter { $0 > 0 }.share().map { "\($0)" } } == 1)
        #expect(try subscriptions { $0.first().shareReplay() } == 1)
        #expect(try subscriptions { $0.share().merge(with: Just(1)).scan(0, +) } == 1)
        #expect(
            try subscriptions { $0.share().combineLatest(CurrentValueSubject<Int, Never>(1)) } == 1)
        #expect(
            try subscriptions { $0.share().prefix(untilOutputFrom: PassthroughSubject<Int, Never>()) } == 1)
        #expect(
            try subscriptions { $0.flatMap { Just($0) }.share().retry(3).eraseToAnySharedPublisher() } == 1)
        #expect(try subscriptions { Property(initial: 0, then: $0).map { $0 + 1 }.allValues } == 1)
        #expect(
            try subscriptions {
                $0.share().delay(for: 1, scheduler: scheduler).buffer(
                    size: 1, prefetch: .byRequest, whenFull: .dropOldest)
            } == 1)
    }

    /// One that begins its work for each can be believed all the same, and then nothing helps.
    @Test func whoIsBelievedIsNotChanged() throws {
        #expect(try subscriptions { $0.map { $0 * 2 }.uncheckedShared() } == 3)
        #expect(try subscriptions { $0.share().eraseToAnyPublisher().uncheckedShared() } == 1)
    }

    @Test func itGoesTogetherWithOtherPromises() throws {
        let source = try scheduler.cold("--(a|)", values: ["a": 1])
        func answer() -> some SinglePublisher<Int, Never> & SharedPublisher {
            source.uncheckedSingle().shareReplay()
        }
        let erased: AnySharedSinglePublisher<Int, Never> = answer().eraseToAnySharedSinglePublisher()
        let first = erased.record(on: scheduler), second = erased.record(on: scheduler)
        try scheduler.run()
        #expect(first.values == [1] && second.values == [1])
        #expect(source.subscriptionCount == 1)
        #expect(String(describing: erased) == "AnySharedSinglePublisher")
        let checked: AnySharedSinglePublisher<Int, SingleError<Never>> =
            source.share().checkSingle().eraseToAnySharedSinglePublisher()
        #expect(String(describing: checked) == "AnySharedSinglePublisher")
        let believed = source.first().uncheckedShared().eraseToAnySharedMaybePublisher()
        #expect(String(describing: believed) == "AnySharedMaybePublisher")
        let current = MutableProperty(1).allValues.eraseToAnySharedCurrentValuePublisher()
        #expect(current.record(on: scheduler).values == [1])
    }

    /// What `Driver` promises: on the main actor, shared, never a failure.
    @Test @MainActor func itGoesTogetherWithAPlace() async {
        let count = Mutex(0)
        let drives: AnyMainActorSharedPublisher<Int, Never> = Deferred {
            count.withLock { $0 += 1 }
            return CurrentValueSubject<Int, Never>(7)
        }.share().receive(on: .mainActor).eraseToAnyMainActorSharedPublisher()
        var seen: [Int] = []
        var cancellables: [AnyCancellable] = []
        await withCheckedContinuation { continuation in
            cancellables = [
                drives.sink {
                    seen.append($0)
                    continuation.resume()
                }, drives.sink { seen.append($0 * 10) },
            ]
        }
        #expect(seen == [7])
        #expect(count.withLock { $0 } == 1)
        #expect(String(describing: drives) == "AnyMainActorSharedPublisher")
        withExtendedLifetime(cancellables) {}
    }

    /// Why `autoconnect()` has no such promise: as in Combine, a subscriber that arrives while it connects connects
    /// again.
    @Test func autoconnectMayConnectTwice() {
        var connections = 0
        let source = Deferred { () -> CurrentValueSubject<Int, Never> in
            connections += 1
            return CurrentValueSubject(1)
        }
        let publisher = source.makeConnectable().autoconnect()
        var isFirst = true
        var inner: AnyCancellable?
        let outer = publisher.sink { _ in
            guard isFirst else { return }
            isFirst = false
            inner = publisher.sink { _ in }
        }
        #expect(connections == 2)
        withExtendedLifetime((outer, inner)) {}
    }
}
