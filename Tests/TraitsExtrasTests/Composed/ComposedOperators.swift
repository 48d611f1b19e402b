import Synchronization
import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

/// An operator, and the demand, failure and memory that it should have.
struct ComposedOperator: Sendable, CustomTestStringConvertible {
    typealias Upstream = AnyPublisher<Token, TestFailure>

    /// The operator's name on the page about demand.
    let name: String
    /// The demand towards upstream while the subscriber has asked for nothing.
    let asks: Subscribers.Demand
    /// The number of upstream's values that are kept after three of them.
    let keeps: Int
    /// The reason why a failure may overtake values.
    let failsEarly: String?
    let make: @Sendable (Upstream) -> AnyPublisher<String, TestFailure>

    init<P: Publisher & SendableMetatype>(
        _ name: String, asks: Subscribers.Demand = .none, keeps: Int = 0, failsEarly: String? = nil,
        _ make: @escaping @Sendable (Upstream) -> P
    ) where P.Failure == TestFailure {
        (self.name, self.asks, self.keeps, self.failsEarly) = (name, asks, keeps, failsEarly)
        self.make = { make($0).map { "\($0)" }.eraseToAnyPublisher() }
    }

    var testDescription: String { name }
}

/// A value whose instances are counted.
final class Token: Hashable, CustomStringConvertible, Sendable {
    let number: Int
    private let count: Live

    init(_ number: Int, _ count: Live = Live()) {
        (self.number, self.count) = (number, count)
        count.value.add(1, ordering: .relaxed)
    }

    deinit { count.value.subtract(1, ordering: .relaxed) }

    final class Live: Sendable {
        let value = Atomic<Int>(0)
    }

    var description: String { "\(number)" }
    static func == (a: Token, b: Token) -> Bool { a.number == b.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension ComposedOperator {
    private static let asFlatMap = "as with `flatMap(maxPublishers:)`, a failure ends inner publishers"

    private static func one(_ value: Any) -> AnyPublisher<String, TestFailure> {
        Just("\(value)").setFailureType(to: TestFailure.self).eraseToAnyPublisher()
    }
    private static var endless: AnyPublisher<Int, TestFailure> {
        Empty(completeImmediately: false).eraseToAnyPublisher()
    }
    private static var numbers: AnyPublisher<Int, TestFailure> {
        (1...9).publisher.setFailureType(to: TestFailure.self).eraseToAnyPublisher()
    }
    private static var current: AnyPublisher<Int, TestFailure> {
        Just(0).append(Empty(completeImmediately: false)).setFailureType(to: TestFailure.self)
            .eraseToAnyPublisher()
    }

    /// Operators of one value.
    static let simple: [Self] = [
        .init("mapTo(_:)") { $0.mapTo(1) },
        .init("mapToVoid()") { $0.mapToVoid() },
        .init("filterNil()") { $0.map(Optional.some).filterNil() },
        .init("enumerated()") { $0.enumerated() },
        .init("pairwise()", keeps: 1) { $0.pairwise() },
        .init("withPrevious()", keeps: 1) { $0.withPrevious() },
        .init("uniqueValues()", keeps: 3) { $0.uniqueValues() },
        .init("prefix(while:behavior:)") {
            $0.prefix(while: { $0.number < 8 }, behavior: .inclusive)
        },
        .init("takeLast(_:)", asks: .unlimited, keeps: 2) { $0.takeLast(2) },
        .init("element(at:)", asks: .unlimited) { $0.element(at: 1) },
        .init("prefix(for:scheduler:)") { $0.prefix(for: 3, scheduler: TestScheduler()) },
        .init("partition(_:)", failsEarly: "`share()` drops values that aren't asked for") {
            $0.partition { _ in true }.matches
        },
        .init("doFinally(_:)") { $0.doFinally {} },
        .init("onFailure(_:)") { $0.onFailure { _ in } },
        .init("onCompletion(_:)") { $0.onCompletion {} },
        .init("ignoreFailure()") { $0.ignoreFailure().setFailureType(to: TestFailure.self) },
    ]

    /// Operators that subscribe again, or to publishers that are made of values.
    static let flattening: [Self] = [
        .init("repeat(_:)") { $0.repeat(2) },
        .init("repeat(_:backoff:scheduler:)") {
            $0.repeat(2, backoff: .none, scheduler: ImmediateScheduler.shared)
        },
        .init("retry(_:backoff:scheduler:)") {
            $0.retry(1, backoff: .none, scheduler: ImmediateScheduler.shared)
        },
        .init("interspersed(with:)", asks: .max(1), keeps: 1) { $0.interspersed(with: Token(9)) },
        .init("concatMap(_:)", asks: .unlimited, failsEarly: asFlatMap) { $0.concatMap { one($0) } },
        .init("concatMap(_:), inner publisher", asks: .max(1), failsEarly: asFlatMap) { inner in
            one(0).concatMap { _ in inner }
        },
        .init(
            "flatMapFirst(_:)", asks: .unlimited,
            failsEarly: "values are left out while an inner publisher waits"
        ) { $0.flatMapFirst { one($0) } },
        .init("flatMapFirst(_:), inner publisher") { inner in one(0).flatMapFirst { _ in inner } },
        .init(
            "flatMapLatest(_:)", asks: .unlimited,
            failsEarly: "a value replaces an inner publisher that waits"
        ) { $0.flatMapLatest { one($0) } },
        .init("flatMapLatest(_:), inner publisher") { inner in one(0).flatMapLatest { _ in inner } },
    ]

    /// Operators that send parts.
    static let parts: [Self] = [
        .init("chunked(by:) of a closure", keeps: 3) { $0.chunked { _, _ in true } },
        .init("chunked(by:) of a signal", asks: .unlimited, keeps: 3) { $0.chunked(by: endless) },
        .init("chunks(ofCount:or:)", asks: .unlimited, keeps: 1) { $0.chunks(ofCount: 2, or: endless) },
        .init("groupBy(_:)", asks: .unlimited) { $0.groupBy { $0.number % 2 }.map(\.key) },
        .init("window(count:)", asks: .unlimited) { $0.window(count: 2).map { _ in "window" } },
        .init("window(boundary:count:)", asks: .unlimited) {
            $0.window(boundary: endless, count: 2).map { _ in "window" }
        },
        .init("window(for:scheduler:count:)", asks: .unlimited) {
            $0.window(for: 9, scheduler: TestScheduler(), count: 2).map { _ in "window" }
        },
    ]

    /// Operators of several inputs, of which the first is counted.
    static let combining: [Self] = [
        .init("withLatestFrom(_:)") { $0.withLatestFrom(current) },
        .init("withLatestFrom(_:_:)") { $0.withLatestFrom(current, current) },
        .init("sample(on:)", asks: .unlimited, keeps: 1) { $0.sample(on: endless) },
        .init("merge() of a collection", asks: .max(1), failsEarly: "as with `merge`") {
            [$0, $0.dropAll].merge()
        },
        .init("mergeDelayError(with:)", asks: .max(1)) { $0.mergeDelayError(with: $0.dropAll) },
        .init("mergeDelayError() of a collection", asks: .max(1)) {
            [$0, $0.dropAll].mergeDelayError()
        },
        .init("zip() of a collection") { [numbers, $0.map(\.number).eraseToAnyPublisher()].zip() },
        .init("zipDelayError(_:)") { $0.zipDelayError(numbers) },
        .init("combineLatest() of a collection") {
            [current, $0.map(\.number).eraseToAnyPublisher()].combineLatest()
        },
        .init("zip(_:_:_:_:)") { numbers.zip(numbers, numbers, numbers, $0) },
        .init("combineLatest(_:_:_:_:)", keeps: 1) {
            current.combineLatest(current, current, current, $0)
        },
    ]

    /// Operators whose subscribers share a subscription.
    static let sharing: [Self] = [
        .init(
            "share(replay:stopTimeout:scheduler:)", asks: .unlimited, keeps: 2,
            failsEarly: "it keeps as many values as it replays"
        ) { $0.share(replay: 2, stopTimeout: 0, scheduler: ImmediateScheduler.shared) }
    ]

    /// An operator whose values go through a scheduler.
    static let timed: [Self] = [
        .init("timeout(_:scheduler:fallback:)") {
            $0.timeout(3, scheduler: TestScheduler(), fallback: Empty())
        }
    ]

    /// Operators of `TraitsRuntime`, whose demand the page names as well.
    static let core: [Self] = [
        .init("flatMap(_:)", asks: .unlimited) { $0.flatMap { one($0) } },
        .init("flatMap(maxPublishers: .max(2))", asks: .max(2)) {
            $0.flatMap(maxPublishers: .max(2)) { one($0) }
        },
        .init("switchToLatest()", asks: .unlimited) { $0.map { one($0) }.switchToLatest() },
        .init("merge(with:)", asks: .max(1)) { $0.merge(with: $0.dropAll) },
        .init("buffer(size: 3, prefetch: .keepFull)", asks: .max(3)) {
            $0.buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest)
        },
        .init("buffer(size: 3, prefetch: .byRequest)", asks: .unlimited) {
            $0.buffer(size: 3, prefetch: .byRequest, whenFull: .dropNewest)
        },
        .init("debounce(for:scheduler:)", asks: .unlimited) {
            $0.debounce(for: 1, scheduler: TestScheduler())
        },
        .init("throttle(for:scheduler:latest:)", asks: .unlimited) {
            $0.throttle(for: 1, scheduler: TestScheduler(), latest: true)
        },
        .init("share(replay:)", asks: .unlimited) { $0.share(replay: 1) },
        .init("first()", asks: .unlimited) { $0.first() },
        .init("last()", asks: .unlimited) { $0.last() },
        .init("collect()", asks: .unlimited) { $0.collect() },
        .init("count()", asks: .unlimited) { $0.count() },
        .init("reduce(_:_:)", asks: .unlimited) { $0.reduce(0) { sum, _ in sum } },
        .init("ignoreOutput()", asks: .unlimited) { $0.ignoreOutput() },
        .init("replaceEmpty(with:)", asks: .unlimited) { $0.replaceEmpty(with: Token(0)) },
        .init("dropFirst(_:)", asks: .max(2)) { $0.dropFirst(2) },
        .init("zip(_:)") { $0.zip(numbers) },
        .init("combineLatest(_:)") { $0.combineLatest(current) },
        .init("append(_:)") { $0.append($0.dropAll) },
        .init("catch(_:)") { upstream in upstream.catch { _ in upstream.dropAll } },
        .init("retry(_:)") { $0.retry(1) },
        .init("share()") { $0.share() },
        .init("delay(for:scheduler:)") { $0.delay(for: 1, scheduler: TestScheduler()) },
        .init("receive(on:)") { $0.receive(on: TestScheduler()) },
        .init("removeDuplicates()") { $0.removeDuplicates() },
        .init("prefix(_:)") { $0.prefix(1) },
    ]

    /// Methods that are in no table, with the reason.
    static let exempt = [
        "toggle()": "it is `map`", "values()": "it is `compactMap`", "failures()": "it is `compactMap`",
        "withPrevious(_:)": "it is `withPrevious()` and `map`",
        "withLatestFrom(_:resultSelector:)": "`withLatestFrom(_:)` is made of it",
        "withLatestFrom(_:_:_:)": "it is like `withLatestFrom(_:_:)`",
        "withLatestFrom(_:_:_:_:)": "it is like `withLatestFrom(_:_:)`",
        "asyncMap(maxTasks:priority:_:)": "its tasks have tests of their own",
        "assign(to:on:ownership:)": "it subscribes", "sink(with:receiveValue:)": "it subscribes",
        "subscribe(_:)": "it subscribes", "uncheckedSingle()": "it is an eraser",
        "uncheckedMaybe()": "it is an eraser", "uncheckedImmediate()": "it is an eraser",
    ]

    static let all = simple + flattening + parts + combining + sharing
}

extension Publisher where Output == Token, Failure == TestFailure {
    /// A publisher that sends nothing, of the type of this one.
    fileprivate var dropAll: AnyPublisher<Token, TestFailure> { Empty().eraseToAnyPublisher() }
}
