extension BeginnersMistake {
    /// Promises that operators and sources lose.
    static let lostPromises = filtering + shortened + sources + askers

    private static let filtering = [
        Self(
            "compactMap as a single",
            "_ = single.compactMap { $0 > 1 ? $0 : nil }.eraseToAnySinglePublisher()",
            says: "Publishers.CompactMap", "never keeps the promise of SinglePublisher",
            write: "'replaceEmpty(withError:)'",
            as:
                "_ = single.compactMap { $0 > 1 ? $0 : nil }.replaceEmpty(withError: Offline()).eraseToAnySinglePublisher()"
        ),
        Self(
            "a value dropped as a single",
            "_ = single.dropFirst().eraseToAnySinglePublisher()",
            says: "Publishers.Drop", "never keeps the promise of SinglePublisher",
            write: "'replaceEmpty(withError:)'",
            as:
                "_ = single.dropFirst().replaceEmpty(withError: Offline()).eraseToAnySinglePublisher()"),
        Self(
            "the first that fits as a single",
            "_ = single.first { $0 > 1 }.eraseToAnySinglePublisher()",
            says: "Publishers.FirstWhere", "never keeps the promise of SinglePublisher",
            write: "'replaceEmpty(withError:)'",
            as:
                "_ = single.first { $0 > 1 }.replaceEmpty(withError: Offline()).eraseToAnySinglePublisher()"),
        Self(
            "the last that fits as a single",
            "_ = single.last { $0 > 1 }.eraseToAnySinglePublisher()",
            says: "Publishers.LastWhere", "never keeps the promise of SinglePublisher",
            write: "'replaceEmpty(withError:)'",
            as:
                "_ = single.last { $0 > 1 }.replaceEmpty(withError: Offline()).eraseToAnySinglePublisher()"),
        Self(
            "values while they fit as a single",
            "_ = single.prefix { $0 > 1 }.eraseToAnySinglePublisher()",
            says: "Publishers.PrefixWhile", "never keeps the promise of SinglePublisher",
            write: "'replaceEmpty(withError:)'",
            as:
                "_ = single.prefix { $0 > 1 }.replaceEmpty(withError: Offline()).eraseToAnySinglePublisher()"),
        Self(
            "values after they fit as a single",
            "_ = single.drop { $0 > 1 }.eraseToAnySinglePublisher()",
            says: "Publishers.DropWhile", "never keeps the promise of SinglePublisher",
            write: "'replaceEmpty(withError:)'",
            as:
                "_ = single.drop { $0 > 1 }.replaceEmpty(withError: Offline()).eraseToAnySinglePublisher()"),
        Self(
            "one of the values by its place as a single",
            "_ = single.output(at: 0).eraseToAnySinglePublisher()",
            says: "Publishers.Output", "never keeps the promise of SinglePublisher",
            write: "'replaceEmpty(withError:)'",
            as:
                "_ = single.output(at: 0).replaceEmpty(withError: Offline()).eraseToAnySinglePublisher()"),
        Self(
            "a filter that throws as a single",
            "_ = single.tryFilter { $0 > 1 }.eraseToAnySinglePublisher()",
            says: "Publishers.TryFilter", "never keeps the promise of SinglePublisher",
            write: "'replaceEmpty(withError:)'",
            as:
                "_ = single.tryFilter { $0 > 1 }.replaceEmpty(withError: Offline()).eraseToAnySinglePublisher()"
        ),
        Self(
            "a compactMap that throws as a single",
            "_ = single.tryCompactMap { $0 > 1 ? $0 : nil }.eraseToAnySinglePublisher()",
            says: "Publishers.TryCompactMap", "never keeps the promise of SinglePublisher",
            write: "'replaceEmpty(withError:)'",
            as:
                "_ = single.tryCompactMap { $0 > 1 ? $0 : nil }.replaceEmpty(withError: Offline()).eraseToAnySinglePublisher()"
        ),
        Self(
            "a prefix of several as a single",
            "_ = single.prefix(2).eraseToAnySinglePublisher()",
            says: "Publishers.Output", "never keeps the promise of SinglePublisher",
            write: "'replaceEmpty(withError:)'",
            as:
                "_ = single.prefix(2).replaceEmpty(withError: Offline()).eraseToAnySinglePublisher()"),
    ]

    private static let sources = [
        Self(
            "a value prepended to a single",
            "_ = single.prepend(0).eraseToAnySinglePublisher()",
            says: "('append' or 'prepend': ", "keeps the promise of SinglePublisher",
            write: "'first(orError:)'",
            as:
                "_ = single.prepend(0).first(orError: Offline()).eraseToAnySinglePublisher()"),
        Self(
            "a value appended to a maybe",
            "_ = maybe.append(1).eraseToAnyMaybePublisher()",
            says: "Publishers.Concatenate", "keeps the promise of MaybePublisher", write: "'first()'",
            as:
                "_ = maybe.append(1).first().eraseToAnyMaybePublisher()"),
        Self(
            "two singles merged as a maybe",
            "_ = single.merge(with: single).eraseToAnyMaybePublisher()",
            says: "Publishers.MergeMany", "keeps the promise of MaybePublisher", write: "'first()'",
            as:
                "_ = single.merge(with: single).first().eraseToAnyMaybePublisher()"),
        Self(
            "a single with a silent timeout",
            "_ = single.timeout(.seconds(1), scheduler: DispatchQueue.main).eraseToAnySinglePublisher()",
            says: "Publishers.Timeout", "never keeps the promise of SinglePublisher",
            write: "'timeout(_:scheduler:options:error:)'",
            as:
                "_ = single.timeout(.seconds(1), scheduler: DispatchQueue.main, error: Offline()).eraseToAnySinglePublisher()"
        ),
        Self(
            "an array as a single",
            "_ = [1, 2].publisher.eraseToAnySinglePublisher()",
            says: "Publishers.Sequence", "never keeps the promise of SinglePublisher",
            write: "'first(orError:)'",
            as:
                "_ = [1, 2].publisher.first(orError: Offline()).eraseToAnySinglePublisher()"),
        Self(
            "an optional as a single",
            "_ = Optional(1).publisher.eraseToAnySinglePublisher()",
            says: "Optional.Publisher", "never keeps the promise of SinglePublisher",
            write: "'replaceEmpty(withError:)'",
            as:
                "_ = Optional(1).publisher.replaceEmpty(withError: Offline()).eraseToAnySinglePublisher()"),
        Self(
            "a subject as a single",
            "_ = users.eraseToAnySinglePublisher()",
            says: "PassthroughSubject", "never keeps the promise of SinglePublisher",
            write: "'first(orError:)'",
            as:
                "_ = users.first(orError: Offline()).eraseToAnySinglePublisher()"),
        Self(
            "a current value as a single",
            "_ = CurrentValueSubject<Int, Never>(1).eraseToAnySinglePublisher()",
            says: "CurrentValueSubject", "never keeps the promise of SinglePublisher",
            write: "'first(orError:)'",
            as:
                "_ = CurrentValueSubject<Int, Never>(1).first(orError: Offline()).eraseToAnySinglePublisher()"
        ),
        Self(
            "a property as a single",
            "_ = model.$name.eraseToAnySinglePublisher()",
            says: "Published.Publisher", "never keeps the promise of SinglePublisher",
            write: "'first(orError:)'",
            as:
                "_ = model.$name.first(orError: Offline()).eraseToAnySinglePublisher()"),
        Self(
            "an empty publisher as a single",
            "_ = Empty<Int, any Error>().eraseToAnySinglePublisher()",
            says: "Empty", "never keeps the promise of SinglePublisher", write: "'replaceEmpty(with:)'",
            as:
                "_ = Empty<Int, any Error>().replaceEmpty(with: 1).eraseToAnySinglePublisher()"),
        Self(
            "inner arrays as a single",
            "_ = single.flatMap { [$0].publisher.setFailureType(to: (any Error).self) }.eraseToAnySinglePublisher()",
            says: "Publishers.Sequence", "never keeps the promise of SinglePublisher",
            write: "'first(orError:)'",
            as:
                "_ = single.flatMap { [$0].publisher.setFailureType(to: (any Error).self) }.first(orError: Offline()).eraseToAnySinglePublisher()"
        ),
        Self(
            "inner maybes as a single",
            "_ = single.flatMap { _ in maybe }.eraseToAnySinglePublisher()",
            says: "AnyMaybePublisher may be `", "`, which SinglePublisher rules out",
            write: "'replaceEmpty(withError:)'",
            as:
                "_ = single.flatMap { _ in maybe.replaceEmpty(withError: Offline()) }.eraseToAnySinglePublisher()"
        ),
        Self(
            "zip with a maybe as a single",
            "_ = single.zip(maybe).eraseToAnySinglePublisher()",
            says: "AnyMaybePublisher may be `", "`, which SinglePublisher rules out",
            write: "'replaceEmpty(withError:)'",
            as:
                "_ = single.zip(maybe.replaceEmpty(withError: Offline())).eraseToAnySinglePublisher()"),
        Self(
            "zip with a stream as a single",
            "_ = single.zip(any).eraseToAnySinglePublisher()",
            says: "AnyPublisher", "never keeps the promise of SinglePublisher", write: "'first(orError:)'",
            as:
                "_ = single.zip(any.first(orError: Offline())).eraseToAnySinglePublisher()"),
        Self(
            "the initialiser of the eraser for a maybe",
            "_ = AnySinglePublisher(maybe)",
            says: "AnyMaybePublisher may be `", "`, which SinglePublisher rules out",
            write: "'replaceEmpty(withError:)'",
            as:
                "_ = AnySinglePublisher(maybe.replaceEmpty(withError: Offline()))"),
    ]

    private static let askers = [
        Self(
            "the initialiser of the eraser for a stream",
            "_ = AnyMaybePublisher(any)",
            says: "AnyPublisher", "never keeps the promise of MaybePublisher", write: "'first()'",
            as:
                "_ = AnyMaybePublisher(any.first())"),
        Self(
            "a stream as a maybe",
            "_ = any.eraseToAnyMaybePublisher()",
            says: "AnyPublisher", "never keeps the promise of MaybePublisher", write: "'first()'",
            as:
                "_ = any.first().eraseToAnyMaybePublisher()"),
        Self(
            "a subject as a maybe",
            "_ = users.eraseToAnyMaybePublisher()",
            says: "PassthroughSubject", "never keeps the promise of MaybePublisher", write: "'first()'",
            as:
                "_ = users.first().eraseToAnyMaybePublisher()"),
        Self(
            "a single as a completable eraser",
            "_ = single.eraseToAnyCompletablePublisher()",
            says: "AnySinglePublisher may be `o", "`, which CompletablePublisher rules out",
            write: "'ignoreOutput()'",
            as:
                "_ = single.ignoreOutput().eraseToAnyCompletablePublisher()"),
        Self(
            "a stream as a completable",
            "_ = any.eraseToAnyCompletablePublisher()",
            says: "AnyPublisher", "never keeps the promise of CompletablePublisher",
            write: "'ignoreOutput()'",
            as:
                "_ = any.ignoreOutput().eraseToAnyCompletablePublisher()"),
        Self(
            "a step after a maybe",
            "_ = maybe.andThen(single)",
            says: "AnyMaybePublisher may be `o", "`, which CompletablePublisher rules out",
            write: "'ignoreOutput()'",
            as:
                "_ = maybe.ignoreOutput().andThen(single)"),
        Self(
            "a step after a stream",
            "_ = any.andThen(single)",
            says: "AnyPublisher", "never keeps the promise of CompletablePublisher",
            write: "'ignoreOutput()'",
            as:
                "_ = any.ignoreOutput().andThen(single)"),
        Self(
            "the sink of a single for a stream",
            "_ = any.sinkSingle { _ in }",
            says: "AnyPublisher", "never keeps the promise of SinglePublisher", write: "'first(orError:)'",
            as:
                "_ = any.first(orError: Offline()).sinkSingle { _ in }"),
        Self(
            "the sink of a maybe for a stream",
            "_ = any.sinkMaybe { _ in }",
            says: "AnyPublisher", "never keeps the promise of MaybePublisher", write: "'first()'",
            as:
                "_ = any.first().sinkMaybe { _ in }"),
        Self(
            "the sink of a completable for a single",
            "_ = single.sinkCompletable { _ in }",
            says: "AnySinglePublisher may be `o", "`, which CompletablePublisher rules out",
            write: "'ignoreOutput()'",
            as:
                "_ = single.ignoreOutput().sinkCompletable { _ in }"),
        Self(
            "the sink of a completable for a stream",
            "_ = any.sinkCompletable { _ in }",
            says: "AnyPublisher", "never keeps the promise of CompletablePublisher",
            write: "'ignoreOutput()'",
            as:
                "_ = any.ignoreOutput().sinkCompletable { _ in }"),
        Self(
            "the sink of a single for a filtered one",
            "_ = single.filter { $0 > 1 }.sinkSingle { _ in }",
            says: "Publishers.Filter", "never keeps the promise of SinglePublisher",
            write: "'replaceEmpty(withError:)'",
            as:
                "_ = single.filter { $0 > 1 }.replaceEmpty(withError: Offline()).sinkSingle { _ in }"),
        Self(
            "an argument that promises less",
            "func take(_ single: some SinglePublisher<Int, any Error>) {}\ntake(single.filter { $0 > 1 })",
            says: "Publishers.Filter", "never keeps the promise of SinglePublisher",
            write: "'replaceEmpty(withError:)'",
            as:
                "func take(_ single: some SinglePublisher<Int, any Error>) {}\ntake(single.filter { $0 > 1 }.replaceEmpty(withError: Offline()))"
        ),
        Self(
            "a result that promises less",
            "func make() -> some SinglePublisher<Int, any Error> { any.map { $0 } }\n_ = make()",
            says: "AnyPublisher", "never keeps the promise of SinglePublisher", write: "'first(orError:)'",
            as:
                "func make() -> some SinglePublisher<Int, any Error> { any.map { $0 }.first(orError: Offline()) }\n_ = make()"
        ),
        Self(
            "a stream as one of the main actor",
            "_ = any.eraseToAnyMainActorPublisher()",
            says: "AnyPublisher", "never keeps the promise of MainActorPublisher",
            write: "'receive(on: .mainActor)'",
            as:
                "_ = any.receive(on: .mainActor).eraseToAnyMainActorPublisher()"),
        Self(
            "a promise about the main actor lost by another queue",
            "_ = users.receive(on: .mainActor).receive(on: DispatchQueue.global()).eraseToAnyMainActorPublisher()",
            says: "this publisher isn't known to keep the promise of MainActorPublisher",
            write: "'receive(on: .mainActor)'",
            as:
                "_ = users.receive(on: DispatchQueue.global()).receive(on: .mainActor).eraseToAnyMainActorPublisher()"
        ),
        Self(
            "work that each subscriber begins as shared work",
            "_ = Deferred { Just(1) }.eraseToAnySharedPublisher()",
            says: "Deferred", "never keeps the promise of SharedPublisher", write: "'share()'",
            as:
                "_ = Deferred { Just(1) }.share().eraseToAnySharedPublisher()"),
        Self(
            "a single as shared work",
            "_ = single.eraseToAnySharedPublisher()",
            says: "AnySinglePublisher says nothing of what SharedPublisher promises", write: "'share()'",
            as:
                "_ = single.share().eraseToAnySharedPublisher()"),
        Self(
            "a stream with a value at hand",
            "_ = any.eraseToAnyImmediatePublisher()",
            says: "AnyPublisher", "never keeps the promise of ImmediatePublisher",
            write: "'assertImmediate()'",
            as:
                "_ = any.assertImmediate().eraseToAnyImmediatePublisher()"),
    ]

    private static let shortened = [
        Self(
            "the last of a stream as a single",
            "_ = any.last().eraseToAnySinglePublisher()",
            says: "AnyPublisher", "never keeps the promise of SinglePublisher", write: "'first(orError:)'",
            as: "_ = any.last().first(orError: Offline()).eraseToAnySinglePublisher()"),
        Self(
            "the largest of a stream as a single",
            "_ = any.max().eraseToAnySinglePublisher()",
            says: "AnyPublisher", "never keeps the promise of SinglePublisher", write: "'first(orError:)'",
            as: "_ = any.max().first(orError: Offline()).eraseToAnySinglePublisher()"),
        Self(
            "a value of a stream by its place as a single",
            "_ = any.output(at: 2).eraseToAnySinglePublisher()",
            says: "Publishers.Output", "never keeps the promise of SinglePublisher",
            write: "'first(orError:)'",
            as: "_ = any.output(at: 2).first(orError: Offline()).eraseToAnySinglePublisher()"),
        Self(
            "no output as a single",
            "_ = single.ignoreOutput().eraseToAnySinglePublisher()",
            says: "Publishers.IgnoreOutput", "never keeps the promise of SinglePublisher",
            write: "'andThen(_:)'",
            as: "_ = single.ignoreOutput().andThen(single).eraseToAnySinglePublisher()"),
        Self(
            "a scan as a single",
            "_ = any.scan(0) { $0 + $1 }.eraseToAnySinglePublisher()",
            says: "AnyPublisher", "never keeps the promise of SinglePublisher", write: "'first(orError:)'",
            as: "_ = any.scan(0) { $0 + $1 }.first(orError: Offline()).eraseToAnySinglePublisher()"),
        Self(
            "a value prepended to a maybe",
            "_ = maybe.prepend(0).eraseToAnyMaybePublisher()",
            says: "('append' or 'prepend': ", "keeps the promise of MaybePublisher only where Prefix keeps",
            write: "'first()'",
            as: "_ = maybe.prepend(0).first().eraseToAnyMaybePublisher()"),
        Self(
            "values without duplicates as a maybe",
            "_ = users.removeDuplicates().eraseToAnyMaybePublisher()",
            says: "PassthroughSubject", "never keeps the promise of MaybePublisher", write: "'first()'",
            as: "_ = users.removeDuplicates().first().eraseToAnyMaybePublisher()"),
    ]
}
