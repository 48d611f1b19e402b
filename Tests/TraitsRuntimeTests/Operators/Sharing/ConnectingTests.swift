import Testing
import TraitsRuntime
import TraitsTesting

/// A shared connection whose subscribers go while it is being made: by a source that sends synchronously.
@Suite("Connections that are let go of while they are made")
struct ConnectingTests {
    private func fails(_: Int) throws -> Int { throw TestError() }

    private func expectFailure<P: Publisher>(
        _ publisher: P, at location: SourceLocation = #_sourceLocation
    ) where P.Output == Int, P.Failure == any Error {
        let recorder = publisher.tryMap(fails).retry(1).record()
        #expect(recorder.values.isEmpty, sourceLocation: location)
        guard case .failure = recorder.completion else {
            Issue.record("the error is lost: \(recorder.marbles)", sourceLocation: location)
            return
        }
    }

    @Test func anErrorBehindASharedSourceIsNotLost() {
        expectFailure(Just(3).setFailureType(to: (any Error).self).share())
        expectFailure([1, 2, 3].publisher.setFailureType(to: (any Error).self).share())
        expectFailure(Future<Int, any Error> { $0(.success(3)) }.share())
        expectFailure(Just(3).makeConnectable().autoconnect().setFailureType(to: (any Error).self))
        expectFailure(
            Just(3).multicast { PassthroughSubject<Int, Never>() }.autoconnect()
                .setFailureType(to: (any Error).self))
    }

    @Test func whoComesAfterAnAbandonedConnectionStartsAnother() {
        let shared = Just(1).share()
        #expect(shared.first().record().recording == "1|")
        let subscriber = TrackingSubscriber<Int, Never>(demand: .unlimited)
        var values: [Int] = []
        shared.prefix(1).subscribe(subscriber)
        let cancellable = shared.sink { values.append($0) }
        #expect(subscriber.values == [1])
        #expect(values == [1])
        cancellable.cancel()
    }

    /// One that connects in its own way hands out its connection late; it is cancelled then.
    @Test func aForeignConnectionIsCancelledWhenItIsMade() {
        final class Foreign: ConnectablePublisher {
            typealias Output = Int
            typealias Failure = Never
            let subject = PassthroughSubject<Int, Never>()
            var log: [String] = []

            func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
                subject.subscribe(subscriber)
            }

            func connect() -> any Cancellable {
                log.append("connect")
                subject.send(1)
                return AnyCancellable { self.log.append("cancel") }
            }
        }
        let foreign = Foreign()
        let shared = foreign.autoconnect()
        #expect(shared.first().record().recording == "1|")
        #expect(foreign.log == ["connect", "cancel"])
        #expect(shared.first().record().recording == "1|")
        #expect(foreign.log == ["connect", "cancel", "connect", "cancel"])
    }
}
