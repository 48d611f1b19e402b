extension BeginnersMistake {
    /// The mistakes that the compiler meets; `MistakenPrograms` has those that it can't see.
    static let all = promises + values + failures + subscriptions + closures + products + lostPromises + calls

    private static let promises = [
        Self(
            "a maybe returned as a single", "func make() -> AnySinglePublisher<Int, any Error> { maybe }",
            says: "cannot convert return expression of type 'AnyMaybePublisher<Int, any Error>'",
            write: "eraseToAnySinglePublisher()",
            guide: "cannot convert return expression of type",
            as:
                "func make() -> AnySinglePublisher<Int, any Error> { maybe.replaceEmpty(withError: Offline()).eraseToAnySinglePublisher() }"
        ),
        Self(
            "the wrong eraser",
            "func make() -> AnySinglePublisher<Int, any Error> { single.map { $0 + 1 }.eraseToAnyPublisher() }",
            says: "cannot convert return expression of type 'AnyPublisher<Int, any Error>'",
            write: "eraseToAnySinglePublisher()",
            guide: "cannot convert return expression of type",
            as:
                "func make() -> AnySinglePublisher<Int, any Error> { single.map { $0 + 1 }.eraseToAnySinglePublisher() }"
        ),
        Self(
            "a forgotten eraser",
            "func make() -> AnySinglePublisher<Int, any Error> { single.map { $0 + 1 } }",
            says: "cannot convert return expression of type 'Publishers.Map<",
            write: "eraseToAnySinglePublisher()",
            guide: "cannot convert return expression of type",
            as:
                "func make() -> AnySinglePublisher<Int, any Error> { single.map { $0 + 1 }.eraseToAnySinglePublisher() }"
        ),
        Self(
            "a filtered single as a single", "_ = single.filter { $0 > 1 }.eraseToAnySinglePublisher()",
            says: "Publishers.Filter", "never keeps the promise of SinglePublisher",
            write: "'replaceEmpty(withError:)'",
            as: "_ = single.filter { $0 > 1 }.replaceEmpty(withError: Offline()).eraseToAnySinglePublisher()"),
        Self(
            "the first value as a single", "_ = any.first().eraseToAnySinglePublisher()",
            says: "never keeps the promise of SinglePublisher", write: "'first(orError:)'",
            as: "_ = any.first(orError: Offline()).eraseToAnySinglePublisher()"),
        Self(
            "a shared single as a single", "_ = single.share().eraseToAnySinglePublisher()",
            says: "Publishers.Share", "never keeps the promise of SinglePublisher", write: "'shareReplay()'",
            as: "_ = single.shareReplay().eraseToAnySinglePublisher()"),
        Self(
            "a single after a single", "_ = single.append(single).eraseToAnySinglePublisher()",
            says: "Publishers.Concatenate", "keeps the promise of SinglePublisher only where Prefix keeps",
            write: "in place of Concatenate, use 'ignoreOutput().andThen(_:)'",
            as: "_ = single.ignoreOutput().andThen(single).eraseToAnySinglePublisher()"),
        Self(
            "two singles merged as a single", "_ = single.merge(with: single).eraseToAnySinglePublisher()",
            says: "merge", "never keeps the promise of SinglePublisher", write: "'first(orError:)'",
            as: "_ = single.merge(with: single).first(orError: Offline()).eraseToAnySinglePublisher()"),
        Self(
            "a single as a completable", "_ = single.andThen(single)",
            says: "which CompletablePublisher rules out", write: "'ignoreOutput()'",
            as: "_ = single.ignoreOutput().andThen(single)"),
        Self(
            "the sink of a single for a maybe", "_ = maybe.sinkSingle { _ in }",
            says: "AnyMaybePublisher may be `|`", write: "'replaceEmpty(with:)'",
            as: "_ = maybe.replaceEmpty(with: 1).sinkSingle { _ in }"),
        Self(
            "a publisher of the program as a single", "_ = Ticks().eraseToAnySinglePublisher()",
            says: "this publisher isn't known to keep the promise of SinglePublisher",
            write: "'assertSingle()'",
            as: "_ = Ticks().assertSingle().eraseToAnySinglePublisher()"),
    ]

    private static let values = [
        Self(
            "the value of a maybe", "let value: Int = try await maybe.value\n_ = value",
            says: "AnyMaybePublisher may be `|`, which SinglePublisher rules out",
            write: "'replaceEmpty(with:)'",
            as: "let value: Int = try await maybe.replaceEmpty(with: 1).value\n_ = value"),
        Self(
            "a value without waiting", "let value = try maybe.value\n_ = value",
            says: "cannot be accessed from outside of the actor", write: "`try await`",
            guide: "cannot be accessed from outside of the actor",
            as: "let value = try await maybe.value\n_ = value"),
        Self(
            "a value without try", "let value = await single.value\n_ = value",
            says: "property access can throw but is not marked", write: "'try'",
            as: "let value = try await single.value\n_ = value"),
        Self(
            "the value of many", "let value = try await any.value\n_ = value",
            says: "AnyPublisher (- - ->) never keeps the promise of SinglePublisher",
            write: "'first(orError:)'",
            as: "let value = try await any.first(orError: Offline()).value\n_ = value"),
        Self(
            "the value of a subject", "let value = await users.value\n_ = value",
            says: "PassthroughSubject", "never keeps the promise of SinglePublisher",
            write: "'first(orError:)'",
            as: "let value = try await users.first(orError: Offline()).value\n_ = value"),
        Self(
            "the values of a publisher that fails", "for await value in any.values { _ = value }",
            says: "call can throw", write: "`for try await`",
            guide: "call can throw",
            as: "for try await value in any.values { _ = value }"),
        Self(
            "a property of a stream", "_ = Property(users)", says: "this publisher may have no current value",
            write: "'Property(initial:then:)'", as: #"_ = Property(initial: "", then: users)"#),
        Self(
            "a property that is set", "let property = Property(1)\nproperty.value = 2",
            says: "cannot assign to property: 'value' is a get-only property", write: "`MutableProperty`",
            guide: "cannot assign to property: 'value' is a get-only property",
            as: "let property = MutableProperty(1)\nproperty.value = 2"),
        Self(
            "@Published in a structure", "struct State { @Published var name = \"\" }",
            says: "'wrappedValue' is unavailable: @Published is for properties of classes only",
            write: "'final class'",
            as: "final class State { @Published var name = \"\" }\n_ = State()"),
        Self(
            "assigning to the value of a property", "users.assign(to: model.name)",
            says: "that is the present value of a property", write: "'assign(to: &model.$name)'",
            as: "users.assign(to: &model.$name)"),
        Self(
            "assigning without &", "users.assign(to: model.$name)", says: "to an inout parameter",
            write: "'&'",
            as: "users.assign(to: &model.$name)"),
        Self(
            "assigning to a mutable property", "_ = users.assign(to: MutableProperty(\"\"))",
            says: "let a mutable property follow a publisher", write: "'property.bind(to: publisher)'",
            as: "_ = MutableProperty(\"\").bind(to: users)"),
        Self(
            "assigning a value of another type", "_ = users.assign(to: \\.count, on: model)",
            says: "cannot convert value of type 'ReferenceWritableKeyPath<Model, Int>'", write: "`map`",
            guide: "cannot convert value of type 'ReferenceWritableKeyPath<",
            as: "_ = users.map(\\.count).assign(to: \\.count, on: model)"),
    ]

    private static let failures = [
        Self(
            "a short sink of what can fail", "_ = single.map { $0 + 1 }.sink { print($0) }",
            says: "'sink(receiveValue:)' is unavailable: this publisher can fail",
            write: "'sink(receiveCompletion:receiveValue:)'",
            as: "_ = single.map { $0 + 1 }.sink(receiveCompletion: { _ in }, receiveValue: { print($0) })"),
        Self(
            "assigning what can fail", "_ = single.assign(to: \\.count, on: model)",
            says: "this publisher can fail", write: "'replaceError(with:)'",
            as: "_ = single.replaceError(with: 0).assign(to: \\.count, on: model)"),
        Self(
            "zipping what fails differently", "_ = offline.zip(other)",
            says: "requires the types 'Offline' and 'Other' be equivalent", write: "`mapError`",
            guide: "be equivalent",
            as: "_ = offline.zip(other.mapError { _ in Offline() })"),
        Self(
            "zipping what can't fail with what can", "_ = numbers.zip(offline)",
            says: "requires the types 'Never' and 'Offline' be equivalent", write: "`setFailureType(to:)`",
            guide: "be equivalent",
            as: "_ = numbers.setFailureType(to: Offline.self).zip(offline)"),
        Self(
            "flatMap to what fails differently", "_ = offline.flatMap { _ in other }",
            says: "requires the types 'Offline' and 'Other' be equivalent", write: "`mapError`",
            guide: "be equivalent",
            as: "_ = offline.flatMap { _ in other.mapError { _ in Offline() } }"),
        Self(
            "a constant for what can fail",
            "func make() -> AnySinglePublisher<Int, any Error> { Just(1).eraseToAnySinglePublisher() }",
            says: "('Never' and 'any Error') are expected to be equal", write: "`setFailureType(to:)`",
            guide: "are expected to be equal",
            as:
                "func make() -> AnySinglePublisher<Int, any Error> { Just(1).setFailureType(to: (any Error).self).eraseToAnySinglePublisher() }"
        ),
        Self(
            "another failure type for what can fail", "_ = single.setFailureType(to: Offline.self)",
            says: "requires the types 'any Error' and 'Never' be equivalent", write: "`mapError`",
            guide: "be equivalent",
            as: "_ = single.mapError { _ in Offline() }"),
        Self(
            "a value in place of a failure", "_ = single.catch { _ in 1 }",
            says: "instance method 'catch' requires that 'Int' conform to 'Publisher'",
            write: "`replaceError(with:)`",
            guide: "conform to 'Publisher'", as: "_ = single.replaceError(with: 1)"),
        Self(
            "a closure of map that throws",
            "_ = users.map { try String(contentsOfFile: $0, encoding: .utf8) }",
            says: "invalid conversion from throwing function", write: "`tryMap`",
            guide: "invalid conversion from throwing function",
            as: "_ = users.tryMap { try String(contentsOfFile: $0, encoding: .utf8) }"),
        Self(
            "failing a subject that can't", "users.send(completion: .failure(Offline()))",
            says: "cannot convert value of type 'Offline' to expected argument type 'Never'",
            write: "`PassthroughSubject<String, Offline>`",
            guide: "to expected argument type 'Never'",
            as: "PassthroughSubject<String, Offline>().send(completion: .failure(Offline()))"),
    ]

    private static let subscriptions = [
        Self(
            "a forgotten cancellable", "single.sinkSingle { _ in }",
            says: "result of call to 'sinkSingle(receive:)' is unused", write: "`store(in:)`",
            guide: "is unused",
            as: "single.sinkSingle { _ in }.store(in: &model.bag)"),
        Self(
            "a bag that is a constant",
            "let bag = Set<AnyCancellable>()\nusers.sink { print($0) }.store(in: &bag)",
            says: "'bag' is a 'let' constant", write: "'var'",
            as: "var bag = Set<AnyCancellable>()\nusers.sink { print($0) }.store(in: &bag)"),
        Self(
            "a bag without &", "users.sink { print($0) }.store(in: model.bag)", says: "inout parameter",
            write: "'&'", as: "users.sink { print($0) }.store(in: &model.bag)"),
        Self(
            "sending nothing to a subject of values", "users.send()",
            says: "requires the types 'String' and '()' be equivalent",
            write: "`PassthroughSubject<Void, Never>`",
            guide: "be equivalent",
            as: "PassthroughSubject<Void, Never>().send()"),
        Self(
            "a promise kept with a bare value", "_ = Future<Int, Never> { promise in promise(1) }",
            says: "expected argument type 'Result<Int, Never>'", write: "`.success(value)`",
            guide: "to expected argument type 'Result<Int, Never>'",
            as: "_ = Future<Int, Never> { promise in promise(.success(1)) }"),
        Self(
            "the wrong shorthand for the main queue", "_ = users.receive(on: .main)",
            says: "has no member 'main'",
            write: "`DispatchQueue.main`",
            guide: "has no member 'main'", as: "_ = users.receive(on: DispatchQueue.main)"),
        Self(
            "an actor as the scheduler of time",
            "_ = users.delay(for: .seconds(1), scheduler: MainActor.shared)",
            says: "requires that 'MainActor' conform to 'Scheduler'", write: "`.mainActor`",
            guide: "requires that 'MainActor' conform to 'Scheduler'",
            as: "_ = users.delay(for: .seconds(1), scheduler: .mainActor)"),
    ]

    private static let closures = [
        Self(
            "a misspelt operator", "_ = users.fliter { $0.isEmpty }", says: "has no member 'fliter'",
            write: "(doc:WhichOperator)",
            guide: "has no member", as: "_ = users.filter { $0.isEmpty }"),
        Self(
            "a misspelt eraser", "_ = single.eraseToSinglePublisher()",
            says: "has no member 'eraseToSinglePublisher'", write: "(doc:WhichOperator)",
            guide: "has no member",
            as: "_ = single.eraseToAnySinglePublisher()"),
        Self(
            "a value from the closure of flatMap", "_ = single.flatMap { $0 + 1 }",
            says: "requires that 'Int' conform to 'Publisher'", write: "`map`",
            guide: "conform to 'Publisher'",
            as: "_ = single.map { $0 + 1 }"),
        Self(
            "switching between values", "_ = users.switchToLatest()",
            says: "no exact matches in call to instance method 'switchToLatest'", write: "`map`",
            guide: "no exact matches in call to instance method 'switchToLatest'",
            as: "_ = users.map { Just($0) }.switchToLatest()"),
        Self(
            "an operator of an existential",
            "let publisher: any Publisher<Int, Never> = numbers\n_ = publisher.map { $0 + 1 }",
            says: "member 'map' cannot be used on value of type 'any Publisher<Int, Never>'",
            write: "`eraseToAnyPublisher()`",
            guide: "cannot be used on value of type 'any Publisher<",
            as:
                "let publisher: any Publisher<Int, Never> = numbers\n_ = publisher.eraseToAnyPublisher().map { $0 + 1 }"
        ),
        Self(
            "state of the main actor in a closure", "_ = Just(\"\").sink { screen.title = $0 }",
            says: "main actor-isolated property 'title' can not be mutated from a nonisolated context",
            write: "`receive(on: .mainActor)`",
            guide: "can not be mutated from a nonisolated context",
            as: "_ = Just(\"\").receive(on: .mainActor).sink { screen.title = $0 }"),
        Self(
            "a result without its failure",
            "_ = single.sinkSingle { switch $0 { case .success(let number): print(number) } }",
            says: "switch must be exhaustive", write: "'.failure(_)'",
            as:
                "_ = single.sinkSingle { switch $0 { case .success(let number): print(number)\ncase .failure(let error): print(error) } }"
        ),
    ]

    private static let products = [
        Self(
            "withLatestFrom without its product", "_ = users.withLatestFrom(numbers).map { $0 + 1 }",
            says: "'withLatestFrom' is unavailable", write: "'import TraitsExtras'",
            as: "_ = users.withLatestFrom(numbers).map { $0 + 1 }"),
        Self(
            "flatMapLatest without its product", "_ = users.flatMapLatest { Just($0) }.sink { print($0) }",
            says: "'flatMapLatest' is unavailable", write: "'import TraitsExtras'",
            as: "_ = users.flatMapLatest { Just($0) }.sink { print($0) }"),
        Self(
            "flatMapFirst without its product", "_ = users.flatMapFirst { Just($0) }",
            says: "'flatMapFirst' is unavailable", write: "'import TraitsExtras'",
            as: "_ = users.flatMapFirst { Just($0) }"),
        Self(
            "concatMap without its product", "_ = users.concatMap { Just($0) }",
            says: "'concatMap' is unavailable", write: "'import TraitsExtras'",
            as: "_ = users.concatMap { Just($0) }"),
        Self(
            "sample without its product", "_ = users.sample(on: numbers)",
            says: "'sample(on:)' is unavailable", write: "'import TraitsExtras'",
            as: "_ = users.sample(on: numbers)"),
        Self(
            "pairwise without its product", "_ = users.pairwise().map { $0.0 }",
            says: "'pairwise()' is unavailable", write: "'import TraitsExtras'",
            as: "_ = users.pairwise().map { $0.0 }"),
        Self(
            "retry with a backoff without its product",
            "_ = single.retry(3, backoff: .exponential(initial: .seconds(1)), scheduler: DispatchQueue.main)",
            says: "extra arguments at positions #2, #3 in call", write: "`TraitsExtras`",
            guide: "extra arguments at positions #2, #3 in call",
            as:
                "_ = single.retry(3, backoff: .exponential(initial: .seconds(1)), scheduler: DispatchQueue.main)"
        ),
        Self(
            "a timer without its product", "_ = Timer.publish(every: 1, on: .main, in: .common)",
            says: "type 'Timer' has no member 'publish'", write: "`TraitsFoundation`",
            guide: "has no member",
            as: "_ = Timer.publish(every: 1, on: .main, in: .common)"),
        Self(
            "a run loop without its product", "_ = users.receive(on: RunLoop.main)",
            says: "requires that 'RunLoop' conform to 'Scheduler'", write: "`TraitsFoundation`",
            guide: "conform to 'Scheduler'",
            as: "_ = users.receive(on: RunLoop.main)"),
        Self(
            "a decoder without its product",
            "_ = Just(Data()).decode(type: String.self, decoder: JSONDecoder())",
            says: "requires that 'JSONDecoder' conform to 'TopLevelDecoder'", write: "`TraitsFoundation`",
            guide: "conform to 'TopLevelDecoder'",
            as: "_ = Just(Data()).decode(type: String.self, decoder: JSONDecoder())"),
        Self(
            "a request without its product",
            "_ = URLSession.shared.dataTaskPublisher(for: URL(filePath: \"/\"))",
            says: "value of type 'URLSession' has no member 'dataTaskPublisher'", write: "`TraitsNetworking`",
            guide: "has no member",
            as: "_ = URLSession.shared.dataTaskPublisher(for: URL(filePath: \"/\"))"),
    ]
}
