import TraitsExtras
import TraitsRuntime
import TraitsTesting

extension ClosureCase {
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
