import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

@Suite("Following inner publishers")
struct FlatteningTests {
    @Test func flatMapFirstLeavesOutWhatComesMeanwhile() {
        let source = PassthroughSubject<Int, Never>()
        var inner: [PassthroughSubject<Int, Never>] = []
        let recorder = source.flatMapFirst { _ in
            inner.append(PassthroughSubject())
            return inner[inner.count - 1]
        }.record()
        source.send(1)
        source.send(2)
        #expect(inner.count == 1)
        inner[0].send(10)
        inner[0].send(completion: .finished)
        source.send(3)
        inner[1].send(30)
        source.send(completion: .finished)
        #expect(recorder.completion == nil)
        inner[1].send(completion: .finished)
        #expect(recorder.values == [10, 30])
        #expect(recorder.completion == .finished)
    }

    /// A published property sends once more when it is asked; that isn't taken for a value that waits.
    @Test func flatMapFirstBeginsAgainForEachSubscriber() {
        let publisher = [1, 2].publisher.flatMapFirst { Just($0) }
        for _ in 1...2 { #expect(publisher.record().values == [1, 2]) }
    }

    @Test func concatMapLosesNoValueOfASubject() {
        let source = PassthroughSubject<Int, Never>()
        let gates = [PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]
        let recorder = source.concatMap { gates[$0] }.record()
        source.send(0)
        source.send(1)
        source.send(completion: .finished)
        gates[1].send(9)
        gates[0].send(1)
        gates[0].send(completion: .finished)
        gates[1].send(2)
        gates[1].send(completion: .finished)
        #expect(recorder.values == [1, 2])
        #expect(recorder.completion == .finished)
    }

    @Test func flatMapLatestFollowsTheNewest() {
        let source = PassthroughSubject<Int, Never>()
        let inner = [PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]
        let recorder = source.flatMapLatest { inner[$0] }.record()
        source.send(0)
        inner[0].send(1)
        source.send(1)
        inner[0].send(2)
        inner[1].send(3)
        #expect(recorder.values == [1, 3])
    }

    @Test func singlesStaySingles() {
        let first: some SinglePublisher<Int, Never> = Just(1).flatMapFirst { Just($0 + 1) }
        let concatenated: some SinglePublisher<Int, Never> = Just(1).concatMap { Just($0 + 2) }
        let latest: some SinglePublisher<Int, Never> = Just(1).flatMapLatest { Just($0 + 3) }
        #expect(first.record().recording.values == [2])
        #expect(concatenated.record().recording.values == [3])
        #expect(latest.record().recording.values == [4])
    }

    @Test func cancelsTheInnerOneAndUpstream() {
        let (source, inner) = (ManualPublisher<Int, Never>(), ManualPublisher<Int, Never>())
        for publisher in [
            source.flatMapFirst { _ in inner }.eraseToAnyPublisher(),
            source.concatMap { _ in inner }.eraseToAnyPublisher(),
        ] {
            let cancellable = publisher.sink { _ in }
            source.send(1)
            cancellable.cancel()
            #expect(source.uses.last == .cancelled)
            #expect(inner.uses.last == .cancelled)
        }
    }
}
