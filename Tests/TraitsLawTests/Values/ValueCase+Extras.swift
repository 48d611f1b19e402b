import TraitsExtras
import TraitsRuntime
import TraitsTesting

extension ValueCase {
    /// The rows of TraitsExtras.
    static let extras = one + several + parts + sharing

    /// All publishers whose values are watched.
    static let everywhere = all + extras + chains

    /// The rows that take no part, and why.
    static let exempt = [
        "Future": "it keeps its result for later subscribers, and subscriptions keep it",
        "CurrentValueSubject": "it keeps its current value",
        "CurrentValueRelay": "it keeps its current value",
        "ReplaySubject": "it keeps values for later subscribers",
        "Published.Publisher": "the object keeps its current value",
        "Publishers.Encode": "its values are those of `map`",
        "Publishers.Decode": "its values are those of `map`",
        "Timer.TimerPublisher": "its values are dates",
        "NotificationCenter.Publisher": "the tests of TraitsFoundation hold its notifications",
        "TraitPublishers.AsOperation": "the tests of TraitsFoundation hold it",
        "GroupedPublisher": "it is a part of what `groupBy(_:)` sends",
    ]

    /// Returns the rows that neither take part nor have a reason. A property keeps its current value.
    static func missing(from rows: [String]) -> [String] {
        let covered = Set(everywhere.map(\.row)).union(exempt.keys)
        return rows.filter { !$0.hasPrefix("Propert") && !covered.contains($0) }
    }

    private static let one = [
        ValueCase("PassthroughRelay") { stage in
            let relay = PassthroughRelay<LeakToken>()
            let feed = stage.infallible.sink { relay.accept($0) }
            return relay.handleEvents(receiveCancel: feed.cancel)
        },
        ValueCase("MorePublishers.WithPrevious") { $0.upstream.withPrevious() },
        ValueCase("MorePublishers.Enumerated") { $0.upstream.enumerated() },
        ValueCase("MorePublishers.Pairwise") { $0.upstream.pairwise() },
        ValueCase("MorePublishers.UniqueValues", gathers: true) {
            $0.upstream.map(Identity.init).uniqueValues()
        },
        ValueCase("MorePublishers.PrefixWhileBehaving") {
            $0.upstream.prefix(while: { $0.name != "value 3 of 0" }, behavior: .inclusive)
        },
        ValueCase("MorePublishers.TakeLast") { $0.upstream.takeLast(2) },
        ValueCase("MorePublishers.WhileIdle") { stage in stage.upstream.flatMapFirst { _ in stage.other } },
        ValueCase("MorePublishers.Backlog") { MorePublishers.Backlog(upstream: $0.upstream) },
        ValueCase("MorePublishers.Backlog", "of concatMap") { stage in
            stage.upstream.concatMap { _ in stage.other.first() }
        },
        ValueCase("MorePublishers.Repeat") { $0.upstream.prefix(2).repeat(2) },
        ValueCase("TraitPublishers.RetryWhen", "with backoff") {
            $0.upstream.retry(1, backoff: .constant(1.0), scheduler: $0.scheduler)
        },
    ]

    private static let several = [
        ValueCase("MorePublishers.WithLatestFrom") { $0.upstream.withLatestFrom($0.other) },
        ValueCase("MorePublishers.Sample") { $0.upstream.sample(on: $0.other) },
        ValueCase("MorePublishers.Zip5") {
            $0.upstream.zip($0.other.dropFirst(), $0.other, $0.upstream, $0.other)
        },
        ValueCase("MorePublishers.Zip6") {
            $0.upstream.zip($0.other, $0.other, $0.upstream, $0.other, $0.upstream)
        },
        ValueCase("MorePublishers.Zip7") {
            $0.upstream.zip($0.other, $0.other, $0.upstream, $0.other, $0.upstream, $0.other)
        },
        ValueCase("MorePublishers.Zip8") {
            $0.upstream.zip($0.other, $0.other, $0.upstream, $0.other, $0.upstream, $0.other, $0.other)
        },
        ValueCase("MorePublishers.CombineLatest5") {
            $0.upstream.combineLatest($0.other, $0.other, $0.upstream, $0.other)
        },
        ValueCase("MorePublishers.CombineLatest6") {
            $0.upstream.combineLatest($0.other, $0.other, $0.upstream, $0.other, $0.other)
        },
        ValueCase("MorePublishers.CombineLatest7") {
            $0.upstream.combineLatest($0.other, $0.other, $0.upstream, $0.other, $0.other, $0.other)
        },
        ValueCase("MorePublishers.CombineLatest8") {
            $0.upstream.combineLatest(
                $0.other, $0.other, $0.upstream, $0.other, $0.other, $0.other, $0.other)
        },
        ValueCase("MorePublishers.MergeDelayError") { $0.upstream.mergeDelayError(with: $0.other) },
        ValueCase("MorePublishers.MergeManyDelayError") { [$0.upstream, $0.other].mergeDelayError() },
        ValueCase("MorePublishers.ZipDelayError") { $0.upstream.zipDelayError($0.other.dropFirst()) },
    ]

    private static let parts = [
        ValueCase("MorePublishers.ChunkedBySignal") { $0.upstream.chunked(by: $0.other) },
        ValueCase("MorePublishers.GroupBy") { $0.upstream.groupBy(\.name).flatMap { $0 } },
        ValueCase("MorePublishers.WindowByCount") { $0.upstream.window(count: 2).flatMap { $0 } },
        ValueCase("MorePublishers.Window") { $0.upstream.window(boundary: $0.other).flatMap { $0 } },
        ValueCase("MorePublishers.Window", "by time") {
            $0.upstream.window(for: 4, scheduler: $0.scheduler).flatMap { $0 }
        },
    ]

    private static let sharing = [
        ValueCase("MorePublishers.ShareStopTimeout") {
            $0.upstream.share(stopTimeout: 1, scheduler: $0.scheduler)
        },
        ValueCase("MorePublishers.Cache") { $0.single.cache(for: 9, scheduler: $0.scheduler) },
    ]
}
