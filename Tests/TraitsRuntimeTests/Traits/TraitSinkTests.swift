import Testing
import TraitsRuntime
import TraitsTesting

@Suite struct TraitSinkTests {
    @Test func `sinkSingle delivers the value or the failure`() {
        var results: [Result<Int, MyError>] = []
        let value = AnySinglePublisher<Int, MyError>.just(1).sinkSingle { results.append($0) }
        let failure = AnySinglePublisher<Int, MyError>.fail(MyError()).sinkSingle { results.append($0) }
        let silence = AnySinglePublisher<Int, MyError>.never().sinkSingle { results.append($0) }
        #expect(results == [.success(1), .failure(MyError())])
        withExtendedLifetime((value, failure, silence)) {}
    }

    @Test func `sinkMaybe delivers the value, the end or the failure`() {
        var results: [MaybeResult<Int, MyError>] = []
        let cancellables = [
            AnyMaybePublisher<Int, MyError>.just(1), .empty(), .fail(MyError()), .never(),
        ].map { $0.sinkMaybe { results.append($0) } }
        #expect(results == [.success(1), .finished, .failure(MyError())])
        withExtendedLifetime(cancellables) {}
    }

    @Test func `sinkCompletable delivers the end or the failure`() {
        var results: [Subscribers.Completion<MyError>] = []
        let cancellables = [
            AnyCompletablePublisher<Int, MyError>.empty(), .fail(MyError()), .never(),
        ].map { $0.sinkCompletable { results.append($0) } }
        #expect(results == [.finished, .failure(MyError())])
        withExtendedLifetime(cancellables) {}
    }

    @Test func `a single sinks as a maybe`() {
        var results: [MaybeResult<Int, Never>] = []
        let cancellable = Just(1).sinkMaybe { results.append($0) }
        #expect(results == [.success(1)])
        withExtendedLifetime(cancellable) {}
    }

    @Test func `nothing is delivered after cancellation`() {
        let source = ManualPublisher<Int, Never>()
        var count = 0
        let cancellable = source.uncheckedMaybe().sinkMaybe { _ in count += 1 }
        #expect(source.uses == [.requested(.unlimited)])
        cancellable.cancel()
        source.send(1)
        #expect(count == 0)
        #expect(source.uses == [.requested(.unlimited), .cancelled])
    }

    @Test func `the closure is released at the end, and by a cancellation`() {
        weak var kept: Captured?
        func closure() -> (Result<Int, MyError>) -> Void {
            let token = Captured()
            kept = token
            return { _ in withExtendedLifetime(token) {} }
        }
        let source = PassthroughSubject<Int, MyError>()
        let ended = source.uncheckedSingle().sinkSingle(receive: closure())
        #expect(kept != nil)
        source.send(1)
        source.send(completion: .finished)
        #expect(kept == nil)
        let cancelled = PassthroughSubject<Int, MyError>().uncheckedSingle().sinkSingle(receive: closure())
        #expect(kept != nil)
        cancelled.cancel()
        #expect(kept == nil)
        withExtendedLifetime(ended) {}
    }

    @Test func `an end that follows a cancellation inside of the closure is not told`() {
        let source = ManualPublisher<Int, MyError>()
        var cancellable: AnyCancellable?
        var outcomes = 0
        cancellable = source.uncheckedSingle().sinkSingle { _ in
            outcomes += 1
            cancellable?.cancel()
        }
        source.send(1)
        source.send(completion: .failure(MyError()))
        #expect(outcomes == 1)
    }

    @Test func `a chain that has run in part is subscribed to for the rest`() {
        var promise: Future<Int, MyError>.Promise?
        var results: [Result<Int, MyError>] = []
        let cancellable = Deferred { Future<Int, MyError> { promise = $0 } }.sinkSingle { results.append($0) }
        #expect(results == [])
        promise?(.success(1))
        #expect(results == [.success(1)])
        withExtendedLifetime(cancellable) {}
    }
}

private final class Captured {}
