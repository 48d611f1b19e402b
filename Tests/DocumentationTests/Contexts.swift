/// What a sample needs that its document doesn't show: declarations that come before it.
struct Context: Sendable {
    /// The file, or the folder, that it is for.
    var path: String
    /// A text by which to know the sample; nil for all samples in comments. Those of an article follow one another,
    /// so what is declared for one is there for the next.
    var sample: String?
    var code: String

    init(_ path: String, _ sample: String?, _ code: String) {
        self.path = path
        self.sample = sample
        self.code = code
    }

    func fits(_ sample: Sample) -> Bool {
        sample.path.hasPrefix(path)
            && (self.sample.map { text in sample.lines.contains { $0.contains(text) } }
                ?? !sample.path.hasSuffix(".md"))
    }

    static let all: [Context] = [
        // The testing library: what a test has at hand.
        Context(
            "Sources/TraitsTesting/", nil,
            """
            let scheduler = TestScheduler()
            let source = try scheduler.cold("-a-|", values: ["a": 1], failure: TestFailure.self)
            let leaks = LeakTracker()
            enum Failure: Error { case offline }
            final class SearchModel {
                init(scheduler: any Sendable = 0) {}
                func search(_ query: String) {}
                func clear() {}
            }
            """),
        Context(
            "Sources/TraitsTesting/Recording/", nil, "let recorder = source.record(on: scheduler)"),
        Context(
            "Sources/TraitsTesting/Recording/Recording+Marbles.swift", "Failure.offline",
            """
            let recorder = try scheduler.cold("-a-x", values: ["a": 1], errors: ["x": Failure.offline])
                .record(on: scheduler)
            """),
        Context(
            "Sources/TraitsTesting/Recording/Recording+Marbles.swift", "by: ==",
            "let recorder = source.map { ($0, \"\\($0)\") }.record(on: scheduler)"),
        Context(
            "Sources/TraitsTesting/Recording/Recorder+Async.swift", "let recorder = request",
            "let request = source"),
        Context(
            "Sources/TraitsTesting/Marbles/MarbleValue.swift", "of strings",
            "let recorder = source.map { \"\\($0)\" }.record(on: scheduler)"),
        Context(
            "Sources/TraitsTesting/Marbles/MarbleValue.swift", "TestFailure.self",
            "let recorder = source.record(on: scheduler)"),
        Context(
            "Sources/TraitsTesting/Sources/TestSubscription.swift", nil,
            "let subscriber = TrackingSubscriber<Int, TestFailure>()"),
        Context(
            "Sources/TraitsTesting/Lifetime/LeakTracked.swift", nil,
            "let source = PassthroughSubject<Int, Never>()"),
        // Generated: work that calls back.
        Context(
            "Sources/TraitsRuntime/Generated/Operators/Operators+DeferredFuture.swift", nil,
            """
            struct MyError: Error {}
            final class Request { func stop() {} }
            func save(_ done: @escaping () -> Void) -> Request { Request() }
            """),
        Context(
            "Sources/TraitsRuntime/Generated/Operators/Operators+DeferredFuture.swift", "load { promise(",
            "func load(_ done: @escaping (String) -> Void) -> Request { Request() }"),
        Context(
            "Sources/TraitsRuntime/Generated/Operators/Operators+DeferredFuture.swift", "load { name in",
            "func load(_ done: @escaping (String?) -> Void) -> Request { Request() }"),
        Context(
            "Sources/TraitsRuntime/Generated/Operators/Operators+Subscription.swift", nil,
            """
            nonisolated final class Request: Sendable {
                func load(_ done: @escaping @Sendable (String) -> Void) {}
                func stop() {}
            }
            """),
    ]
}

/// A sample that isn't to compile as it stands, and why.
struct Exception: Sendable {
    var path: String
    var sample: String
    /// What the compiler has to say about it; nil for what it isn't asked about.
    var error: String?
    var because: String

    init(_ path: String, _ sample: String, error: String? = nil, because: String) {
        self.path = path
        self.sample = sample
        self.error = error
        self.because = because
    }

    func fits(_ sample: Sample) -> Bool {
        sample.path == path && sample.lines.contains { $0.contains(self.sample) }
    }

    static let all: [Exception] = [
        Exception(
            "Sources/TraitsRuntime/TraitsRuntime.docc/Guides/Debugging.md",
            ".filter { _ in true }.eraseToAnySinglePublisher()",
            error: "never keeps the promise of SinglePublisher",
            because: "it shows that a lost promise is an error"),
        Exception(
            "Sources/TraitsRuntime/TraitsRuntime.docc/Guides/YourFirstHourWithSwift6.md",
            "import TraitsRuntime",
            because: "these are whole programs, which another test compiles and runs"),
        Exception(
            "Sources/TraitsRuntime/TraitsRuntime.docc/ACommandLineTool.md",
            "import TraitsRuntime",
            because: "it is a whole program, which another test compiles and runs"),
    ]
}
