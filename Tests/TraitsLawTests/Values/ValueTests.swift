import Testing
import TraitsRuntime
import TraitsTesting

extension ValueCase: CustomTestStringConvertible {}

/// An operator keeps no value once its stream has ended or been cancelled, whatever the subscriber keeps.
@Suite("Release of values")
struct ValueTests {
    private static let demands: [DemandPolicy] = [.unlimited, .replenished(1), .atOnce(1)]

    @Test(arguments: ValueCase.everywhere)
    func theEndReleasesTheValues(entry: ValueCase) {
        for demand in Self.demands {
            for end in [Ending.finish, .fail] where end != .fail || !entry.trapsFailures {
                #expect(entry.held(after: end, demand) == [], "\(end), \(demand)")
            }
        }
    }

    @Test(arguments: ValueCase.everywhere)
    func cancellationReleasesTheValues(entry: ValueCase) {
        for demand in Self.demands {
            for end in [Ending.cancel, .cancelAtOnce, .cancelInside] {
                #expect(entry.held(after: end, demand) == [], "\(end), \(demand)")
            }
        }
    }

    @Test(arguments: ValueCase.everywhere.filter { $0.trapsFailures == false })
    func valuesMaySendWhenTheyAreReleased(entry: ValueCase) {
        for reader in ValueReader.allCases {
            for end in Ending.allCases {
                #expect(entry.breaches(reader, end) == [], "\(reader), \(end)")
            }
        }
    }

    /// Every row takes part, but for those with a reason.
    @Test func everyRowTakesPart() { #expect(ValueCase.missing(from: LawTable.types) == []) }

    /// The check itself finds a value that is kept.
    @Test func aValueThatIsKeptIsFound() {
        struct Hoarding<Upstream: Publisher>: Publisher {
            typealias Output = Upstream.Output
            typealias Failure = Upstream.Failure

            final class Connection<S: Subscriber>: Subscriber, Subscription
            where S.Input == Output, S.Failure == Failure {
                let subscriber: S
                var upstream: (any Subscription)?
                var newest: Output?

                init(_ subscriber: S) { self.subscriber = subscriber }

                func receive(subscription: any Subscription) {
                    upstream = subscription
                    subscriber.receive(subscription: self)
                }

                func receive(_ input: Output) -> Subscribers.Demand {
                    newest = input
                    return subscriber.receive(input)
                }

                func receive(completion: Subscribers.Completion<Failure>) {
                    subscriber.receive(completion: completion)
                }

                func request(_ demand: Subscribers.Demand) { upstream?.request(demand) }
                func cancel() { upstream?.cancel() }
            }

            let upstream: Upstream

            func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(Connection(subscriber))
            }
        }
        let entry = ValueCase("hoarding") { Hoarding(upstream: $0.upstream) }
        #expect(entry.held(after: .cancel, .unlimited) == ["value 3 of 0"])
        #expect(entry.held(after: .finish, .unlimited) == ["value 3 of 0"])
    }
}
