import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A sender waits for no subscriber that has cancelled, whatever that does while it gets a value.
///
/// In each test, another thread sends, and stays inside of a subscriber that has cancelled or completed until the test has
/// done its part; one that waited for it would wait for ever.
@Suite("Subscribers that have gone", .limited)
struct GoneSubscriberTests {
    private final class Token {}

    private final class Model: ObservableObject, @unchecked Sendable {
        @Published var number = 0
    }

    // MARK: - Senders

    @Test func theFirstValueHoldsNobody() {
        let stay = Stay()
        let subject = PassthroughSubject<Int, Never>()
        let cancellable = subject.first().sink { _ in stay.wait() }
        stay.during({ subject.send(1) }) {
            subject.send(2)
            let late = subject.record()
            subject.send(3)
            #expect(late.values == [3])
        }
        cancellable.cancel()
    }

    /// The sender doesn't wait, so the subscribers behind get its value before the value that is still being sent.
    @Test func aValueOvertakesBehindASubscriberThatHasCancelled() {
        let stay = Stay()
        let subject = PassthroughSubject<Int, Never>()
        let before = subject.record()
        let cancellable = subject.first().sink { _ in stay.wait() }
        let behind = subject.record()
        stay.during({ subject.send(1) }) { subject.send(2) }
        #expect(before.values == [1, 2])
        #expect(behind.values == [2, 1])
        cancellable.cancel()
    }

    @Test func aStateIsTheNewOneAtOnce() {
        let stay = Stay()
        let state = CurrentValueSubject<String, Never>("idle")
        let cancellable = state.first { $0 == "done" }.sink { _ in stay.wait() }
        stay.during({ state.value = "done" }) {
            #expect(state.value == "done")
            state.value = "idle"
            #expect(state.value == "idle")
        }
        #expect(state.value == "idle")
        cancellable.cancel()
    }

    /// It gets the value inside the call that subscribes, which is a delivery, too.
    @Test func theCurrentValueHoldsNobody() {
        let stay = Stay()
        let state = CurrentValueSubject<Int, Never>(0)
        stay.during({ _ = state.first().sink { _ in stay.wait() } }) {
            state.send(1)
            let late = state.record()
            #expect(late.values == [1])
        }
    }

    @Test func aPublishedPropertyHoldsNobody() {
        let stay = Stay()
        let model = Model()
        let cancellable = model.$number.dropFirst().first().sink { _ in stay.wait() }
        stay.during({ model.number = 1 }) {
            let late = model.$number.dropFirst().record()
            model.number = 2
            #expect(late.values == [2])
        }
        cancellable.cancel()
    }

    @Test func whoCancelsItselfHoldsNobody() {
        let stay = Stay()
        let subject = PassthroughSubject<Int, Never>()
        nonisolated(unsafe) var cancellable: AnyCancellable?
        cancellable = subject.sink { _ in
            cancellable?.cancel()
            stay.wait()
        }
        stay.during({ subject.send(1) }) { subject.send(2) }
    }

    // MARK: - The end

    @Test func aCompletionHoldsNobody() {
        let stay = Stay()
        let state = CurrentValueSubject<Int, TestError>(0)
        let cancellable = state.sink(receiveCompletion: { _ in stay.wait() }, receiveValue: { _ in })
        stay.during({ state.send(completion: .failure(TestError())) }) {
            state.send(1)
            #expect(state.value == 0)
            state.value = 2
            #expect(state.value == 2)
            state.send(completion: .finished)
            #expect(state.record().completion == .failure(TestError()))
        }
        cancellable.cancel()
    }

    /// The subscriber that is inside of its value has cancelled; the others get the end, and each of them once.
    @Test func theEndComesMeanwhile() {
        let stay = Stay()
        let subject = PassthroughSubject<Int, Never>()
        let before = subject.record()
        let completions = Atomic<Int>(0)
        let cancellable = subject.first().sink(
            receiveCompletion: { _ in completions.add(1, ordering: .relaxed) },
            receiveValue: { _ in stay.wait() })
        let after = subject.record()
        stay.during({ subject.send(1) }) {
            subject.send(completion: .finished)
            #expect(before.completion == .finished && after.completion == .finished)
        }
        #expect(before.values == [1])
        #expect(after.values == [], "a value after the end")
        #expect(completions.load(ordering: .relaxed) == 1)
        cancellable.cancel()
    }

    // MARK: - In which order

    /// The next sender first sends what is left over: all see the values in one order.
    @Test func aStateReachesTheOthersInOrder() {
        let stay = Stay()
        let state = CurrentValueSubject<Int, Never>(0)
        let before = state.record()
        let cancellable = state.first { $0 == 1 }.sink { _ in stay.wait() }
        let (after, last) = (state.record(), state.record())
        stay.during({ state.send(1) }) {
            #expect(before.values == [0, 1] && after.values == [0])
            state.send(2)
            for recorder in [before, after, last] { #expect(recorder.values == [0, 1, 2]) }
        }
        state.send(3)
        for recorder in [before, after, last] { #expect(recorder.values == [0, 1, 2, 3]) }
        cancellable.cancel()
    }

    @Test func aStateReachesTheOthersBeforeTheEnd() {
        let stay = Stay()
        let state = CurrentValueSubject<Int, Never>(0)
        let cancellable = state.first { $0 == 1 }.sink { _ in stay.wait() }
        let after = state.record()
        stay.during({ state.send(1) }) { state.send(completion: .finished) }
        #expect(after.values == [0, 1])
        #expect(after.completion == .finished)
        cancellable.cancel()
    }

    /// The second thread, too, stays with a subscriber that leaves, and a third one sends the rest.
    @Test func aThirdThreadSendsTheRest() {
        let (stay, second) = (Stay(), Stay())
        let state = CurrentValueSubject<Int, Never>(0)
        let cancellables = [
            state.first { $0 == 1 }.sink { _ in stay.wait() },
            state.first { $0 == 1 }.sink { _ in second.wait() },
        ]
        let after = state.record()
        stay.during({ state.send(1) }) {
            second.during({ state.send(2) }) {
                state.send(3)
                #expect(after.values == [0, 1, 3])
            }
            // The second thread was still sending what the first had left over, and begins with its own value now.
            #expect(after.values == [0, 1, 3, 2])
            #expect(state.value == 2)
        }
        for cancellable in cancellables { cancellable.cancel() }
    }

    /// As in Combine, where each subscriber is waited for alone.
    @Test func anEventOvertakesWhatIsLeftOver() {
        let stay = Stay()
        let subject = PassthroughSubject<Int, Never>()
        let before = subject.record()
        let cancellable = subject.first().sink { _ in stay.wait() }
        let after = subject.record()
        stay.during({ subject.send(1) }) {
            subject.send(2)
            #expect(before.values == [1, 2] && after.values == [2])
        }
        #expect(before.values == [1, 2] && after.values == [2, 1])
        cancellable.cancel()
    }

    /// On one thread, what is sent inside of a delivery comes before the rest of that, as in Combine.
    @Test func onOneThreadTheOrderStays() {
        let state = CurrentValueSubject<Int, Never>(0)
        let cancellable = state.first { $0 == 1 }.sink { _ in state.send(2) }
        let after = state.record()
        state.send(1)
        #expect(after.values == [0, 2, 1])
        cancellable.cancel()
    }

    // MARK: - The list

    @Test func othersComeAndGoMeanwhile() throws {
        let leaks = LeakTracker()
        do {
            let stay = Stay()
            let subject = leaks.track(PassthroughSubject<Int, Never>(), "subject")
            var early = (0..<20).map { _ in subject.record() }
            nonisolated(unsafe) var log: [Int] = []
            let token = leaks.track(Token(), "what the closure has captured")
            var cancellable: AnyCancellable? = subject.first().sink { value in
                stay.wait()
                withExtendedLifetime(token) { log.append(value) }
            }
            let later = (0..<20).map { _ in subject.record() }
            stay.during({ subject.send(1) }) {
                for recorder in early.dropLast() + later.dropFirst(2) { recorder.cancel() }
                early.removeFirst(19)
                for _ in 0..<100 { subject.record().cancel() }
                let news = (0..<20).map { _ in subject.record() }
                for recorder in news.dropFirst() { recorder.cancel() }
                #expect(later[0].values == [] && later[1].values == [])
                later[1].cancel()
                subject.send(2)
                #expect(news[0].values == [2])
                news[0].cancel()
            }
            #expect(log == [1])
            #expect(early[0].values == [1, 2])
            #expect(later[0].values == [2, 1])
            #expect(later.dropFirst().allSatisfy { $0.values == [] })
            subject.send(completion: .finished)
            cancellable?.cancel()
            cancellable = nil
        }
        try leaks.expectAllReleased()
    }

    /// A recursion that goes through subscribers that have gone comes to an end as any other.
    @Test func answersOfThoseWhoHaveGoneNeedNoStack() {
        let subject = PassthroughSubject<Int, Never>()
        var cancellables: [Int: AnyCancellable] = [:]
        var last = -1
        func listen() {
            cancellables[last + 1] = subject.first().sink { value in
                last = value
                cancellables[value] = nil
                guard value < 5000 else { return }
                listen()
                subject.send(value + 1)
            }
        }
        listen()
        subject.send(0)
        #expect(last == 5000)
    }

    // MARK: - All at the same time

    /// Several threads send, subscribe for one value and for all, cancel and at last end all.
    @Test(arguments: Laws.seeds(1...12))
    func manyGoInTheMiddle(seed: UInt64) throws {
        let leaks = LeakTracker()
        do {
            let state = leaks.track(CurrentValueSubject<Int, Never>(-1), "subject")
            let firsts = Atomic<Int>(0)
            let subscriptions = Atomic<Int>(0)
            let stayers = (0..<3).map { _ in state.record() }
            let bag = Locked<[AnyCancellable]>([])
            onThreads(4, seed: seed) { thread in
                var random = SeededGenerator(seed: seed &* 31 &+ UInt64(thread))
                for step in 0..<300 {
                    let value = thread * 1000 + step
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0:
                        state.send(value)
                    case 1:
                        subscriptions.add(1, ordering: .relaxed)
                        let one = state.dropFirst().first().sink { _ in
                            firsts.add(1, ordering: .relaxed)
                            if step.isMultiple(of: 3) { state.send(value) }
                        }
                        bag.withLock { $0.append(one) }
                    case 2:
                        let one = state.sink { _ in }
                        one.cancel()
                    default:
                        state.first().sink { _ in sched_yield() }.cancel()
                    }
                }
            }
            state.send(4999)
            state.send(5000)
            #expect(firsts.load(ordering: .relaxed) == subscriptions.load(ordering: .relaxed))
            state.send(completion: .finished)
            for recorder in stayers {
                #expect(recorder.values.last == 5000)
                #expect(recorder.values.sorted() == stayers[0].values.sorted(), "a value got lost")
                #expect(recorder.completion == .finished)
            }
            bag.withLock { $0 = [] }
        }
        try leaks.expectAllReleased()
    }
}
