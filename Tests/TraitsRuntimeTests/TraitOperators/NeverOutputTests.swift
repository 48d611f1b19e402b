import Testing
import TraitsRuntime
import TraitsTesting

/// Combine has no completables: its programs write `AnyPublisher<Never, any Error>`, which can't send a value.
@Suite struct NeverOutputTests {
    private struct Offline: Error {}

    private func delete(fails: Bool = false) -> AnyPublisher<Never, any Error> {
        fails
            ? Fail<Never, any Error>(error: Offline()).eraseToAnyPublisher()
            : Empty<Never, any Error>().eraseToAnyPublisher()
    }

    @Test func erasersKeepThatItIsACompletable() {
        var ends: [String] = []
        func note(_ name: String, _ hasFailed: Bool) { ends.append(hasFailed ? "\(name) failed" : name) }
        let completable: AnyCompletablePublisher<Never, any Error> = delete().eraseToAnyCompletablePublisher()
        let maybe: AnyMaybePublisher<Never, any Error> = delete(fails: true).eraseToAnyMaybePublisher()
        _ = completable.sinkCompletable {
            if case .failure = $0 { note("a", true) } else { note("a", false) }
        }
        _ = maybe.sinkMaybe { if case .failure = $0 { note("b", true) } else { note("b", false) } }
        #expect(ends == ["a", "b failed"])
    }

    @Test func sinkCompletableTakesItAsItIs() {
        let subject = PassthroughSubject<Never, any Error>()
        var finishes = 0
        var failures = 0
        func count(_ completion: Subscribers.Completion<any Error>) {
            if case .failure(let error) = completion, error is Offline {
                failures += 1
            } else {
                finishes += 1
            }
        }
        let cancellables = [
            subject.sinkCompletable { count($0) }, delete(fails: true).sinkCompletable { count($0) },
        ]
        #expect((finishes, failures) == (0, 1))
        subject.send(completion: .finished)
        #expect((finishes, failures) == (1, 1))
        _ = cancellables
    }

    @Test func andThenGoesOnAfterIt() {
        let made = delete().andThen { Just(1).setFailureType(to: (any Error).self) }
        let given = delete().andThen(Just(1).setFailureType(to: (any Error).self))
        let infallible = delete().andThen(Just(1))
        let wait: AnyPublisher<Never, Never> = Empty<Never, Never>().eraseToAnyPublisher()
        let failing = wait.andThen { AnySinglePublisher<Int, any Error>.just(1) }
        let neither = wait.andThen(Just(1)).setFailureType(to: (any Error).self)
        // Each is a single, since what comes next is one.
        let singles = [
            made.eraseToAnySinglePublisher(), given.eraseToAnySinglePublisher(),
            infallible.eraseToAnySinglePublisher(), failing.eraseToAnySinglePublisher(),
            neither.eraseToAnySinglePublisher(), delete().andThen { Just(1) }.eraseToAnySinglePublisher(),
            delete(fails: true).andThen(Just(1)).eraseToAnySinglePublisher(),
        ]
        var outcomes: [Int?] = []
        for single in singles { _ = single.sinkSingle { outcomes.append(try? $0.get()) } }
        #expect(outcomes == [1, 1, 1, 1, 1, 1, nil])
    }

    /// A completable is taken as what it is.
    @Test func completablesOfNeverAreTheirOwn() {
        let completable = AnyCompletablePublisher<Never, Never>.empty()
        let next: TraitPublishers.AndThen<AnyCompletablePublisher<Never, Never>, Just<Int>> =
            completable.andThen(Just(1))
        let again: AnyCompletablePublisher<Never, Never> = completable.eraseToAnyCompletablePublisher()
        var values: [Int] = []
        _ = next.sink { values.append($0) }
        #expect(values == [1])
        var ends = 0
        _ = again.sinkCompletable { _ in ends += 1 }
        #expect(ends == 1)
    }
}
