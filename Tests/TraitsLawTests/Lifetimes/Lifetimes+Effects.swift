import TraitsRuntime
import TraitsTesting

// Operators that act on ends, time and subscriptions.

extension ValueCase {
    static let outcomes = [
        ValueCase("TraitPublishers.FailIfEmpty") { $0.upstream.replaceEmpty(withError: TestFailure()) },
        ValueCase("Publishers.ReplaceEmpty") { $0.upstream.replaceEmpty(with: $0.constant) },
        ValueCase("TraitPublishers.FirstOrError") { $0.upstream.first(orError: TestFailure()) },
        ValueCase("Publishers.ReplaceError") { $0.upstream.replaceError(with: $0.constant) },
        ValueCase("Using") { stage in
            Using {
                0
            } product: { _ in
                stage.upstream
            } release: { _ in
            }
        },
        ValueCase("TraitPublishers.AsCompletable") { $0.upstream.asCompletable() },
        ValueCase("TraitPublishers.AsMaybe") { stage in
            stage.upstream.ignoreOutput().uncheckedCompletable().asMaybe(of: LeakToken.self)
        },
        ValueCase("TraitPublishers.Materialize") { $0.upstream.materialize() },
        ValueCase("TraitPublishers.Dematerialize") { stage in
            stage.infallible.map { StreamEvent<LeakToken, TestFailure>.value($0) }.dematerialize()
        },
        ValueCase("TraitPublishers.MapToResult") { $0.upstream.mapToResult() },
        ValueCase("TraitPublishers.PreventCancellation", gathers: true) { $0.upstream.preventCancellation() },
    ]

    static let timed = [
        ValueCase("Publishers.CollectByTime") { $0.upstream.collect(.byTime($0.scheduler, 4)) },
        ValueCase("Publishers.CollectByTime", "or count") {
            $0.upstream.collect(.byTimeOrCount($0.scheduler, 4, 2))
        },
        ValueCase("Publishers.Timeout") { $0.upstream.timeout(30, scheduler: $0.scheduler) },
        ValueCase("Publishers.Delay") { $0.upstream.delay(for: 7, scheduler: $0.scheduler) },
        ValueCase("Publishers.ReceiveOn") { $0.upstream.receive(on: $0.scheduler) },
        ValueCase("Publishers.SubscribeOn") { $0.upstream.subscribe(on: $0.scheduler) },
        ValueCase("Publishers.Debounce") { $0.upstream.debounce(for: 4, scheduler: $0.scheduler) },
        ValueCase("Publishers.Throttle") {
            $0.upstream.throttle(for: 9, scheduler: $0.scheduler, latest: true)
        },
        ValueCase("Publishers.Throttle", "of the first") {
            $0.upstream.throttle(for: 9, scheduler: $0.scheduler, latest: false)
        },
        ValueCase("Publishers.Buffer") {
            $0.upstream.buffer(size: 9, prefetch: .keepFull, whenFull: .dropNewest)
        },
        ValueCase("Publishers.Buffer", "that overflows") {
            $0.upstream.buffer(size: 1, prefetch: .byRequest, whenFull: .customError { TestFailure() })
        },
        ValueCase("TraitPublishers.TimeoutFailing") {
            $0.single.timeout(30, scheduler: $0.scheduler, error: TestFailure())
        },
        ValueCase("TraitPublishers.DelaySubscription") {
            $0.upstream.delaySubscription(for: 1, scheduler: $0.scheduler)
        },
    ]

    static let shared = [
        ValueCase("Publishers.Share") { $0.upstream.share() },
        ValueCase("MorePublishers.ShareReplay", keeps: .lastTwo) { $0.upstream.share(replay: 2) },
        ValueCase("Publishers.MakeConnectable") { $0.infallible.makeConnectable().autoconnect() },
        ValueCase("TraitPublishers.ShareReplay") { $0.single.shareReplay() },
    ]
}

extension ClosureCase {
    static let effects = [
        ClosureCase("Publishers.HandleEvents") { stage, token in
            stage.upstream.handleEvents(receiveOutput: { _ in uses(token, ()) })
        },
        ClosureCase("Publishers.Breakpoint") { stage, token in
            stage.upstream.breakpoint(receiveOutput: { _ in uses(token, false) })
        },
        ClosureCase("Publishers.Buffer") { stage, token in
            stage.upstream.buffer(
                size: 9, prefetch: .byRequest, whenFull: .customError { uses(token, TestFailure()) })
        },
        ClosureCase("Publishers.Timeout", isKeptBySubscription: true) { stage, token in
            stage.upstream.timeout(
                900, scheduler: stage.scheduler, customError: { uses(token, TestFailure()) })
        },
    ]

    static let traits = [
        ClosureCase("TraitPublishers.SwitchIfEmpty", isKeptBySubscription: true) { stage, token in
            let inner = stage.inner
            return stage.upstream.ifEmpty(switchTo: uses(token, inner))
        },
        ClosureCase("TraitPublishers.SwitchIfEmpty", "with a value", isKeptBySubscription: true) {
            stage, token in
            stage.upstream.ifEmpty(default: uses(token, 1))
        },
        ClosureCase("TraitPublishers.FirstOrError") { stage, token in
            stage.upstream.first(orError: uses(token, TestFailure()))
        },
        ClosureCase("TraitPublishers.FailIfEmpty") { stage, token in
            stage.upstream.replaceEmpty(withError: uses(token, TestFailure()))
        },
        // Upstream's answer decides that the closure isn't called.
        ClosureCase("TraitPublishers.TimeoutFailing", starts: [.later]) { stage, token in
            stage.upstream.last().uncheckedSingle()
                .timeout(900, scheduler: stage.scheduler, error: uses(token, TestFailure()))
        },
        ClosureCase("TraitPublishers.AndThen", isKeptBySubscription: true) { stage, token in
            let inner = stage.inner
            return stage.upstream.ignoreOutput().andThen { uses(token, inner) }
        },
        ClosureCase("TraitPublishers.RetryWhen") { stage, token in
            let inner = stage.inner
            return stage.upstream.retry { failures in failures.flatMap { _ in uses(token, inner.first()) } }
        },
        ClosureCase("TraitPublishers.RetryWhen", "with a closure that makes the trigger") { stage, token in
            stage.upstream.retry { failures in uses(token, failures.prefix(1)) }
        },
        ClosureCase("Using", "of a product") { stage, token in
            let upstream = stage.upstream
            return Using {
                uses(token, 0)
            } product: { _ in
                uses(token, upstream)
            } release: { _ in
            }
        },
        ClosureCase("Using") { stage, token in
            let upstream = stage.upstream
            return Using {
                0
            } product: { _ in
                upstream
            } release: { _ in
                uses(token, ())
            }
        },
        ClosureCase("DeferredFutureSingle", "with a job", starts: [.later]) { stage, token in
            let inner = stage.inner
            return DeferredFutureSingle<Int, TestFailure> { promise in
                uses(token, inner.first(orError: TestFailure()).sinkSingle(receive: promise))
            }
        },
        ClosureCase("DeferredFutureSingle", starts: [.later]) { stage, token in
            let inner = stage.inner
            return DeferredFutureSingle<Int, TestFailure> { promise in
                let handle = inner.first().sink(
                    receiveCompletion: { if case .failure(let error) = $0 { promise(.failure(error)) } },
                    receiveValue: { promise(.success($0)) })
                return AnyCancellable { uses(token, handle.cancel()) }
            }
        },
    ]
}
