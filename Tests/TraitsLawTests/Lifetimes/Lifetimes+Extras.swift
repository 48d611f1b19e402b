import TraitsExtras
import TraitsRuntime
import TraitsTesting

// The operators of TraitsExtras.

extension ValueCase {
    static let one = [
        ValueCase("PassthroughRelay") { stage in
            let relay = PassthroughRelay<LeakToken>()
            let feed = stage.infallible.sink { relay.accept($0) }
            return relay.handleEvents(receiveCancel: feed.cancel)
        },
        ValueCase("MorePublishers.WithPrevious", keeps: .newest) { $0.upstream.withPrevious() },
        ValueCase("MorePublishers.Enumerated") { $0.upstream.enumerated() },
        ValueCase("MorePublishers.Pairwise", keeps: .newest) { $0.upstream.pairwise() },
        ValueCase("MorePublishers.UniqueValues", keeps: .all, gathers: true) {
            $0.upstream.map(Identity.init).uniqueValues()
        },
        ValueCase("MorePublishers.PrefixWhileBehaving") {
            $0.upstream.prefix(while: { $0.name != "value 3 of 0" }, behavior: .inclusive)
        },
        ValueCase("MorePublishers.TakeLast", keeps: .lastTwo) { $0.upstream.takeLast(2) },
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

    static let several = [
        ValueCase("MorePublishers.WithLatestFrom", keeps: ["value 3 of 1"]) {
            $0.upstream.withLatestFrom($0.other)
        },
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
        ValueCase("MorePublishers.CombineLatest5", keeps: .newestOfEach) {
            $0.upstream.combineLatest($0.other, $0.other, $0.upstream, $0.other)
        },
        ValueCase("MorePublishers.CombineLatest6", keeps: .newestOfEach) {
            $0.upstream.combineLatest($0.other, $0.other, $0.upstream, $0.other, $0.other)
        },
        ValueCase("MorePublishers.CombineLatest7", keeps: .newestOfEach) {
            $0.upstream.combineLatest($0.other, $0.other, $0.upstream, $0.other, $0.other, $0.other)
        },
        ValueCase("MorePublishers.CombineLatest8", keeps: .newestOfEach) {
            $0.upstream.combineLatest(
                $0.other, $0.other, $0.upstream, $0.other, $0.other, $0.other, $0.other)
        },
        ValueCase("MorePublishers.MergeDelayError") { $0.upstream.mergeDelayError(with: $0.other) },
        ValueCase("MorePublishers.MergeManyDelayError") { [$0.upstream, $0.other].mergeDelayError() },
        ValueCase("MorePublishers.ZipDelayError") { $0.upstream.zipDelayError($0.other.dropFirst()) },
    ]

    static let parts = [
        ValueCase("MorePublishers.ChunkedBySignal") { $0.upstream.chunked(by: $0.other) },
        ValueCase("MorePublishers.GroupBy") { $0.upstream.groupBy(\.name).flatMap { $0 } },
        ValueCase("MorePublishers.WindowByCount") { $0.upstream.window(count: 2).flatMap { $0 } },
        ValueCase("MorePublishers.Window") { $0.upstream.window(boundary: $0.other).flatMap { $0 } },
        ValueCase("MorePublishers.Window", "by time") {
            $0.upstream.window(for: 4, scheduler: $0.scheduler).flatMap { $0 }
        },
    ]

    static let sharing = [
        ValueCase("MorePublishers.ShareStopTimeout") {
            $0.upstream.share(stopTimeout: 1, scheduler: $0.scheduler)
        },
        ValueCase("MorePublishers.Cache") { $0.single.cache(for: 9, scheduler: $0.scheduler) },
    ]
}

extension ClosureCase {
    static let extras = [
        ClosureCase("MorePublishers.PrefixWhileBehaving") { stage, token in
            stage.upstream.prefix(while: { uses(token, $0 < 2) }, behavior: .inclusive)
        },
        ClosureCase("TraitsExtras", "concatMap") { stage, token in
            let inner = stage.inner
            return stage.upstream.concatMap { _ in uses(token, inner) }
        },
        ClosureCase("MorePublishers.WhileIdle", "flatMapFirst") { stage, token in
            let inner = stage.inner
            return stage.upstream.flatMapFirst { _ in uses(token, inner) }
        },
        ClosureCase("TraitsExtras", "flatMapLatest", starts: [.later]) { stage, token in
            let inner = stage.inner
            return stage.upstream.append(Empty(completeImmediately: false)).flatMapLatest { _ in
                uses(token, inner)
            }
        },
        ClosureCase("TraitsExtras", "withLatestFrom") { stage, token in
            stage.upstream.withLatestFrom(stage.inner, resultSelector: { uses(token, $0 + $1) })
        },
        ClosureCase("TraitsExtras", "chunked") { stage, token in
            stage.upstream.chunked(by: { uses(token, $0 < $1) })
        },
        ClosureCase("TraitsExtras", "onSuccess") { stage, token in
            stage.upstream.first().onSuccess { _ in uses(token, ()) }
        },
        ClosureCase("TraitsExtras", "onFailure") { stage, token in
            stage.upstream.first().onFailure { _ in uses(token, ()) }
        },
        ClosureCase("TraitsExtras", "doFinally") { stage, token in
            stage.upstream.first().doFinally { uses(token, ()) }
        },
        ClosureCase("TraitsExtras", "create", starts: [.later]) { stage, token in
            let source = stage.source
            return AnyPublisher<Int, TestFailure>.create { subject in
                let handle = source.subscribe(subject)
                return AnyCancellable { uses(token, handle.cancel()) }
            }
        },
        ClosureCase("TraitsExtras", "retry with backoff") { stage, token in
            stage.upstream.retry(
                1, backoff: .constant(1.0), scheduler: stage.scheduler, when: { _ in uses(token, false) })
        },
        ClosureCase("TraitsExtras", "repeat with backoff") { stage, token in
            stage.upstream.repeat(
                2, backoff: .constant(1.0), scheduler: stage.scheduler, while: { uses(token, false) })
        },
        ClosureCase("TraitsExtras", "onCompletion") { stage, token in
            stage.upstream.ignoreOutput().uncheckedCompletable().onCompletion { uses(token, ()) }
        },
        ClosureCase("MorePublishers.GroupBy") { stage, token in
            stage.upstream.groupBy { uses(token, $0) }.flatMap { $0 }
        },
        ClosureCase("TraitsExtras", "partition") { stage, token in
            stage.upstream.partition { uses(token, $0 > 0) }.0
        },
        ClosureCase("TraitsExtras", "zip of five") { stage, token in
            stage.upstream.zip(stage.inner, stage.inner, stage.inner, stage.inner) { a, _, _, _, _ in
                uses(token, a)
            }
        },
        ClosureCase("TraitsExtras", "combineLatest of five") { stage, token in
            stage.upstream.combineLatest(stage.inner, stage.inner, stage.inner, stage.inner) {
                a, _, _, _, _ in uses(token, a)
            }
        },
    ]
}
