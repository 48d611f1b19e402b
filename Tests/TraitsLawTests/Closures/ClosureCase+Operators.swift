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
        ClosureCase("Publishers.Comparison", "min") { stage, token in
            stage.upstream.min { uses(token, $0 < $1) }
        },
        ClosureCase("Publishers.TryComparison", "max") { stage, token in
            stage.upstream.tryMax { uses(token, $0 < $1) }
        },
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
}
