import Dispatch
import Testing
import TraitsRuntime

/// Closures that belong to an actor run there, or the program stops.
///
/// Each program is a child process. This module is compiled in the Swift 6 mode, as a user's may be.
@Suite("Closures of actors", .limited)
struct ActorTests {
    // MARK: What stops

    @Test func aClosureOfTheMainActorStopsTheProgramElsewhere() async throws {
        let inMap = await #expect(processExitsWith: .failure) {
            await Model().finish { model, source in source.map { model.add($0) } }
        }
        let inEvents = await #expect(processExitsWith: .failure) {
            await Model().finish { model, source in source.handleEvents(receiveOutput: { model.add($0) }) }
        }
        let inFilter = await #expect(processExitsWith: .failure) {
            await Model().finish { _, source in source.filter { $0 > 0 } }
        }
        let inSink = await #expect(processExitsWith: .failure) { await Model().sink(Elsewhere.source) }
        let inSinkOfATrait = await #expect(processExitsWith: .failure) {
            await Model().sinkSingle(Elsewhere.source)
        }
        for result in [inMap, inEvents, inFilter, inSink, inSinkOfATrait] { try expectTrap(result) }
    }

    @Test func aClosureOfAnActorStopsTheProgramElsewhere() async throws {
        let result = await #expect(processExitsWith: .failure) { await Log().gather(Elsewhere.source) }
        try expectTrap(result)
    }

    @Test func anObserverOfAPropertyStopsTheProgramElsewhere() async throws {
        let result = await #expect(processExitsWith: .failure) {
            let source = MutableProperty(0)
            let cancellable = await Model().observe(source.property)
            await Task.detached { source.value = 1 }.value
            withExtendedLifetime(cancellable) {}
        }
        try expectTrap(result)
    }

    /// Not an orderly exit: the check ended it.
    private func expectTrap(_ result: ExitTest.Result?) throws {
        let status = try #require(result).exitStatus
        guard case .signal = status else {
            Issue.record("ended with \(status)")
            return
        }
    }

    // MARK: What doesn't

    @Test func deliveredOnTheMainActorNothingStops() async {
        await #expect(processExitsWith: .success) {
            let model = Model()
            await model.finish { model, source in
                source.receive(on: DispatchQueue.main).map { model.add($0) }
            }
            await model.finish { model, source in source.receive(on: MainActor.shared).map { model.add($0) } }
            await model.finish { model, source in source.receive(on: #isolation).filter { $0 > 0 } }
            await model.finish { model, source in
                source.delay(for: .nanoseconds(1), scheduler: .mainActor)
                    .handleEvents(receiveOutput: { model.add($0) })
            }
            await model.sink(Elsewhere.source.receive(on: MainActor.shared))
            await model.sinkSingle(Elsewhere.source.receive(on: MainActor.shared))
            await model.demand([1, 1, 1, 1, 1])
        }
    }

    @Test func deliveredOnAnActorNothingStops() async {
        await #expect(processExitsWith: .success) {
            let log = Log()
            await log.gatherHere(Elsewhere.source)
            await log.gather(Elsewhere.source.receive(on: log))
            await log.demand([1, 1])
        }
    }

    @Test func anObserverThatTakesTheCallersIsolationHasItsValueAtOnce() async {
        await #expect(processExitsWith: .success) {
            let source = MutableProperty(0)
            let model = Model()
            let cancellable = await model.observeHere(source.property)
            await Task.detached { source.value = 1 }.value
            await model.whenCount(is: 2)
            await model.demand([0, 1])
            withExtendedLifetime(cancellable) {}
        }
    }

    /// A closure that says that it may run anywhere does; so does one that belongs to no actor.
    @Test func aClosureOfNoActorRunsAnywhere() async {
        await #expect(processExitsWith: .success) {
            await Model().finish { _, source in source.map { @Sendable in $0 + 1 } }
            let two = try? await Elsewhere.source.map { $0 + 1 }.value
            precondition(two == 2)
        }
    }
}

// MARK: - Programs

private enum Elsewhere {
    /// A single that delivers on a queue of its own.
    static var source: Publishers.ReceiveOn<Just<Int>, DispatchQueue> {
        Just(1).receive(on: DispatchQueue(label: "elsewhere"))
    }
}

/// What a user of the main actor writes: its closures touch its state.
@MainActor private final class Model {
    private var values: [Int] = [] {
        didSet { if values.count == awaited?.count { awaited?.done.resume() } }
    }
    private var awaited: (count: Int, done: CheckedContinuation<Void, Never>)?

    func add(_ value: Int) { values.append(value) }

    /// Ends the program unless these are the values.
    func demand(_ expected: [Int]) { precondition(values == expected, "\(values)") }

    func whenCount(is count: Int) async {
        if values.count >= count { return }
        await withCheckedContinuation { awaited = (count, $0) }
    }

    /// Makes a chain with closures of the main actor, and waits for its end.
    func finish<P: Publisher>(
        _ chain: @MainActor (Model, Publishers.ReceiveOn<Just<Int>, DispatchQueue>) -> P
    ) async where P.Failure == Never {
        for await _ in chain(self, Elsewhere.source).values {}
    }

    func sink<P: Publisher<Int, Never>>(_ source: P) async {
        var cancellable: AnyCancellable?
        await withCheckedContinuation { done in
            cancellable = source.sink(
                receiveCompletion: { _ in done.resume() }, receiveValue: { self.add($0) })
        }
        withExtendedLifetime(cancellable) {}
    }

    func sinkSingle<P: SinglePublisher<Int, Never>>(_ source: P) async {
        var cancellable: AnyCancellable?
        await withCheckedContinuation { done in
            cancellable = source.sinkSingle {
                self.add($0.get())
                done.resume()
            }
        }
        withExtendedLifetime(cancellable) {}
    }

    func observe(_ property: Property<Int>) -> AnyCancellable { property.allValues.sink { self.add($0) } }

    /// The first value comes in the call, or the program stops.
    func observeHere(_ property: Property<Int>) -> AnyCancellable {
        let cancellable = observe(property.receive(on: #isolation))
        demand([property.value])
        return cancellable
    }
}

private actor Log {
    private var values: [Int] = []

    /// Ends the program unless these are the values.
    func demand(_ expected: [Int]) { precondition(values == expected, "\(values)") }

    func gather<P: Publisher<Int, Never>>(_ source: P) async {
        var cancellable: AnyCancellable?
        await withCheckedContinuation { done in
            cancellable = source.sink(
                receiveCompletion: { _ in done.resume() }, receiveValue: { self.values.append($0) })
        }
        withExtendedLifetime(cancellable) {}
    }

    func gatherHere<P: Publisher<Int, Never>>(_ source: P) async {
        await gather(source.receive(on: #isolation))
    }
}
