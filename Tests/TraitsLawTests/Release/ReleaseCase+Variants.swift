import TraitsRuntime
import TraitsTesting

extension ReleaseCase {
    /// What no sample shows: rows without samples, and combinations that take a path of their own.
    static let variants = [
        ReleaseCase("PassthroughSubject") { $0.upstream },
        ReleaseCase("AnyPublisher") { $0.upstream.eraseToAnyPublisher() },
        ReleaseCase("replaceNil") { $0.upstream.map(Optional.some).replaceNil(with: 0) },
        ReleaseCase("replaceEmpty, of nothing") { $0.upstream.filter { _ in false }.replaceEmpty(with: 0) },
        ReleaseCase("drop(untilOutputFrom:)") { $0.upstream.drop(untilOutputFrom: $0.other) },
        ReleaseCase("prefix(untilOutputFrom:)") { $0.upstream.prefix(untilOutputFrom: $0.other) },
        ReleaseCase("prefix(untilOutputFrom:), silent") {
            $0.upstream.prefix(untilOutputFrom: Empty<Int, TestFailure>(completeImmediately: false))
        },
        ReleaseCase("assertNoFailure") { $0.upstream.replaceError(with: 0).assertNoFailure() },
        ReleaseCase("prepend") { $0.upstream.prepend(7, 8) },
        ReleaseCase("flatMap, of Just") {
            $0.upstream.flatMap { Just($0).setFailureType(to: TestFailure.self) }
        },
        ReleaseCase("flatMap, of one") { stage in stage.upstream.first().flatMap { _ in stage.other } },
        ReleaseCase("receive(on:), immediate") { $0.upstream.receive(on: ImmediateScheduler.shared) },
        ReleaseCase("timeout, too late", needsTime: true) {
            $0.upstream.timeout(30, scheduler: $0.scheduler)
        },
        ReleaseCase("buffer, kept full") {
            $0.upstream.buffer(size: 1, prefetch: .keepFull, whenFull: .dropNewest)
        },
        ReleaseCase("makeConnectable, autoconnect") {
            $0.upstream.replaceError(with: 0).makeConnectable().autoconnect()
        },
        ReleaseCase("multicast") { $0.upstream.multicast(subject: ReleaseStage.Source()).autoconnect() },
        ReleaseCase("multicast, made each time") {
            $0.upstream.multicast { ReleaseStage.Source() }.autoconnect()
        },
        ReleaseCase("materialize, dematerialize") { $0.upstream.materialize().dematerialize() },
        ReleaseCase("ifEmpty(switchTo:), of nothing") { stage in
            stage.upstream.filter { _ in false }.ifEmpty(switchTo: stage.other)
        },
        ReleaseCase("shareReplay") { $0.upstream.first(orError: TestFailure()).shareReplay() },
        ReleaseCase("share(replay:)") { $0.upstream.share(replay: 2) },
        ReleaseCase("preventCancellation") { $0.upstream.preventCancellation() },
        ReleaseCase("timeout(error:)", needsTime: true) {
            $0.upstream.first(orError: TestFailure()).timeout(
                30, scheduler: $0.scheduler, error: TestFailure())
        },
    ]
}
