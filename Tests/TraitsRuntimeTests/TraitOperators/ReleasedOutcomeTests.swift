import Testing
import TraitsRuntime
import TraitsTesting

/// What operators of traits keep for an outcome is released when nobody waits for it any more, and under no lock.
@Suite struct ReleasedOutcomeTests {
    private final class Token: Sendable {}

    /// A failure whose release acts.
    private final class ActingFailure: Error, @unchecked Sendable {
        private let act: () -> Void
        init(_ act: @escaping () -> Void = {}) { self.act = act }
        deinit { act() }
    }

    @Test(arguments: [false, true]) func aZipForgetsItsValues(fails: Bool) {
        let first = PassthroughSubject<Token, TestFailure>(),
            second = PassthroughSubject<Token, TestFailure>()
        let subscriber = TrackingSubscriber<[Token], TestFailure>(demand: .unlimited)
        [first, second].map { $0.first().uncheckedSingle() }.zipSingle().subscribe(subscriber)
        weak var kept: Token?
        do {
            let token = Token()
            kept = token
            first.send(token)
        }
        #expect(kept != nil)
        if fails { second.send(completion: .failure("x")) } else { subscriber.cancel() }
        #expect(kept == nil)
        withExtendedLifetime(subscriber) {}
    }

    /// The failure that waits for the trigger dies with the trigger's own.
    @Test func aTriggerThatFailsReleasesTheFailure() {
        let trigger = PassthroughSubject<Void, ActingFailure>()
        var cancellable: AnyCancellable?
        var released = 0
        cancellable = Deferred {
            Fail<Int, ActingFailure>(
                error: ActingFailure {
                    released += 1
                    cancellable?.cancel()
                })
        }
        .retry(when: { _ in trigger })
        .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        trigger.send(completion: .failure(ActingFailure()))
        #expect(released == 1)
        withExtendedLifetime(cancellable) {}
    }
}
