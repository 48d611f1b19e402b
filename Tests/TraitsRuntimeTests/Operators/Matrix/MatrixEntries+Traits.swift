import TraitsRuntime
import TraitsTesting

// The operators that exist because of the traits.

extension MatrixHarness {
    /// A new input cut down to a maybe. Its closure keeps the token.
    fileprivate func maybe() -> Publishers.First<Publishers.Map<Manual, Int>> {
        input().map(plain { $0 }).first()
    }
}

extension MatrixEntry {
    static let traitSources: [MatrixEntry] = [
        MatrixEntry("TraitPublishers.Timer", exempt: [.earlyEvents: "there is no input to send any"]) {
            harness in
            TraitPublishers.Timer<TestScheduler, TestError>(after: 1, scheduler: harness.scheduler)
        },
        MatrixEntry("Using") { harness in
            Using(resource: { 0 }, product: harness.plain { _ in harness.input() }, release: { _ in })
        },
    ]

    static let twins: [MatrixEntry] = [
        MatrixEntry("TraitPublishers.ShareReplay") { harness in harness.maybe().shareReplay() },
        MatrixEntry("TraitPublishers.TimeoutFailing", as: "Timeout") { harness in
            harness.maybe().timeout(50, scheduler: harness.scheduler, error: TestError())
        },
        MatrixEntry("TraitPublishers.FirstOrError", as: "OrError", exempt: trapping) { harness in
            harness.input().map(harness.plain { $0 }).first(orError: TestError())
        },
        MatrixEntry("TraitPublishers.FailIfEmpty", as: "OrError", exempt: trapping) { harness in
            harness.input().map(harness.plain { $0 }).replaceEmpty(withError: TestError())
        },
        MatrixEntry("TraitPublishers.SwitchIfEmpty", exempt: counting) { harness in
            harness.input().map(harness.plain { $0 }).ifEmpty(
                switchTo: harness.input().map(harness.plain { $0 }))
        },
        MatrixEntry("TraitPublishers.RetryWhen", exempt: counting) { harness in
            Deferred(createPublisher: harness.plain { harness.input() }).retry { $0.prefix(1) }
        },
        MatrixEntry("TraitPublishers.DelaySubscription", exempt: counting) { harness in
            harness.input().map(harness.plain { $0 }).delaySubscription(for: 0, scheduler: harness.scheduler)
        },
        MatrixEntry(
            "TraitPublishers.PreventCancellation",
            exempt: [.cancelling: "upstream goes on when downstream has gone, which is what it is for"]
        ) { harness in harness.input().map(harness.plain { $0 }).preventCancellation() },
    ]

    static let gathering: [MatrixEntry] = [
        MatrixEntry("TraitPublishers.AndThen") { harness in
            harness.input().uncheckedCompletable().andThen(harness.plain { harness.input() })
        },
        MatrixEntry("TraitPublishers.ZipSingle") { harness in
            [harness.maybe().uncheckedSingle(), harness.maybe().uncheckedSingle()].zipSingle()
        },
        MatrixEntry("TraitPublishers.ZipMaybe") { harness in [harness.maybe(), harness.maybe()].zipMaybe() },
        MatrixEntry("TraitPublishers.ZipCompletable") { harness in
            (0..<2).map { _ in harness.input().map(harness.plain { $0 }).uncheckedCompletable() }
                .zipCompletable()
        },
        MatrixEntry("TraitPublishers.Race", exempt: [.earlyEvents: countsEarly]) { harness in
            harness.input().map(harness.plain { $0 }).race(with: harness.input())
        },
        MatrixEntry("TraitPublishers.RaceMany", as: "Race", exempt: [.earlyEvents: countsEarly]) { harness in
            (0..<2).map { _ in harness.input().map(harness.plain { $0 }) }.race()
        },
    ]

    static let conversions: [MatrixEntry] = [
        MatrixEntry("TraitPublishers.AsCompletable", as: "ManualPublisher", exempt: through) { harness in
            harness.input().map(harness.plain { $0 }).asCompletable()
        },
        MatrixEntry("TraitPublishers.AsMaybe", as: "ManualPublisher", exempt: through) { harness in
            harness.input().map(harness.plain { $0 }).uncheckedCompletable().asMaybe(of: String.self)
        },
        MatrixEntry("TraitPublishers.Materialize") { harness in
            harness.input().map(harness.plain { $0 }).materialize()
        },
        MatrixEntry("TraitPublishers.Dematerialize", exempt: trapping) { harness in
            Tamed(upstream: harness.input()).map(
                harness.plain { value -> StreamEvent<Int, TestError> in
                    value % 10 == 3 ? .completion(.finished) : .value(value)
                }
            ).dematerialize()
        },
        MatrixEntry("TraitPublishers.MapToResult") { harness in
            harness.input().map(harness.plain { $0 }).mapToResult()
        },
    ]

    static let ofTraits = traitSources + twins + gathering + conversions
}

/// Finishes where its upstream fails, and has no subscription of its own: a chain of two of them would keep itself
/// when both ends let go of it without a word.
private struct Tamed: Publisher {
    typealias Output = Int
    typealias Failure = Never

    let upstream: Manual

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        upstream.subscribe(
            AnySubscriber(
                receiveSubscription: subscriber.receive(subscription:), receiveValue: subscriber.receive,
                receiveCompletion: { _ in subscriber.receive(completion: .finished) }))
    }
}
