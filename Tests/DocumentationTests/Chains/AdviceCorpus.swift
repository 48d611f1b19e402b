/// Chains that lose a promise: what loses it, and where the promise is asked for.
enum AdviceCorpus {
    struct Culprit {
        /// The call that loses the promise of a single.
        var call: String
        /// The type that the message is about.
        var type: String
    }

    static let culprits = [
        Culprit(call: "filter { $0 > 1 }", type: "Publishers.Filter"),
        Culprit(call: "tryFilter { $0 > 1 }", type: "Publishers.TryFilter"),
        Culprit(call: "compactMap { $0 > 1 ? $0 : nil }", type: "Publishers.CompactMap"),
        Culprit(call: "dropFirst()", type: "Publishers.Drop"),
        Culprit(call: "drop { $0 > 1 }", type: "Publishers.DropWhile"),
        Culprit(call: "first { $0 > 1 }", type: "Publishers.FirstWhere"),
        Culprit(call: "last { $0 > 1 }", type: "Publishers.LastWhere"),
        Culprit(call: "prefix { $0 > 1 }", type: "Publishers.PrefixWhile"),
        Culprit(call: "output(at: 0)", type: "Publishers.Output"),
        Culprit(call: "share()", type: "Publishers.Share"),
        Culprit(call: "timeout(1, scheduler: ImmediateScheduler.shared)", type: "Publishers.Timeout"),
        Culprit(call: "merge(with: other)", type: "Publishers.Merge"),
    ]

    /// What the chains are made of, and what asks for a promise.
    static let declarations = """
        func take(_ single: some SinglePublisher<Int, any Error>) {}
        func takeGeneric<P: SinglePublisher>(_ single: P) {}
        func takeExistential(_ single: any SinglePublisher<Int, any Error>) {}
        func takeOnMainActor(_ publisher: some MainActorPublisher<Int, any Error>) {}
        func takeMaybe(_ maybe: some MaybePublisher<Int, any Error>) {}
        struct Holder<P: SinglePublisher> { let single: P }
        extension SinglePublisher { func custom() -> Self { self } }
        /// Nothing is known of what it publishes.
        struct Unknown: Publisher {
            typealias Output = Int
            typealias Failure = any Error
            func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == any Error {}
        }

        """
    static let parameters = """
        single: AnySinglePublisher<Int, any Error>, maybe: AnyMaybePublisher<Int, any Error>, \
        any: AnyPublisher<Int, any Error>, other: Publishers.SetFailureType<Just<Int>, any Error>, \
        generic: G, wider: W, unknown: U
        """
    static let constraints = """
        where G: SinglePublisher<Int, any Error>, W: MaybePublisher<Int, any Error>, \
        U: Publisher<Int, any Error>
        """

    /// Where the promise is asked for, with `#` in place of the call.
    static let places = [
        "_ = single.#.eraseToAnySinglePublisher()",
        "_ = single.#.map { $0 }.eraseToAnySinglePublisher()",
        "_ = single.map { $0 }.#.map { $0 }.handleEvents().retry(2).eraseToAnySinglePublisher()",
        "let _: AnySinglePublisher<Int, any Error> = single.#.map { $0 }.eraseToAnySinglePublisher()",
        "let chain = single.#.map { $0 }\n_ = chain.eraseToAnySinglePublisher()",
        "_ = single.#.map { $0 }.sinkSingle { _ in }",
        "_ = AnySinglePublisher(single.#.map { $0 })",
        "take(single.#.map { $0 })",
        "takeGeneric(single.#.map { $0 })",
        "func result() -> some SinglePublisher<Int, any Error> { single.#.map { $0 } }",
        "_ = Holder(single: single.#.map { $0 })",
        "_ = single.#.map { $0 }.custom()",
        "_ = single.zip(single.#).eraseToAnySinglePublisher()",
        "_ = single.flatMap { _ in single }.#.map { $0 }.eraseToAnySinglePublisher()",
        "_ = Just(1).setFailureType(to: (any Error).self).#.map { $0 }.eraseToAnySinglePublisher()",
        "_ = generic.#.eraseToAnySinglePublisher()",
        "_ = generic.#.map { $0 }.eraseToAnySinglePublisher()",
        "_ = unknown.#.eraseToAnySinglePublisher()",
        "_ = unknown.#.map { $0 }.retry(2).eraseToAnySinglePublisher()",
        "_ = Unknown().#.map { $0 }.eraseToAnySinglePublisher()",
    ]

    /// From a wider promise, from none, and for other promises.
    static let others: [(code: String, messages: [String])] = [
        (
            "_ = maybe.eraseToAnySinglePublisher()",
            ["AnyMaybePublisher may be `|`, which SinglePublisher rules out; use 'replaceEmpty(withError:)'"]
        ),
        ("_ = maybe.sinkSingle { _ in }", ["AnyMaybePublisher may be `|`", "'replaceEmpty(withError:)'"]),
        (
            "_ = maybe.map { $0 }.eraseToAnySinglePublisher()",
            ["AnyMaybePublisher may be `|`", "'replaceEmpty(withError:)'"]
        ),
        ("_ = AnySinglePublisher(maybe)", ["AnyMaybePublisher may be `|`", "'replaceEmpty(withError:)'"]),
        ("take(maybe)", ["AnyMaybePublisher may be `|`", "'replaceEmpty(withError:)'"]),
        (
            "_ = wider.eraseToAnySinglePublisher()",
            ["known to keep the promise of MaybePublisher", "use 'replaceEmpty(withError:)'"]
        ),
        (
            "_ = unknown.eraseToAnySinglePublisher()",
            ["isn't known to keep the promise of SinglePublisher", "use 'first(orError:)'"]
        ),
        ("_ = any.eraseToAnySinglePublisher()", ["AnyPublisher (", "'first(orError:)'"]),
        ("_ = any.map { $0 }.eraseToAnyMaybePublisher()", ["AnyPublisher (", "'first()'"]),
        ("_ = any.map { $0 }.andThen { other }", ["AnyPublisher (", "'ignoreOutput()'"]),
        ("_ = any.sinkCompletable { _ in }", ["AnyPublisher (", "'ignoreOutput()'"]),
        ("_ = AnySinglePublisher(any)", ["AnyPublisher (", "'first(orError:)'"]),
        ("take(any.map { $0 })", ["AnyPublisher (", "'first(orError:)'"]),
        ("takeMaybe(single.share().map { $0 }.collect(2).flatMap { $0.publisher })", ["Publishers."]),
        ("_ = single.map { $0 }.eraseToAnyMainActorPublisher()", ["'receive(on: .mainActor)'"]),
        // Code that asks for a trait about an actor gets the compiler's own words, with publisher and trait.
        (
            "takeOnMainActor(any)",
            ["'AnyPublisher<Int, any Error>' conform to 'MainActorPublisher'"]
        ),
        (
            "_ = Deferred { Just(1) }.map { $0 }.eraseToAnySharedPublisher()",
            ["Deferred (", "use 'share()'"]
        ),
        // The operator keeps the promise only behind a completable, and the message is about the operator.
        (
            "_ = single.append(1).map { $0 }.eraseToAnyMaybePublisher()",
            [
                "Publishers.Concatenate (",
                ") keeps the promise of MaybePublisher only where Prefix keeps the promise of CompletablePublisher",
                "in place of Concatenate, use 'ignoreOutput().andThen(_:)'",
            ]
        ),
        (
            "_ = single.prepend(1).eraseToAnySinglePublisher()",
            ["Publishers.Concatenate (", ") keeps the promise of SinglePublisher only where Prefix keeps"]
        ),
        (
            "_ = single.drop(untilOutputFrom: any).map { $0 }.eraseToAnySinglePublisher()",
            ["Publishers.DropUntilOutput (", "and Other keeps that of ImmediatePublisher"]
        ),
        (
            "func maybe() -> some ImmediatePublisher<Int, Never> { Just(1).filter { $0 > 0 } }",
            [
                "Optional.Publisher (|, o|) never keeps the promise of ImmediatePublisher; use 'assertImmediate()'"
            ]
        ),
        ("_ = wider.prefix(1).eraseToAnySinglePublisher()", ["'Publishers.Output<", "'SinglePublisher"]),
    ]

    /// What keeps its promise, and what asks for less.
    static let kept = """
        func kept<G, W, U>(\(parameters)) \(constraints) {
            let erased: AnySinglePublisher = single.map { $0 }.retry(2).eraseToAnySinglePublisher()
            _ = erased.sinkSingle { _ in }
            _ = generic.map { _ in 1 }.eraseToAnySinglePublisher()
            _ = single.flatMap { _ in single }.eraseToAnyMaybePublisher()
            _ = Just(1).filter { $0 > 1 }.eraseToAnyMaybePublisher()
            _ = single.filter { $0 > 1 }.map { $0 }.eraseToAnyMaybePublisher()
            _ = single.filter { $0 > 1 }.replaceEmpty(with: 1).eraseToAnySinglePublisher()
            takeMaybe(single.filter { $0 > 1 })
            _ = Empty<Int, any Error>().append(single).eraseToAnyMaybePublisher()
            take(unknown.first().replaceEmpty(with: 1))
        }
        // Operators of other modules state the traits alone.
        struct Own<Upstream: Publisher>: Publisher {
            typealias Output = Upstream.Output
            typealias Failure = Upstream.Failure
            let upstream: Upstream
            func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(subscriber)
            }
        }
        extension Own: MaybePublisher where Upstream: MaybePublisher {}
        extension Own: SinglePublisher where Upstream: SinglePublisher {}
        func own(_ single: AnySinglePublisher<Int, any Error>) {
            _ = Own(upstream: single).map { $0 }.eraseToAnySinglePublisher()
        }

        """
}
