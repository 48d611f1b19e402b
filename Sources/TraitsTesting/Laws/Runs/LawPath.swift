import TraitsRuntime

/// A way in which a program can take the values of a publisher. All ways have to show the same history.
enum LawPath: Hashable {
    /// A subscriber of which nothing is known.
    case subscriber
    /// The same subscriber, asking for one value at a time.
    case oneAtATime
    /// The same subscriber, asking for nothing until the script is over.
    case noneThenSome
    /// `Subscribers.Sink`, which subscribes, and tells that it wants all values.
    case sinkObject
    /// `sink`, called by code that sees no types.
    case sink
    /// `sink`, called where the publisher's type is known.
    case client
    /// A subscriber of which nothing is known, through an eraser.
    case erased
    /// `sink` through an eraser.
    case erasedSink
    /// The sink of a trait whose promise the history keeps.
    case outcome(Outcome)
    /// The values as an asynchronous sequence.
    case values
    /// An asynchronous sequence that subscribes when it is made, and that buffers all values.
    case bufferedValues
    /// The value of a trait, awaited with `try await`.
    case value(Outcome)
    /// `sink`, cancelled at this tick.
    case cancelledSink(at: Int)

    enum Outcome: String, Hashable {
        case single = "Single"
        case maybe = "Maybe"
        case completable = "Completable"

        /// Returns the traits that allow this history.
        static func all(of shape: HistoryShape) -> [Outcome] {
            switch (shape.values, shape.ending) {
            case (1, .finished): [.single, .maybe]
            case (0, .finished): [.maybe, .completable]
            case (0, .failed): [.single, .maybe, .completable]
            case (0, .silent): [.single]
            default: []
            }
        }
    }

    var name: String {
        switch self {
        case .subscriber: "unlimited demand"
        case .oneAtATime: "one value at a time"
        case .noneThenSome: "no demand at first, one, two, then unlimited"
        case .sinkObject: "Subscribers.Sink"
        case .sink: "sink"
        case .client: "sink, called where the type is known"
        case .erased: "unlimited demand, erased"
        case .erasedSink: "sink, erased"
        case .outcome(let trait): "sink\(trait.rawValue)"
        case .values: "for await in values"
        case .bufferedValues: "for await in values(buffering: .unbounded)"
        case .value(let trait): "await value of a \(trait.rawValue)"
        case .cancelledSink(let tick): "sink, cancelled at tick \(tick)"
        }
    }

    /// A Boolean value that indicates whether the kit's own subscriber takes the values.
    var isSubscriber: Bool {
        switch self {
        case .subscriber, .oneAtATime, .noneThenSome, .erased: true
        default: false
        }
    }

    /// A Boolean value that indicates whether only the first event is taken, without the time of an end that follows a value.
    var takesOutcomeAlone: Bool {
        switch self {
        case .outcome, .value: true
        default: false
        }
    }

    /// Returns the paths to try in a situation, given the history that a subscriber of which nothing is known sees.
    ///
    /// The paths themselves are tried with inputs that have to be subscribed to. The inputs' answers matter only to a
    /// subscriber that asks for them.
    static func all(for situation: LawSituation, history: HistoryShape, isTyped: Bool)
        -> [(path: LawPath, answers: LawAnswers)]
    {
        let outcomes = Outcome.all(of: history)
        // Tasks are the most expensive paths: with several inputs they are tried with synchronous events only.
        let hasTasks = situation.scripts.count < 2 || !situation.scripts.contains(where: \.hasLaterEvents)
        // Awaiting an outcome that never comes shows nothing.
        let awaited = hasTasks && history.ending != .silent ? outcomes : []
        let client = isTyped ? [LawPath.client] : []
        func pairs(_ answers: LawAnswers, _ paths: [LawPath]) -> [(LawPath, LawAnswers)] {
            paths.map { ($0, answers) }
        }
        var all = pairs(
            .never,
            [.sinkObject, .erased, .erasedSink] + client + outcomes.map(LawPath.outcome)
                + (hasTasks ? [.values, .bufferedValues] : []) + awaited.map(LawPath.value)
                + [.cancelledSink(at: (situation.duration + 1) / 2)])
        if situation.scripts.isEmpty { return all }
        if situation.scripts.contains(where: \.isAnswer) {
            all += pairs(
                .asked,
                [.sink, .erasedSink, .subscriber, .oneAtATime, .noneThenSome]
                    + outcomes.map(LawPath.outcome) + awaited.map(LawPath.value))
        }
        let isKnown =
            situation.scripts.allSatisfy(\.isAnswer) || situation.scripts.allSatisfy(\.isMaybe)
        if isKnown {
            all += pairs(
                .known,
                [.subscriber, .sinkObject, .sink, .erased] + client + outcomes.map(LawPath.outcome)
                    + (0...situation.duration).map { .cancelledSink(at: $0) })
        }
        return all + pairs(.partly, [.sink, .erasedSink])
    }
}

extension LawAnswers {
    /// The words for the answers in a violation.
    var note: String {
        switch self {
        case .never: ""
        case .asked: "; inputs answer if they can"
        case .known: "; inputs answer, and their types tell so"
        case .partly: "; inputs have run in part"
        }
    }
}

extension LawRun {
    /// Takes the values of the publisher on a path, until the time of the run is over.
    func drive(_ path: LawPath, _ publisher: P) {
        let log = makeLog(pattern.name)
        switch path {
        case .subscriber, .erased, .oneAtATime, .noneThenSome:
            preconditionFailure("a subscriber of the kit's own is driven by the run")
        case .sinkObject:
            let sink = Subscribers.Sink<P.Output, P.Failure>(
                receiveCompletion: { log.add(.completion($0)) }, receiveValue: { log.add(.value($0)) })
            publisher.subscribe(sink)
            wait(log, until: sink)
        case .sink:
            let hidden: any Publisher<P.Output, P.Failure> = publisher
            wait(log, until: sink(hidden, log))
        case .client:
            guard let client = runner.client else { return }
            wait(
                log,
                until: client.sink(publisher, { log.add(.completion($0)) }, { log.add(.value($0)) }))
        case .erasedSink:
            wait(log, until: sink(publisher.eraseToAnyPublisher(), log))
        case .outcome(let trait):
            wait(log, until: sink(trait, publisher, log))
        case .values:
            wait(log) { await Self.loop(publisher.values.makeAsyncIterator(), log) }
        case .bufferedValues:
            wait(log) {
                await Self.loop(publisher.values(buffering: .unbounded).makeAsyncIterator(), log)
            }
        case .cancelledSink(let tick):
            wait(log, until: sink(publisher, log), cancelledAt: tick)
        case .value(let trait):
            wait(log) { await Self.wait(for: trait, publisher, log) }
        }
    }

    private static func loop<Values>(_ values: Values, _ log: Log) async
    where Values: AsyncIteratorProtocol<P.Output, any Error> {
        do {
            var values = values
            while let value = try await values.next(isolation: #isolation), log.add(.value(value)) {}
            if !Task.isCancelled { log.add(.completion(.finished)) }
        } catch {
            // An iterator throws its publisher's failure.
            log.add(.completion(.failure(error as! P.Failure)))
        }
    }

    private func sink(_ publisher: some Publisher<P.Output, P.Failure>, _ log: Log) -> AnyCancellable {
        publisher._sink(
            receiveCompletion: { log.add(.completion($0)) }, receiveValue: { log.add(.value($0)) })
    }

    private func sink(_ trait: LawPath.Outcome, _ publisher: P, _ log: Log) -> AnyCancellable {
        switch trait {
        case .single:
            publisher.uncheckedSingle()._sinkSingle { result in
                switch result {
                case .success(let value): log.add(.value(value))
                case .failure(let error): log.add(.completion(.failure(error)))
                }
            }
        case .maybe:
            publisher.uncheckedMaybe()._sinkMaybe { result in
                switch result {
                case .success(let value): log.add(.value(value))
                case .finished: log.add(.completion(.finished))
                case .failure(let error): log.add(.completion(.failure(error)))
                }
            }
        case .completable:
            publisher.uncheckedCompletable()._sinkCompletable { log.add(.completion($0)) }
        }
    }

    private static func wait(for trait: LawPath.Outcome, _ publisher: P, _ log: Log) async {
        do {
            switch trait {
            case .single:
                log.add(.value(try await publisher.uncheckedSingle().value))
            case .maybe:
                if let value = try await publisher.uncheckedMaybe().value {
                    log.add(.value(value))
                } else {
                    log.add(.completion(.finished))
                }
            case .completable:
                let _: Void = try await publisher.uncheckedCompletable().value
                log.add(.completion(.finished))
            }
        } catch {
            // A single throws its failure, or a cancellation error.
            if let error = error as? P.Failure { log.add(.completion(.failure(error))) }
        }
    }
}
