import Testing
import TraitsRuntime
import TraitsTesting

@Suite("Operators on failures")
struct FailureTypeTests {
    @Test func settingTheFailureTypeHandsEverythingThrough() {
        let upstream = ManualPublisher<Int, Never>()
        let subscriber = IntTracking(demand: .max(2), thenForEach: .max(3))
        upstream.setFailureType(to: TestError.self).subscribe(subscriber)
        #expect(upstream.uses == [.requested(.max(2))])
        #expect(upstream.send(1) == .max(3))
        upstream.send(completion: .finished)
        #expect(
            subscriber.history == [.subscription("ManualPublisher"), .value(1), .completion(.finished)])
        subscriber.cancel()
        #expect(upstream.uses.last == .cancelled)
    }

    @Test func settingItAgainIsOneStage() {
        let upstream = ManualPublisher<Int, Never>()
        let publisher = upstream.setFailureType(to: TestError.self).setFailureType(to: Thrown.self)
        #expect(type(of: publisher) == Publishers.SetFailureType<ManualPublisher<Int, Never>, Thrown>.self)
    }

    @Test func assertingNoFailureHandsValuesThrough() {
        let upstream = Manual()
        let subscriber = TrackingSubscriber<Int, Never>(demand: .unlimited)
        upstream.assertNoFailure("never").subscribe(subscriber)
        upstream.send(1)
        upstream.send(completion: .finished)
        #expect(
            subscriber.history == [.subscription("ManualPublisher"), .value(1), .completion(.finished)])
    }

    @Test func aFailureThatMustNotBeStopsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let cancellable = Fail<Int, TestError>(error: TestError()).assertNoFailure().sink { _ in }
            withExtendedLifetime(cancellable) {}
        }
    }
}
