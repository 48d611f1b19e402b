import Dispatch
import Foundation
import Testing
import TraitsFoundation
import TraitsRuntime

/// A publisher that holds no closure is safe to share if what it holds is. The compiler checks the list of publishers here,
/// the test that all publishers of the tables are in one of the lists.
@Suite struct SendableTests {
    // Operators of a constant are constants.
    private static let upstream = PassthroughSubject<Int, TestError>()
    private static let single = Just(1).setFailureType(to: TestError.self)
    private static let queue = DispatchQueue(label: "SendableTests")

    private static var shared: [any Publisher & Sendable] { sources + operators + timed + ofTraits }

    private static let sources: [any Publisher & Sendable] = [
        Just(1), Empty<Int, Never>(), Fail<Int, TestError>(error: TestError()), [1].publisher,
        Optional(1).publisher,
        Result<Int, TestError>.success(1).publisher, Record<Int, Never>(output: [1], completion: .finished),
        Future<Int, Never> { $0(.success(1)) }, PassthroughSubject<Int, Never>(),
        CurrentValueSubject<Int, Never>(1),
        AnySendablePublisher(Just(1)), ObservableObjectPublisher(), MutableProperty(1).property.allValues,
        MutableProperty(1).property.subsequentValues,
    ]

    private static let operators: [any Publisher & Sendable] = [
        PassthroughSubject<Int, Never>().setFailureType(to: TestError.self), upstream.count(),
        upstream.collect(), upstream.collect(2), upstream.first(),
        upstream.last(),
        upstream.ignoreOutput(), upstream.contains(1), upstream.replaceEmpty(with: 2),
        upstream.replaceError(with: 2), upstream.dropFirst(), upstream.output(at: 1), upstream.retry(1),
        upstream.assertNoFailure(), upstream.trace("name"),
        PassthroughSubject<Data, Never>().decode(type: Int.self, decoder: JSONDecoder()),
        upstream.encode(encoder: JSONEncoder()), upstream.append(upstream),
        upstream.prefix(untilOutputFrom: upstream),
        upstream.drop(untilOutputFrom: upstream), Just(Just(1)).switchToLatest(),
        upstream.zip(upstream), upstream.zip(upstream, upstream), upstream.zip(upstream, upstream, upstream),
        upstream.combineLatest(upstream), upstream.combineLatest(upstream, upstream),
        upstream.combineLatest(upstream, upstream, upstream), upstream.merge(with: single),
        upstream.merge(with: upstream, upstream), upstream.merge(with: upstream, upstream, upstream),
        upstream.merge(with: upstream, upstream, upstream, upstream),
        upstream.merge(with: upstream, upstream, upstream, upstream, upstream),
        upstream.merge(with: upstream, upstream, upstream, upstream, upstream, upstream),
        upstream.merge(with: upstream, upstream, upstream, upstream, upstream, upstream, upstream),
        Publishers.MergeMany(upstream), upstream.share(), upstream.share(replay: 1),
        upstream.multicast(subject: PassthroughSubject()), Just(1).makeConnectable(),
        Just(1).makeConnectable().autoconnect(),
    ]

    private static let timed: [any Publisher & Sendable] = [
        upstream.receive(on: queue), upstream.subscribe(on: queue), upstream.delay(for: 1, scheduler: queue),
        upstream.debounce(for: 1, scheduler: queue),
        upstream.throttle(for: 1, scheduler: queue, latest: true),
        upstream.collect(.byTime(queue, 1)), upstream.measureInterval(using: queue),
        upstream.receive(on: .mainActor), upstream.delay(for: 1, scheduler: ImmediateScheduler.shared),
    ]

    private static let ofTraits: [any Publisher & Sendable] = [
        single.materialize(), single.mapToResult(), single.materialize().dematerialize(),
        single.preventCancellation(), single.race(with: single), [single].race(),
        single.shareReplay(),
        upstream.ignoreOutput().asCompletable(),
        upstream.ignoreOutput().asCompletable().asMaybe(of: Int.self),
        single.delaySubscription(for: 1, scheduler: queue),
        TraitPublishers.Timer<DispatchQueue, Never>(after: 1, scheduler: queue),
        TraitPublishers.AsyncElements(AsyncStream<Int> { $0.finish() }),
        DeferredTaskSingle<Int, Never> { 1 }, DeferredTaskMaybe<Int, Never> { nil },
        DeferredTaskCompletable<Never> {}, [Just(1)].zipSingle(), [Empty<Int, Never>()].zipMaybe(),
        [Empty<Int, Never>()].zipCompletable(), Just(1).asOperation(in: OperationQueue()),
    ]

    /// Publishers that can't be shared, and why.
    private static let exceptions: [String: [String]] = [
        "it holds a closure, which may use what isn't Sendable": [
            "Deferred", "Using", "Publishers.AllSatisfy", "Publishers.Breakpoint", "Publishers.Buffer",
            "Publishers.Catch",
            "Publishers.CompactMap", "Publishers.Comparison", "Publishers.ContainsWhere",
            "Publishers.DropWhile",
            "Publishers.Filter", "Publishers.FirstWhere", "Publishers.FlatMap", "Publishers.HandleEvents",
            "Publishers.LastWhere", "Publishers.Map", "Publishers.MapError", "Publishers.PrefixWhile",
            "Publishers.Reduce", "Publishers.RemoveDuplicates", "Publishers.Scan", "Publishers.Timeout",
            "Publishers.TryAllSatisfy", "Publishers.TryCatch", "Publishers.TryCompactMap",
            "Publishers.TryComparison",
            "Publishers.TryContainsWhere", "Publishers.TryDropWhile", "Publishers.TryFilter",
            "Publishers.TryFirstWhere", "Publishers.TryLastWhere", "Publishers.TryMap",
            "Publishers.TryPrefixWhile", "MorePublishers.CustomTrace",
            "Publishers.TryReduce", "Publishers.TryRemoveDuplicates", "Publishers.TryScan",
            "TraitPublishers.AndThen",
            "TraitPublishers.FailIfEmpty", "TraitPublishers.FirstOrError", "TraitPublishers.RetryWhen",
            "TraitPublishers.SwitchIfEmpty", "TraitPublishers.TimeoutFailing",
        ],
        "it holds a key path, which may hold what isn't Sendable": [
            "Publishers.MapKeyPath", "Publishers.MapKeyPath2", "Publishers.MapKeyPath3",
        ],
        "it holds a stream of text": ["Publishers.Print"],
        "it hides what it holds; AnySendablePublisher is the one to share": ["AnyPublisher"],
        "it belongs to the object with the property": ["Published.Publisher"],
        "it holds the object that posts": ["NotificationCenter.Publisher"],
        "it holds a run loop, which belongs to a thread": ["Timer.TimerPublisher"],
    ]

    @Test func `every publisher may be shared, or there is a reason why not`() throws {
        let names = Self.shared.map { Self.name(of: type(of: $0)) }
        let rows = try Self.rows()
        #expect(rows.count > 100)
        let reasons = Self.exceptions.values.flatMap { $0 }
        let closures = try Self.rowsOfClosures()
        for row in rows where !names.contains(row) {
            #expect(
                reasons.contains(row) || closures.contains(row),
                "\(row) is neither shared nor an exception, see the lists in SendableTests.swift")
        }
        for name in reasons {
            #expect(rows.contains(name), "\(name) is no row")
            #expect(!names.contains(name), "\(name) is Sendable")
        }
    }

    /// `TraitsRuntime.Publishers.Zip<…>` is `Publishers.Zip`.
    private static func name(of type: Any.Type) -> String {
        let name = String(reflecting: type)
        var text = ""
        var depth = 0
        for character in name {
            if character == "<" { depth += 1 }
            if depth == 0 { text.append(character) }
            if character == ">" { depth -= 1 }
        }
        return text.split(separator: ".").dropFirst().joined(separator: ".")
    }

    private static func rows() throws -> [String] {
        try lines("traits").filter { $0.hasPrefix("source ") || $0.hasPrefix("operator ") }
            .map { String($0.split(separator: " ")[1]) }
    }

    /// The rows all of whose samples have a closure. It may use what isn't `Sendable`.
    private static func rowsOfClosures() throws -> Set<String> {
        let notes: Set<Substring> = ["exempt", "unseen", "survives", "unsampled", "because"]
        var samples: [String: [Substring]] = [:]
        var row = ""
        for line in try lines("samples") where !line.hasPrefix("//") {
            let words = line.split(separator: " ", maxSplits: 2)
            if line.first != " " { row = String(words[0]) }
            if !notes.contains(words[0]) { samples[row, default: []].append(line) }
        }
        return Set(samples.filter { $0.value.allSatisfy { $0.contains("{") } }.keys)
    }

    private static func lines(_ kind: String) throws -> [Substring] {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources")
        let tables = [
            "TraitsRuntime/Operators", "TraitsRuntime/Traits/TraitOperators", "TraitsFoundation/Foundation",
        ]
        return try tables.flatMap { table in
            try String(contentsOf: sources.appending(path: "\(table).\(kind)"), encoding: .utf8)
                .split(separator: "\n")
        }
    }

    /// A stream in a structure that is `Sendable`, and one that is handed to an actor.
    @Test func `a stream crosses to an actor`() async {
        let readings = PassthroughSubject<Int, Never>()
        let sensors = Sensors(readings: readings.share().eraseToAnySendablePublisher())
        let journal = Journal()
        await journal.keep(sensors.readings)
        readings.send(1)
        readings.send(completion: .finished)
        #expect(await journal.all() == [1])
    }

    /// The same with promises: each trait has an eraser that is `Sendable` and keeps it.
    @Test func `a promise crosses to an actor`() async throws {
        let future = Future<Int, Never> { $0(.success(1)) }
        let property = MutableProperty(5)
        let promises = Promises(
            single: future.eraseToAnySendableSinglePublisher(),
            maybe: future.first().eraseToAnySendableMaybePublisher(),
            completable: future.ignoreOutput().eraseToAnySendableCompletablePublisher(),
            immediate: Just(3).eraseToAnySendableImmediatePublisher(),
            current: property.property.allValues.eraseToAnySendableCurrentValuePublisher())
        #expect(try await Adder().sum(of: promises) == 1 + 1 + 3 + 5)
        #expect("\(promises.single)" == "AnySendableSinglePublisher")
    }
}

private struct Promises: Sendable {
    let single: AnySendableSinglePublisher<Int, Never>
    let maybe: AnySendableMaybePublisher<Int, Never>
    let completable: AnySendableCompletablePublisher<Never, Never>
    let immediate: AnySendableImmediatePublisher<Int, Never>
    let current: AnySendableCurrentValuePublisher<Int, Never>
}

private actor Adder {
    func sum(of promises: Promises) async throws -> Int {
        await promises.completable.value
        var sum = try await promises.single.value
        sum += await promises.maybe.value ?? 0
        let immediate = promises.immediate.sink { sum += $0 }
        immediate.cancel()
        return sum + Property(promises.current).value
    }
}

private struct Sensors: Sendable {
    let readings: AnySendablePublisher<Int, Never>
}

private actor Journal {
    private var numbers: [Int] = []
    private var values: AsyncBufferedValues<Int>?

    func keep(_ stream: AnySendablePublisher<Int, Never>) { values = stream.values(buffering: .unbounded) }

    func all() async -> [Int] {
        guard let values else { return [] }
        for await value in values { numbers.append(value) }
        return numbers
    }
}
