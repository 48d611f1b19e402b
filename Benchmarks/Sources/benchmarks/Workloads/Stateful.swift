import Synchronization
import TraitsRuntime

/// Operators that remember something from one value to the next.
let stateful: [Workload] = [
    Workload(
        name: "scan, removeDuplicates, collect(100)", unit: "value", count: 1_000_000, target: .ratio(1.2),
        stream: { count in
            let total = Total()
            let cancellable = numbers(count).scan(0) { ($0 + $1) >> 1 }.removeDuplicates().collect(100)
                .sink { total.sum &+= $0.count + $0[7] }
            use(cancellable)
            return total.sum
        },
        byHand: { count in
            let total = Total()
            var (sum, last) = (0, Int?.none)
            var group: [Int] = []
            group.reserveCapacity(100)
            for number in 0..<count {
                sum = (sum + number) >> 1
                if sum == last { continue }
                last = sum
                group.append(sum)
                if group.count == 100 {
                    total.sum &+= group.count + group[7]
                    group.removeAll(keepingCapacity: true)
                }
            }
            if !group.isEmpty { total.sum &+= group.count + group[7] }
            return total.sum
        }),
    Workload(
        name: "subject, ten kinds of operators", unit: "value", count: 200_000, target: .none,
        stream: { count in
            let total = Total()
            let subject = PassthroughSubject<Int, Never>()
            let cancellable = tenKinds(over: subject, count, total).sink { total.sum &+= $0 }
            for number in 0..<count { subject.send(number) }
            use(cancellable)
            return total.sum
        },
        byHand: { count in
            let total = Total()
            let emitter = Emitter<Int>()
            var (sum, last, left) = (0, Int?.none, count)
            emitter.add { number in
                let value = number + 1
                if value & 7 == 0 || value & 56 == 56 || value == last || left == 0 { return }
                last = value
                sum = (sum + value) >> 1
                left -= 1
                total.sum &+= sum & 1
                total.sum &+= sum
            }
            for number in 0..<count { emitter.send(number) }
            return total.sum
        }),
    Workload(
        name: "debounce, virtual time", unit: "value", count: 200_000, target: .ratio(1.0),
        stream: { count in
            let total = Total()
            let clock = VirtualClock()
            let subject = PassthroughSubject<Int, Never>()
            let cancellable = subject.debounce(for: .milliseconds(3), scheduler: clock).sink {
                total.sum &+= $0
            }
            pressKeys(count, clock) { subject.send($0) }
            use(cancellable)
            return total.sum
        },
        byHand: { count in
            let total = Total()
            let clock = VirtualClock()
            let emitter = Emitter<Int>()
            let quiet = QuietByHand(clock) { total.sum &+= $0 }
            emitter.add { quiet.receive($0) }
            pressKeys(count, clock) { emitter.send($0) }
            return total.sum
        }),
]

private struct Negative: Error {}

private func tenKinds(
    over source: some Publisher<Int, Never>, _ count: Int, _ total: Total
) -> some Publisher<Int, Never> {
    source
        .map { $0 + 1 }.filter { $0 & 7 != 0 }.compactMap { $0 & 56 == 56 ? nil : $0 }.removeDuplicates()
        .scan(0) { ($0 + $1) >> 1 }
        .tryMap { value -> Int in if value < 0 { throw Negative() } else { return value } }
        .mapError { $0 as! Negative }.replaceError(with: 0).prefix(count)
        .handleEvents(receiveOutput: { total.sum &+= $0 & 1 })
}

/// Sends a value each millisecond, and after every fourth one it is quiet for a while.
private func pressKeys(_ count: Int, _ clock: VirtualClock, _ send: (Int) -> Void) {
    for number in 0..<count {
        send(number)
        clock.advance(by: number & 3 == 3 ? .milliseconds(5) : .milliseconds(1))
    }
}

/// Waits for quiet. Values and timers may come from several threads, so a lock guards what is remembered. Each value starts
/// a timer that fires once; a number tells it whether another value has come since.
private final class QuietByHand: @unchecked Sendable {
    private let state = Mutex((newest: 0, generation: 0))
    private let clock: VirtualClock
    private let onQuiet: (Int) -> Void

    init(_ clock: VirtualClock, _ onQuiet: @escaping (Int) -> Void) {
        (self.clock, self.onQuiet) = (clock, onQuiet)
    }

    func receive(_ value: Int) {
        let generation = state.withLock { state in
            state = (value, state.generation + 1)
            return state.generation
        }
        clock.schedule(
            after: clock.now.advanced(by: .milliseconds(3)), tolerance: .nanoseconds(0), options: nil
        ) { [self] in fire(generation) }
    }

    private func fire(_ generation: Int) {
        let value = state.withLock { $0.generation == generation ? $0.newest : nil }
        if let value { onQuiet(value) }
    }
}
