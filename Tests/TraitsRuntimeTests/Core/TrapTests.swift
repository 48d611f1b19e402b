import Testing
import TraitsRuntime
import TraitsTesting

/// What stops the program, as in Combine: demands that mean nothing, and values that nobody has asked for where
/// demand is counted.
@Suite("Broken rules")
struct TrapTests {
    @Test func aDemandIsNotNegative() async {
        await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(-1) }
        await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(1) - .max(2) }
        await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(1) * -1 }
    }

    /// The sender counts the demand, and accepts no request for zero.
    @Test func nobodyRequestsNothing() async {
        await #expect(processExitsWith: .failure) { requestNothing(of: Just(1)) }
        await #expect(processExitsWith: .failure) { requestNothing(of: Future<Int, Never> { _ in }) }
        await #expect(processExitsWith: .failure) { requestNothing(of: PassthroughSubject<Int, Never>()) }
        await #expect(processExitsWith: .failure) { requestNothing(of: CurrentValueSubject<Int, Never>(0)) }
        await #expect(processExitsWith: .failure) { requestNothing(of: Manual().reduce(0, +)) }
        await #expect(processExitsWith: .failure) { requestNothing(of: Manual().tryFilter { _ in true }) }
        await #expect(processExitsWith: .failure) { requestNothing(of: Manual().collect(2)) }
        await #expect(processExitsWith: .failure) { requestNothing(of: Manual().zip(Manual())) }
        await #expect(processExitsWith: .failure) { requestNothing(of: Manual().flatMap { _ in Manual() }) }
        await #expect(processExitsWith: .failure) { requestNothing(of: Manual().catch { _ in Just(1) }) }
        await #expect(processExitsWith: .failure) {
            requestNothing(of: Manual().debounce(for: 1, scheduler: TestScheduler()))
        }
        await #expect(processExitsWith: .failure) {
            requestNothing(of: Manual().collect(.byTime(TestScheduler(), 1)))
        }
    }

    @Test func someAreAskedForNothingInPeace() {
        let scheduler = TestScheduler()
        #expect(valuesAfterNothingAndOne(of: [1].publisher) == [1])
        #expect(valuesAfterNothingAndOne(of: Record<Int, Never>(output: [1], completion: .finished)) == [1])
        #expect(
            valuesAfterNothingAndOne(
                of: [1].publisher.buffer(size: 1, prefetch: .keepFull, whenFull: .dropNewest)) == [1])
        #expect(valuesAfterNothingAndOne(of: [1].publisher.measureInterval(using: scheduler)).count == 1)
    }

    @Test func nobodySendsMoreThanWasAskedForWhereItIsCounted() async {
        await #expect(processExitsWith: .failure) { sendUnasked { $0.replaceError(with: 0) } }
        await #expect(processExitsWith: .failure) { sendUnasked { $0.catch { _ in Just(1) } } }
        await #expect(processExitsWith: .failure) { sendUnasked { $0.tryCatch { _ in Just(1) } } }
        await #expect(processExitsWith: .failure) { sendUnasked { $0.retry(1) } }
        await #expect(processExitsWith: .failure) {
            let inner = Manual()
            let outer = PassthroughSubject<Manual, TestError>()
            outer.switchToLatest().subscribe(IntTracking())
            outer.send(inner)
            inner.send(1)
        }
    }

    /// As in Combine: whoever sends it breaks the contract.
    @Test func anAsynchronousSequenceTakesNoValueUnasked() async {
        await #expect(processExitsWith: .failure) {
            let upstream = ManualPublisher<Int, Never>()
            let iterator = upstream.values.makeAsyncIterator()
            upstream.send(1)
            withExtendedLifetime(iterator) {}
        }
    }
}

private func requestNothing<P: Publisher>(of publisher: P) {
    let subscriber = TrackingSubscriber<P.Output, P.Failure>()
    publisher.subscribe(subscriber)
    subscriber.request(.none)
}

/// What comes when a subscriber asks for nothing, which must change nothing, and then for one value.
private func valuesAfterNothingAndOne<P: Publisher>(of publisher: P) -> [P.Output] {
    let subscriber = TrackingSubscriber<P.Output, P.Failure>()
    publisher.subscribe(subscriber)
    subscriber.request(.none)
    #expect(subscriber.values.isEmpty)
    subscriber.request(.max(1))
    return subscriber.values
}

private func sendUnasked<P: Publisher>(_ build: (Manual) -> P) {
    let upstream = Manual()
    build(upstream).subscribe(TrackingSubscriber<P.Output, P.Failure>())
    upstream.send(1)
}
