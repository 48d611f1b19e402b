import Dispatch
import Foundation
import Testing
import TraitsFoundation
import TraitsRuntime
import TraitsTesting

/// Queues that run several closures at the same time: values and the end arrive in order, one at a time, none of them lost.
@Suite("Operators on concurrent queues")
struct ConcurrentQueueTests {
    @Test(arguments: Trial.allCases, Queue.allCases)
    fileprivate func everythingArrives(_ trial: Trial, _ queue: Queue) {
        switch queue {
        case .global: check(trial, on: DispatchQueue.global())
        case .concurrent: check(trial, on: DispatchQueue(label: "trials", attributes: .concurrent))
        case .operations:
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 4
            check(trial, on: queue)
        }
    }

    /// One after the other, which leaves the queue's threads free to run side by side, and many at the same time.
    private func check(_ trial: Trial, on scheduler: some Scheduler) {
        var faults: [String] = []
        for count in Array(repeating: 1, count: 1500) + Array(repeating: 50, count: 30) {
            let deliveries = (0..<count).map { _ in Delivery() }
            let cancellables = deliveries.map { delivery in
                trial.publisher(on: scheduler).sink(
                    receiveCompletion: { delivery.end($0) }, receiveValue: { delivery.receive($0) })
            }
            faults += deliveries.compactMap { $0.fault(expecting: trial.expected) }
            withExtendedLifetime(cancellables) {}
            if faults.contains(where: { $0.hasPrefix("no end") }) { break }
        }
        let kinds = Dictionary(grouping: faults) { $0 }.map { "\($0.value.count) times: \($0.key)" }
        #expect(kinds.sorted() == [], "of 3000 runs")
    }
}

private enum Queue: CaseIterable {
    case global, concurrent, operations
}

private enum Trial: CaseIterable {
    case receiveOn, receiveManyOn, delay, delayMany, subscribeOn, timeout, timeoutOfMany, debounce, throttle,
        collectByTime, zipOfThree, sharedDelay

    /// What has to arrive; nil where values may be left out, and those that come are in order.
    var expected: [Int]? {
        switch self {
        case .receiveOn, .delay, .timeout, .zipOfThree, .sharedDelay: [1]
        case .receiveManyOn, .delayMany, .subscribeOn, .timeoutOfMany, .collectByTime: [1, 2, 3, 4, 5]
        case .debounce, .throttle: nil
        }
    }

    func publisher<S: Scheduler>(on scheduler: S) -> AnyPublisher<Int, any Error> {
        typealias Stride = S.SchedulerTimeType.Stride
        let single = AnySinglePublisher<Int, any Error>.just(1)
        let many = (1...5).publisher.setFailureType(to: (any Error).self)
        switch self {
        case .receiveOn:
            return single.receive(on: scheduler).eraseToAnyPublisher()
        case .receiveManyOn:
            return many.receive(on: scheduler).eraseToAnyPublisher()
        case .delay:
            return single.delay(for: .microseconds(20), scheduler: scheduler).eraseToAnyPublisher()
        case .delayMany:
            return many.delay(for: .microseconds(20), scheduler: scheduler).eraseToAnyPublisher()
        case .subscribeOn:
            return many.subscribe(on: scheduler).eraseToAnyPublisher()
        case .timeout:
            return single.subscribe(on: scheduler).timeout(.seconds(60), scheduler: scheduler)
                .eraseToAnyPublisher()
        case .timeoutOfMany:
            return many.subscribe(on: scheduler).timeout(.seconds(60), scheduler: scheduler)
                .eraseToAnyPublisher()
        case .debounce:
            return many.receive(on: scheduler).debounce(for: .nanoseconds(0), scheduler: scheduler)
                .eraseToAnyPublisher()
        case .throttle:
            return many.receive(on: scheduler)
                .throttle(for: .microseconds(5), scheduler: scheduler, latest: true).eraseToAnyPublisher()
        case .collectByTime:
            return many.subscribe(on: scheduler).collect(.byTime(scheduler, .microseconds(20)))
                .flatMap { $0.publisher.setFailureType(to: (any Error).self) }.eraseToAnyPublisher()
        case .zipOfThree:
            let arrived = single.receive(on: scheduler)
            return arrived.zip(arrived, arrived) { max($0, $1, $2) }.eraseToAnyPublisher()
        case .sharedDelay:
            return single.delay(for: .microseconds(20), scheduler: scheduler).shareReplay()
                .eraseToAnyPublisher()
        }
    }
}

/// What one subscriber receives, from whichever thread.
private final class Delivery: @unchecked Sendable {
    // Unchecked: all that changes is touched under the lock only.
    private let lock = NSLock()
    private let over = DispatchSemaphore(value: 0)
    private var numbers: [Int] = []
    private var ends = 0
    private var isInside = false
    private var fault: String?

    func receive(_ number: Int) {
        enter()
        lock.withLock { numbers.append(number) }
        leave()
    }

    func end(_ completion: Subscribers.Completion<any Error>) {
        enter()
        lock.withLock {
            ends += 1
            if case .failure = completion { fault = "it failed" }
        }
        leave()
        over.signal()
    }

    private func enter() {
        lock.withLock {
            if isInside { fault = "two threads were inside" }
            if ends > 0 { fault = "something came after the end" }
            isInside = true
        }
    }

    private func leave() { lock.withLock { isInside = false } }

    /// Waits for the end.
    func fault(expecting expected: [Int]?) -> String? {
        guard over.wait(timeout: .now() + longestWait) == .success else { return "no end came" }
        return lock.withLock {
            if let fault { return fault }
            if let expected { return numbers == expected ? nil : "\(numbers) came" }
            let isRising = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
            return isRising ? nil : "\(numbers) came"
        }
    }
}
