extension BeginnersMistake {
    /// Calls that lack something, or have something that doesn't fit.
    static let calls = [
        Self(
            "a property of a filtered stream",
            "_ = Property(model.$name.filter { !$0.isEmpty })",
            says: "'init(_:)' is deprecated: this publisher may have no current value",
            write: "'Property(initial:then:)'",
            as:
                "_ = Property(initial: \"\", then: model.$name.filter { !$0.isEmpty })"),
        Self(
            "the value of an array",
            "let value = try await [1, 2].publisher.value\n_ = value",
            says: "Publishers.Sequence", "never keeps the promise of SinglePublisher",
            write: "'first(orError:)'",
            as:
                "let value = try await [1, 2].publisher.first(orError: Offline()).value\n_ = value"),
        Self(
            "debounce without a scheduler",
            "_ = users.debounce(for: .seconds(1))",
            says: "missing argument for parameter 'scheduler' in call",
            write: "`scheduler: DispatchQueue.main`",
            guide: "missing argument for parameter 'scheduler' in call",
            as:
                "_ = users.debounce(for: .seconds(1), scheduler: DispatchQueue.main)"),
        Self(
            "throttle without a decision",
            "_ = users.throttle(for: .seconds(1), scheduler: DispatchQueue.main)",
            says: "missing argument for parameter 'latest' in call", write: "`latest: true`",
            guide: "missing argument for parameter 'latest' in call",
            as:
                "_ = users.throttle(for: .seconds(1), scheduler: DispatchQueue.main, latest: true)"),
        Self(
            "a current value without a value",
            "_ = CurrentValueSubject<Int, Never>()",
            says: "missing argument for parameter #1 in call", write: "`CurrentValueSubject<Int, Never>(1)`",
            guide: "missing argument for parameter #1 in call",
            as:
                "_ = CurrentValueSubject<Int, Never>(1)"),
        Self(
            "@Published of a constant",
            "final class State { @Published let name = \"\" }\n_ = State()",
            says: "property wrapper can only be applied to a 'var'", write: "`@Published var`",
            guide: "property wrapper can only be applied to a 'var'",
            as:
                "final class State { @Published var name = \"\" }\n_ = State()"),
        Self(
            "a short sink behind tryMap",
            "_ = numbers.tryMap { $0 + 1 }.sink { print($0) }",
            says: "this publisher can fail",
            write: "'sink(receiveCompletion:receiveValue:)'",
            as:
                "_ = numbers.tryMap { $0 + 1 }.sink(receiveCompletion: { _ in }, receiveValue: { print($0) })"
        ),
        Self(
            "await in the closure of map",
            "@Sendable func load(_ text: String) async -> Int { 1 }\n_ = users.map { await load($0) }",
            says: "to parameter expecting synchronous function type", write: "`asyncMap`",
            guide: "to parameter expecting synchronous function type",
            as:
                "@Sendable func load(_ text: String) async -> Int { 1 }\n_ = users.asyncMap { await load($0) }"
        ),
        Self(
            "await in the closure of tryMap",
            "@Sendable func load(_ text: String) async throws -> Int { 1 }\n_ = users.tryMap { try await load($0) }",
            says: "to parameter expecting synchronous function type", write: "`asyncMap`",
            guide: "to parameter expecting synchronous function type",
            as:
                "@Sendable func load(_ text: String) async throws -> Int { 1 }\n_ = users.setFailureType(to: (any Error).self).asyncMap { try await load($0) }"
        ),
        Self(
            "await in the closure of sink",
            "func show(_ text: String) async {}\n_ = users.sink { await show($0) }",
            says: "to parameter expecting synchronous function type",
            write: "`for await value in stream.values",
            guide: "to parameter expecting synchronous function type",
            as:
                "func show(_ text: String) async {}\nfor await text in users.values { await show(text) }"),
        Self(
            "a typed failure of a task",
            "@Sendable func load() async throws(Offline) -> Int { 1 }\n_ = DeferredTaskSingle<Int, Offline> { try await load() }",
            says: "invalid conversion of thrown error type", write: "async throws(Offline) in",
            guide: "invalid conversion of thrown error type",
            as:
                "@Sendable func load() async throws(Offline) -> Int { 1 }\n_ = DeferredTaskSingle { () async throws(Offline) in try await load() }"
        ),
        Self(
            "an erased publisher in a Sendable structure",
            "struct Sensors: Sendable { let numbers: AnyPublisher<Int, Never> }",
            says: "has non-Sendable type 'AnyPublisher<", write: "`AnySendablePublisher<…>`",
            guide: "has non-Sendable type 'AnyPublisher<",
            as:
                "struct Sensors: Sendable { let numbers: AnySendablePublisher<Int, Never> }"),
        Self(
            "an array of existentials",
            "let all: [any SinglePublisher<Int, any Error>] = [single]\n_ = all.zipSingle()",
            says: "cannot conform to 'SinglePublisher'", write: "`[AnySinglePublisher<…>]`",
            guide: "cannot conform to 'SinglePublisher'",
            as:
                "let all = [single]\n_ = all.zipSingle()"),
        Self(
            "delay without a scheduler",
            "_ = users.delay(for: .seconds(1))",
            says: "missing argument for parameter 'scheduler' in call",
            write: "`scheduler: DispatchQueue.main`",
            guide: "missing argument for parameter 'scheduler' in call",
            as: "_ = users.delay(for: .seconds(1), scheduler: DispatchQueue.main)"),
        Self(
            "a timeout without a scheduler",
            "_ = users.timeout(.seconds(1))",
            says: "missing argument for parameter 'scheduler' in call",
            write: "`scheduler: DispatchQueue.main`",
            guide: "missing argument for parameter 'scheduler' in call",
            as: "_ = users.timeout(.seconds(1), scheduler: DispatchQueue.main)"),
        Self(
            "a short sink behind tryFilter",
            "_ = users.tryFilter { $0 != \"\" }.map(\\.count).sink { print($0) }",
            says: "'sink(receiveValue:)' is unavailable: this publisher can fail",
            write: "'replaceError(with:)'",
            as:
                "_ = users.tryFilter { $0 != \"\" }.map(\\.count).replaceError(with: 0).sink { print($0) }"),
        Self(
            "assigning to @Published what can fail",
            "single.map { \"\\($0)\" }.assign(to: &model.$name)",
            says: "no exact matches in call to instance method 'assign'", write: "`replaceError(with:)`",
            guide: "no exact matches in call to instance method 'assign'",
            as: "single.map { \"\\($0)\" }.replaceError(with: \"\").assign(to: &model.$name)"),
    ]

    /// Mistakes that the compiler finds in the Swift 6 mode alone, and after all others.
    static let inSwift6 = [
        Self(
            "an erased publisher for an actor",
            """
            actor Journal { func keep(_ names: AnyPublisher<String, Never>) {} }
            @MainActor func start(_ names: AnyPublisher<String, Never>) async { await Journal().keep(names) }
            """,
            says: "ending", "risks causing data races", write: "`eraseToAnySendablePublisher()`",
            guide: "risks causing data races",
            as: """
                actor Journal { func keep(_ names: AnySendablePublisher<String, Never>) {} }
                @MainActor func start(_ names: AnySendablePublisher<String, Never>) async {
                    await Journal().keep(names)
                }
                await start(users.eraseToAnySendablePublisher())
                """)
    ]
}
