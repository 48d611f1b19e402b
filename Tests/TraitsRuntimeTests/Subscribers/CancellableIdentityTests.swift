import Testing
import TraitsRuntime

/// Each subscription has a handle of its own, also one that was over before `sink` returned.
@Suite("Identity of cancellables")
struct CancellableIdentityTests {
    private struct Broken: Error {}

    private func handles() -> [AnyCancellable] {
        [
            Just(1).sink { _ in }, Just(1).sink { _ in },
            Just(1).map { $0 + 1 }.sink(receiveCompletion: { _ in }, receiveValue: { _ in }),
            Empty<Int, Never>().sink { _ in },
            Empty<Int, Never>().sink(receiveCompletion: { _ in }, receiveValue: { _ in }),
            Fail<Int, Broken>(error: Broken()).sink(receiveCompletion: { _ in }, receiveValue: { _ in }),
            Just(1).eraseToAnyPublisher().sink { _ in },
            Just(1).sinkSingle { _ in },
            Fail<Int, Broken>(error: Broken()).eraseToAnySinglePublisher().sinkSingle { _ in },
            Empty<Int, Never>().eraseToAnyMaybePublisher().sinkMaybe { _ in },
            [1, 2].publisher.sink { _ in },
            PassthroughSubject<Int, Never>().sink { _ in },
        ]
    }

    @Test func theyCountInASet() {
        var set: Set<AnyCancellable> = []
        for _ in 0..<3 { Just(1).sink { _ in }.store(in: &set) }
        #expect(set.count == 3)
        for _ in 0..<1000 { handles().forEach { $0.store(in: &set) } }
        #expect(set.count == 3 + 1000 * handles().count)
    }

    @Test func theyAreKeysOfADictionary() {
        let handles = handles()
        let numbers = Dictionary(uniqueKeysWithValues: handles.enumerated().map { ($1, $0) })
        for (index, handle) in handles.enumerated() { #expect(numbers[handle] == index) }
    }
}
