import Synchronization
import TraitsRuntime

/// Checks a subject while two threads send to it, another subscribes and another cancels.
///
/// One thread does the acts in each order, then four threads do them concurrently. The subscriber that is there all the time
/// must see a history that it has seen before, so no value is lost, duplicated or reordered; no two threads may be inside of
/// it; and a subscriber that arrives meanwhile must see what is sent when all threads are done.
///
/// ```
/// two threads send   1--2   11--12
/// one after another  1--2--11--12,  1--11--2--12, …
/// without a lock     1--11--2           12 is lost
/// ```
///
/// In its first value the subscriber waits a number of looks for another thread to come in: a subject with a lock lets none in,
/// a subject without one does.
final class SubjectRace: LawSampleVisitor {
    /// The acts of each thread.
    static let threads: [[PlanAct]] = [
        [.send(1, to: 0), .send(2, to: 0)], [.send(11, to: 0), .send(12, to: 0)], [.subscribe], [.cancel(1)],
    ]

    private let seeds: [UInt64]
    private let steps: Steps
    private var ignored: Set<RaceLaw>
    /// For each law that is broken, the text of the fault, and the seed that shows it.
    private(set) var faults: [(law: RaceLaw, text: String, seed: UInt64)] = []
    /// Indicates whether the sample is a subject of numbers.
    private(set) var isSubject = false

    init(seeds: [UInt64], ignoring ignored: Set<RaceLaw> = [], _ steps: Steps = Steps()) {
        self.seeds = seeds
        self.ignored = ignored
        self.steps = steps
    }

    func visit<P: Publisher>(_ make: @escaping (TestScheduler, LawInputMaker) -> P) {
        let none = LawInputMaker {
            AnyPublisher(Empty())
        } infallible: {
            AnyPublisher(Empty())
        }
        guard P.Output.self == Int.self, make(TestScheduler(), none) is any Subject else { return }
        isSubject = true
        func run() -> SubjectRun<P>? { SubjectRun(make(TestScheduler(), none)) }
        let known = PlanAct.orders(of: Self.threads).compactMap { order -> SubjectHistories? in
            guard let run = run() else { return nil }
            for act in order { run.perform(act) }
            steps.take()
            return run.finish()
        }
        for seed in seeds {
            guard let run = run() else { return }
            let bodies = Self.threads.enumerated().map { number, acts in
                {
                    var random = RaceRandom(seed, thread: number)
                    for act in acts {
                        random.pause()
                        run.perform(act)
                    }
                }
            }
            run.letOthersIn()
            Threads.race(bodies, seed: seed)
            steps.take()
            let seen = run.finish()
            while let (law, text) = judge(seen, run.breaches, known) {
                ignored.insert(law)
                faults.append((law, text, seed))
            }
        }
    }

    private func judge(
        _ seen: SubjectHistories, _ breaches: RaceBreaches, _ known: [SubjectHistories]
    ) -> (RaceLaw, String)? {
        // A subject may know a subscriber before it sends the subscription.
        let others = Set(RaceLaw.allCases).subtracting([.serialised])
        if let (law, detail) = breaches.first(without: ignored.union(others)) {
            return (law, "\(law.rawValue): \(detail)")
        }
        if seen.leaverHearsTheLast, !ignored.contains(.cancellation) {
            let law = RaceLaw.cancellation
            return (law, "\(law.rawValue): a subscriber that has left sees \(seen.leaver)")
        }
        if ignored.contains(.order) { return nil }
        let law = "threads do what one thread could have done"
        if !known.contains(where: { $0.resident == seen.resident }) {
            let histories = Set(known.map(\.resident)).map { "\($0)" }.sorted()
            return (.order, "\(law): \(seen.resident) is none of \(histories.joined(separator: ", "))")
        }
        if seen.guestMissesTheLast, !known.contains(where: \.guestMissesTheLast) {
            return (
                .order,
                "\(law): a subscriber that comes meanwhile misses later values, it sees \(seen.guest)"
            )
        }
        return nil
    }
}

/// The values that the subscribers of a subject have seen.
struct SubjectHistories {
    /// The values of the subscriber that is there all the time.
    var resident: [Int]
    /// The values of the subscriber that comes while others send.
    var guest: [Int]

    /// The values of the subscriber that leaves while others send.
    var leaver: [Int]

    /// The value that is sent when all threads are done.
    static let last = 99

    /// Indicates whether the leaver has seen a value that was sent when all threads were done.
    var leaverHearsTheLast: Bool { leaver.contains(Self.last) }

    /// Indicates whether the guest has missed a value that was sent when all threads were done.
    var guestMissesTheLast: Bool { resident.last != guest.last }
}

/// One subject with three subscribers: one that stays, one that comes, one that leaves.
private final class SubjectRun<P: Publisher> {
    private typealias Taker = RaceSubscriber<P.Output, P.Failure>

    /// The resident's next value, in which it waits for another thread.
    private final class Wait: Sendable {
        let isDue = Atomic(false)
    }

    let breaches = RaceBreaches()
    private let wait = Wait()
    private let publisher: P
    private let send: (Int) -> Void
    private let resident: Taker
    private let guest: Taker
    private let leaver: Taker

    init?(_ publisher: P) {
        guard let subject = publisher as? any Subject, let send = Self.sender(to: subject) else {
            return nil
        }
        self.publisher = publisher
        self.send = send
        resident = Self.taker(breaches) { [wait, breaches] _, _ in
            guard wait.isDue.exchange(false, ordering: .sequentiallyConsistent) else { return }
            for _ in 0..<Self.mostLooks where breaches.isEmpty { Threads.change() }
        }
        guest = Self.taker(breaches)
        leaver = Self.taker(breaches)
        publisher.subscribe(resident)
        publisher.subscribe(leaver)
    }

    private static func taker(_ breaches: RaceBreaches, _ act: ((Int, Int) -> Void)? = nil) -> Taker {
        Taker(demand: Taker.unlimited, perValue: 0, act: act, isSlow: false, breaches)
    }

    private static func sender<S: Subject>(to subject: S) -> ((Int) -> Void)? {
        guard S.Output.self == Int.self else { return nil }
        return { if let value = $0 as? S.Output { subject.send(value) } }
    }

    /// The number of times that the resident looks for another thread.
    private static var mostLooks: Int { 200 }

    /// Makes the resident wait in its first value, until another thread comes in or has had the time to.
    func letOthersIn() { wait.isDue.store(true, ordering: .sequentiallyConsistent) }

    func perform(_ act: PlanAct) {
        switch act {
        case .send(let value, _): send(value)
        case .subscribe: publisher.subscribe(guest)
        case .cancel: leaver.cancel()
        case .finish, .fail, .request, .pass: preconditionFailure("the subject takes numbers only")
        }
        Threads.step()
    }

    /// Sends a last value, and ends the run.
    func finish() -> SubjectHistories {
        send(SubjectHistories.last)
        defer { for taker in [resident, guest, leaver] { taker.cancel() } }
        return SubjectHistories(
            resident: resident.numbers, guest: guest.numbers, leaver: leaver.numbers)
    }
}
