import TraitsRuntime
import TraitsTesting

extension ReleaseRow {
    /// What no sample shows: rows without samples, and combinations that take a path of their own.
    static let variants = [
        ReleaseRow("PassthroughSubject") { $0.upstream },
        ReleaseRow("AnyPublisher") { $0.upstream.eraseToAnyPublisher() },
        ReleaseRow("replaceNil") { $0.upstream.map(Optional.some).replaceNil(with: 0) },
        ReleaseRow("replaceEmpty, of nothing") { $0.upstream.filter { _ in false }.replaceEmpty(with: 0) },
        ReleaseRow("drop(untilOutputFrom:)") { $0.upstream.drop(untilOutputFrom: $0.other) },
        ReleaseRow("prefix(untilOutputFrom:)") { $0.upstream.prefix(untilOutputFrom: $0.other) },
        ReleaseRow("prefix(untilOutputFrom:), silent") {
            $0.upstream.prefix(untilOutputFrom: Empty<Int, TestFailure>(completeImmediately: false))
        },
        ReleaseRow("assertNoFailure") { $0.upstream.replaceError(with: 0).assertNoFailure() },
        ReleaseRow("prepend") { $0.upstream.prepend(7, 8) },
        ReleaseRow("flatMap, of Just") {
            $0.upstream.flatMap { Just($0).setFailureType(to: TestFailure.self) }
        },
        ReleaseRow("flatMap, of one") { stage in stage.upstream.first().flatMap { _ in stage.other } },
        ReleaseRow("receive(on:), immediate") { $0.upstream.receive(on: ImmediateScheduler.shared) },
        ReleaseRow("timeout, too late", needsTime: true) { $0.upstream.timeout(30, scheduler: $0.scheduler) },
        ReleaseRow("buffer, kept full") {
            $0.upstream.buffer(size: 1, prefetch: .keepFull, whenFull: .dropNewest)
        },
        ReleaseRow("makeConnectable, autoconnect") {
            $0.upstream.replaceError(with: 0).makeConnectable().autoconnect()
        },
        ReleaseRow("multicast") { $0.upstream.multicast(subject: ReleaseStage.Source()).autoconnect() },
        ReleaseRow("multicast, made each time") {
            $0.upstream.multicast { ReleaseStage.Source() }.autoconnect()
        },
        ReleaseRow("materialize, dematerialize") { $0.upstream.materialize().dematerialize() },
        ReleaseRow("ifEmpty(switchTo:), of nothing") { stage in
            stage.upstream.filter { _ in false }.ifEmpty(switchTo: stage.other)
        },
        ReleaseRow("shareReplay") { $0.upstream.first(orError: TestFailure()).shareReplay() },
        ReleaseRow("share(replay:)") { $0.upstream.share(replay: 2) },
        ReleaseRow("preventCancellation") { $0.upstream.preventCancellation() },
        ReleaseRow("timeout(error:)", needsTime: true) {
            $0.upstream.first(orError: TestFailure()).timeout(
                30, scheduler: $0.scheduler, error: TestFailure())
        },
    ]
}
