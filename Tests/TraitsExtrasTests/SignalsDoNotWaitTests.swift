import Foundation
import Synchronization
import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

/// A signal that is stored, or that ends a stream, doesn't wait for the thread that delivers a value.
@Suite("Signals don't wait for another thread's delivery")
struct SignalsDoNotWaitTests {
    private struct Fault: Error {}
    private typealias Numbers = PassthroughSubject<Int, Never>

    /// Sends a value, and has another thread act from inside of its delivery, which lasts until that has returned.
    private func insideOfADelivery(
        of numbers: Numbers, through stream: some Publisher<Int, Never>, before: [Int] = [],
        _ act: @escaping @Sendable () -> Void
    ) -> [String] {
        var log: [String] = []
        let cancellable = stream.sink(
            receiveCompletion: { _ in log.append("|") },
            receiveValue: { value in
                log.append("\(value)")
                guard value == 1 else { return }
                let returned = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    act()
                    returned.signal()
                }
                returned.expectSignal()
                log.append("returned")
            })
        for value in before + [1, 2] { numbers.send(value) }
        cancellable.cancel()
        return log
    }

    @Test func aStoredValue() {
        let numbers = Numbers(), state = CurrentValueSubject<Int, Never>(0)
        let log = insideOfADelivery(of: numbers, through: numbers.withLatestFrom(state) { $0 * ($1 + 1) }) {
            for value in 1...1000 { state.send(value) }
        }
        #expect(log == ["1", "returned", "2002"])
    }

    @Test func aValueThatIsSampled() {
        let numbers = Numbers(), state = CurrentValueSubject<Int, Never>(1)
        let log = insideOfADelivery(of: numbers, through: state.sample(on: numbers)) {
            for value in 2...1000 { state.send(value) }
        }
        #expect(log == ["1", "returned", "1000"])
    }

    @Test func aChangeOfAProperty() {
        let numbers = Numbers(), state = MutableProperty(0)
        let log = insideOfADelivery(
            of: numbers, through: numbers.withLatestFrom(state.allValues) { $0 * ($1 + 1) }
        ) {
            for value in 1...1000 { state.value = value }
        }
        #expect(log == ["1", "returned", "2002"])
    }

    @Test func aValueThatEndsAStream() {
        let numbers = Numbers(), stop = Numbers()
        let log = insideOfADelivery(of: numbers, through: numbers.prefix(untilOutputFrom: stop)) {
            stop.send(0)
        }
        #expect(log == ["1", "returned", "|"])
    }

    @Test func aValueThatOpensAStream() {
        let numbers = Numbers(), start = Numbers(),
            all = numbers.merge(with: numbers.drop(untilOutputFrom: start))
        let log = insideOfADelivery(of: numbers, through: all) { start.send(0) }
        #expect(log == ["1", "returned", "1", "returned", "2", "2"])
    }

    @Test func aStoredValueOfZip() {
        let numbers = Numbers(), others = Numbers()
        let log = insideOfADelivery(of: numbers, through: numbers.zip(others.prepend(1), *)) {
            for value in 2...40 { others.send(value) }
        }
        #expect(log == ["1", "returned", "4"])
    }

    @Test func aValueOfAChunk() {
        let values = Numbers(), signals = Numbers()
        let log = insideOfADelivery(of: signals, through: values.prepend(5).chunked(by: signals).map(\.count))
        {
            for value in 1...40 { values.send(value) }
        }
        #expect(log == ["1", "returned", "40"])
    }

    @Test func theEndOfASubject() {
        let numbers = Numbers()
        #expect(
            insideOfADelivery(of: numbers, through: numbers.filter { _ in true }) {
                numbers.send(completion: .finished)
            } == ["1", "returned", "|"])
    }

    /// The first of two ends counts, values that are sent after it reach nobody, and the last value stays.
    @Test func theEndOfASubjectWithAValue() {
        let state = CurrentValueSubject<Int, Never>(0)
        var log: [String] = [], second: [String] = []
        let isDone = DispatchSemaphore(value: 0)
        let cancellables = [
            state.sink(
                receiveCompletion: { _ in log.append("|") },
                receiveValue: { value in
                    log.append("\(value)")
                    guard value == 1 else { return }
                    Thread.detachNewThread {
                        state.send(completion: .finished)
                        state.send(completion: .finished)
                        isDone.signal()
                    }
                    isDone.expectSignal()
                }),
            state.sink(
                receiveCompletion: { _ in second.append("|") }, receiveValue: { second.append("\($0)") }),
        ]
        state.send(1)
        state.send(2)
        #expect(log == ["0", "1", "|"] && second == ["0", "1", "|"])
        #expect(state.value == 1)
        withExtendedLifetime(cancellables) {}
    }

    /// The end counts once it was sent, even before the subscribers have it.
    @Test func whoAsksOrSubscribesAfterTheEndGetsNoValue() {
        let state = CurrentValueSubject<Int, Never>(0)
        let asks = Mutex([String]()), comes = Mutex([String]())
        nonisolated(unsafe) var subscription: (any Subscription)?
        state.subscribe(
            AnySubscriber(
                receiveSubscription: { subscription = $0 },
                receiveValue: { value in
                    asks.withLock { $0.append("\(value)") }
                    return .none
                },
                receiveCompletion: { _ in asks.withLock { $0.append("|") } }))
        var cancellables: Set<AnyCancellable> = []
        let isDone = DispatchSemaphore(value: 0)
        state.dropFirst().sink { _ in
            Thread.detachNewThread {
                state.send(completion: .finished)
                subscription?.request(.max(1))
                let late = state.sink(
                    receiveCompletion: { _ in comes.withLock { $0.append("|") } },
                    receiveValue: { value in comes.withLock { $0.append("\(value)") } })
                isDone.signal()
                withExtendedLifetime(late) {}
            }
            isDone.expectSignal()
        }
        .store(in: &cancellables)
        state.send(1)
        #expect(asks.withLock { $0 } == ["|"] && comes.withLock { $0 } == ["|"])
    }

    /// Threads end subjects while others send and subscribe. Each subscriber gets one end, and nothing after it.
    @Test func theEndOfASubjectInARace() {
        for _ in 0..<300 {
            let state = CurrentValueSubject<Int, Never>(0)
            let ends = Mutex(0), late = Mutex(0)
            let subscribe = { @Sendable () -> AnyCancellable in
                let isOver = Atomic(false)
                return state.sink(
                    receiveCompletion: { _ in
                        isOver.store(true, ordering: .relaxed)
                        ends.withLock { $0 += 1 }
                    },
                    receiveValue: { _ in if isOver.load(ordering: .relaxed) { late.withLock { $0 += 1 } } })
            }
            let kept = Mutex([subscribe(), subscribe()])
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                switch thread {
                case 0: for value in 1...20 { state.send(value) }
                case 1: for value in 1...20 { state.send(value) }
                case 2: for _ in 0..<5 { kept.withLock { $0.append(subscribe()) } }
                default: state.send(completion: .finished)
                }
            }
            #expect(ends.withLock { $0 } == 7 && late.withLock { $0 } == 0)
        }
    }

    @Test func theEndOfAnInput() {
        let numbers = Numbers()
        for index in 0..<4 {
            let other = Numbers()
            let stream: AnyPublisher<Int, Never>
            switch index {
            case 0: stream = numbers.merge(with: other).eraseToAnyPublisher()
            case 1: stream = numbers.combineLatest(other.prepend(0), +).eraseToAnyPublisher()
            case 2: stream = numbers.withLatestFrom(other.prepend(0), resultSelector: +).eraseToAnyPublisher()
            default: stream = numbers.zip(other.prepend(0, 0), +).eraseToAnyPublisher()
            }
            let log = insideOfADelivery(of: numbers, through: stream) { other.send(completion: .finished) }
            #expect(log == (index == 3 ? ["1", "returned", "2", "|"] : ["1", "returned", "2"]), "\(index)")
        }
    }

    @Test func aFailureOfAnInputFollowsTheValue() {
        for index in 0..<4 {
            let numbers = PassthroughSubject<Int, Fault>(), other = PassthroughSubject<Int, Fault>()
            let inner = PassthroughSubject<PassthroughSubject<Int, Fault>, Fault>()
            let stream: AnyPublisher<Int, Fault>
            switch index {
            case 0: stream = numbers.merge(with: other).eraseToAnyPublisher()
            case 1: stream = inner.flatMap { $0 }.eraseToAnyPublisher()
            case 2:
                stream = inner.flatMap { $0 }.buffer(size: 9, prefetch: .byRequest, whenFull: .dropNewest)
                    .eraseToAnyPublisher()
            default: stream = inner.switchToLatest().eraseToAnyPublisher()
            }
            var log: [String] = []
            let cancellable = stream.sink(
                receiveCompletion: { log.append("\($0)") },
                receiveValue: { value in
                    log.append("\(value)")
                    let returned = DispatchSemaphore(value: 0)
                    Thread.detachNewThread {
                        if index == 3 {
                            inner.send(completion: .failure(Fault()))
                        } else {
                            other.send(completion: .failure(Fault()))
                        }
                        returned.signal()
                    }
                    returned.expectSignal()
                    log.append("returned")
                })
            if index < 3 { inner.send(other) }
            inner.send(numbers)
            numbers.send(1)
            numbers.send(2)
            #expect(
                log.count == 3 && log.prefix(2) == ["1", "returned"] && log[2].hasPrefix("failure"),
                "\(index)")
            cancellable.cancel()
        }
    }

    /// The values that another thread leaves complete a chunk before that thread fails.
    @Test func aChunkOfLeftValuesPrecedesTheFailure() {
        let values = PassthroughSubject<Int, Fault>(), signals = PassthroughSubject<Int, Fault>()
        var log: [String] = []
        let cancellable = values.chunks(ofCount: 2, or: signals).sink(
            receiveCompletion: { log.append("\($0)".hasPrefix("failure") ? "failure" : "finished") },
            receiveValue: { chunk in
                log.append("\(chunk)")
                guard chunk == [0] else { return }
                let returned = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    values.send(1)
                    values.send(2)
                    values.send(completion: .failure(Fault()))
                    returned.signal()
                }
                returned.expectSignal()
                log.append("returned")
            })
        values.send(0)
        signals.send(0)
        #expect(log == ["[0]", "returned", "[1, 2]", "failure"])
        withExtendedLifetime(cancellable) {}
    }

    /// A signal from inside of a chunk makes two chunks of the values that another thread has left.
    @Test func noChunkOfLeftValuesIsLost() {
        let values = PassthroughSubject<Int, Never>(), signals = PassthroughSubject<Int, Never>()
        var log: [[Int]] = []
        let cancellable = values.chunks(ofCount: 2, or: signals).sink { chunk in
            log.append(chunk)
            guard chunk == [0] else { return }
            let returned = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                for value in 1...3 { values.send(value) }
                returned.signal()
            }
            returned.expectSignal()
            signals.send(0)
        }
        values.send(0)
        signals.send(0)
        #expect(log == [[0], [1, 2], [3]])
        values.send(4)
        values.send(completion: .finished)
        #expect(log == [[0], [1, 2], [3], [4]])
        withExtendedLifetime(cancellable) {}
    }

    @Test func whatWaitsIsReleased() throws {
        let leaks = LeakTracker()
        let numbers = Numbers(), state = PassthroughSubject<LeakToken, Never>()
        var cancellable: AnyCancellable?
        cancellable = numbers.withLatestFrom(state.prepend(leaks.token("first"))).sink { _ in
            let returned = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                state.send(leaks.token("second"))
                returned.signal()
            }
            returned.wait()
            cancellable?.cancel()
        }
        numbers.send(1)
        cancellable = nil
        try leaks.expectAllReleased()
    }
}

extension DispatchSemaphore {
    /// Waits for the other thread. The limit is for a library that would hang here.
    fileprivate func expectSignal(at location: SourceLocation = #_sourceLocation) {
        #expect(
            wait(timeout: .now() + 300) == .success, "the other thread waits", sourceLocation: location)
    }
}
