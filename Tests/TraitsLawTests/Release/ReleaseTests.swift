import Testing
import TraitsRuntime
@_spi(Samples) import TraitsTesting

/// A subscriber may keep its subscription for as long as it lives: no operator keeps the subscriber in return
/// once all is over.
// As long as a whole run may take.
@Suite("Release of subscribers that keep their subscription", .timeLimit(.minutes(60)))
struct ReleaseTests {
    private static let demands: [DemandPolicy] = [.unlimited, .replenished(1)]

    @Test(arguments: ReleaseCase.all)
    func theEndReleasesTheSubscriber(entry: ReleaseCase) {
        for demand in Self.demands {
            for end in [Ending.finish, .fail] where end != .fail || !entry.trapsFailures {
                #expect(!entry.isHeld(after: end, demand), "\(end), \(demand)")
            }
        }
    }

    @Test(arguments: ReleaseCase.all)
    func cancellationReleasesTheSubscriber(entry: ReleaseCase) {
        for demand in Self.demands {
            for end in [Ending.cancel, .cancelAtOnce, .cancelInside] {
                #expect(!entry.isHeld(after: end, demand), "\(end), \(demand)")
            }
        }
    }

    /// A cancellation from another thread waits for no delivery, and leaves nothing behind.
    @Test(arguments: ReleaseCase.all.filter { !$0.needsTime })
    func cancellationFromAnotherThreadReleasesTheSubscriber(entry: ReleaseCase) {
        for seed in UInt64(1)...20 {
            #expect(!entry.isHeldAfterRace(seed), "seed \(seed)")
        }
    }

    /// Programs keep the handle of a sink until they are over themselves: it keeps neither what the closures capture nor
    /// what the stream consists of.
    @Test(arguments: ReleaseCase.all)
    func theHandleOfWhatIsOverKeepsNothing(entry: ReleaseCase) {
        for end in [Ending.finish, .fail, .cancel] where end != .fail || !entry.trapsFailures {
            #expect(entry.held(after: end) == [], "\(end)")
        }
    }

    /// The check itself finds a subscriber that is kept.
    @Test func aCycleIsFound() {
        struct Keeping: Publisher {
            typealias Output = Int
            typealias Failure = TestFailure

            final class Connection<S: Subscriber>: Subscription {
                let subscriber: S
                init(_ subscriber: S) { self.subscriber = subscriber }
                func request(_ demand: Subscribers.Demand) {}
                func cancel() {}
            }

            func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestFailure {
                subscriber.receive(subscription: Connection(subscriber))
            }
        }
        let entry = ReleaseCase("keeping") { _ in Keeping() }
        #expect(entry.isHeld(after: .cancel, .unlimited))
    }

    /// The same of an operator that doesn't cancel its upstream.
    @Test func whatIsHoardedIsFound() {
        struct Hoarding<Upstream: Publisher>: Publisher {
            typealias Output = Upstream.Output
            typealias Failure = Upstream.Failure

            final class Connection<S: Subscriber>: Subscriber, Subscription
            where S.Input == Output, S.Failure == Failure {
                let subscriber: S
                var upstream: (any Subscription)?

                init(_ subscriber: S) { self.subscriber = subscriber }

                func receive(subscription: any Subscription) {
                    upstream = subscription
                    subscriber.receive(subscription: self)
                }

                func receive(_ input: Output) -> Subscribers.Demand { subscriber.receive(input) }

                func receive(completion: Subscribers.Completion<Failure>) {
                    subscriber.receive(completion: completion)
                }

                func request(_ demand: Subscribers.Demand) { upstream?.request(demand) }
                func cancel() {}
            }

            let upstream: Upstream

            func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(Connection(subscriber))
            }
        }
        let entry = ReleaseCase("hoarding") { Hoarding(upstream: $0.watched($0.upstream)) }
        let all = ["closure of the sink", "input 2: subscriber", "input 2: subscription"]
        #expect(entry.held(after: .cancel) == all)
    }

    /// Every sample takes part, but for those of rows that say why not.
    @Test func theSamplesAreThere() {
        #expect(ReleaseCase.samples.count > 300)
        #expect(ReleaseCase.samples.filter { !$0.needsTime }.count > 200)
    }
}
