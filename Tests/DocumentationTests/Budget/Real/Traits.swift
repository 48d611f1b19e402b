// Chains that Combine doesn't have: singles, maybes, completables, properties, the main actor, `await`, CombineLatest and Merge.
// One in each function; `ChainBudgetTests` measures them.

import TraitsRuntime

struct User: Equatable, Sendable { var id = 0, name = "", age = 0, friends: [Int] = [], token: String? }
struct Item: Equatable, Sendable { var id = 0, title = "", price = 0.0 }
struct Offline: Error, Equatable {}
enum ServerError: Error, Equatable { case status(Int), decoding, offline }

typealias Numbers = AnyPublisher<Int, Never>
typealias Texts = AnyPublisher<String, Never>
typealias Single<Value> = AnySinglePublisher<Value, ServerError>
typealias Maybe<Value> = AnyMaybePublisher<Value, ServerError>
typealias Done = AnyCompletablePublisher<Never, ServerError>

// MARK: Singles that depend on each other

func singleMapped(user: Single<User>) -> AnyCancellable {
    user.map { $0.name }.map { $0.isEmpty ? "nobody" : $0 }.sinkSingle { print($0) }
}

func singleZip(a: Single<Int>, b: Single<Int>) -> AnyCancellable {
    a.map { $0 * 2 }.zip(b.map { $0 + 1 }).map { $0 - $1 }.sinkSingle { print($0) }
}

func singleZipOfThree(a: Single<Int>, b: Single<Int>, c: Single<Int>) -> AnyCancellable {
    a.zip(b, c).map { ($0 + $1) * $2 }.map { $0 > 3 ? "a" : "b" }.sinkSingle { result in print(result) }
}

func singleZipErased(user: Single<User>, items: Single<[Item]>) -> Single<String> {
    user.zip(items).map { user, items in "\(user.name) has \(items.count)" }.eraseToAnySinglePublisher()
}

func singleLogin(
    login: Single<String>, user: @escaping (String) -> Single<User>,
    friends: @escaping ([Int]) -> Single<[User]>
) -> Single<[String]> {
    login.flatMap { user($0) }.flatMap { friends($0.friends) }.map { $0.map(\.name).sorted() }
        .eraseToAnySinglePublisher()
}

func singleNested(user: @escaping (Int) -> Single<User>, items: @escaping (User) -> Single<[Item]>) -> Single<
    Double
> {
    user(1).flatMap { user in items(user).map { items in items.map(\.price).reduce(0, +) * Double(user.age) }
    }
    .eraseToAnySinglePublisher()
}

func singleNestedTwice(a: Single<Int>, b: Single<Int>, c: Single<Int>) -> AnyCancellable {
    a.flatMap { x in b.flatMap { y in c.map { x + y + $0 } } }.map { $0 * 2 }.sinkSingle { print($0) }
}

func singleRecovers(user: Single<User>, cached: AnySinglePublisher<User, Never>) -> AnyCancellable {
    user.catch { _ in cached }.map { ($0.name, $0.age) }.sinkSingle { result in
        if case .success(let (name, age)) = result { print(name, age) }
    }
}

func singleRetries(user: Single<User>) -> Single<String> {
    user.retry(2).map(\.name).mapError { $0 == .offline ? .status(503) : $0 }.eraseToAnySinglePublisher()
}

func singleOfTry(text: Single<String>) -> AnySinglePublisher<Int, any Error> {
    text.tryMap { text -> Int in
        guard let number = Int(text) else { throw ServerError.decoding }
        return number
    }
    .eraseToAnySinglePublisher()
}

func singleOfFirst(numbers: Numbers) -> AnySinglePublisher<Int, Offline> {
    numbers.filter { $0 > 2 && $0 < 10 }.map { $0 * 2 }.setFailureType(to: Offline.self).first(
        orError: Offline()
    )
    .eraseToAnySinglePublisher()
}

func singleOfReduce(numbers: Numbers) -> AnySinglePublisher<String, Never> {
    numbers.reduce(0) { $0 + $1 }.map { "\($0)" }.map { $0 + "!" }.eraseToAnySinglePublisher()
}

func singleOfCollect(items: AnyPublisher<Item, ServerError>) -> Single<[String]> {
    items.filter { $0.price > 1 }.collect().map { $0.sorted { $0.price < $1.price }.map(\.title) }
        .eraseToAnySinglePublisher()
}

func singleFromCallback(load: @escaping (@escaping (Result<Int, ServerError>) -> Void) -> Void) -> Single<
    String
> {
    Deferred { Future<Int, ServerError> { promise in load { promise($0) } } }.map { $0 + 1 }.map { "\($0)" }
        .eraseToAnySinglePublisher()
}

func singleChoice(isNew: Bool, user: Single<User>) -> Single<Int> {
    isNew ? .just(1) : user.map(\.age).map { $0 + 1 }.eraseToAnySinglePublisher()
}

func singleAsSome(a: Single<Int>, b: Single<Int>) -> some SinglePublisher<Int, ServerError> {
    a.zip(b).map { $0 * $1 }.map { $0 - 1 }.handleEvents(receiveOutput: { print($0) })
}

func singleStored(user: Single<User>, bag: CancelBag) {
    user.map { "\($0.name), \($0.age)" }.sinkSingle(in: bag) { result in
        switch result {
        case .success(let text): print(text)
        case .failure(let error): print(error)
        }
    }
}

func singleShared(user: Single<User>) -> [AnyCancellable] {
    let shared = user.map { $0.age * 2 }.share(replay: 1)
    return [shared.map { $0 + 1 }.sinkSingle { print($0) }, shared.map { "\($0)" }.sinkSingle { print($0) }]
}

func singleMany(ids: [Int], user: @escaping (Int) -> Single<User>) -> Single<[String]> {
    ids.publisher.setFailureType(to: ServerError.self).flatMap { user($0) }.collect()
        .map { $0.sorted { $0.id < $1.id }.map(\.name) }.eraseToAnySinglePublisher()
}

// MARK: Maybes and completables

func maybeFiltered(user: Single<User>) -> Maybe<String> {
    user.filter { $0.age > 17 && !$0.name.isEmpty }.map { $0.name }.eraseToAnyMaybePublisher()
}

func maybeToken(user: Single<User>) -> AnyCancellable {
    user.compactMap { $0.token }.map { $0.count }.sinkMaybe { result in
        switch result {
        case .success(let count): print(count)
        case .finished: print("none")
        case .failure(let error): print(error)
        }
    }
}

func maybeBecomesSingle(cached: Maybe<User>, user: Single<User>) -> Single<String> {
    cached.ifEmpty(switchTo: user).map { $0.name }.map { "\($0)!" }.eraseToAnySinglePublisher()
}

func maybeReplaced(cached: Maybe<Int>) -> Single<Int> {
    cached.map { $0 * 2 }.replaceEmpty(with: 0).map { $0 + 1 }.eraseToAnySinglePublisher()
}

func completableThenSingle(save: Done, user: Single<User>) -> Single<Int> {
    save.andThen(user).map { $0.age }.map { $0 > 17 ? 1 : 0 }.eraseToAnySinglePublisher()
}

func completableOfWork(items: AnyPublisher<Item, ServerError>, save: @escaping (Item) -> Done)
    -> AnyCancellable
{
    items.filter { $0.id > 0 }.flatMap { save($0) }.ignoreOutput().sinkCompletable { completion in
        if case .failure(let error) = completion { print(error) }
    }
}

// MARK: Properties

func propertySum(a: MutableProperty<Int>, b: MutableProperty<Int>) -> Property<String> {
    a.property.combineLatest(b.property) { $0 + $1 }.map { $0 * 2 }.map { "\($0)" }
}

func propertyForm(name: Property<String>, password: Property<String>, again: Property<String>) -> Property<
    Bool
> {
    name.combineLatest(password, again) { $0.count > 2 && $1.count > 7 && $1 == $2 }.removeDuplicates()
}

func propertyTotal(prices: Property<[Double]>, discount: Property<Double>) -> AnyCancellable {
    prices.map { $0.reduce(0, +) }.combineLatest(discount).map { $0 * (1 - $1) }.map { "\($0) €" }
        .allValues.sink { print($0) }
}

func propertyFlags(isValid: Property<Bool>, isSending: Property<Bool>, items: Property<[Item]>) -> Property<
    Bool
> {
    isValid.and(isSending.negate()).and(items.map { !$0.isEmpty }).removeDuplicates()
}

func propertyOfPublisher(numbers: Numbers) -> Property<Int> {
    Property(initial: 0, then: numbers.filter { $0 > 0 }.map { $0 * 2 })
}

func propertyValue(items: Property<[Item]>) -> Double {
    items.map { $0.map(\.price).reduce(0, +) }.map { $0 * 1.2 }.map { $0.rounded() }.value
}

func propertyBound(texts: Texts, label: MutableProperty<String>) -> AnyCancellable {
    label.bind(to: texts.map { $0.uppercased() }.filter { $0.count > 1 }.removeDuplicates())
}

func propertyScanned(state: Property<Int>) -> Property<Int> {
    state.scan(0) { $0 + $1 }.map { $0 % 10 }.map { $0 * $0 }
}

func propertyChanges(state: Property<User>) -> AnyCancellable {
    state.map(\.age).removeDuplicates().subsequentValues.filter { $0 > 17 }.map { $0 - 17 }.sink { print($0) }
}

func propertySearch(query: Property<String>, search: @escaping (String) -> AnyPublisher<[Item], Never>)
    -> AnyCancellable
{
    query.allValues.map { $0.lowercased() }.removeDuplicates().filter { $0.count > 2 }.map { search($0) }
        .switchToLatest().map { $0.map(\.title).filter { !$0.isEmpty } }.sink { print($0) }
}

// MARK: CombineLatest, Merge and more

func latestOfTwo(a: Numbers) -> AnyCancellable {
    a.combineLatest(a.map { $0 * 2 }).map { $0 + $1 }.filter { $0 % 2 == 0 }.map { $0 > 3 ? "a" : "b" }.sink {
        print($0)
    }
}

func latestOfThree(a: Numbers) -> AnyCancellable {
    a.combineLatest(a.map { $0 * 2 }, a.map { $0 - 1 }).map { ($0 + $1) * $2 }.filter { $0 % 2 == 0 }
        .map { $0 > 3 ? "a" : "b" }.sink { print($0) }
}

func latestForm(name: Texts, password: Texts, again: Texts) -> AnyCancellable {
    name.combineLatest(password, again).map { $0.count > 2 && $1.count > 7 && $1 == $2 }.removeDuplicates()
        .map { $0 ? "ok" : "no" }.sink { print($0) }
}

func latestWithTransform(a: Numbers, b: Numbers) -> AnyCancellable {
    a.combineLatest(b) { Double($0) / Double($1) }.filter { $0.isFinite }.map { $0 * 100 }.map { "\($0) %" }
        .sink { print($0) }
}

func mergeOfThree(a: Numbers, b: Numbers) -> AnyCancellable {
    a.map { $0 * 2 }.merge(with: b.map { $0 + 1 }, b.map { $0 - 1 }).filter { $0 % 2 == 0 }.sink { print($0) }
}

func mergeOfEvents(tapped: AnyPublisher<Void, Never>, texts: Texts, stop: AnyPublisher<Void, Never>)
    -> AnyCancellable
{
    tapped.map { "tap" }.merge(with: texts.map { "text \($0)" }, stop.map { "stop" }).prefix { $0 != "stop" }
        .scan(0) { count, _ in count + 1 }.sink { print($0) }
}

func throttled(numbers: Numbers) -> AnyCancellable {
    numbers.throttle(for: 1, scheduler: ImmediateScheduler.shared, latest: true).map { $0 * 2 }.filter {
        $0 > 1
    }
    .collect(.byTime(ImmediateScheduler.shared, 1)).map { $0.reduce(0, +) }.sink { print($0) }
}

// MARK: The main actor and await

@MainActor final class Model {
    var title = "", items: [Item] = [], error: String?, isLoading = false
    var cancellables: Set<AnyCancellable> = []
}

@MainActor func mainActorSink(items: Single<[Item]>, model: Model) -> AnyCancellable {
    items.map { $0.filter { $0.price > 1 } }.replaceError(with: []).receive(on: .mainActor).sink {
        model.items = $0
    }
}

@MainActor func mainActorSingle(items: Single<[Item]>, model: Model) -> AnyCancellable {
    items.map { $0.sorted { $0.price < $1.price } }.receive(on: .mainActor).sinkSingle { result in
        switch result {
        case .success(let items): model.items = items
        case .failure(let error): model.error = "\(error)"
        }
    }
}

@MainActor func mainActorSearch(
    query: Texts, search: @escaping @Sendable (String) -> AnyPublisher<[Item], Never>, model: Model
) -> AnyCancellable {
    query.removeDuplicates().map { search($0) }.switchToLatest().receive(on: .mainActor)
        .sink { items in
            model.items = items; model.isLoading = false
        }
}

@MainActor func mainActorAssign(numbers: Numbers, model: Model) -> AnyCancellable {
    numbers.map { $0 > 9 ? "many" : "\($0)" }.removeDuplicates().receive(on: .mainActor).sink {
        model.title = $0
    }
}

func awaitsSingle(user: Single<User>) async throws -> Int {
    try await user.map { $0.age }.map { $0 * 2 }.value
}

func awaitsMaybe(cached: Maybe<User>) async throws -> String? {
    try await cached.map { $0.name }.filter { !$0.isEmpty }.value
}

func awaitsValues(numbers: Numbers) async -> Int {
    var sum = 0
    for await number in numbers.map({ $0 * 2 }).filter({ $0 > 2 }).values { sum += number }
    return sum
}

func awaitsZip(a: Single<Int>, b: Single<Int>) async throws -> Int {
    try await a.map { $0 + 1 }.zip(b.map { $0 - 1 }).map { $0 * $1 }.value
}

func erasesMainActor(numbers: Numbers) -> AnyMainActorPublisher<String, Never> {
    numbers.map { $0 + 1 }.filter { $0 > 2 }.map { "\($0)" }.receive(on: .mainActor)
        .eraseToAnyMainActorPublisher()
}

func erasesBoth(user: Single<User>) -> some SinglePublisher<String, ServerError> & MainActorPublisher {
    user.map { $0.name }.map { $0 + "!" }.receive(on: .mainActor)
}

func erasesShared(numbers: Numbers) -> AnySharedPublisher<Int, Never> {
    numbers.map { $0 * 2 }.filter { $0 > 2 }.share().eraseToAnySharedPublisher()
}

func checksSingle(numbers: Numbers) -> AnyCancellable {
    numbers.filter { $0 > 2 }.map { $0 * 2 }.first().assertSingle().map { $0 + 1 }.sinkSingle { print($0) }
}
