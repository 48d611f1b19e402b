// Chains that use Combine's operators, one in each function, as apps and servers write them. `ChainBudgetTests` measures them.

import TraitsRuntime

struct User: Equatable, Sendable {
    var name = "", age = 0, email: String?, friends: [String] = [], isActive = true
}
struct Item: Hashable, Sendable { var id = 0, title = "", price = 0.0, tags: [String] = [] }
struct Offline: Error, Equatable {}
enum ServerError: Error, Equatable { case status(Int), decoding(String), offline }
enum Event: Equatable, Sendable { case started, changed(String), selected(Int), finished }
struct Screen: Equatable, Sendable { var query = "", items: [Item] = [], isLoading = false, error: String? }

typealias Numbers = AnyPublisher<Int, Never>
typealias Texts = AnyPublisher<String, Never>
typealias Flags = AnyPublisher<Bool, Never>

// MARK: Forms

func formOfTwoFields(name: Texts, password: Texts) -> AnyCancellable {
    name.zip(password).map { $0.count > 2 && $1.count > 7 }.removeDuplicates().sink { print($0) }
}

func formOfThreeFields(name: Texts, password: Texts, again: Texts) -> AnyCancellable {
    name.zip(password, again).map { $0.count > 2 && $1.count > 5 && $1 == $2 }
        .removeDuplicates().map { $0 ? "ok" : "no" }.sink { print($0) }
}

func formWithMessage(name: Texts) -> AnyCancellable {
    name.map { $0.isEmpty ? "Enter a name" : $0.count < 3 ? "Too short" : nil }.removeDuplicates()
        .map { $0 ?? "Fine" }.sink { print($0) }
}

func formTrimmed(name: Texts) -> AnyCancellable {
    name.map { $0.filter { !$0.isWhitespace } }.removeDuplicates().filter { !$0.isEmpty }.sink { print($0) }
}

func formEnabled(name: Texts, isSending: Flags) -> AnyCancellable {
    name.map { !$0.isEmpty }.zip(isSending).map { $0 && !$1 }.removeDuplicates().sink { print($0) }
}

func formAge(age: Texts) -> AnyCancellable {
    age.compactMap { Int($0) }.filter { $0 >= 18 && $0 < 120 }.map { "\($0) years" }.sink { print($0) }
}

func formPrice(price: Texts, count: Numbers) -> AnyCancellable {
    price.map { Double($0) ?? 0 }.zip(count).map { $0 * Double($1) }.map { "\($0) €" }.sink { print($0) }
}

func formStrength(password: Texts) -> AnyCancellable {
    password.map { ($0.count, $0.contains { $0.isNumber }) }.map { $0 > 11 ? 2 : $0 > 7 && $1 ? 1 : 0 }
        .removeDuplicates().map { ["weak", "fair", "strong"][$0] }.sink { print($0) }
}

// MARK: Searches

func searchLatest(query: Texts, search: @escaping (String) -> AnyPublisher<[Item], Never>) -> AnyCancellable {
    query.map { $0.lowercased() }.removeDuplicates().filter { $0.count > 2 }
        .map { search($0) }.switchToLatest().map { $0.map(\.title) }.sink { print($0) }
}

func searchDebounced(query: Texts, search: @escaping (String) -> AnyPublisher<[Item], Never>)
    -> AnyCancellable
{
    query.debounce(for: 1, scheduler: ImmediateScheduler.shared).removeDuplicates()
        .map { query in search(query).map { (query, $0) } }.switchToLatest()
        .filter { !$0.1.isEmpty }.sink { query, items in print(query, items.count) }
}

func searchWithErrors(
    query: Texts, search: @escaping (String) -> AnyPublisher<[Item], ServerError>
) -> AnyCancellable {
    query.map { query in search(query).replaceError(with: []) }.switchToLatest()
        .map { $0.sorted { $0.price < $1.price }.prefix(10) }.sink { print($0.count) }
}

func searchCaught(query: Texts, search: @escaping (String) -> AnyPublisher<[Item], ServerError>)
    -> AnyCancellable
{
    query.flatMap { query in
        search(query).map { Screen(query: query, items: $0) }
            .catch { Just(Screen(query: query, error: "\($0)")) }
    }
    .sink { print($0.items.count, $0.error ?? "-") }
}

func searchResults(query: Texts, search: @escaping (String) -> AnyPublisher<[Item], Offline>)
    -> AnyCancellable
{
    query.setFailureType(to: Offline.self).flatMap { search($0).first() }.map { $0.count }
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
}

func searchThreeLetters(query: Texts) -> AnyCancellable {
    query.scan([]) { $0.suffix(2) + [$1] }.filter { $0.count == 3 }.map { $0.joined(separator: " ") }
        .removeDuplicates().sink { print($0) }
}

// MARK: Reducers

func reducerOfEvents(events: AnyPublisher<Event, Never>) -> AnyCancellable {
    events.scan(Screen()) { screen, event in
        var screen = screen
        switch event {
        case .started: screen.isLoading = true
        case .changed(let query): screen.query = query
        case .selected(let item): screen.items = [Item(id: item)]
        case .finished: screen.isLoading = false
        }
        return screen
    }
    .removeDuplicates().sink { print($0) }
}

func reducerOfClosures(changes: AnyPublisher<(Screen) -> Screen, Never>) -> AnyCancellable {
    changes.scan(Screen()) { $1($0) }.map(\.query).removeDuplicates().sink { print($0) }
}

func reducerSum(numbers: Numbers) -> AnyCancellable {
    numbers.scan(0) { $0 + $1 }.filter { $0 > 10 }.map { "\($0)" }.sink { print($0) }
}

func reducerAverage(numbers: Numbers) -> AnyCancellable {
    numbers.scan((0, 0)) { ($0.0 + $1, $0.1 + 1) }.map { Double($0) / Double($1) }.sink { print($0) }
}

func reducerCount(events: AnyPublisher<Event, Never>) -> AnyCancellable {
    events.filter { $0 == .started || $0 == .finished }.map { $0 == .started ? 1 : -1 }
        .scan(0, +).map { $0 > 0 }.removeDuplicates().sink { print($0) }
}

func reducerStore(events: PassthroughSubject<Event, Never>, state: CurrentValueSubject<Screen, Never>)
    -> AnyCancellable
{
    events.filter { $0 != .finished }.map { event in
        var screen = state.value
        if case .changed(let query) = event { screen.query = query }
        return screen
    }
    .removeDuplicates().sink { state.send($0) }
}

func reducerUndo(texts: Texts) -> AnyCancellable {
    texts.scan([String]()) { $1 == "undo" ? Array($0.dropLast()) : $0 + [$1] }.compactMap(\.last)
        .removeDuplicates().sink { print($0) }
}

// MARK: Sums, tuples and comparisons

func zipOfTwo(a: Numbers, b: Numbers) -> AnyCancellable {
    a.map { $0 * 2 }.zip(b.map { $0 + 1 }).map { $0 - $1 }.filter { $0 > 0 }.sink { print($0) }
}

func zipOfThree(a: Numbers, b: Numbers, c: Numbers) -> AnyCancellable {
    a.zip(b, c).map { ($0 + $1) * $2 }.filter { $0 % 2 == 0 }.map { $0 > 3 ? "a" : "b" }.sink { print($0) }
}

func zipOfMapped(a: Numbers) -> AnyCancellable {
    a.zip(a.map { $0 * 2 }, a.map { $0 - 1 }).map { ($0 + $1) * $2 }.filter { $0 % 2 == 0 }
        .map { $0 > 3 ? "a" : "b" }.sink { print($0) }
}

func zipOfFour(a: Numbers, b: Numbers, c: Numbers, d: Numbers) -> AnyCancellable {
    a.zip(b, c, d).map { $0 + $1 + $2 + $3 }.filter { $0 > 9 }.map { "\($0)" }.sink { print($0) }
}

func zipSum(a: Numbers, b: Numbers) -> AnyCancellable {
    a.zip(b).map { $0 + $1 }.scan(0) { $0 + $1 }.filter { $0 > 10 }.map { "\($0)" }.sink { print($0) }
}

func zipWithTransform(a: Numbers, b: Numbers) -> AnyCancellable {
    a.zip(b) { $0 * $1 }.map { $0 + 1 }.filter { $0 < 100 }.sink { print($0) }
}

func fiveClosures(a: Numbers) -> AnyCancellable {
    a.map { $0 + 1 }.filter { $0 > 2 }.map { $0 * 2 }.filter { $0 < 9 }.map { $0 - 1 }.sink { print($0) }
}

func pairOfNumbers(a: Numbers) -> AnyCancellable {
    a.scan((0, 0)) { ($0.1, $1) }.dropFirst().map { $1 - $0 }.filter { $0 != 0 }.sink { print($0) }
}

func rangeOfNumbers(a: Numbers) -> AnyCancellable {
    a.map { min(max($0, 0), 100) }.map { Double($0) / 100 }.map { 1 - $0 }.sink { print($0) }
}

func tupleTaken(a: Numbers, texts: Texts) -> AnyCancellable {
    a.zip(texts).map { number, text in "\(text)-\(number)" }.filter { $0.hasPrefix("a") }.sink { print($0) }
}

// MARK: Nested publishers

func nestedOnce(a: Numbers, b: Numbers) -> AnyCancellable {
    a.flatMap { n in b.map { $0 + n }.filter { $0 > 1 } }.map { $0 * 2 }.filter { $0 % 3 == 0 }.sink {
        print($0)
    }
}

func nestedTwice(a: Numbers, b: Numbers, c: Numbers) -> AnyCancellable {
    a.flatMap { x in b.flatMap { y in c.map { x + y + $0 } } }.sink { print($0) }
}

func nestedJust(a: Numbers, b: Numbers) -> AnyCancellable {
    a.flatMap { x in b.flatMap { y in Just(x * y) } }.filter { $0 > 0 }.sink { print($0) }
}

func nestedRequest(
    users: AnyPublisher<User, Offline>, friend: @escaping (String) -> AnyPublisher<User, Offline>
) -> AnyCancellable {
    users.flatMap { user in user.friends.publisher.setFailureType(to: Offline.self).flatMap { friend($0) } }
        .map(\.name).collect().sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
}

func nestedDependent(
    login: AnyPublisher<Int, Offline>, user: @escaping (Int) -> AnyPublisher<User, Offline>,
    items: @escaping (User) -> AnyPublisher<[Item], Offline>
) -> AnyCancellable {
    login.flatMap { user($0) }.flatMap { user in items(user).map { (user, $0) } }
        .map { user, items in "\(user.name): \(items.count)" }
        .sink(receiveCompletion: { _ in }, receiveValue: { print($0) })
}

func nestedFailure(a: Numbers, request: @escaping (Int) -> AnyPublisher<Int, Offline>) -> AnyCancellable {
    a.flatMap { request($0).replaceError(with: -1) }.filter { $0 >= 0 }.map { $0 * 2 }.sink { print($0) }
}

func nestedWithLimit(a: Numbers, request: @escaping (Int) -> AnyPublisher<String, Offline>) -> AnyCancellable
{
    a.setFailureType(to: Offline.self).flatMap(maxPublishers: .max(2)) { request($0).map { $0.count } }
        .reduce(0, +).sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
}

func nestedFuture(a: Numbers) -> AnyCancellable {
    a.flatMap { n in Deferred { Future<Int, Never> { $0(.success(n + 1)) } } }.map { $0 > 2 }.sink {
        print($0)
    }
}

func nestedSequence(users: AnyPublisher<[User], Never>) -> AnyCancellable {
    users.flatMap { $0.publisher }.filter { $0.isActive && $0.age > 17 }.map(\.name).collect().sink {
        print($0)
    }
}

func switchedPairs(a: Numbers, b: Numbers) -> AnyCancellable {
    a.map { x in b.map { y in (x, y) } }.switchToLatest().filter { $0 < $1 }.map { $1 - $0 }.sink {
        print($0)
    }
}

func nestedArrays(a: Numbers) -> AnyCancellable {
    a.map { $0 * 2 + 1 }.flatMap { [$0, $0 + 1, -$0].publisher }.filter { $0 > 0 && $0 < 9 }.map {
        $0 * 2 - 1
    }
    .flatMap { [$0, $0 - 1].publisher }.sink { print($0) }
}

// MARK: Failures

func mapsErrors(items: AnyPublisher<[Item], any Error>) -> AnyCancellable {
    items.mapError { ($0 as? ServerError) ?? .offline }.map { $0.filter { $0.price > 1 } }
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0.count) })
}

func triesAndRetries(texts: Texts) -> AnyCancellable {
    texts.tryMap { text -> Int in
        guard let number = Int(text) else { throw ServerError.decoding(text) }
        return number
    }
    .retry(2).replaceError(with: 0).map { $0 * 2 }.sink { print($0) }
}

func catchesWithCache(
    items: AnyPublisher<[Item], ServerError>, cached: AnyPublisher<[Item], Never>
) -> AnyCancellable {
    items.catch { error in cached.map { error == .offline ? $0 : [] } }.map { $0.count }.filter { $0 > 0 }
        .sink { print($0) }
}

func triesToCatch(items: AnyPublisher<[Item], ServerError>) -> AnyCancellable {
    items.tryCatch { error -> Just<[Item]> in
        if error == .offline { return Just([]) }
        throw error
    }
    .map { $0.map { $0.price }.reduce(0, +) }
    .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
}

func resultsOfStream(items: AnyPublisher<[Item], ServerError>) -> AnyCancellable {
    items.map { Result<[Item], ServerError>.success($0) }.catch { Just(.failure($0)) }
        .sink { result in print(result) }
}

func decodes(data: AnyPublisher<[UInt8], ServerError>) -> AnyCancellable {
    data.map { String(decoding: $0, as: UTF8.self) }.map { $0.split(separator: ",").compactMap { Int($0) } }
        .filter { !$0.isEmpty }.map { $0.reduce(0, +) }
        .sink(
            receiveCompletion: { if case .failure(let error) = $0 { print(error) } },
            receiveValue: { print($0) })
}

func asserts(numbers: Numbers) -> AnyCancellable {
    numbers.map { $0 + 1 }.setFailureType(to: Offline.self).map { $0 * 2 }.assertNoFailure().filter { $0 > 1 }
        .sink { print($0) }
}

// MARK: Assignments, subjects and sharing

final class Label { var text = "", isHidden = false }

func assignsText(numbers: Numbers, label: Label) -> AnyCancellable {
    numbers.map { $0 > 9 ? "many" : "\($0)" }.removeDuplicates().assign(to: \.text, on: label)
}

func assignsFlag(texts: Texts, label: Label) -> AnyCancellable {
    texts.map { $0.isEmpty || $0 == "-" }.removeDuplicates().assign(to: \.isHidden, on: label)
}

func sharesWork(numbers: Numbers) -> [AnyCancellable] {
    let shared = numbers.map { $0 * 2 }.filter { $0 > 0 }.share()
    return [
        shared.map { "\($0)" }.sink { print($0) },
        shared.filter { $0 % 2 == 0 }.map { $0 + 1 }.sink { print($0) },
    ]
}

func sharedAndZipped(numbers: Numbers) -> AnyCancellable {
    let shared = numbers.share()
    return shared.zip(shared.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.map { Double($0) }.sink {
        print($0)
    }
}

func multicasts(numbers: Numbers, subject: PassthroughSubject<Int, Never>) -> AnyCancellable {
    numbers.map { $0 + 1 }.multicast(subject: subject).autoconnect().filter { $0 > 1 }.sink { print($0) }
}

func subjectOfTuples(subject: PassthroughSubject<(id: Int, name: String), Never>) -> AnyCancellable {
    subject.filter { $0.id > 0 && !$0.name.isEmpty }.map { "\($0.id) \($0.name)" }.removeDuplicates()
        .sink { print($0) }
}

func currentValue(state: CurrentValueSubject<Screen, Never>) -> AnyCancellable {
    state.map { ($0.query, $0.isLoading) }.removeDuplicates { $0 == $1 }.filter { !$0.1 }.map { $0.0 }
        .sink { print($0) }
}

func storesMany(texts: Texts, numbers: Numbers) -> Set<AnyCancellable> {
    var cancellables: Set<AnyCancellable> = []
    texts.filter { $0.count > 1 }.map { $0 + "!" }.sink { print($0) }.store(in: &cancellables)
    numbers.map { $0 * $0 }.filter { $0 < 1_000 }.sink { print($0) }.store(in: &cancellables)
    return cancellables
}

func handlesEvents(numbers: Numbers) -> AnyCancellable {
    numbers.handleEvents(receiveOutput: { print($0) }, receiveCancel: { print("gone") }).map { $0 + 1 }
        .filter { $0 % 2 == 1 }.print("odd").sink { print($0) }
}

// MARK: Collections and time

func collectsPages(pages: AnyPublisher<[Item], Never>) -> AnyCancellable {
    pages.reduce([]) { $0 + $1 }.map { $0.sorted { $0.id < $1.id } }.map { $0.map(\.title) }.sink {
        print($0)
    }
}

func groupsByTag(items: AnyPublisher<Item, Never>) -> AnyCancellable {
    items.scan(into: [:]) { $0[$1.tags.first ?? "", default: 0] += 1 }.map { $0.filter { $0.value > 1 } }
        .map { $0.keys.sorted() }.sink { print($0) }
}

extension Publisher {
    /// A `scan` as reducers write it, over state that changes in place.
    func scan<State>(into state: State, _ change: @escaping (inout State, Output) -> Void)
        -> Publishers.Scan<Self, State>
    {
        scan(state) { state, value in
            var state = state
            change(&state, value)
            return state
        }
    }
}

func cheapest(items: AnyPublisher<Item, Never>) -> AnyCancellable {
    items.filter { $0.price > 0 }.min { $0.price < $1.price }.map { "\($0.title): \($0.price)" }.sink {
        print($0)
    }
}

func waitsAndDelays(numbers: Numbers) -> AnyCancellable {
    numbers.filter { $0 > 0 }.delay(for: 2, scheduler: ImmediateScheduler.shared).map { $0 * 2 }
        .receive(on: ImmediateScheduler.shared).prefix(3).sink { print($0) }
}

func startsAndStops(numbers: Numbers, stop: AnyPublisher<Void, Never>) -> AnyCancellable {
    numbers.drop { $0 < 3 }.prefix(untilOutputFrom: stop).prefix { $0 < 100 }.map { $0 - 3 }.sink {
        print($0)
    }
}

func optionalUser(users: AnyPublisher<User?, Never>) -> AnyCancellable {
    users.compactMap { $0?.email }.map { $0.lowercased() }.filter { $0.contains("@") && $0.count > 3 }
        .removeDuplicates().sink { print($0) }
}

func replacesNil(users: AnyPublisher<User?, Never>) -> AnyCancellable {
    users.map { $0?.age }.replaceNil(with: 0).map { $0 > 17 ? "adult" : "child" }.sink { print($0) }
}

func keyPaths(users: AnyPublisher<User, Never>) -> AnyCancellable {
    users.map(\.name, \.age).map { "\($0), \($1)" }.filter { $0.count > 3 }.sink { print($0) }
}
