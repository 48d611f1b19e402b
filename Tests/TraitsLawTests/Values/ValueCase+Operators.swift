import TraitsRuntime
import TraitsTesting

extension ValueCase {
    /// Where the values come from one source.
    static let operators =
        values + conditions + reductions + outcomes + timed + shared

    private static let values = [
        ValueCase("Publishers.Map") { $0.upstream.map { $0 } },
        ValueCase("Publishers.TryMap") { $0.upstream.tryMap { $0 } },
        ValueCase("Publishers.MapKeyPath") { $0.upstream.map(\.name) },
        ValueCase("Publishers.MapKeyPath2") { $0.upstream.map(\.name, \.self) },
        ValueCase("Publishers.MapKeyPath3") { $0.upstream.map(\.name, \.self, \.description) },
        ValueCase("Publishers.Scan") { $0.upstream.scan($0.value) { $1 } },
        ValueCase("Publishers.TryScan") { $0.upstream.tryScan($0.value) { $1 } },
        ValueCase("Publishers.MeasureInterval") { $0.upstream.measureInterval(using: $0.scheduler) },
        ValueCase("Publishers.Filter") { $0.upstream.filter { _ in true } },
        ValueCase("Publishers.TryFilter") { $0.upstream.tryFilter { _ in true } },
        ValueCase("Publishers.CompactMap") { $0.upstream.compactMap { $0 } },
        ValueCase("Publishers.TryCompactMap") { $0.upstream.tryCompactMap { $0 } },
        ValueCase("Publishers.RemoveDuplicates") { $0.upstream.removeDuplicates { $0 === $1 } },
        ValueCase("Publishers.TryRemoveDuplicates") { $0.upstream.tryRemoveDuplicates { $0 === $1 } },
        ValueCase("Publishers.IgnoreOutput") { $0.upstream.ignoreOutput() },
        ValueCase("Publishers.Drop") { $0.upstream.dropFirst() },
        ValueCase("Publishers.DropWhile") { $0.upstream.drop { $0.name == "value 1 of 0" } },
        ValueCase("Publishers.TryDropWhile") { $0.upstream.tryDrop { $0.name == "value 1 of 0" } },
        ValueCase("Publishers.PrefixWhile") { $0.upstream.prefix { $0.name != "value 3 of 0" } },
        ValueCase("Publishers.TryPrefixWhile") { $0.upstream.tryPrefix { $0.name != "value 3 of 0" } },
        ValueCase("Publishers.Output") { $0.upstream.output(in: 1..<3) },
        ValueCase("Publishers.MapError") { $0.upstream.mapError { $0 } },
        ValueCase("Publishers.SetFailureType") { $0.infallible.setFailureType(to: TestFailure.self) },
        ValueCase("Publishers.AssertNoFailure", trapsFailures: true) { $0.upstream.assertNoFailure() },
        ValueCase("Publishers.HandleEvents") { $0.upstream.handleEvents() },
        ValueCase("Publishers.Print") { $0.upstream.print("", to: SilentOutput()) },
        ValueCase("Publishers.Breakpoint") { $0.upstream.breakpoint() },
        ValueCase("MorePublishers.Trace") { $0.upstream.trace("") },
        ValueCase("MorePublishers.CustomTrace") { $0.upstream.trace(String()) },
    ]

    private static let conditions = [
        ValueCase("Publishers.First") { $0.upstream.first() },
        ValueCase("Publishers.FirstWhere") { $0.upstream.first { $0.name == "value 2 of 0" } },
        ValueCase("Publishers.TryFirstWhere") { $0.upstream.tryFirst { $0.name == "value 2 of 0" } },
        ValueCase("Publishers.Last") { $0.upstream.last() },
        ValueCase("Publishers.LastWhere") { $0.upstream.last { _ in true } },
        ValueCase("Publishers.TryLastWhere") { $0.upstream.tryLast { _ in true } },
        ValueCase("Publishers.Contains") { $0.upstream.map(Identity.init).contains(Identity($0.value)) },
        ValueCase("Publishers.ContainsWhere") { $0.upstream.contains { _ in false } },
        ValueCase("Publishers.TryContainsWhere") { $0.upstream.tryContains { _ in false } },
        ValueCase("Publishers.AllSatisfy") { $0.upstream.allSatisfy { _ in true } },
        ValueCase("Publishers.TryAllSatisfy") { $0.upstream.tryAllSatisfy { _ in true } },
    ]

    private static let reductions = [
        ValueCase("Publishers.Collect", gathers: true) { $0.upstream.collect() },
        ValueCase("Publishers.CollectByCount") { $0.upstream.collect(2) },
        ValueCase("Publishers.CollectByCount", "never full") { $0.upstream.collect(9) },
        ValueCase("Publishers.Reduce") { $0.upstream.reduce($0.value) { $1 } },
        ValueCase("Publishers.TryReduce") { $0.upstream.tryReduce($0.value) { $1 } },
        ValueCase("Publishers.Count") { $0.upstream.count() },
        ValueCase("Publishers.Comparison") { $0.upstream.max { $0.name < $1.name } },
        ValueCase("Publishers.TryComparison") { $0.upstream.tryMin { $0.name < $1.name } },
    ]

    private static let outcomes = [
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

    private static let timed = [
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

    private static let shared = [
        ValueCase("Publishers.Share") { $0.upstream.share() },
        ValueCase("MorePublishers.ShareReplay") { $0.upstream.share(replay: 2) },
        ValueCase("Publishers.MakeConnectable") { $0.infallible.makeConnectable().autoconnect() },
        ValueCase("TraitPublishers.ShareReplay") { $0.single.shareReplay() },
    ]

    private struct SilentOutput: TextOutputStream {
        mutating func write(_ string: String) {}
    }
}
