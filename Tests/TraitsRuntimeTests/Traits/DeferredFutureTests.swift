import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

@Suite struct DeferredFutureTests {
    @Test func `nothing happens until a value is requested, and each subscription has its job`() {
        var jobs = 0
        let publisher = DeferredFutureSingle<Int, MyError> { promise in
            jobs += 1
            promise(.success(jobs))
            return AnyCancellable {}
        }
        #expect(jobs == 0)
        let waiting = publisher.record(demand: .none)
        #expect(jobs == 0)
        #expect(publisher.record().log == ["1", "finished"])
        waiting.request(.max(1))
        #expect(waiting.log == ["2", "finished"])
    }

    @Test func `it ends later too, and cleans up once`() {
        let pending = Pending<Result<Int, MyError>>()
        let publisher = DeferredFutureSingle<Int, MyError> { promise in
            pending.fulfil = promise
            return AnyCancellable { pending.cleanups += 1 }
        }
        let recorder = publisher.record()
        #expect(recorder.log.isEmpty)
        pending.fulfil?(.success(1))
        #expect(recorder.log == ["1", "finished"])
        #expect(pending.cleanups == 1)
        pending.fulfil?(.failure(MyError()))
        recorder.cancel()
        #expect(recorder.log == ["1", "finished"])
        #expect(pending.cleanups == 1)
    }

    @Test func `cancellation cleans up, and the promise is void`() {
        let pending = Pending<MaybeResult<Int, MyError>>()
        let recorder = DeferredFutureMaybe<Int, MyError> { promise in
            pending.fulfil = promise
            return AnyCancellable { pending.cleanups += 1 }
        }.record()
        recorder.cancel()
        #expect(pending.cleanups == 1)
        pending.fulfil?(.success(1))
        #expect(recorder.values.isEmpty && recorder.completion == nil)
        #expect(pending.cleanups == 1)
    }

    @Test func `a job that ends inside its closure still has its cleanup called`() {
        var cleanups = 0
        let recorder = DeferredFutureMaybe<Int, MyError> { promise in
            promise(.finished)
            promise(.success(1))
            return AnyCancellable { cleanups += 1 }
        }.record()
        #expect(recorder.log == ["finished"])
        #expect(cleanups == 1)
    }

    @Test func `every outcome of every trait`() {
        func log<P: Publisher>(_ publisher: P) -> [String] { publisher.record().log }
        let none = AnyCancellable {}
        #expect(
            log(
                DeferredFutureSingle<Int, MyError> {
                    $0(.failure(MyError())); return none
                }) == ["failed with MyError()"])
        #expect(
            log(
                DeferredFutureMaybe<Int, MyError> {
                    $0(.success(1)); return none
                }) == ["1", "finished"])
        #expect(
            log(
                DeferredFutureMaybe<Int, MyError> {
                    $0(.failure(MyError())); return none
                }) == ["failed with MyError()"])
        #expect(
            log(
                DeferredFutureCompletable<Int, MyError> {
                    $0(.finished); return none
                }) == ["finished"])
        #expect(
            log(
                DeferredFutureCompletable<Int, MyError> {
                    $0(.failure(MyError())); return none
                }) == ["failed with MyError()"])
        #expect(log(DeferredFutureSingle<Int, MyError> { _ in none }).isEmpty)
    }

    @Test func `what the job holds is released when it ends`() throws {
        let leaks = LeakTracker()
        do {
            let token = leaks.token("captured")
            let recorder = DeferredFutureSingle<Int, Never> { promise in
                promise(.success(1))
                return AnyCancellable { withExtendedLifetime(token) {} }
            }.leakTracked(by: leaks, "future").record()
            #expect(recorder.log == ["1", "finished"])
        }
        try leaks.expectAllReleased()
    }

    @Test func `a promise that the work keeps doesn't keep the subscriber`() throws {
        let leaks = LeakTracker()
        let pending = Pending<Result<Int, MyError>>()
        let future = DeferredFutureSingle<Int, MyError> { promise in
            pending.fulfil = promise
            return AnyCancellable {}
        }
        var cancellable: AnyCancellable?
        do {
            let token = leaks.token("subscriber")
            cancellable = future.map { [token] in $0 + token.name.count }.sink { _ in
            } receiveValue: { _ in
            }
        }
        #expect(!leaks.alive.isEmpty)
        pending.fulfil?(.success(1))
        try leaks.expectAllReleased()
        #expect(pending.fulfil != nil && cancellable != nil)
    }

    @Test func `of racing promises and a cancellation, one wins and the cleanup runs once`() async {
        for _ in 0..<200 {
            let pending = Pending<Result<Int, MyError>>()
            let cleanups = Mutex(0)
            let recorder = DeferredFutureSingle<Int, MyError> { promise in
                pending.fulfil = promise
                return AnyCancellable { cleanups.withLock { $0 += 1 } }
            }.record()
            let cancel = AnyCancellable(recorder)
            let promise = pending.fulfil!
            await withTaskGroup(of: Void.self) { group in
                for value in 0..<3 { group.addTask { promise(.success(value)) } }
                group.addTask { promise(.failure(MyError())) }
                group.addTask { cancel.cancel() }
            }
            let completions = recorder.events.filter {
                if case .completion = $0.signal { true } else { false }
            }
            #expect(completions.count <= 1)
            #expect(recorder.values.count <= 1)
            #expect(cleanups.withLock { $0 } == 1)
        }
    }
}
