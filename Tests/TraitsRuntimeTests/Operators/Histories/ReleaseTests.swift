import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

/// A subscriber may keep its subscription for as long as it lives: no operator keeps the subscriber in return
/// once all is over.
@Suite("Release of subscribers that keep their subscription")
struct ReleaseTests {
    @Test(arguments: ReleaseRow.all)
    func theEndReleasesTheSubscriber(row: ReleaseRow) {
        for habit in Habit.allCases {
            for end in [Ending.finish, .fail] {
                #expect(!row.isHeld(after: end, habit), "\(end), \(habit)")
            }
        }
    }

    @Test(arguments: ReleaseRow.all)
    func cancellationReleasesTheSubscriber(row: ReleaseRow) {
        for habit in Habit.allCases {
            for end in [Ending.cancel, .cancelAtOnce, .cancelInside] {
                #expect(!row.isHeld(after: end, habit), "\(end), \(habit)")
            }
        }
    }

    /// A cancellation from another thread waits for no delivery, and leaves nothing behind.
    @Test(arguments: ReleaseRow.threaded)
    func cancellationFromAnotherThreadReleasesTheSubscriber(row: ReleaseRow) {
        for seed in UInt64(1)...20 {
            #expect(!row.isHeldAfterRace(seed), "seed \(seed)")
        }
    }

    /// The check itself finds a subscriber that is kept.
    @Test func aCycleIsFound() {
        struct Keeping: Publisher {
            typealias Output = Int
            typealias Failure = TestError

            final class Connection<S: Subscriber>: Subscription {
                let subscriber: S
                init(_ subscriber: S) { self.subscriber = subscriber }
                func request(_ demand: Subscribers.Demand) {}
                func cancel() {}
            }

            func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
                subscriber.receive(subscription: Connection(subscriber))
            }
        }
        let row = ReleaseRow("keeping") { _ in Keeping() }
        #expect(row.isHeld(after: .cancel, .everything))
    }
}

/// What a subscriber asks for.
enum Habit: CaseIterable {
    case everything
    case oneByOne
}

/// How a subscription ends.
enum Ending {
    case finish
    case fail
    case cancel
    /// As soon as the subscription is there.
    case cancelAtOnce
    /// When a value comes, before its delivery is over.
    case cancelInside
}

/// A subscriber that keeps its subscription and never lets go of it.
private final class Keeper<Input, Failure: Error>: Subscriber {
    private let habit: Habit
    private let end: Ending
    private(set) var subscription: (any Subscription)?

    init(_ habit: Habit, _ end: Ending) {
        self.habit = habit
        self.end = end
    }

    func receive(subscription: any Subscription) {
        self.subscription = subscription
        if end == .cancelAtOnce { return subscription.cancel() }
        subscription.request(habit == .everything ? .unlimited : .max(1))
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        if end == .cancelInside { subscription?.cancel() }
        return habit == .everything ? .none : .max(1)
    }

    func receive(completion: Subscribers.Completion<Failure>) {}
}

/// What an operator is given to work with; it outlives the subscription.
final class ReleaseStage {
    typealias Source = PassthroughSubject<Int, TestError>

    let upstream = Source()
    let other = Source()
    let scheduler = TestScheduler()

    func play() {
        upstream.send(1)
        other.send(1)
        scheduler.advance(by: 20)
        upstream.send(2)
        other.send(2)
        scheduler.advance(by: 20)
    }

    func end(_ completion: Subscribers.Completion<TestError>) {
        upstream.send(completion: completion)
        other.send(completion: completion)
        scheduler.advance(by: 20)
    }
}

/// A publisher over the sources of a ``ReleaseStage``.
struct ReleaseRow: CustomTestStringConvertible, Sendable {
    let name: String
    // Safe to share: all it captures is the builder, which is.
    private nonisolated(unsafe) let run: (Ending, Habit) -> Bool
    private nonisolated(unsafe) let race: (UInt64) -> Bool

    var testDescription: String { name }

    init<P: Publisher>(_ name: String, _ build: @escaping @Sendable (ReleaseStage) -> P) {
        self.name = name
        run = { end, habit in
            let stage = ReleaseStage()
            weak var subscriber: Keeper<P.Output, P.Failure>?
            Self.drive(stage, build(stage), end, habit) { subscriber = $0 }
            // The stage lives on, and with it all that upstreams may still hold.
            return withExtendedLifetime(stage) { subscriber != nil }
        }
        race = { seed in
            let stage = ReleaseStage()
            weak var subscriber: Keeper<P.Output, P.Failure>?
            Self.race(stage, build(stage), seed) { subscriber = $0 }
            return withExtendedLifetime(stage) { subscriber != nil }
        }
    }

    /// A function of its own, at whose return its references have gone.
    @inline(never)
    private static func drive<P: Publisher>(
        _ stage: ReleaseStage, _ publisher: consuming P, _ end: Ending, _ habit: Habit,
        _ observe: (Keeper<P.Output, P.Failure>) -> Void
    ) {
        let keeper = Keeper<P.Output, P.Failure>(habit, end)
        observe(keeper)
        publisher.subscribe(keeper)
        stage.scheduler.advance(by: 1)
        stage.play()
        switch end {
        case .finish: stage.end(.finished)
        case .fail: stage.end(.failure(TestError()))
        case .cancel, .cancelInside: keeper.subscription?.cancel()
        case .cancelAtOnce: break
        }
        stage.scheduler.advance(by: 1)
    }

    @inline(never)
    private static func race<P: Publisher>(
        _ stage: ReleaseStage, _ publisher: consuming P, _ seed: UInt64,
        _ observe: (Keeper<P.Output, P.Failure>) -> Void
    ) {
        // Safe to share: the subscription is there before the threads are, and may be cancelled by any.
        nonisolated(unsafe) let keeper = Keeper<P.Output, P.Failure>(.everything, .cancel)
        nonisolated(unsafe) let stage = stage
        observe(keeper)
        publisher.subscribe(keeper)
        var random = SeededGenerator(seed: seed)
        let patience = Int.random(in: 0..<40, using: &random)
        let progress = Atomic<Int>(0)
        onThreads(2) { thread in
            if thread == 0 {
                for value in 1...40 {
                    stage.upstream.send(value)
                    progress.store(value, ordering: .relaxed)
                    stage.other.send(value)
                }
            } else {
                while progress.load(ordering: .relaxed) < patience {}
                keeper.subscription?.cancel()
            }
        }
    }

    /// Whether anything but the subscriber's own cycle-free references keeps it.
    func isHeld(after end: Ending, _ habit: Habit) -> Bool { run(end, habit) }

    /// The same, after values on one thread and a cancellation on another.
    func isHeldAfterRace(_ seed: UInt64) -> Bool { race(seed) }
}
