import Dispatch
import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

/// What RxSwift calls a driver and a signal: nothing fails, all arrives on the main actor, all share one
/// subscription, and a late subscriber gets the newest value, or nothing.
@Suite("Drivers and signals", .limited)
struct DriverTests {
    private static func driver<P: Publisher<Int, TestFailure>>(
        of source: P
    ) -> some MainActorPublisher<Int, Never> & SharedPublisher {
        source.replaceError(with: -1).share(replay: 1).receive(on: .mainActorImmediate)
    }

    private static func signal<P: Publisher<Int, TestFailure>>(
        of source: P
    ) -> some MainActorPublisher<Int, Never> & SharedPublisher {
        source.replaceError(with: -1).share().receive(on: .mainActorImmediate)
    }

    /// What a widget has shown. Its method belongs to the actor: a call from elsewhere would stop the program.
    @MainActor private final class Widget {
        var shown: [Int] = []
        var hasEnded = false
        func show(_ value: Int) { shown.append(value) }
        func end(_: Subscribers.Completion<Never>) { hasEnded = true }
    }

    /// Lets the jobs of the main actor run until a condition holds.
    @MainActor private func wait(
        until holds: () -> Bool, at location: SourceLocation = #_sourceLocation
    ) async {
        let end = ContinuousClock.now + .seconds(60)
        while !holds() {
            if ContinuousClock.now > end {
                Issue.record("it never happened", sourceLocation: location)
                return
            }
            await Task.yield()
        }
    }

    @Test @MainActor func onTheMainActorADriverAnswersAtOnce() {
        let source = ManualPublisher<Int, TestFailure>()
        let driver = Self.driver(of: source)
        let (first, late) = (Widget(), Widget())
        var cancellables = [driver.sink(receiveValue: first.show)]
        source.send(1)
        source.send(2)
        cancellables.append(driver.sink(receiveCompletion: late.end, receiveValue: late.show))
        #expect(late.shown == [2], "inside the call that subscribes")
        source.send(3)
        #expect(first.shown == [1, 2, 3])
        #expect(late.shown == [2, 3])
        source.send(completion: .failure("x"))
        #expect(late.shown == [2, 3, -1])
        #expect(late.hasEnded)
        #expect(source.subscriptionCount == 1)
        cancellables = []
    }

    @Test @MainActor func aSignalReplaysNothing() {
        let source = ManualPublisher<Int, TestFailure>()
        let signal = Self.signal(of: source)
        let (first, late) = (Widget(), Widget())
        var cancellables = [signal.sink(receiveValue: first.show)]
        source.send(1)
        cancellables.append(signal.sink(receiveValue: late.show))
        #expect(late.shown == [])
        source.send(2)
        source.send(completion: .failure("x"))
        #expect(first.shown == [1, 2, -1])
        #expect(late.shown == [2, -1])
        #expect(source.subscriptionCount == 1)
        cancellables = []
    }

    /// What RxSwift writes as `relay.asDriver()`.
    @Test @MainActor func aPropertyIsADriverToo() {
        let property = MutableProperty(1)
        let driver: some MainActorPublisher<Int, Never> & SharedPublisher =
            property.property.allValues.receive(on: .mainActorImmediate)
        let widget = Widget()
        let cancellable = driver.sink(receiveValue: widget.show)
        property.value = 2
        #expect(widget.shown == [1, 2])
        cancellable.cancel()
    }

    @Test @MainActor func whenNobodyListensADriverStops() {
        let source = ManualPublisher<Int, TestFailure>()
        let driver = Self.driver(of: source)
        let widget = Widget()
        var cancellable: AnyCancellable? = driver.sink(receiveValue: widget.show)
        source.send(1)
        cancellable = nil
        #expect(source.uses.last == .cancelled)
        cancellable = driver.sink(receiveValue: widget.show)
        #expect(widget.shown == [1], "the old value is gone")
        source.send(2, to: 1)
        #expect(widget.shown == [1, 2])
        withExtendedLifetime(cancellable) {}
    }

    /// A value that still waits for the actor isn't overtaken by what is sent on it.
    @Test @MainActor func aHopIsNotOvertaken() async {
        let source = PassthroughSubject<Int, TestFailure>()
        let driver = Self.driver(of: source)
        let (first, late) = (Widget(), Widget())
        var cancellables = [driver.sink(receiveValue: first.show)]
        await sendElsewhere { source.send(1) }
        source.send(2)
        cancellables.append(driver.sink(receiveValue: late.show))
        // Synchronously, unless the first value still waits: then after it.
        await wait { first.shown.count == 2 && late.shown.count == 1 }
        #expect(first.shown == [1, 2])
        #expect(late.shown == [2])
        cancellables = []
    }

    /// Runs a closure on another thread, and comes back when that is done; what it has scheduled may have run by then.
    @MainActor private func sendElsewhere(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                body()
                continuation.resume()
            }
        }
    }

    // MARK: From many threads

    /// A feed sends from its thread, and widgets come on the main actor and on threads. Each sees the numbers from the one
    /// it begins with to the last, and all of them on the actor, or the program stops.
    @Test(arguments: Laws.seeds(1...6)) @MainActor
    func everyWidgetSeesASequel(seed: UInt64) async {
        let count = 400
        let source = PassthroughSubject<Int, TestFailure>()
        // Its closures are those of the library, and safe to share.
        nonisolated(unsafe) let driver = Self.driver(of: source)
        let widgets = (0..<12).map { _ in Widget() }
        // One keeps the connection.
        let keeper = Widget()
        let kept = driver.sink(receiveCompletion: keeper.end, receiveValue: keeper.show)
        let bag = CancelBag()
        let finished = Atomic<Int>(0)
        let elsewhere = widgets[..<6]
        DispatchQueue.global().async {
            var random = SeededGenerator(seed: seed)
            for widget in elsewhere {
                driver.sink(receiveCompletion: { widget.end($0) }, receiveValue: { widget.show($0) })
                    .store(in: bag)
                for _ in 0..<Int.random(in: 0..<500, using: &random) { _ = random.next() }
            }
            finished.add(1, ordering: .releasing)
        }
        DispatchQueue.global().async {
            for value in 0..<count { source.send(value) }
            finished.add(1, ordering: .releasing)
        }
        for widget in widgets[6...] {
            driver.sink(receiveCompletion: widget.end, receiveValue: widget.show).store(in: bag)
            await Task.yield()
        }
        await wait { finished.load(ordering: .acquiring) == 2 }
        source.send(completion: .finished)
        await wait { keeper.hasEnded && widgets.allSatisfy(\.hasEnded) }
        #expect(keeper.shown == Array(0..<count), "seed \(seed)")
        for widget in widgets {
            // The subscriber before the first value had none to begin with; the last subscriber had the last one.
            let start = widget.shown.first ?? count
            #expect(widget.shown == Array(start..<count), "seed \(seed)")
        }
        kept.cancel()
    }
}
