import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

@Suite("window(count:), window(boundary:), window(for:scheduler:)")
struct WindowTests {
    @Test func windowsHaveSoManyValues() {
        let recorder = (1...5).publisher.window(count: 2).flatMap { $0.collect() }.record()
        #expect(recorder.values == [[1, 2], [3, 4], [5]])
        #expect(recorder.completion == .finished)
        #expect((1...4).publisher.window(count: 2).flatMap { $0.count() }.record().values == [2, 2])
        #expect((1...2).publisher.window(count: 1).flatMap { $0.count() }.record().values == [1, 1])
        #expect(Empty<Int, Never>().window(count: 1).record().values.isEmpty)
    }

    @Test func aSignalOpensTheNextWindow() {
        let values = PassthroughSubject<Int, TestFailure>(), signals = PassthroughSubject<Void, TestFailure>()
        let recorder = values.window(boundary: signals).flatMap { $0.collect() }.record()
        values.send(1)
        values.send(2)
        signals.send()
        signals.send()
        values.send(3)
        signals.send(completion: .finished)
        values.send(4)
        #expect(recorder.values == [[1, 2], []])
        values.send(completion: .finished)
        #expect(recorder.values == [[1, 2], [], [3, 4]])
        #expect(recorder.completion == .finished)
    }

    @Test func aFailureOfTheSignalsEndsTheWindow() {
        let values = PassthroughSubject<Int, TestFailure>(), signals = PassthroughSubject<Void, TestFailure>()
        let windows = values.window(boundary: signals).record()
        let window = windows.values[0].record()
        signals.send(completion: .failure(TestFailure()))
        #expect(window.completion == .failure(TestFailure()))
        #expect(windows.completion == .failure(TestFailure()))
    }

    @Test func aFullWindowIsFollowedByTheNext() {
        let values = PassthroughSubject<Int, Never>(), signals = PassthroughSubject<Void, Never>()
        let recorder = values.window(boundary: signals, count: 2).flatMap { $0.collect() }.record()
        for value in 1...3 { values.send(value) }
        signals.send()
        values.send(completion: .finished)
        #expect(recorder.values == [[1, 2], [3], []])
    }

    @Test func aWindowIsOpenForSomeTime() throws {
        let scheduler = TestScheduler()
        let values = try scheduler.cold("-1---2----3|", of: Int.self)
        let recorder = values.window(for: 3, scheduler: scheduler).flatMap { $0.collect() }
            .record(on: scheduler)
        scheduler.advance(to: 40)
        #expect(recorder.values == [[1], [2], [3]])
        #expect(recorder.completion == .finished)
    }

    @Test func aWindowGoesOnWhenTheStreamOfWindowsIsCancelled() {
        let source = ManualPublisher<Int, Never>(), signals = ManualPublisher<Void, Never>()
        var window: AnyCancellable?
        var values: [Int] = []
        let windows = source.window(boundary: signals).sink { made in window = made.sink { values.append($0) }
        }
        source.send(1)
        windows.cancel()
        source.send(2)
        #expect(values == [1, 2])
        signals.send(())
        #expect(source.uses.last == .cancelled)
        #expect(signals.uses.last == .cancelled)
        window?.cancel()
    }

    @Test func aSubscriberMaySendTheNextValue() {
        let source = PassthroughSubject<Int, Never>()
        var sizes: [Int] = []
        let cancellable = source.window(count: 2)
            .flatMap { $0.handleEvents(receiveOutput: { if $0 < 4 { source.send($0 + 1) } }).count() }
            .sink { sizes.append($0) }
        source.send(1)
        source.send(completion: .finished)
        #expect(sizes == [2, 2])
        cancellable.cancel()
    }

    /// A value from inside of a value may open the next window, which follows the windows that were opened before.
    @Test func windowsComeInOrder() {
        let source = PassthroughSubject<Int, Never>()
        var seen: [Int] = []
        let cancellable =
            source
            .window(boundary: Empty<Void, Never>(completeImmediately: false), count: 1)
            .flatMap { $0 }
            .sink {
                seen.append($0)
                if $0 == 1 { for next in [2, 3] { source.send(next) } }
            }
        source.send(1)
        #expect(seen == [1, 2, 3])
        cancellable.cancel()
    }

    @Test func aSignalFromInsideOfTheEndOpensNoWindow() {
        let values = PassthroughSubject<Int, Never>(), signals = PassthroughSubject<Void, Never>()
        let recorder = values.window(boundary: signals)
            .flatMap { $0.handleEvents(receiveCompletion: { _ in signals.send() }) }
            .record()
        values.send(1)
        values.send(completion: .finished)
        #expect(recorder.values == [1])
        #expect(recorder.completion == .finished)
    }

    @Test func theClockStopsWithUpstream() {
        let clock = TestScheduler()
        let values = PassthroughSubject<Int, Never>()
        let recorder = values.window(for: 5, scheduler: clock).record(demand: .none)
        values.send(completion: .finished)
        #expect(clock.pendingCount == 0)
        recorder.request(.unlimited)
        #expect(recorder.values.count == 1)
        #expect(recorder.completion == .finished)
    }

    /// Upstream that sends inside of the subscription, and may have no end, can be cancelled: it sends what the windows that are
    /// there still need.
    @Test func upstreamStopsInsideOfTheSubscription() {
        var sent = 0
        let numbers = (1...1000).publisher.handleEvents(receiveOutput: { _ in sent += 1 })
        #expect(numbers.window(count: 2).prefix(1).record().values.count == 1)
        #expect(sent <= 2)
        sent = 0
        let never = Empty<Void, Never>(completeImmediately: false)
        #expect(numbers.window(boundary: never, count: 2).prefix(2).record().values.count == 2)
        #expect(sent <= 4)
    }

    @Test func nothingBeginsOnceTheFirstWindowIsRefused() {
        var begun = 0
        let upstream = Deferred {
            begun += 1
            return [1, 2].publisher
        }
        let never = Empty<Void, Never>(completeImmediately: false)
        let recorder = upstream.window(boundary: never).prefix(1).map { _ in true }.record()
        #expect(recorder.values == [true] && recorder.completion == .finished)
        #expect(begun == 0)
    }

    @Test func keepsTheLaws() throws {
        try Laws.check(
            promise: .anything, inputs: 1, bound: LawBound(values: 3, laterTicks: 1, plans: .short),
            ignoring: [.patience]
        ) { upstream in
            upstream.window(count: 2).flatMap { $0.reduce(0, +) }
        }
        try Laws.check(
            promise: .anything, inputs: 2, bound: LawBound(values: 1, laterTicks: 1, plans: .short),
            ignoring: [.patience]
        ) {
            upstream, signals in
            upstream.window(boundary: signals).flatMap { $0 }
        }
    }
}
