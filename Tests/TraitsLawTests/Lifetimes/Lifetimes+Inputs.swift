import TraitsRuntime
import TraitsTesting

// Sources, and operators of several sources.

extension ValueCase {
    /// Where the values are there from the start.
    static let sources = [
        ValueCase("Just") { Just($0.value) },
        ValueCase("Empty") { _ in Empty<LeakToken, TestFailure>() },
        ValueCase("Fail") { _ in Fail<LeakToken, TestFailure>(error: TestFailure()) },
        ValueCase("Record") { stage in
            Record<LeakToken, TestFailure>(output: [stage.value, stage.value], completion: .finished)
        },
        ValueCase("Publishers.Sequence") { [$0.value, $0.value].publisher },
        ValueCase("Optional.Publisher") { Optional($0.value).publisher },
        ValueCase("Result.Publisher") { Result<LeakToken, TestFailure>.success($0.value).publisher },
        ValueCase("Deferred") { stage in Deferred { stage.upstream } },
        ValueCase("TraitPublishers.Timer") {
            TraitPublishers.Timer<TestScheduler, TestFailure>(after: 1, scheduler: $0.scheduler)
        },
    ]

    /// Where the values come from several sources.
    static let inputs = [
        ValueCase("Publishers.DropUntilOutput") { $0.upstream.drop(untilOutputFrom: $0.other) },
        ValueCase("Publishers.PrefixUntilOutput") { stage in
            stage.upstream.prefix(untilOutputFrom: stage.other.dropFirst(2))
        },
        ValueCase("Publishers.Catch") { stage in stage.upstream.catch { _ in stage.other } },
        ValueCase("Publishers.TryCatch") { stage in stage.upstream.tryCatch { _ in stage.other } },
        ValueCase("Publishers.Retry") { $0.upstream.retry(1) },
        ValueCase("TraitPublishers.RetryWhen") { stage in
            stage.upstream.retry { $0.prefix(1).delay(for: 1, scheduler: stage.scheduler) }
        },
        ValueCase("Publishers.Zip") { $0.upstream.zip($0.other.dropFirst()) },
        ValueCase("Publishers.Zip3") { $0.upstream.zip($0.other.dropFirst(), $0.other) },
        ValueCase("Publishers.Zip4") { $0.upstream.zip($0.other.dropFirst(), $0.other, $0.upstream) },
        ValueCase("Publishers.CombineLatest", keeps: .newestOfEach) { $0.upstream.combineLatest($0.other) },
        ValueCase("Publishers.CombineLatest3", keeps: .newestOfEach) {
            $0.upstream.combineLatest($0.other, $0.upstream)
        },
        ValueCase("Publishers.CombineLatest4", keeps: .newestOfEach) {
            $0.upstream.combineLatest($0.other, $0.upstream, $0.other)
        },
        ValueCase("Publishers.Merge") { $0.upstream.merge(with: $0.other) },
        ValueCase("Publishers.Merge3") { $0.upstream.merge(with: $0.other, $0.upstream) },
        ValueCase("Publishers.Merge4") { $0.upstream.merge(with: $0.other, $0.upstream, $0.other) },
        ValueCase("Publishers.MergeMany") { Publishers.MergeMany([$0.upstream, $0.other]) },
        ValueCase("Publishers.Merge", "of values that are there") {
            Just($0.value).setFailureType(to: TestFailure.self).merge(with: $0.other)
        },
        ValueCase("Publishers.Concatenate") { $0.upstream.first().append($0.other) },
        ValueCase("Publishers.Concatenate", "of values", keeps: .own) {
            $0.upstream.prepend($0.value).append($0.value)
        },
        ValueCase("Publishers.FlatMap", gathers: true) { stage in stage.upstream.flatMap { _ in stage.other }
        },
        ValueCase("Publishers.FlatMap", "one at a time") { stage in
            stage.upstream.flatMap(maxPublishers: .max(1)) { Just($0).setFailureType(to: TestFailure.self) }
        },
        ValueCase("Publishers.FlatMap", "of values that are there") { stage in
            stage.upstream.flatMap { [$0, $0].publisher.setFailureType(to: TestFailure.self) }
        },
        ValueCase("Publishers.SwitchToLatest") { stage in
            stage.upstream.map { _ in stage.other }.switchToLatest()
        },
        ValueCase("TraitPublishers.SwitchIfEmpty") { $0.upstream.ifEmpty(switchTo: $0.other) },
        ValueCase("TraitPublishers.AndThen") {
            $0.upstream.ignoreOutput().uncheckedCompletable().andThen($0.other)
        },
        ValueCase("TraitPublishers.ZipSingle") { [$0.single, $0.single].zipSingle() },
        ValueCase("TraitPublishers.ZipMaybe") { [$0.single.asMaybe(), $0.single.asMaybe()].zipMaybe() },
        ValueCase("TraitPublishers.ZipCompletable") { stage in
            [stage.upstream, stage.other].map { $0.ignoreOutput().uncheckedCompletable() }.zipCompletable()
        },
        ValueCase("TraitPublishers.Race") { $0.upstream.race(with: $0.other) },
        ValueCase("TraitPublishers.RaceMany") { [$0.upstream, $0.other].race() },
    ]
}

extension ClosureCase {
    static let inner = [
        ClosureCase("Publishers.FlatMap") { stage, token in
            let inner = stage.inner
            return stage.upstream.flatMap { _ in uses(token, inner) }
        },
        ClosureCase("Publishers.FlatMap", "one at a time") { stage, token in
            let inner = stage.inner
            return stage.upstream.flatMap(maxPublishers: .max(1)) { _ in uses(token, inner) }
        },
        ClosureCase("Publishers.FlatMap", "over Just", starts: [.value]) { stage, token in
            let inner = stage.inner
            return Just(1).flatMap { _ in uses(token, inner) }
        },
        ClosureCase("Publishers.FlatMap", "twice over Just", starts: [.value]) { stage, token in
            let inner = stage.inner
            return Just(1).flatMap { _ in uses(token, inner) }.flatMap {
                Just($0).setFailureType(to: TestFailure.self)
            }
        },
        ClosureCase("Publishers.FlatMap", "of a chain", starts: [.value]) { stage, token in
            let inner = stage.inner
            return Just(1).setFailureType(to: TestFailure.self).map { $0 }.flatMap { _ in
                uses(token, inner.first())
            }.map { $0 }
        },
        ClosureCase("Publishers.FlatMap", "over a future", starts: [.value]) { stage, token in
            let inner = stage.inner
            return Future<Int, TestFailure> { $0(.success(1)) }.flatMap { _ in uses(token, inner) }
        },
        ClosureCase("Publishers.FlatMap", "of synchronous publishers") { stage, token in
            stage.infallible.flatMap { uses(token, Just($0)) }
        },
        ClosureCase("Publishers.SwitchToLatest", "with map", starts: [.later]) { stage, token in
            let inner = stage.inner
            // Upstream's end releases the closure of `map`, as in Combine.
            return stage.upstream.append(Empty(completeImmediately: false)).map { _ in uses(token, inner) }
                .switchToLatest()
        },
        ClosureCase("Publishers.Catch", isKeptBySubscription: true) { stage, token in
            let inner = stage.inner
            return stage.upstream.catch { _ in uses(token, inner) }
        },
        ClosureCase("Publishers.TryCatch", isKeptBySubscription: true) { stage, token in
            let inner = stage.inner
            return stage.upstream.tryCatch { _ in uses(token, inner) }
        },
        ClosureCase("Publishers.Catch", "over Fail", starts: [.failure], isKeptBySubscription: true) {
            stage, token in
            let inner = stage.inner
            return Fail<Int, TestFailure>(error: TestFailure()).catch { _ in uses(token, inner) }
        },
        ClosureCase("Publishers.Catch", "in a chain", starts: [.failure]) { stage, token in
            let inner = stage.inner
            return stage.upstream.map { $0 }.catch { _ in uses(token, inner) }.flatMap {
                Just($0).setFailureType(to: TestFailure.self)
            }
        },
    ]
}
