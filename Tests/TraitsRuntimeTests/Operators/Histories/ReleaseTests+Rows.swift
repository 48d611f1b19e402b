import TraitsRuntime
import TraitsTesting

extension ReleaseRow {
    static let all = sources + mapping + filtering + reducing + combining + time + sharing + traits

    /// Those that need no clock: virtual time belongs to one thread.
    static let threaded = mapping + filtering + reducing + combining + sharing

    private static let sources = [
        ReleaseRow("Just") { _ in Just(1) },
        ReleaseRow("Optional") { _ in Optional.Publisher(1) },
        ReleaseRow("Result") { _ in Result<Int, TestError>.Publisher(1) },
        ReleaseRow("Empty") { _ in Empty<Int, TestError>() },
        ReleaseRow("Fail") { _ in Fail<Int, TestError>(error: TestError()) },
        ReleaseRow("Sequence") { _ in (1...9).publisher },
        ReleaseRow("Record") { _ in Record<Int, TestError>(output: [1, 2, 3], completion: .finished) },
        ReleaseRow("Future") { stage in
            Future<Int, TestError> { promise in
                stage.scheduler.schedule(after: .init(ticks: 5), tolerance: 0, options: nil) {
                    promise(.success(1))
                }
            }
        },
        ReleaseRow("Deferred") { stage in Deferred { stage.upstream } },
        ReleaseRow("PassthroughSubject") { $0.upstream },
        ReleaseRow("AnyPublisher") { $0.upstream.eraseToAnyPublisher() },
    ]

    private static let mapping = [
        ReleaseRow("map") { $0.upstream.map { $0 } },
        ReleaseRow("map, key path") { $0.upstream.map(\.self) },
        ReleaseRow("tryMap") { $0.upstream.tryMap { $0 } },
        ReleaseRow("scan") { $0.upstream.scan(0, +) },
        ReleaseRow("tryScan") { $0.upstream.tryScan(0, +) },
        ReleaseRow("compactMap") { $0.upstream.compactMap { $0 } },
        ReleaseRow("tryCompactMap") { $0.upstream.tryCompactMap { $0 } },
        ReleaseRow("mapError") { $0.upstream.mapError { $0 } },
        ReleaseRow("setFailureType") {
            $0.upstream.replaceError(with: 0).setFailureType(to: TestError.self)
        },
        ReleaseRow("replaceNil") { $0.upstream.map(Optional.some).replaceNil(with: 0) },
        ReleaseRow("replaceError") { $0.upstream.replaceError(with: 0) },
        ReleaseRow("replaceEmpty") { $0.upstream.filter { _ in false }.replaceEmpty(with: 0) },
        ReleaseRow("replaceEmpty, of values") { $0.upstream.replaceEmpty(with: 0) },
        ReleaseRow("handleEvents") { $0.upstream.handleEvents() },
        ReleaseRow("print") { $0.upstream.print(to: Silence()) },
        ReleaseRow("breakpoint") { $0.upstream.breakpoint() },
        ReleaseRow("encode") { $0.upstream.encode(encoder: Same()) },
        ReleaseRow("decode") { $0.upstream.decode(type: Int.self, decoder: Same()) },
    ]

    private static let filtering = [
        ReleaseRow("filter") { $0.upstream.filter { _ in true } },
        ReleaseRow("tryFilter") { $0.upstream.tryFilter { _ in true } },
        ReleaseRow("removeDuplicates") { $0.upstream.removeDuplicates() },
        ReleaseRow("tryRemoveDuplicates") { $0.upstream.tryRemoveDuplicates { $0 == $1 } },
        ReleaseRow("ignoreOutput") { $0.upstream.ignoreOutput() },
        ReleaseRow("dropFirst") { $0.upstream.dropFirst() },
        ReleaseRow("drop(while:)") { $0.upstream.drop { $0 < 2 } },
        ReleaseRow("tryDrop(while:)") { $0.upstream.tryDrop { $0 < 2 } },
        ReleaseRow("drop(untilOutputFrom:)") { $0.upstream.drop(untilOutputFrom: $0.other) },
        ReleaseRow("prefix") { $0.upstream.prefix(2) },
        ReleaseRow("prefix, of more") { $0.upstream.prefix(9) },
        ReleaseRow("prefix(while:)") { $0.upstream.prefix { $0 < 2 } },
        ReleaseRow("tryPrefix(while:)") { $0.upstream.tryPrefix { $0 < 2 } },
        ReleaseRow("prefix(untilOutputFrom:)") { $0.upstream.prefix(untilOutputFrom: $0.other) },
        ReleaseRow("prefix(untilOutputFrom:), silent") {
            $0.upstream.prefix(untilOutputFrom: Empty<Int, TestError>(completeImmediately: false))
        },
        ReleaseRow("output(at:)") { $0.upstream.output(at: 1) },
        ReleaseRow("assertNoFailure") { $0.upstream.replaceError(with: 0).assertNoFailure() },
    ]

    private static let reducing = [
        ReleaseRow("first") { $0.upstream.first() },
        ReleaseRow("first(where:)") { $0.upstream.first { $0 == 2 } },
        ReleaseRow("tryFirst(where:)") { $0.upstream.tryFirst { $0 == 2 } },
        ReleaseRow("last") { $0.upstream.last() },
        ReleaseRow("last(where:)") { $0.upstream.last { $0 == 2 } },
        ReleaseRow("tryLast(where:)") { $0.upstream.tryLast { $0 == 2 } },
        ReleaseRow("collect") { $0.upstream.collect() },
        ReleaseRow("collect, by count") { $0.upstream.collect(2) },
        ReleaseRow("reduce") { $0.upstream.reduce(0, +) },
        ReleaseRow("tryReduce") { $0.upstream.tryReduce(0, +) },
        ReleaseRow("count") { $0.upstream.count() },
        ReleaseRow("min") { $0.upstream.min() },
        ReleaseRow("tryMax") { $0.upstream.tryMax { $0 < $1 } },
        ReleaseRow("contains") { $0.upstream.contains(2) },
        ReleaseRow("contains(where:)") { $0.upstream.contains { $0 == 3 } },
        ReleaseRow("tryContains(where:)") { $0.upstream.tryContains { $0 == 3 } },
        ReleaseRow("allSatisfy") { $0.upstream.allSatisfy { $0 < 2 } },
        ReleaseRow("tryAllSatisfy") { $0.upstream.tryAllSatisfy { $0 < 3 } },
    ]

    private static let combining = [
        ReleaseRow("zip") { $0.upstream.zip($0.other) },
        ReleaseRow("zip, three") { $0.upstream.zip($0.other, $0.upstream) },
        ReleaseRow("zip, four") { $0.upstream.zip($0.other, $0.upstream, $0.other) },
        ReleaseRow("combineLatest") { $0.upstream.combineLatest($0.other) },
        ReleaseRow("combineLatest, three") { $0.upstream.combineLatest($0.other, $0.upstream) },
        ReleaseRow("combineLatest, four") { $0.upstream.combineLatest($0.other, $0.upstream, $0.other) },
        ReleaseRow("merge") { $0.upstream.merge(with: $0.other) },
        ReleaseRow("merge, many") { Publishers.MergeMany([$0.upstream, $0.other, $0.upstream]) },
        ReleaseRow("append") { $0.upstream.append($0.other) },
        ReleaseRow("prepend") { $0.upstream.prepend(7, 8) },
        ReleaseRow("flatMap") { stage in stage.upstream.flatMap { _ in stage.other } },
        ReleaseRow("flatMap, one at a time") { stage in
            stage.upstream.flatMap(maxPublishers: .max(1)) { _ in stage.other }
        },
        ReleaseRow("flatMap, of Just") {
            $0.upstream.flatMap { Just($0).setFailureType(to: TestError.self) }
        },
        ReleaseRow("flatMap, of one") { stage in stage.upstream.first().flatMap { _ in stage.other } },
        ReleaseRow("switchToLatest") { stage in stage.upstream.map { _ in stage.other }.switchToLatest() },
        ReleaseRow("catch") { stage in stage.upstream.catch { _ in stage.other } },
        ReleaseRow("tryCatch") { stage in stage.upstream.tryCatch { _ in stage.other } },
        ReleaseRow("retry") { $0.upstream.retry(1) },
    ]

    private static let time = [
        ReleaseRow("measureInterval") { $0.upstream.measureInterval(using: $0.scheduler) },
        ReleaseRow("delay") { $0.upstream.delay(for: 2, scheduler: $0.scheduler) },
        ReleaseRow("receive(on:)") { $0.upstream.receive(on: $0.scheduler) },
        ReleaseRow("receive(on:), immediate") { $0.upstream.receive(on: ImmediateScheduler.shared) },
        ReleaseRow("subscribe(on:)") { $0.upstream.subscribe(on: $0.scheduler) },
        ReleaseRow("debounce") { $0.upstream.debounce(for: 2, scheduler: $0.scheduler) },
        ReleaseRow("throttle") { $0.upstream.throttle(for: 2, scheduler: $0.scheduler, latest: true) },
        ReleaseRow("timeout") { $0.upstream.timeout(30, scheduler: $0.scheduler) },
        ReleaseRow("timeout, too late") { $0.upstream.timeout(3, scheduler: $0.scheduler) },
        ReleaseRow("collect, by time") { $0.upstream.collect(.byTime($0.scheduler, 3)) },
        ReleaseRow("collect, by time or count") {
            $0.upstream.collect(.byTimeOrCount($0.scheduler, 3, 2))
        },
        ReleaseRow("buffer") { $0.upstream.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest) },
        ReleaseRow("buffer, kept full") {
            $0.upstream.buffer(size: 1, prefetch: .keepFull, whenFull: .dropNewest)
        },
    ]

    private static let sharing = [
        ReleaseRow("share") { $0.upstream.share() },
        ReleaseRow("makeConnectable, autoconnect") {
            $0.upstream.replaceError(with: 0).makeConnectable().autoconnect()
        },
        ReleaseRow("multicast") { $0.upstream.multicast(subject: ReleaseStage.Source()).autoconnect() },
        ReleaseRow("multicast, made each time") {
            $0.upstream.multicast { ReleaseStage.Source() }.autoconnect()
        },
    ]

    private static let traits = [
        ReleaseRow("race") { $0.upstream.race(with: $0.other) },
        ReleaseRow("race, many") { [$0.upstream, $0.other].race() },
        ReleaseRow("materialize") { $0.upstream.materialize() },
        ReleaseRow("dematerialize") { $0.upstream.materialize().dematerialize() },
        ReleaseRow("mapToResult") { $0.upstream.mapToResult() },
        ReleaseRow("asCompletable") { $0.upstream.asCompletable() },
        ReleaseRow("asMaybe") { $0.upstream.asCompletable().asMaybe(of: Int.self) },
        ReleaseRow("first(orError:)") { $0.upstream.first(orError: TestError()) },
        ReleaseRow("replaceEmpty(withError:)") {
            $0.upstream.filter { _ in false }.replaceEmpty(withError: TestError())
        },
        ReleaseRow("ifEmpty(switchTo:)") { stage in
            stage.upstream.filter { _ in false }.ifEmpty(switchTo: stage.other)
        },
        ReleaseRow("andThen") { stage in stage.upstream.asCompletable().andThen(stage.other) },
        ReleaseRow("zipSingle") {
            [$0.upstream.first(orError: TestError()), $0.other.first(orError: TestError())].zipSingle()
        },
        ReleaseRow("shareReplay") { $0.upstream.first(orError: TestError()).shareReplay() },
        ReleaseRow("preventCancellation") { $0.upstream.preventCancellation() },
        ReleaseRow("delaySubscription") { $0.upstream.delaySubscription(for: 2, scheduler: $0.scheduler) },
        ReleaseRow("timeout(error:)") {
            $0.upstream.first(orError: TestError()).timeout(
                30, scheduler: $0.scheduler, error: TestError())
        },
        ReleaseRow("Using") { stage in
            Using(
                resource: { () throws(TestError) in 1 }, product: { _ in stage.upstream }, release: { _ in })
        },
    ]
}

/// Nothing is written.
private struct Silence: TextOutputStream {
    func write(_ string: String) {}
}

/// A coder that changes nothing but the type.
private struct Same: TopLevelEncoder, TopLevelDecoder {
    func encode<T: Encodable>(_ value: T) throws -> Int { value as! Int }
    func decode<T: Decodable>(_ type: T.Type, from value: Int) throws -> T { value as! T }
}
