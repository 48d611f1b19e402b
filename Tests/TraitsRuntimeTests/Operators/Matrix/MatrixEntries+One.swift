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
        MatrixEntry("Future") { harness in
            Future<Int, TestError> { promise in
                harness.events = [{ promise(.success(1)) }, { promise(.success(2)) }]
            }
        },
        MatrixEntry("Record", as: "[1, 2, 3]") { _ in
            Record<Int, TestError>(output: [1, 2, 3], completion: .finished)
        },
        MatrixEntry("Publishers.Sequence", as: "[1, 2, 3]") { _ in [1, 2, 3].publisher },
        MatrixEntry("Optional.Publisher", as: "Optional") { _ in Optional(1).publisher },
        MatrixEntry("Result.Publisher", as: "Once") { _ in Result<Int, TestError>.success(1).publisher },
        MatrixEntry("AnyPublisher", as: "ManualPublisher", exempt: through) { harness in
            harness.input().eraseToAnyPublisher()
        },
        MatrixEntry("PassthroughSubject", exempt: [.patience: dropsValues]) { harness in
            let subject = IntSubject()
            harness.events = sending(to: subject)
            return subject
        },
        MatrixEntry("CurrentValueSubject", exempt: [.patience: dropsValues]) { harness in
            let subject = CurrentValueSubject<Int, TestError>(0)
            harness.events = sending(to: subject)
            return subject
        },
        MatrixEntry("Published.Publisher", as: "PublishedSubject") { harness in
            let model = Model()
            harness.events = [1, 2].map { number in { model.number = number } }
            return model.$number
        },
        MatrixEntry("Property.AllValues", as: "Property") { harness in
            let property = MutableProperty(0)
            harness.events = [1, 2].map { number in { property.value = number } }
            return property.property.allValues
        },
        MatrixEntry("Property.SubsequentValues", as: "Property") { harness in
            let property = MutableProperty(0)
            harness.events = [1, 2].map { number in { property.value = number } }
            return property.property.subsequentValues
        },
        MatrixEntry(
            "ObservableObjectPublisher", exempt: [.demand: "a request of any size asks for everything"]
        ) { harness in
            let publisher = ObservableObjectPublisher()
            harness.events = [publisher.send, publisher.send]
            return publisher
        },
        MatrixEntry("Deferred", as: "ManualPublisher", exempt: through) { harness in
            Deferred(createPublisher: harness.plain { harness.input() })
        },
    ]

    static let emptyGoesOn = "the end follows `Subscriptions.empty` at once, which can't be told to stop"
    static let dropsValues = "a value that nobody has asked for is lost"

    private static func sending(to subject: some Subject<Int, TestError>) -> [() -> Void] {
        [{ subject.send(1) }, { subject.send(2) }, { subject.send(completion: .finished) }]
    }

    static let mapping: [MatrixEntry] = [
        MatrixEntry("Publishers.Map", as: "ManualPublisher", exempt: through) { harness in
            harness.input().map(harness.plain { $0 + 1 })
        },
        MatrixEntry("Publishers.TryMap", exempt: [.earlyEvents: passesEarly]) { harness in
            harness.input().tryMap(harness.closure { $0 + 1 })
        },
        MatrixEntry("Publishers.MapKeyPath", as: "ManualPublisher", exempt: through) { harness in
            harness.input().map(\.magnitude)
        },
        MatrixEntry("Publishers.MapKeyPath2", as: "ManualPublisher", exempt: through) { harness in
            harness.input().map(\.magnitude, \.self)
        },
        MatrixEntry("Publishers.MapKeyPath3", as: "ManualPublisher", exempt: through) { harness in
            harness.input().map(\.magnitude, \.self, \.self)
        },
        MatrixEntry("Publishers.Scan", as: "ManualPublisher", exempt: through) { harness in
            harness.input().scan(0, harness.plain { $0 + $1 })
        },
        MatrixEntry("Publishers.TryScan", exempt: [.earlyEvents: passesEarly]) { harness in
            harness.input().tryScan(0, harness.closure { $0 + $1 })
        },
        MatrixEntry("Publishers.Encode", exempt: [.earlyEvents: passesEarly]) { harness in
            harness.input().encode(encoder: Coder(token: harness.plain {}))
        },
        MatrixEntry("Publishers.Decode", exempt: [.earlyEvents: passesEarly]) { harness in
            harness.input().decode(type: Int.self, decoder: Coder(token: harness.plain {}))
        },
    ]

    static let filtering: [MatrixEntry] = [
        MatrixEntry("Publishers.Filter", as: "ManualPublisher", exempt: through) { harness in
            harness.input().filter(harness.plain { $0 != 2 })
        },
        MatrixEntry("Publishers.TryFilter", exempt: trapping) { harness in
            harness.input().tryFilter(harness.closure { $0 != 2 })
        },
        MatrixEntry("Publishers.CompactMap", as: "ManualPublisher", exempt: through) { harness in
            harness.input().compactMap(harness.plain { $0 == 2 ? nil : $0 })
        },
        MatrixEntry("Publishers.TryCompactMap", exempt: trapping) { harness in
            harness.input().tryCompactMap(harness.closure { $0 == 2 ? nil : $0 })
        },
        MatrixEntry("Publishers.RemoveDuplicates", exempt: trapping) { harness in
            harness.input().removeDuplicates(by: harness.plain { $0 == $1 })
        },
        MatrixEntry("Publishers.TryRemoveDuplicates", exempt: trapping) { harness in
            harness.input().tryRemoveDuplicates(by: harness.closure { $0 == $1 })
        },
        MatrixEntry("Publishers.IgnoreOutput", as: "ManualPublisher", exempt: through) { harness in
            harness.input().ignoreOutput()
        },
        MatrixEntry("Publishers.Drop") { harness in harness.input().dropFirst() },
        MatrixEntry("Publishers.DropWhile") { harness in
            harness.input().drop(while: harness.plain { $0 < 2 })
        },
        MatrixEntry("Publishers.TryDropWhile") { harness in
            harness.input().tryDrop(while: harness.closure { $0 < 2 })
        },
        MatrixEntry(
            "Publishers.DropUntilOutput",
            exempt: [.patience: "values before the other publisher's are lost, with the demand for them"]
        ) { harness in harness.input().drop(untilOutputFrom: harness.input()) },
        MatrixEntry("Publishers.PrefixWhile", exempt: trapping) { harness in
            harness.input().prefix(while: harness.plain { $0 < 3 })
        },
        MatrixEntry("Publishers.TryPrefixWhile", exempt: trapping) { harness in
            harness.input().tryPrefix(while: harness.closure { $0 < 3 })
        },
        MatrixEntry("Publishers.PrefixUntilOutput", exempt: [.earlyEvents: countsEarly]) { harness in
            harness.input().prefix(untilOutputFrom: harness.input())
        },
        MatrixEntry("Publishers.Output", exempt: [.earlyEvents: passesEarly]) { harness in
            harness.input().prefix(2)
        },
    ]

    static let reducing: [MatrixEntry] = [
        MatrixEntry("Publishers.First") { harness in harness.input().first() },
        // The name that Combine gives it.
        MatrixEntry("Publishers.FirstWhere", as: "TryFirst") { harness in
            harness.input().first(where: harness.plain { $0 > 1 })
        },
        MatrixEntry("Publishers.TryFirstWhere") { harness in
            harness.input().tryFirst(where: harness.closure { $0 > 1 })
        },
        MatrixEntry("Publishers.Last") { harness in harness.input().last() },
        MatrixEntry("Publishers.LastWhere") { harness in
            harness.input().last(where: harness.plain { $0 < 3 })
        },
        MatrixEntry("Publishers.TryLastWhere") { harness in
            harness.input().tryLast(where: harness.closure { $0 < 3 })
        },
        MatrixEntry("Publishers.Collect") { harness in harness.input().collect() },
        MatrixEntry("Publishers.CollectByCount") { harness in harness.input().collect(2) },
        MatrixEntry("Publishers.Reduce") { harness in harness.input().reduce(0, harness.plain { $0 + $1 }) },
        MatrixEntry("Publishers.TryReduce") { harness in
            harness.input().tryReduce(0, harness.closure { $0 + $1 })
        },
        MatrixEntry("Publishers.Count") { harness in harness.input().count() },
        MatrixEntry("Publishers.Comparison") { harness in harness.input().max(by: harness.plain { $0 < $1 })
        },
        MatrixEntry("Publishers.TryComparison") { harness in
            harness.input().tryMax(by: harness.closure { $0 < $1 })
        },
        MatrixEntry("Publishers.Contains") { harness in harness.input().contains(2) },
        MatrixEntry("Publishers.ContainsWhere") { harness in
            harness.input().contains(where: harness.plain { $0 > 1 })
        },
        MatrixEntry("Publishers.TryContainsWhere") { harness in
            harness.input().tryContains(where: harness.closure { $0 > 1 })
        },
        MatrixEntry("Publishers.AllSatisfy") { harness in
            harness.input().allSatisfy(harness.plain { $0 < 2 })
        },
        MatrixEntry("Publishers.TryAllSatisfy") { harness in
            harness.input().tryAllSatisfy(harness.closure { $0 < 2 })
        },
    ]

    static let ends: [MatrixEntry] = [
        MatrixEntry("Publishers.ReplaceEmpty") { harness in harness.input().replaceEmpty(with: 9) },
        MatrixEntry("Publishers.ReplaceError") { harness in harness.input().replaceError(with: 9) },
        MatrixEntry("Publishers.MapError", as: "ManualPublisher", exempt: through) { harness in
            harness.input().mapError(harness.plain { $0 })
        },
        // The name is that of its upstream, which can't fail.
        MatrixEntry("Publishers.SetFailureType", as: "Catch", exempt: counting) { harness in
            harness.infallible().setFailureType(to: TestError.self)
        },
        MatrixEntry(
            "Publishers.AssertNoFailure", as: "ManualPublisher",
            exempt: through.merging([.failures: "a failure stops the program"]) { $1 }
        ) { harness in harness.input().assertNoFailure() },
        MatrixEntry("Publishers.Catch", exempt: counting) { harness in
            harness.input().catch(harness.plain { _ in harness.input() })
        },
        MatrixEntry("Publishers.TryCatch", exempt: counting) { harness in
            harness.input().tryCatch(harness.closure { _ in harness.input() })
        },
        MatrixEntry("Publishers.Retry", exempt: counting) { harness in
            Deferred(createPublisher: harness.plain { harness.input() }).retry(1)
        },
    ]
}
