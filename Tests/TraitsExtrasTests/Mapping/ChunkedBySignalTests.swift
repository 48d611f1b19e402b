import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

@Suite("chunked(by:) and chunks(ofCount:or:) with a signal")
struct ChunkedBySignalTests {
    private let values = PassthroughSubject<Int, TestFailure>()
    private let signals = PassthroughSubject<Void, TestFailure>()

    @Test func aSignalEndsAChunk() {
        let recorder = values.chunked(by: signals).record()
        signals.send()
        values.send(1)
        values.send(2)
        signals.send()
        values.send(3)
        values.send(completion: .finished)
        #expect(recorder.values == [[1, 2], [3]])
        #expect(recorder.completion == .finished)
    }

    @Test func aFullChunkIsSent() {
        let recorder = values.chunks(ofCount: 2, or: signals).record()
        for value in 1...3 { values.send(value) }
        signals.send()
        signals.send(completion: .finished)
        for value in 4...6 { values.send(value) }
        values.send(completion: .finished)
        #expect(recorder.values == [[1, 2], [3], [4, 5], [6]])
    }

    @Test func aFailureOfTheSignalEndsAll() {
        let recorder = values.chunked(by: signals).record()
        values.send(1)
        signals.send(completion: .failure(TestFailure()))
        #expect(recorder.values == [])
        #expect(recorder.completion == .failure(TestFailure()))
    }

    /// A chunk is kept for a subscriber that asks later.
    @Test func chunksWait() {
        let recorder = values.chunked(by: signals).record(demand: .none)
        values.send(1)
        signals.send()
        values.send(2)
        signals.send()
        #expect(recorder.values == [])
        recorder.request(.unlimited)
        #expect(recorder.values == [[1], [2]])
    }

    /// What a subscriber sends while it is sent a chunk belongs to the next one.
    @Test func aSubscriberMaySend() {
        var chunks: [[Int]] = []
        let cancellable = values.chunked(by: signals).sink { _ in
        } receiveValue: { [values, signals] chunk in
            chunks.append(chunk)
            if chunks.count < 3 {
                values.send(chunk[0] * 10)
                signals.send()
            }
        }
        values.send(1)
        signals.send()
        #expect(chunks == [[1], [10], [100]])
        cancellable.cancel()
    }
}
