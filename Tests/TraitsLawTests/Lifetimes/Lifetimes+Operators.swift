import TraitsRuntime
import TraitsTesting

// Operators of one source.

extension ValueCase {
    static let values = [
        ValueCase("Publishers.Map") { $0.upstream.map { $0 } },
        ValueCase("Publishers.TryMap") { $0.upstream.tryMap { $0 } },
        ValueCase("Publishers.MapKeyPath") { $0.upstream.map(\.name) },
        ValueCase("Publishers.MapKeyPath2") { $0.upstream.map(\.name, \.self) },
        ValueCase("Publishers.MapKeyPath3") { $0.upstream.map(\.name, \.self, \.description) },
        ValueCase("Publishers.Scan", keeps: .newest) { $0.upstream.scan($0.value) { $1 } },
        ValueCase("Publishers.TryScan", keeps: .newest) { $0.upstream.tryScan($0.value) { $1 } },
        ValueCase("Publishers.MeasureInterval") { $0.upstream.measureInterval(using: $0.scheduler) },
        ValueCase("Publishers.Filter") { $0.upstream.filter { _ in true } },
        ValueCase("Publishers.TryFilter") { $0.upstream.tryFilter { _ in true } },
        ValueCase("Publishers.CompactMap") { $0.upstream.compactMap { $0 } },
        ValueCase("Publishers.TryCompactMap") { $0.upstream.tryCompactMap { $0 } },
        ValueCase("Publishers.RemoveDuplicates", keeps: .newest) {
            $0.upstream.removeDuplicates { $0 === $1 }
        },
        ValueCase("Publishers.TryRemoveDuplicates", keeps: .newest) {
            $0.upstream.tryRemoveDuplicates { $0 === $1 }
        },
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

    static let conditions = [
        ValueCase("Publishers.First") { $0.upstream.first() },
        ValueCase("Publishers.FirstWhere") { $0.upstream.first { $0.name == "value 2 of 0" } },
        ValueCase("Publishers.TryFirstWhere") { $0.upstream.tryFirst { $0.name == "value 2 of 0" } },
        ValueCase("Publishers.Last", keeps: .newest) { $0.upstream.last() },
        ValueCase("Publishers.LastWhere", keeps: .newest) { $0.upstream.last { _ in true } },
        ValueCase("Publishers.TryLastWhere", keeps: .newest) { $0.upstream.tryLast { _ in true } },
        ValueCase("Publishers.Contains", keeps: .own) {
            $0.upstream.map(Identity.init).contains(Identity($0.value))
        },
        ValueCase("Publishers.ContainsWhere") { $0.upstream.contains { _ in false } },
        ValueCase("Publishers.TryContainsWhere") { $0.upstream.tryContains { _ in false } },
        ValueCase("Publishers.AllSatisfy") { $0.upstream.allSatisfy { _ in true } },
        ValueCase("Publishers.TryAllSatisfy") { $0.upstream.tryAllSatisfy { _ in true } },
    ]

    static let reductions = [
        ValueCase("Publishers.Collect", keeps: .all, gathers: true) { $0.upstream.collect() },
        ValueCase("Publishers.CollectByCount", keeps: .newest) { $0.upstream.collect(2) },
        ValueCase("Publishers.CollectByCount", "never full", keeps: .all) { $0.upstream.collect(9) },
        ValueCase("Publishers.Reduce", keeps: .ownAndNewest) { $0.upstream.reduce($0.value) { $1 } },
        ValueCase("Publishers.TryReduce", keeps: .ownAndNewest) { $0.upstream.tryReduce($0.value) { $1 } },
        ValueCase("Publishers.Count") { $0.upstream.count() },
        ValueCase("Publishers.Comparison", keeps: .newest) { $0.upstream.max { $0.name < $1.name } },
        ValueCase("Publishers.TryComparison", keeps: ["value 1 of 0"]) {
            $0.upstream.tryMin { $0.name < $1.name }
        },
    ]

    private struct SilentOutput: TextOutputStream {
        mutating func write(_ string: String) {}
    }
}

extension ClosureCase {
    static let values = [
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

    static let conditions = [
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

    static let reductions = [
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
}
