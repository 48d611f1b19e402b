import TraitsRuntime
import TraitsTesting

// Publishers without an input, and operators of one.

private struct Coder: TopLevelEncoder, TopLevelDecoder {
    let token: () -> Void
    func encode<T: Encodable>(_ value: T) throws -> Int { value as! Int }
    func decode<T: Decodable>(_ type: T.Type, from input: Int) throws -> T { input as! T }
}

private final class Model: ObservableObject {
    @Published var number = 0
}

private struct Thing: Sendable {
    var one = 1
}

extension MatrixEntry {
    static let sources: [MatrixEntry] = [
        MatrixEntry("Just") { _ in Just(1) },
        MatrixEntry("Empty", exempt: [.leavingAtOnce: emptyGoesOn]) { _ in Empty<Int, TestError>() },
        MatrixEntry("Fail", as: "Empty", exempt: [.leavingAtOnce: emptyGoesOn]) { _ in
            Fail<Int, TestError>(error: TestError())
        },
        MatrixEntry("Future") { bench in
            Future<Int, TestError> { promise in
                bench.events = [{ promise(.success(1)) }, { promise(.success(2)) }]
            }
        },
        MatrixEntry("Record", as: "[1, 2, 3]") { _ in
            Record<Int, TestError>(output: [1, 2, 3], completion: .finished)
        },
        MatrixEntry("Publishers.Sequence", as: "[1, 2, 3]") { _ in [1, 2, 3].publisher },
        MatrixEntry("Optional.Publisher", as: "Optional") { _ in Optional(1).publisher },
        MatrixEntry("Result.Publisher", as: "Once") { _ in Result<Int, TestError>.success(1).publisher },
        MatrixEntry("AnyPublisher", as: "ManualPublisher", exempt: through) { bench in
            bench.input().eraseToAnyPublisher()
        },
        MatrixEntry("PassthroughSubject", exempt: [.patience: dropsValues]) { bench in
            let subject = IntSubject()
            bench.events = sending(to: subject)
            return subject
        },
        MatrixEntry("CurrentValueSubject", exempt: [.patience: dropsValues]) { bench in
            let subject = CurrentValueSubject<Int, TestError>(0)
            bench.events = sending(to: subject)
            return subject
        },
        MatrixEntry("Published.Publisher", as: "PublishedSubject") { bench in
            let model = Model()
            bench.events = [1, 2].map { number in { model.number = number } }
            return model.$number
        },
        MatrixEntry("Property.AllValues", as: "Property") { bench in
            let property = MutableProperty(0)
            bench.events = [1, 2].map { number in { property.value = number } }
            return property.property.allValues
        },
        MatrixEntry("Property.SubsequentValues", as: "Property") { bench in
            let property = MutableProperty(0)
            bench.events = [1, 2].map { number in { property.value = number } }
            return property.property.subsequentValues
        },
        MatrixEntry(
            "ObservableObjectPublisher", exempt: [.demand: "a request of any size asks for everything"]
        ) { bench in
            let publisher = ObservableObjectPublisher()
            bench.events = [publisher.send, publisher.send]
            return publisher
        },
        MatrixEntry("Deferred", as: "ManualPublisher", exempt: through) { bench in
            Deferred(createPublisher: bench.plain { bench.input() })
        },
    ]

    static let emptyGoesOn = "the end follows `Subscriptions.empty` at once, which can't be told to stop"
    static let dropsValues = "a value that nobody has asked for is lost"

    private static func sending(to subject: some Subject<Int, TestError>) -> [() -> Void] {
        [{ subject.send(1) }, { subject.send(2) }, { subject.send(completion: .finished) }]
    }

    static let mapping: [MatrixEntry] = [
        MatrixEntry("Publishers.Map", as: "ManualPublisher", exempt: through) { bench in
            bench.input().map(bench.plain { $0 + 1 })
        },
        MatrixEntry("Publishers.TryMap", exempt: [.earlyEvents: passesEarly]) { bench in
            bench.input().tryMap(bench.closure { $0 + 1 })
        },
        MatrixEntry("Publishers.MapKeyPath", as: "ManualPublisher", exempt: through) { bench in
            bench.input().map(\.magnitude)
        },
        MatrixEntry("Publishers.MapKeyPath2", as: "ManualPublisher", exempt: through) { bench in
            bench.input().map(\.magnitude, \.self)
        },
        MatrixEntry("Publishers.MapKeyPath3", as: "ManualPublisher", exempt: through) { bench in
            bench.input().map(\.magnitude, \.self, \.self)
        },
        MatrixEntry("Publishers.Scan", as: "ManualPublisher", exempt: through) { bench in
            bench.input().scan(0, bench.plain { $0 + $1 })
        },
        MatrixEntry("Publishers.TryScan", exempt: [.earlyEvents: passesEarly]) { bench in
            bench.input().tryScan(0, bench.closure { $0 + $1 })
        },
        MatrixEntry("Publishers.Encode", exempt: [.earlyEvents: passesEarly]) { bench in
            bench.input().encode(encoder: Coder(token: bench.plain {}))
        },
        MatrixEntry("Publishers.Decode", exempt: [.earlyEvents: passesEarly]) { bench in
            bench.input().decode(type: Int.self, decoder: Coder(token: bench.plain {}))
        },
    ]

    static let filtering: [MatrixEntry] = [
        MatrixEntry("Publishers.Filter", as: "ManualPublisher", exempt: through) { bench in
            bench.input().filter(bench.plain { $0 != 2 })
        },
        MatrixEntry("Publishers.TryFilter", exempt: trapping) { bench in
            bench.input().tryFilter(bench.closure { $0 != 2 })
        },
        MatrixEntry("Publishers.CompactMap", as: "ManualPublisher", exempt: through) { bench in
            bench.input().compactMap(bench.plain { $0 == 2 ? nil : $0 })
        },
        MatrixEntry("Publishers.TryCompactMap", exempt: trapping) { bench in
            bench.input().tryCompactMap(bench.closure { $0 == 2 ? nil : $0 })
        },
        MatrixEntry("Publishers.RemoveDuplicates", exempt: trapping) { bench in
            bench.input().removeDuplicates(by: bench.plain { $0 == $1 })
        },
        MatrixEntry("Publishers.TryRemoveDuplicates", exempt: trapping) { bench in
            bench.input().tryRemoveDuplicates(by: bench.closure { $0 == $1 })
        },
        MatrixEntry("Publishers.IgnoreOutput", as: "ManualPublisher", exempt: through) { bench in
            bench.input().ignoreOutput()
        },
        MatrixEntry("Publishers.Drop") { bench in bench.input().dropFirst() },
        MatrixEntry("Publishers.DropWhile") { bench in
            bench.input().drop(while: bench.plain { $0 < 2 })
        },
        MatrixEntry("Publishers.TryDropWhile") { bench in
            bench.input().tryDrop(while: bench.closure { $0 < 2 })
        },
        MatrixEntry(
            "Publishers.DropUntilOutput",
            exempt: [.patience: "values before the other publisher's are lost, with the demand for them"]
        ) { bench in bench.input().drop(untilOutputFrom: bench.input()) },
        MatrixEntry("Publishers.PrefixWhile", exempt: trapping) { bench in
            bench.input().prefix(while: bench.plain { $0 < 3 })
        },
        MatrixEntry("Publishers.TryPrefixWhile", exempt: trapping) { bench in
            bench.input().tryPrefix(while: bench.closure { $0 < 3 })
        },
        MatrixEntry("Publishers.PrefixUntilOutput", exempt: [.earlyEvents: countsEarly]) { bench in
            bench.input().prefix(untilOutputFrom: bench.input())
        },
        MatrixEntry("Publishers.Output", exempt: [.earlyEvents: passesEarly]) { bench in
            bench.input().prefix(2)
        },
    ]

    static let reducing: [MatrixEntry] = [
        MatrixEntry("Publishers.First") { bench in bench.input().first() },
        // The name that Combine gives it.
        MatrixEntry("Publishers.FirstWhere", as: "TryFirst") { bench in
            bench.input().first(where: bench.plain { $0 > 1 })
        },
        MatrixEntry("Publishers.TryFirstWhere") { bench in
            bench.input().tryFirst(where: bench.closure { $0 > 1 })
        },
        MatrixEntry("Publishers.Last") { bench in bench.input().last() },
        MatrixEntry("Publishers.LastWhere") { bench in
            bench.input().last(where: bench.plain { $0 < 3 })
        },
        MatrixEntry("Publishers.TryLastWhere") { bench in
            bench.input().tryLast(where: bench.closure { $0 < 3 })
        },
        MatrixEntry("Publishers.Collect") { bench in bench.input().collect() },
        MatrixEntry("Publishers.CollectByCount") { bench in bench.input().collect(2) },
        MatrixEntry("Publishers.Reduce") { bench in bench.input().reduce(0, bench.plain { $0 + $1 }) },
        MatrixEntry("Publishers.TryReduce") { bench in
            bench.input().tryReduce(0, bench.closure { $0 + $1 })
        },
        MatrixEntry("Publishers.Count") { bench in bench.input().count() },
        MatrixEntry("Publishers.Comparison") { bench in bench.input().max(by: bench.plain { $0 < $1 }) },
        MatrixEntry("Publishers.TryComparison") { bench in
            bench.input().tryMax(by: bench.closure { $0 < $1 })
        },
        MatrixEntry("Publishers.Contains") { bench in bench.input().contains(2) },
        MatrixEntry("Publishers.ContainsWhere") { bench in
            bench.input().contains(where: bench.plain { $0 > 1 })
        },
        MatrixEntry("Publishers.TryContainsWhere") { bench in
            bench.input().tryContains(where: bench.closure { $0 > 1 })
        },
        MatrixEntry("Publishers.AllSatisfy") { bench in
            bench.input().allSatisfy(bench.plain { $0 < 2 })
        },
        MatrixEntry("Publishers.TryAllSatisfy") { bench in
            bench.input().tryAllSatisfy(bench.closure { $0 < 2 })
        },
    ]

    static let ends: [MatrixEntry] = [
        MatrixEntry("Publishers.ReplaceEmpty") { bench in bench.input().replaceEmpty(with: 9) },
        MatrixEntry("Publishers.ReplaceError") { bench in bench.input().replaceError(with: 9) },
        MatrixEntry("Publishers.MapError", as: "ManualPublisher", exempt: through) { bench in
            bench.input().mapError(bench.plain { $0 })
        },
        // The name is that of its upstream, which can't fail.
        MatrixEntry("Publishers.SetFailureType", as: "Catch", exempt: counting) { bench in
            bench.infallible().setFailureType(to: TestError.self)
        },
        MatrixEntry(
            "Publishers.AssertNoFailure", as: "ManualPublisher",
            exempt: through.merging([.failures: "a failure stops the program"]) { $1 }
        ) { bench in bench.input().assertNoFailure() },
        MatrixEntry("Publishers.Catch", exempt: counting) { bench in
            bench.input().catch(bench.plain { _ in bench.input() })
        },
        MatrixEntry("Publishers.TryCatch", exempt: counting) { bench in
            bench.input().tryCatch(bench.closure { _ in bench.input() })
        },
        MatrixEntry("Publishers.Retry", exempt: counting) { bench in
            Deferred(createPublisher: bench.plain { bench.input() }).retry(1)
        },
    ]
}
