import TraitsRuntime
import TraitsTesting

// The operators that exist because of the traits.

extension MatrixBench {
    /// A new input cut down to a maybe. Its closure keeps the token.
    fileprivate func maybe() -> Publishers.First<Publishers.Map<Manual, Int>> {
        input().map(plain { $0 }).first()
    }
}

extension MatrixEntry {
    static let traitSources: [MatrixEntry] = [
        MatrixEntry("TraitPublishers.Timer", exempt: [.earlyEvents: "there is no input to send any"]) {
            bench in
            TraitPublishers.Timer<TestScheduler, TestError>(after: 1, scheduler: bench.scheduler)
        },
        MatrixEntry("Using") { bench in
            Using(resource: { 0 }, product: bench.plain { _ in bench.input() }, release: { _ in })
        },
    ]

    static let twins: [MatrixEntry] = [
        MatrixEntry("TraitPublishers.ShareReplay") { bench in bench.maybe().shareReplay() },
        MatrixEntry("TraitPublishers.TimeoutFailing", as: "Timeout") { bench in
            bench.maybe().timeout(50, scheduler: bench.scheduler, error: TestError())
        },
        MatrixEntry("TraitPublishers.FirstOrError", as: "OrError", exempt: trapping) { bench in
            bench.input().map(bench.plain { $0 }).first(orError: TestError())
        },
        MatrixEntry("TraitPublishers.FailIfEmpty", as: "OrError", exempt: trapping) { bench in
            bench.input().map(bench.plain { $0 }).replaceEmpty(withError: TestError())
        },
        MatrixEntry("TraitPublishers.SwitchIfEmpty", exempt: counting) { bench in
            bench.input().map(bench.plain { $0 }).ifEmpty(switchTo: bench.input().map(bench.plain { $0 }))
        },
        MatrixEntry("TraitPublishers.RetryWhen", exempt: counting) { bench in
            Deferred(createPublisher: bench.plain { bench.input() }).retry { $0.prefix(1) }
        },
        MatrixEntry("TraitPublishers.DelaySubscription", exempt: counting) { bench in
            bench.input().map(bench.plain { $0 }).delaySubscription(for: 0, scheduler: bench.scheduler)
        },
        MatrixEntry(
            "TraitPublishers.PreventCancellation",
            exempt: [.cancelling: "upstream goes on when downstream has gone, which is what it is for"]
        ) { bench in bench.input().map(bench.plain { $0 }).preventCancellation() },
    ]

    static let gathering: [MatrixEntry] = [
        MatrixEntry("TraitPublishers.AndThen") { bench in
            bench.input().uncheckedCompletable().andThen(bench.plain { bench.input() })
        },
        MatrixEntry("TraitPublishers.ZipSingle") { bench in
            [bench.maybe().uncheckedSingle(), bench.maybe().uncheckedSingle()].zipSingle()
        },
        MatrixEntry("TraitPublishers.ZipMaybe") { bench in [bench.maybe(), bench.maybe()].zipMaybe() },
        MatrixEntry("TraitPublishers.ZipCompletable") { bench in
            (0..<2).map { _ in bench.input().map(bench.plain { $0 }).uncheckedCompletable() }
                .zipCompletable()
        },
        MatrixEntry("TraitPublishers.Race", exempt: [.earlyEvents: countsEarly]) { bench in
            bench.input().map(bench.plain { $0 }).race(with: bench.input())
        },
        MatrixEntry("TraitPublishers.RaceMany", as: "Race", exempt: [.earlyEvents: countsEarly]) { bench in
            (0..<2).map { _ in bench.input().map(bench.plain { $0 }) }.race()
        },
    ]

    static let conversions: [MatrixEntry] = [
        MatrixEntry("TraitPublishers.AsCompletable", as: "ManualPublisher", exempt: through) { bench in
            bench.input().map(bench.plain { $0 }).asCompletable()
        },
        MatrixEntry("TraitPublishers.AsMaybe", as: "ManualPublisher", exempt: through) { bench in
            bench.input().map(bench.plain { $0 }).uncheckedCompletable().asMaybe(of: String.self)
        },
        MatrixEntry("TraitPublishers.Materialize") { bench in
            bench.input().map(bench.plain { $0 }).materialize()
        },
        MatrixEntry("TraitPublishers.Dematerialize", exempt: trapping) { bench in
            Tamed(upstream: bench.input()).map(
                bench.plain { value -> StreamEvent<Int, TestError> in
                    value % 10 == 3 ? .completion(.finished) : .value(value)
                }
            ).dematerialize()
        },
        MatrixEntry("TraitPublishers.MapToResult") { bench in
            bench.input().map(bench.plain { $0 }).mapToResult()
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
