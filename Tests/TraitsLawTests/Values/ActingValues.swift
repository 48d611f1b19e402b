import TraitsRuntime
import TraitsTesting

/// The way in which a program subscribes to a stream whose values act.
enum ValueReader: CaseIterable, Sendable {
    case sink, erasedSink
    /// A custom subscriber that keeps its subscription.
    case keeper
    /// The same; it asks for one value at a time.
    case slowKeeper
}

extension ValueCase {
    /// Plays a stream whose values send others into it when they are released.
    static func breaches<P: Publisher>(
        _ reader: ValueReader, _ end: Ending, _ build: (ValueStage) -> P
    ) -> [String] {
        let stage = ValueStage(budget: 24)
        let breaches = act(stage, reader, end, build)
        let alive = stage.leaks.alive
        return alive.isEmpty ? breaches : breaches + ["\(alive.count) values are kept"]
    }

    /// A function of its own, at whose return its references have gone.
    @inline(never)
    private static func act<P: Publisher>(
        _ stage: ValueStage, _ reader: ValueReader, _ end: Ending, _ build: (ValueStage) -> P
    ) -> [String] {
        let (cancel, breaches) = subscribe(to: build(stage), reader, end)
        stage.scheduler.advance(by: 1)
        stage.play()
        switch end {
        case .finish: stage.end(.finished)
        case .fail: stage.end(.failure(TestFailure()))
        case .cancel, .cancelAtOnce, .cancelInside: break
        }
        stage.scheduler.advance(by: 50)
        cancel()
        stage.scheduler.advance(by: 50)
        stage.rest()
        return breaches() + stage.breaches
    }

    @inline(never)
    private static func subscribe<P: Publisher>(
        to publisher: consuming P, _ reader: ValueReader, _ end: Ending
    ) -> (cancel: () -> Void, breaches: () -> [String]) {
        let keeper = Keeper<P.Output, P.Failure>(reader == .slowKeeper ? .replenished(1) : .unlimited, end)
        var handle: AnyCancellable?
        var count = 0
        /// A sink cancels inside its second value, when the operator has stored one; a keeper inside the first.
        func receive(_ value: P.Output) {
            count += 1
            if end == .cancelInside, count == 2 { handle?.cancel() }
            _ = keeper.receive(value)
        }
        switch reader {
        case .sink:
            handle = publisher.sink(receiveCompletion: keeper.receive(completion:), receiveValue: receive)
        case .erasedSink:
            handle = publisher.eraseToAnyPublisher()
                .sink(receiveCompletion: keeper.receive(completion:), receiveValue: receive)
        case .keeper, .slowKeeper: publisher.subscribe(keeper)
        }
        let cancel = {
            handle?.cancel()
            handle = nil
            keeper.subscription?.cancel()
        }
        return (cancel, { keeper.breaches })
    }
}
