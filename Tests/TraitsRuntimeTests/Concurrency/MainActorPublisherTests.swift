import Dispatch
import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

/// What a ``MainActorPublisher`` delivers arrives on the main actor, and closures of that actor are at home there.
@Suite("Publishers of the main actor", .limited)
struct MainActorPublisherTests {
    @MainActor final class Model {
        var seen: [String] = []
        func see(_ text: String) { seen.append(text) }
    }

    // Apart, since a closure of the actor can't know of a generic type.
    private static func end(_ model: Model, _ continuation: CheckedContinuation<Void, Never>)
        -> @MainActor @Sendable (Subscribers.Completion<Never>) -> Void
    {
        { _ in
            model.see("end")
            continuation.resume()
        }
    }

    private static func value(_ model: Model) -> @MainActor @Sendable (Int) -> Void { { model.see("\($0)") } }

    /// Waits for the end of a publisher that is subscribed to from elsewhere, and whose closures belong to the actor.
    private func seen<P: MainActorPublisher<Int, Never>>(of publisher: P) async -> [String] {
        let model = Model()
        let cancellable = Mutex<AnyCancellable?>(nil)
        await withCheckedContinuation { continuation in
            // Called by the queue alone.
            nonisolated(unsafe) let subscribe = {
                publisher.sink(
                    receiveCompletion: Self.end(model, continuation), receiveValue: Self.value(model))
            }
            DispatchQueue.global().async {
                let subscription = subscribe()
                cancellable.withLock { $0 = subscription }
            }
        }
        return await model.seen
    }

    @Test func operatorsOfTimeDeliverThere() async {
        let source = [1, 2].publisher
        #expect(await seen(of: source.receive(on: .mainActor)) == ["1", "2", "end"])
        #expect(await seen(of: source.receive(on: .mainActorImmediate)) == ["1", "2", "end"])
        #expect(
            await seen(of: source.delay(for: .milliseconds(1), scheduler: .mainActor)) == ["1", "2", "end"])
        #expect(await seen(of: source.debounce(for: .seconds(9), scheduler: .mainActor)) == ["end"])
        // Which of the two gets through is for the clock to say.
        let throttled = await seen(
            of: source.throttle(for: .milliseconds(1), scheduler: .mainActor, latest: true))
        #expect(throttled.count > 1 && throttled.last == "end")
        #expect(await seen(of: source.timeout(.seconds(9), scheduler: .mainActor)) == ["1", "2", "end"])
        #expect(
            await seen(
                of: source.collect(.byTime(GlobalActorScheduler(MainActor.self), .milliseconds(1))).map(
                    \.count))
                == ["2", "end"])
    }

    @Test func operatorsKeepIt() async {
        let source = [1, 2, 3].publisher.receive(on: .mainActor)
        #expect(await seen(of: source.map { $0 * 2 }.filter { $0 > 2 }) == ["4", "6", "end"])
        #expect(await seen(of: source.zip(source).map { $0 + $1 }) == ["2", "4", "6", "end"])
        #expect(
            await seen(of: source.flatMap { Just($0).receive(on: .mainActor) }) == ["1", "2", "3", "end"])
        #expect(await seen(of: source.eraseToAnyMainActorPublisher().first()) == ["1", "end"])
        #expect(await seen(of: Just(1).receive(on: DispatchQueue.main).assertMainActor()) == ["1", "end"])
        #expect(await seen(of: Just(1).receive(on: DispatchQueue.main).uncheckedMainActor()) == ["1", "end"])
    }

    /// Closures of the actor run where the publisher delivers.
    @Test @MainActor func closuresOfTheActorAreAtHome() async {
        let model = Model()
        let source = Just(1).receive(on: .mainActor)
        let chain = source.map { (value: Int) in
            model.see("map")
            return value
        }.handleEvents(receiveOutput: { _ in model.see("event") })
            .compactMap { (value: Int) -> Int? in
                model.see("compactMap")
                return value
            }
        var cancellable: AnyCancellable?
        await withCheckedContinuation { continuation in
            cancellable = chain.sink(
                receiveCompletion: { _ in continuation.resume() }, receiveValue: { _ in model.see("sink") })
        }
        withExtendedLifetime(cancellable) {}
        #expect(model.seen == ["map", "event", "compactMap", "sink"])
    }

    @Test func twoPromisesAreKeptTogether() async {
        func both() -> some SinglePublisher<Int, Never> & MainActorPublisher<Int, Never> {
            Just(1).receive(on: .mainActor)
        }
        let erased: AnyMainActorSinglePublisher<Int, Never> = both().eraseToAnyMainActorSinglePublisher()
        let model = Model()
        let cancellable = Mutex<AnyCancellable?>(nil)
        await withCheckedContinuation { continuation in
            let subscription = erased.sinkSingle { result in
                model.see("\(result)")
                continuation.resume()
            }
            cancellable.withLock { $0 = subscription }
        }
        #expect(await model.seen == ["success(1)"])
        #expect(String(describing: erased) == "AnyMainActorSinglePublisher")
    }

    // MARK: Synchronously

    @Test @MainActor func atOnceMeansInsideTheCall() {
        let subject = CurrentValueSubject<Int, Never>(1)
        var seen: [Int] = []
        let cancellable = subject.receive(on: .mainActorImmediate).sink { seen.append($0) }
        #expect(seen == [1])
        subject.send(2)
        #expect(seen == [1, 2])
        cancellable.cancel()
    }

    /// What was sent elsewhere before goes first.
    @Test @MainActor func nothingOvertakesWhatWaits() async {
        let subject = PassthroughSubject<Int, Never>()
        var seen: [Int] = []
        let cancellable = subject.receive(on: .mainActorImmediate).sink { seen.append($0) }
        let sent = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            subject.send(1)
            sent.signal()
        }
        let waits = { sent.wait() }
        waits()
        subject.send(2)
        #expect(seen == [])
        while seen.count < 2 { await Task.yield() }
        #expect(seen == [1, 2])
        cancellable.cancel()
    }

    // MARK: Any actor

    actor Log {
        var lines: [Int] = []
        var isOver = false
        func finish() { isOver = true }
        func add(_ line: Int) { lines.append(line) }
    }

    @Test func aSinkIsGivenItsActor() async {
        let log = Log()
        let cancellable = Mutex<AnyCancellable?>(nil)
        await withCheckedContinuation { continuation in
            let subscription = [1, 2].publisher.sink(
                on: log,
                receiveCompletion: { log, _ in
                    log.finish()
                    continuation.resume()
                }, receiveValue: { log, value in log.add(value) })
            cancellable.withLock { $0 = subscription }
        }
        #expect(await log.lines == [1, 2])
        #expect(await log.isOver)
    }

    // MARK: A promise that is broken

    @Test func aBrokenPromiseNamesThePublisher() async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let checked = PassthroughSubject<Int, Never>()
            let cancellable = checked.assertMainActor("the model").sink { _ in }
            await Task.detached { checked.send(1) }.value
            withExtendedLifetime(cancellable) {}
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("the model: assertMainActor(): PassthroughSubject<Int, Never>"), "\(text)")
        #expect(text.contains("broken the promise of MainActorPublisher"), "\(text)")
    }

    @Test func whatIsBelievedStillStopsElsewhere() async {
        await #expect(processExitsWith: .failure) {
            let believed = PassthroughSubject<Int, Never>()
            let model = Model()
            let cancellable = believed.uncheckedMainActor().sink { model.see("\($0)") }
            await Task.detached { believed.send(1) }.value
            withExtendedLifetime(cancellable) {}
        }
    }
}
