import Synchronization
import TraitsRuntime

/// One seed: what each thread does follows from it.
struct Race<P: Publisher, S: Subject & Sendable> where S.Output == Int, S.Failure == TestFailure {
    private typealias Downstream = RaceSubscriber<P.Output, P.Failure>

    /// What the threads share. Publishers and subscribers need not be sendable, but streams are called by any thread:
    /// that is what is tested. The list is touched by one thread until all others are done.
    private final class Shared: @unchecked Sendable {
        let publisher: P
        var subscribers: [Downstream] = []
        let begun = Atomic<Int>(0)
        let ended = Atomic<Int>(0)

        init(_ publisher: P) { self.publisher = publisher }

        func subscribe(_ random: inout RaceRandom, _ breaches: RaceBreaches) {
            let isUnlimited = random.chance(1, of: 2)
            let subscriber = Downstream(
                demand: isUnlimited ? Downstream.unlimited : random.below(4),
                perValue: isUnlimited ? 0 : random.below(3), breaches)
            subscribers.append(subscriber)
            publisher.subscribe(subscriber)
        }
    }

    private struct Weak {
        weak var subscriber: Downstream?
    }

    private let publisher: P
    private let senders: [S]
    private let seed: UInt64
    private let values: Int
    private let breaches: RaceBreaches

    init(_ publisher: P, _ senders: [S], _ seed: UInt64, _ values: Int, _ breaches: RaceBreaches) {
        self.publisher = publisher
        self.senders = senders
        self.seed = seed
        self.values = values
        self.breaches = breaches
    }

    func run() {
        let weak = drive()
        if weak.contains(where: { $0.subscriber != nil }) {
            breaches.note(.leak, "a subscriber is still alive")
        }
    }

    /// All that this function keeps is gone when it returns.
    private func drive() -> [Weak] {
        let shared = Shared(publisher)
        var random = RaceRandom(seed, thread: 99)
        for _ in 0...random.below(2) { shared.subscribe(&random, breaches) }
        let count = senders.count + 1
        var bodies: [@Sendable () -> Void] = senders.enumerated().map { index, sender in
            { [seed, values] in
                var random = RaceRandom(seed, thread: index)
                Self.meet(shared.begun, count)
                for value in 0..<random.below(values + 1) {
                    sender.send(value)
                    random.pause()
                }
                switch random.below(10) {
                case 0, 1: return
                case 2: sender.send(completion: .failure(TestFailure()))
                default: sender.send(completion: .finished)
                }
                shared.ended.add(1, ordering: .acquiringAndReleasing)
            }
        }
        bodies.append { [seed, values, senders, breaches] in
            var random = RaceRandom(seed, thread: senders.count)
            Self.meet(shared.begun, count)
            for _ in 0..<random.below(values + 1) {
                random.pause()
                let subscriber = shared.subscribers[random.below(shared.subscribers.count)]
                switch random.below(8) {
                case 0 where shared.subscribers.count < 4: shared.subscribe(&random, breaches)
                case 1:
                    subscriber.cancel()
                    // Nothing of this may come to the one that cancelled.
                    senders[random.below(senders.count)].send(-1)
                case 2: senders[random.below(senders.count)].send(-2)
                case 3: subscriber.request(Downstream.unlimited)
                default: subscriber.request(1 + random.below(3))
                }
            }
        }
        Threads.run(bodies)
        let isOver = shared.ended.load(ordering: .acquiring) == senders.count
        if isOver, shared.subscribers.contains(where: \.waitsForTheEnd) {
            breaches.note(.completion, "all inputs have ended, and no end has come")
        }
        for subscriber in shared.subscribers { subscriber.cancel() }
        return shared.subscribers.map { Weak(subscriber: $0) }
    }

    /// Threads begin when all of them have come.
    private static func meet(_ begun: borrowing Atomic<Int>, _ count: Int) {
        begun.add(1, ordering: .acquiringAndReleasing)
        while begun.load(ordering: .acquiring) < count {}
    }
}

/// Numbers that look random and follow from a seed.
struct RaceRandom {
    private var state: UInt64

    init(_ seed: UInt64, thread: Int) {
        state = (seed &* 0x9E37_79B9_7F4A_7C15) ^ (UInt64(thread + 1) &* 0xD1B5_4A32_D192_ED03) | 1
        for _ in 0..<4 { _ = next() }
    }

    private mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state >> 11
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    mutating func chance(_ part: Int, of whole: Int) -> Bool { below(whole) < part }

    /// Lets other threads come in between, now and then.
    mutating func pause() {
        guard chance(1, of: 3) else { return }
        for _ in 0..<below(200) { _ = next() }
    }
}
