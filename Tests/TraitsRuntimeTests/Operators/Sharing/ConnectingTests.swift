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

    @Test func aConnectionThatIsLeftBeforeItsEndIsMadeAgain() {
        let shared = Just(1).append(Empty<Int, Never>(completeImmediately: false)).share()
        #expect(shared.first().record().recording == "1|")
        let subscriber = TrackingSubscriber<Int, Never>(demand: .unlimited)
        var values: [Int] = []
        shared.prefix(1).subscribe(subscriber)
        let cancellable = shared.sink { values.append($0) }
        #expect(subscriber.values == [1])
        #expect(values == [1])
        cancellable.cancel()
    }

    /// What two subscribers see that follow each other synchronously, each of which leaves with its first value.
    private func visit<P: Publisher>(
        _ share: (Deferred<Publishers.HandleEvents<Publishers.Sequence<[Int], Never>>>) -> P, values: [Int]
    ) -> String where P.Output == Int, P.Failure == Never {
        var runs = 0
        var sent = 0
        let shared = share(
            Deferred {
                runs += 1
                return values.publisher.handleEvents(receiveOutput: { _ in sent += 1 })
            })
        let recordings = (0..<2).map { _ in "\(shared.prefix(1).record().recording)" }
        return "\(runs) run, \(sent) sent: \(recordings.joined(separator: " "))"
    }

    /// As in Combine, where `share()` is `multicast` with `autoconnect()`.
    @Test(arguments: [[7], [1, 2, 3]])
    func synchronousWorkIsDoneOnce(values: [Int]) {
        let expected = "1 run, \(values.count) sent: \(values[0])| |"
        #expect(visit({ $0.share() }, values: values) == expected)
        #expect(visit({ $0.makeConnectable().autoconnect() }, values: values) == expected)
        #expect(visit({ $0.multicast { PassthroughSubject() }.autoconnect() }, values: values) == expected)
    }

    @Test func aFailureOfWorkThatWasLeftIsKept() {
        let shared = Just(1).setFailureType(to: TestFailure.self).append(Fail(error: "x")).share()
        #expect(shared.prefix(1).record().recording == "1|")
        #expect(shared.record().recording == "x")
    }

    @Test func workWithoutAnEndIsCancelled() {
        var sent = 0
        let shared = (1...).publisher.handleEvents(receiveOutput: { _ in sent += 1 }).share()
        #expect(shared.prefix(1).record().recording == "1|")
        #expect(sent == 1001)
        #expect(shared.prefix(1).record().recording == "1|")
        #expect(sent == 2002)
    }

    @Test func workThatWasLeftIsReleased() throws {
        let leaks = LeakTracker()
        do {
            let sources = [1].publisher.leakTracked(by: leaks, "ended")
            let endless = sources.append(Empty(completeImmediately: false)).leakTracked(by: leaks, "endless")
            _ = sources.share().prefix(1).record()
            _ = endless.share().prefix(1).record()
            _ = endless.makeConnectable().autoconnect().prefix(1).record()
        }
        try leaks.expectAllReleased()
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
