import Testing
import TraitsRuntime

/// Operators that programs commonly write for themselves, under names that this library has too.
///
/// Private to this file, so that no other test sees them.
extension Publisher {
    fileprivate func materialize() -> AnyPublisher<String, Never> { own("materialize") }
    fileprivate func mapToResult() -> AnyPublisher<String, Never> { own("mapToResult") }
    fileprivate func asCompletable() -> AnyPublisher<String, Never> { own("asCompletable") }
    fileprivate func shareReplay() -> AnyPublisher<String, Never> { own("shareReplay") }
    fileprivate func preventCancellation() -> AnyPublisher<String, Never> { own("preventCancellation") }
    fileprivate func ifEmpty<P: Publisher>(switchTo other: P) -> AnyPublisher<String, Never>
    where P.Output == Output { own("ifEmpty(switchTo:)") }
    fileprivate func ifEmpty(default value: Output) -> AnyPublisher<String, Never> {
        own("ifEmpty(default:)")
    }
    fileprivate func first(orError error: Failure) -> AnyPublisher<String, Never> { own("first(orError:)") }
    fileprivate func race<P: Publisher>(with other: P) -> AnyPublisher<String, Never> { own("race(with:)") }
    fileprivate func delaySubscription<S: Scheduler>(for time: S.SchedulerTimeType.Stride, scheduler: S)
        -> AnyPublisher<String, Never>
    { own("delaySubscription") }

    private func own(_ name: String) -> AnyPublisher<String, Never> {
        Just("own \(name)").eraseToAnyPublisher()
    }
}

@Suite("Operators of a program's own")
struct OwnOperatorTests {
    private func text(_ publisher: AnyPublisher<String, Never>) -> String {
        var received = ""
        publisher.sink { received += $0 }.cancel()
        return received
    }

    /// Where a program and the library have an operator of one name, neither is more special by its types: the
    /// program's has to win, or code written for Combine would be ambiguous.
    @Test func `win over this library's, on subjects and on singles`() {
        let subject = PassthroughSubject<Int, Never>()
        let single = Just(1)
        #expect(text(subject.materialize()) == "own materialize")
        #expect(text(single.materialize()) == "own materialize")
        #expect(text(subject.mapToResult()) == "own mapToResult")
        #expect(text(single.mapToResult()) == "own mapToResult")
        #expect(text(subject.asCompletable()) == "own asCompletable")
        #expect(text(single.asCompletable()) == "own asCompletable")
        #expect(text(subject.shareReplay()) == "own shareReplay")
        #expect(text(single.shareReplay()) == "own shareReplay")
        #expect(text(subject.preventCancellation()) == "own preventCancellation")
        #expect(text(subject.ifEmpty(switchTo: single)) == "own ifEmpty(switchTo:)")
        #expect(text(subject.ifEmpty(default: 1)) == "own ifEmpty(default:)")
        #expect(text(single.race(with: single)) == "own race(with:)")
        let failing = Fail<Int, TestError>(error: TestError())
        #expect(text(failing.first(orError: TestError())) == "own first(orError:)")
        let scheduler = ImmediateScheduler.shared
        #expect(text(single.delaySubscription(for: 1, scheduler: scheduler)) == "own delaySubscription")
    }

    private struct TestError: Error {}
}
