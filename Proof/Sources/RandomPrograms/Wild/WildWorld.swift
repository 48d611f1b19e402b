import Dispatch
import Foundation
import Synchronization
import TraitsExtras
import TraitsFoundation
import TraitsRuntime

/// What a wild program consists of: sources, streams, properties that are bound together, and queues. Its threads do with it
/// what a seed says.
///
/// All choices are made by names: a choice that is added changes only the programs that make it.
final class WildWorld: @unchecked Sendable {
    // Unchecked: what changes is in atomics and under `lock`; the rest is constant once the world is made.

    let seed: UInt64
    let subjects: [PassthroughSubject<WildValue, Never>] = (0..<3).map { _ in .init() }
    let states: [CurrentValueSubject<WildValue, Never>] = (0..<2).map { .init(WildValue($0)) }
    let group: WildGroup
    let watch: WildWatch

    private let lock = NSLock()
    private var subscriptions: [AnyCancellable] = []
    private var properties: [AnyObject] = []
    /// The number of actions that closures and released values may still take.
    private let budget = Atomic(80)
    private let actions = Atomic<UInt64>(0)
    let subscriptionCount = Atomic(0)
    let valueCount = Atomic(0)

    init(seed: UInt64, watch: WildWatch) {
        self.seed = seed
        self.watch = watch
        group = WildGroup(WildChoice(seed, "group"))
        for index in 0..<4 { subscribe(WildChoice(seed, "first \(index)")) }
    }

    // MARK: Actions

    static let actionNames = [
        "send", "send what acts", "set a state", "set a state to what acts", "set", "modify", "transaction",
        "subscribe", "cancel",
        "cancel all of them", "finish", "derive", "ask again",
    ]

    func act(_ choice: WildChoice) {
        switch choice.of(Self.actionNames) {
        case "send": subject(choice).send(WildValue(choice.number(100)))
        case "send what acts": subject(choice).send(WildValue(choice.number(100), acting: self))
        case "set a state": state(choice).send(WildValue(choice.number(100)))
        case "set a state to what acts": state(choice).value = WildValue(choice.number(100), acting: self)
        case "set": group.set(choice)
        case "modify": group.modify(choice)
        case "transaction": group.setSeveral(choice)
        case "subscribe": subscribe(choice)
        case "cancel": takeSubscription(choice)?.cancel()
        case "cancel all of them": for _ in 0..<3 { takeSubscription(choice)?.cancel() }
        case "finish": if choice.number(20) == 0 { subject(choice).send(completion: .finished) }
        case "derive": derive(choice)
        case "ask again":
            // One value at a time, from the thread that asks.
            for _ in 0..<3 { state(choice).send(WildValue(choice.number(10))) }
        default: fatalError()
        }
    }

    /// An action of a closure or of a value that is released.
    func actInside(_ reason: StaticString) {
        guard budget.subtract(1, ordering: .relaxed).newValue >= 0 else { return }
        act(WildChoice(seed, "\(reason) \(actions.add(1, ordering: .relaxed).newValue)"))
    }

    private func subject(_ choice: WildChoice) -> PassthroughSubject<WildValue, Never> {
        subjects[choice.number(subjects.count, "subject")]
    }

    private func state(_ choice: WildChoice) -> CurrentValueSubject<WildValue, Never> {
        states[choice.number(states.count, "state")]
    }

    private func subscribe(_ choice: WildChoice) {
        subscriptionCount.add(1, ordering: .relaxed)
        let stream = stream(choice)
        if choice.number(8, "taker") == 0 {
            return keep(AnyCancellable { [task = loop(over: stream)] in task.cancel() })
        }
        let subscriber = WildSubscriber(self, choice)
        stream.subscribe(subscriber)
        keep(AnyCancellable { subscriber.cancel() })
    }

    /// Takes the values in a task of the actor.
    private func loop(over stream: Stream) -> Task<Void, Never> {
        nonisolated(unsafe) let values = stream.values
        return Task(executorPreference: watch.actor.executor) { [weak self, actor = watch.actor] in
            await actor.take(values) { [weak self] value in
                guard let self else { return }
                self.valueCount.add(1, ordering: .relaxed)
                if value.number % 6 == 0 { self.actInside("loop") }
            }
        }
    }

    /// Derives a property whose closure may act, for as long as the world lasts.
    private func derive(_ choice: WildChoice) {
        let source = group.all[choice.number(group.all.count, "source")].property
        let derived = source.map { [weak self] value in
            if value % 5 == 0 { self?.actInside("closure of a property") }
            return value
        }
        let sum = derived.combineLatest(group.all[0].property) { $0 + $1 }
        lock.withLock { properties.append(sum) }
    }

    private func keep(_ subscription: AnyCancellable) { lock.withLock { subscriptions.append(subscription) } }

    private func takeSubscription(_ choice: WildChoice) -> AnyCancellable? {
        lock.withLock {
            subscriptions.isEmpty
                ? nil : subscriptions.remove(at: choice.number(subscriptions.count, "subscription"))
        }
    }

    /// Cancels, ends and releases all.
    func end() {
        _ = budget.exchange(0, ordering: .relaxed)
        while let last = lock.withLock({ subscriptions.popLast() }) { last.cancel() }
        var released: [AnyObject] = []
        lock.withLock { swap(&released, &properties) }
        released.removeAll()
        // Ends what goes on after its cancellation.
        for subject in subjects { subject.send(completion: .finished) }
        for state in states {
            state.value = WildValue(0)
            state.send(completion: .finished)
        }
    }

    // MARK: Streams

    private static let sourceNames = ["subject", "state", "property", "sequence", "empty", "future"]
    private static let stageNames = [
        "none", "map that acts", "filter", "scan", "prefix", "removeDuplicates", "buffer", "share",
        "share(replay:)", "delay",
        "receive(on: serial)", "receive(on: concurrent)", "receive(on: operations)", "receive(on: run loop)",
        "receive(on: actor)", "debounce", "debounce on an actor", "throttle", "collect", "flatMap",
        "flatMap, one at a time", "switchToLatest", "preventCancellation",
        "handleEvents",
        "catch", "retry", "timeout", "uniqueValues", "subscribe(on:)", "first that matches",
    ]
    private static let pairNames = [
        "none", "merge", "zip", "combineLatest", "withLatestFrom", "prefix(untilOutputFrom:)",
        "drop(untilOutputFrom:)",
        "sample(on:)", "window(boundary:)", "race", "append", "chunked(by:)", "mergeDelayError",
    ]

    typealias Stream = AnyPublisher<WildValue, Never>

    private func stream(_ choice: WildChoice) -> Stream {
        let first = staged(source(choice.then("first")), choice.then("first stage"))
        let second = staged(source(choice.then("second")), choice.then("second stage"))
        return staged(paired(first, second, choice.of(Self.pairNames, "pair")), choice.then("last stage"))
    }

    private func source(_ choice: WildChoice) -> Stream {
        switch choice.of(Self.sourceNames) {
        case "subject": subject(choice).eraseToAnyPublisher()
        case "state": state(choice).eraseToAnyPublisher()
        case "property":
            group.all[choice.number(group.all.count)].property.allValues.map { WildValue($0) }
                .eraseToAnyPublisher()
        case "sequence": (0..<4).map { WildValue($0) }.publisher.eraseToAnyPublisher()
        // One that never ends would have `preventCancellation` keep its stream for ever, as it says.
        case "empty": Empty().eraseToAnyPublisher()
        case "future":
            Deferred { [watch] in
                Future<WildValue, Never> { promise in
                    watch.concurrent.async { promise(.success(WildValue(7))) }
                }
            }.eraseToAnyPublisher()
        default: fatalError()
        }
    }

    private func staged(_ stream: Stream, _ choice: WildChoice) -> Stream {
        let queue = watch.serial[choice.number(watch.serial.count, "queue")]
        switch choice.of(Self.stageNames) {
        case "none": return stream
        case "map that acts":
            return stream.map { [weak self] value in
                if value.number % 3 == 0 { self?.actInside("closure") }
                return WildValue(value.number + 1)
            }.eraseToAnyPublisher()
        case "filter": return stream.filter { $0.number % 2 == 0 }.eraseToAnyPublisher()
        case "scan":
            return stream.scan(WildValue(0)) { WildValue($0.number &+ $1.number) }.eraseToAnyPublisher()
        case "prefix": return stream.prefix(3).eraseToAnyPublisher()
        case "removeDuplicates": return stream.removeDuplicates().eraseToAnyPublisher()
        case "buffer":
            return stream.buffer(size: 3, prefetch: .keepFull, whenFull: .dropOldest).eraseToAnyPublisher()
        case "share": return stream.share().eraseToAnyPublisher()
        case "share(replay:)": return stream.share(replay: 2).eraseToAnyPublisher()
        case "delay": return stream.delay(for: .microseconds(20), scheduler: queue).eraseToAnyPublisher()
        case "receive(on: serial)": return stream.receive(on: queue).eraseToAnyPublisher()
        case "receive(on: concurrent)": return stream.receive(on: watch.concurrent).eraseToAnyPublisher()
        case "receive(on: operations)": return stream.receive(on: watch.operations).eraseToAnyPublisher()
        case "receive(on: run loop)": return stream.receive(on: watch.runLoop).eraseToAnyPublisher()
        case "receive(on: actor)": return stream.receive(on: watch.jobs).eraseToAnyPublisher()
        case "debounce on an actor":
            return stream.debounce(for: .microseconds(20), scheduler: watch.jobs).eraseToAnyPublisher()
        case "debounce":
            return stream.debounce(for: .microseconds(20), scheduler: queue).eraseToAnyPublisher()
        case "throttle":
            return stream.throttle(for: .microseconds(20), scheduler: queue, latest: true)
                .eraseToAnyPublisher()
        case "collect": return stream.collect(2).compactMap(\.last).eraseToAnyPublisher()
        case "flatMap":
            return stream.flatMap { [subjects] in subjects[abs($0.number) % 3].prepend($0) }
                .eraseToAnyPublisher()
        case "flatMap, one at a time":
            return stream.flatMap(maxPublishers: .max(1)) {
                Just($0).delay(for: .microseconds(10), scheduler: queue)
            }
            .eraseToAnyPublisher()
        case "switchToLatest":
            return stream.map { Just($0).delay(for: .microseconds(10), scheduler: queue) }.switchToLatest()
                .eraseToAnyPublisher()
        case "preventCancellation": return stream.prefix(5).preventCancellation().eraseToAnyPublisher()
        case "handleEvents":
            return stream.handleEvents(receiveCancel: { [weak self] in self?.actInside("cancellation") })
                .eraseToAnyPublisher()
        case "catch":
            return stream.tryMap { if $0.number % 7 == 3 { throw WildFault() } else { $0 } }.catch { _ in
                Just(WildValue(1))
            }
            .eraseToAnyPublisher()
        case "retry":
            return stream.tryMap { if $0.number % 7 == 3 { throw WildFault() } else { $0 } }.retry(2)
                .replaceError(with: WildValue(2)).eraseToAnyPublisher()
        case "timeout": return stream.timeout(.microseconds(200), scheduler: queue).eraseToAnyPublisher()
        case "uniqueValues": return stream.uniqueValues().eraseToAnyPublisher()
        case "subscribe(on:)": return stream.subscribe(on: queue).eraseToAnyPublisher()
        case "first that matches": return stream.first { $0.number > 50 }.eraseToAnyPublisher()
        default: fatalError()
        }
    }

    private func paired(_ a: Stream, _ b: Stream, _ name: String) -> Stream {
        switch name {
        case "none": a
        case "merge": a.merge(with: b).eraseToAnyPublisher()
        case "zip": a.zip(b) { WildValue($0.number &+ $1.number) }.eraseToAnyPublisher()
        case "combineLatest": a.combineLatest(b) { WildValue($0.number &+ $1.number) }.eraseToAnyPublisher()
        case "withLatestFrom": a.withLatestFrom(b).eraseToAnyPublisher()
        case "prefix(untilOutputFrom:)": a.prefix(untilOutputFrom: b.dropFirst()).eraseToAnyPublisher()
        case "drop(untilOutputFrom:)": a.drop(untilOutputFrom: b).eraseToAnyPublisher()
        case "sample(on:)": a.sample(on: b).eraseToAnyPublisher()
        case "window(boundary:)": a.window(boundary: b).flatMap { $0.prefix(2) }.eraseToAnyPublisher()
        case "race": a.race(with: b).eraseToAnyPublisher()
        case "append": a.prefix(2).append(b).eraseToAnyPublisher()
        case "chunked(by:)": a.chunked(by: b).compactMap(\.last).eraseToAnyPublisher()
        case "mergeDelayError": a.mergeDelayError(with: b).eraseToAnyPublisher()
        default: fatalError()
        }
    }
}

struct WildFault: Error {}

/// A value that may act when it is released.
struct WildValue: Hashable, Sendable {
    let number: Int
    let acting: WildToken?

    init(_ number: Int, acting world: WildWorld? = nil) {
        self.number = number
        acting = world.map { WildToken($0) }
    }

    static func == (one: Self, other: Self) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// What a value holds that acts when it is released.
final class WildToken: @unchecked Sendable {
    // Unchecked: a constant, and a weak reference that is written once.
    static let alive = Atomic(0)
    private weak var world: WildWorld?

    init(_ world: WildWorld) {
        self.world = world
        Self.alive.add(1, ordering: .relaxed)
    }

    deinit {
        Self.alive.subtract(1, ordering: .relaxed)
        world?.actInside("release")
    }
}
