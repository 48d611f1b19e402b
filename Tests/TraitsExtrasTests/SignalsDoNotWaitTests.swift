import Foundation
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
                // The limit is for a library that would hang here.
                #expect(returned.wait(timeout: .now() + 20) == .success, "the other thread waits")
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
                    #expect(returned.wait(timeout: .now() + 20) == .success, "the other thread waits")
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
