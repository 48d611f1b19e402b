import TraitsExtras
import TraitsRuntime
import TraitsTesting

extension ClosureCase {
    static let all = values + conditions + reductions + effects + inner + traits + extras

    private static let values = [
        ClosureCase("Publishers.Map") { stage, token in stage.upstream.map { uses(token, $0) } },
        ClosureCase("Publishers.TryMap") { stage, token in stage.upstream.tryMap { uses(token, $0) } },
        ClosureCase("Publishers.MapError") { stage, token in stage.upstream.mapError { uses(token, $0) } },
        ClosureCase("Publishers.Scan") { stage, token in stage.upstream.scan(0) { uses(token, $0 + $1) } },
        ClosureCase("Publishers.TryScan") { stage, token in stage.upstream.tryScan(0) { uses(token, $0 + $1) }
        },
        ClosureCase("Publishers.CompactMap") { stage, token in stage.upstream.compactMap { uses(token, $0) }
        },
        ClosureCase("Publishers.TryCompactMap") { stage, token in
            stage.upstream.tryCompactMap { uses(token, $0) }
        },
        ClosureCase("Publishers.Filter") { stage, token in stage.upstream.filter { uses(token, $0 > 0) } },
        ClosureCase("Publishers.TryFilter") { stage, token in stage.upstream.tryFilter { uses(token, $0 > 0) }
        },
        ClosureCase("Publishers.RemoveDuplicates") { stage, token in
            stage.upstream.removeDuplicates { uses(token, $0 == $1) }
        },
        ClosureCase("Publishers.TryRemoveDuplicates") { stage, token in
            stage.upstream.tryRemoveDuplicates { uses(token, $0 == $1) }
        },
        ClosureCase("Publishers.CombineLatest", "with a transformation") { stage, token in
            stage.upstream.combineLatest(stage.inner) { uses(token, $0 + $1) }
        },
        ClosureCase("Publishers.Zip", "with a transformation") { stage, token in
            stage.upstream.zip(stage.inner) { uses(token, $0 + $1) }
        },
    ]

    private static let conditions = [
        ClosureCase("Publishers.DropWhile") { stage, token in stage.upstream.drop { uses(token, $0 < 2) } },
        ClosureCase("Publishers.TryDropWhile") { stage, token in
            stage.upstream.tryDrop { uses(token, $0 < 2) }
        },
        ClosureCase("Publishers.PrefixWhile") { stage, token in stage.upstream.prefix { uses(token, $0 < 2) }
        },
        ClosureCase("Publishers.TryPrefixWhile") { stage, token in
            stage.upstream.tryPrefix { uses(token, $0 < 2) }
        },
        ClosureCase("Publishers.FirstWhere") { stage, token in stage.upstream.first { uses(token, $0 > 1) } },
        ClosureCase("Publishers.TryFirstWhere") { stage, token in
            stage.upstream.tryFirst { uses(token, $0 > 1) }
        },
        ClosureCase("Publishers.LastWhere") { stage, token in stage.upstream.last { uses(token, $0 > 0) } },
        ClosureCase("Publishers.TryLastWhere") { stage, token in
            stage.upstream.tryLast { uses(token, $0 > 0) }
        },
        ClosureCase("Publishers.ContainsWhere") { stage, token in
            stage.upstream.contains { uses(token, $0 > 1) }
        },
        ClosureCase("Publishers.TryContainsWhere") { stage, token in
            stage.upstream.tryContains { uses(token, $0 > 1) }
        },
        ClosureCase("Publishers.AllSatisfy") { stage, token in
            stage.upstream.allSatisfy { uses(token, $0 < 2) }
        },
        ClosureCase("Publishers.TryAllSatisfy") { stage, token in
            stage.upstream.tryAllSatisfy { uses(token, $0 < 2) }
        },
    ]

    private static let reductions = [
        ClosureCase("Publishers.Reduce") { stage, token in stage.upstream.reduce(0) { uses(token, $0 + $1) }
        },
        ClosureCase("Publishers.TryReduce") { stage, token in
            stage.upstream.tryReduce(0) { uses(token, $0 + $1) }
        },
        ClosureCase("Publishers.Comparison") { stage, token in stage.upstream.max { uses(token, $0 < $1) } },
        ClosureCase("Publishers.TryComparison") { stage, token in
            stage.upstream.tryMin { uses(token, $0 < $1) }
        },
    ]

    private static let effects = [
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

    private static let inner = [
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

    private static let traits = [
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

    private static let extras = [
        ClosureCase("MorePublishers.PrefixWhileBehaving") { stage, token in
            stage.upstream.prefix(while: { uses(token, $0 < 2) }, behavior: .inclusive)
        },
        ClosureCase("TraitsExtras", "concatMap") { stage, token in
            let inner = stage.inner
            return stage.upstream.concatMap { _ in uses(token, inner) }
        },
        ClosureCase("TraitsExtras", "flatMapFirst") { stage, token in
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
    ]
}
