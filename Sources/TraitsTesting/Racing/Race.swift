import Synchronization
import TraitsRuntime

/// A race with one seed, from which the acts of each thread follow.
struct Race<P: Publisher, S: Subject & Sendable> where S.Output == Int, S.Failure == TestFailure {
    private typealias Downstream = RaceSubscriber<P.Output, P.Failure>

    /// The state that the threads share. Each list of late subscribers belongs to one thread until all are done.
    private final class Shared {
        final class List {
            var subscribers: [Downstream] = []
        }

        let publisher: P
        let first: [Downstream]
        let late = (0..<Race.consumers).map { _ in List() }
        let ended = Atomic<Int>(0)

        init(_ publisher: P, first: [Downstream]) {
            self.publisher = publisher
            self.first = first
        }

        var subscribers: [Downstream] { first + late.flatMap(\.subscribers) }
    }

    private struct Weak {
        weak var subscriber: Downstream?
    }

    /// The number of threads that ask, subscribe and cancel. There are two, so that they meet each other too.
    private static var consumers: Int { 2 }

    private let publisher: P
    private let senders: [S]
    /// Indicates whether the senders are one subject. If so, its first end also reaches subscribers without demand, and
    /// subscribers send from inside of values, which could deadlock with several inputs.
    private let isSubject: Bool
    private let clock: TestScheduler?
    private let seed: UInt64
    /// Indicates whether threads do little, and subscribe in half of their acts: then they meet in windows that are rare
    /// otherwise.
    private let isShort: Bool
    private let values: Int
    private let breaches: RaceBreaches

    init(
        _ publisher: P, _ senders: [S], isSubject: Bool = false, clock: TestScheduler? = nil, _ seed: UInt64,
        _ values: Int, _ breaches: RaceBreaches
    ) {
        self.publisher = publisher
        self.senders = senders
        self.isSubject = isSubject
        self.clock = clock
        self.seed = seed
        var random = RaceRandom(seed, thread: 98)
        isShort = random.chance(Threads.areScheduled ? 3 : 1, of: 4)
        self.values = isShort ? min(values, 2) : values
        self.breaches = breaches
    }

    func run() {
        let weak = drive()
        if weak.contains(where: { $0.subscriber != nil }) {
            breaches.note(.leak, "a subscriber is still alive")
        }
    }

    /// Runs the threads. All objects that this function keeps are released when it returns.
    private func drive() -> [Weak] {
        var random = RaceRandom(seed, thread: 99)
        let shared = Shared(publisher, first: (0...random.below(2)).map { _ in makeSubscriber(&random) })
        for subscriber in shared.first { publisher.subscribe(subscriber) }

        var bodies = senders.indices.map { sending(thread: $0, shared) }
        bodies += (0..<Self.consumers).map { consuming(thread: senders.count + $0, $0, shared) }
        if let clock { bodies.append(ticking(clock, thread: bodies.count)) }
        Threads.race(bodies, seed: seed)

        // Enough time for all work that waits, and no endless loop for work that repeats.
        clock?.advance(by: 1000)
        let isOver = shared.ended.load(ordering: .acquiring) >= (isSubject ? 1 : senders.count)
        if isOver, shared.subscribers.contains(where: { $0.lacksItsEnd && (isSubject || $0.asksForAll) }) {
            breaches.note(.completion, "all inputs have ended, and no end has come")
        }
        for subscriber in shared.subscribers { subscriber.cancel() }
        clock?.advance(by: 1000)
        return shared.subscribers.map { Weak(subscriber: $0) }
    }

    private func makeSubscriber(_ random: inout RaceRandom) -> Downstream {
        let isUnlimited = random.chance(1, of: 2)
        return Downstream(
            demand: isUnlimited ? Downstream.unlimited : random.below(4),
            perValue: isUnlimited ? 0 : random.below(3),
            cancelsAt: random.chance(1, of: 4) ? 1 + random.below(values + 1) : .max,
            act: isSubject ? answer : nil, mayNest: isSubject, breaches)
    }

    // MARK: Acts of threads

    /// Sends a value inside of every third value that is no such answer itself.
    private func answer(_ count: Int, _ number: Int) {
        if count.isMultiple(of: 3), number >= 0 { senders[0].send(-3) }
    }

    /// Sends values, and mostly an end.
    private func sending(thread: Int, _ shared: Shared) -> () -> Void {
        { [sender = senders[thread]] in
            var random = RaceRandom(seed, thread: thread)
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

    /// Requests, subscribes, cancels, and sends now and then.
    private func consuming(thread: Int, _ index: Int, _ shared: Shared) -> () -> Void {
        {
            var random = RaceRandom(seed, thread: thread)
            for _ in 0..<(isShort ? 1 + random.below(3) : random.below(values + 1)) {
                random.pause()
                let known = shared.first + shared.late[index].subscribers
                let subscriber = known[random.below(known.count)]
                let choice = random.below(8)
                switch choice {
                case _ where (isShort ? choice % 2 == 0 : choice == 0) && known.count < 4:
                    let late = makeSubscriber(&random)
                    shared.late[index].subscribers.append(late)
                    shared.publisher.subscribe(late)
                case 1:
                    subscriber.cancel()
                    // This value may not come to the subscriber that cancelled.
                    if !senders.isEmpty { senders[random.below(senders.count)].send(-1) }
                case 2 where !senders.isEmpty: senders[random.below(senders.count)].send(-2)
                case 3: subscriber.request(Downstream.unlimited)
                default: subscriber.request(1 + random.below(3))
                }
            }
        }
    }

    /// Lets virtual time pass.
    private func ticking(_ clock: TestScheduler, thread: Int) -> () -> Void {
        {
            var random = RaceRandom(seed, thread: thread)
            for _ in 0..<values {
                clock.advance(by: VirtualTime.Stride(ticks: random.below(3)))
                random.pause()
            }
        }
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

    /// Lets other threads run in between, now and then.
    mutating func pause() {
        Threads.step()
        guard chance(1, of: 3) else { return }
        let length = below(200)
        for _ in 0..<length { _ = next() }
        // The loop is too short for a single processor to change to another thread by itself.
        if length >= 100 { Threads.change() }
    }
}
