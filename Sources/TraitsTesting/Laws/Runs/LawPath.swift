import TraitsRuntime

/// A way in which a program can take the values of a publisher. All ways have to show the same history.
enum LawPath: Hashable {
    /// A subscriber of which nothing is known.
    case subscriber
    /// The same subscriber, asking for one value at a time.
    case oneAtATime
    /// The same subscriber, asking for nothing until the script is over.
    case noneThenSome
    /// The same subscriber, through an eraser.
    case erased
    /// No subscriber of the kit's own.
    case taking(Taking)
    /// `sink`, cancelled at this tick.
    case cancelledSink(at: Int)

    var name: String {
        switch self {
        case .subscriber: "unlimited demand"
        case .oneAtATime: "one value at a time"
        case .noneThenSome: "no demand at first, one, two, then unlimited"
        case .erased: "unlimited demand, erased"
        case .taking(let way): way.name
        case .cancelledSink(let tick): "sink, cancelled at tick \(tick)"
        }
    }

    /// A Boolean value that indicates whether the kit's own subscriber takes the values.
    var isSubscriber: Bool {
        switch self {
        case .subscriber, .oneAtATime, .noneThenSome, .erased: true
        case .taking, .cancelledSink: false
        }
    }

    /// A Boolean value that indicates whether only the first event is taken, without the time of an end that follows a value.
    var takesOutcomeAlone: Bool { if case .taking(let way) = self { way.takesOutcomeAlone } else { false } }

    /// Returns the paths to try in a situation, given the history that a subscriber of which nothing is known sees.
    ///
    /// The paths themselves are tried with inputs that have to be subscribed to. The inputs' answers matter only to a
    /// subscriber that asks for them.
    static func all(for situation: LawSituation, history: HistoryShape, isTyped: Bool)
        -> [(path: LawPath, answers: LawAnswers)]
    {
        let traits = Taking.Outcome.all(of: history)
        let outcomes = ways(traits.map(Taking.outcome))
        // Tasks are the most expensive paths: with several inputs they are tried with synchronous events only.
        let hasTasks = situation.scripts.count < 2 || !situation.scripts.contains(where: \.hasLaterEvents)
        // Awaiting an outcome that never comes shows nothing.
        let awaited = hasTasks && history.ending != .silent ? ways(traits.map(Taking.value)) : []
        let client = isTyped ? ways([.client]) : []
        var all: [(LawPath, LawAnswers)] = []
        func add(_ answers: LawAnswers, _ paths: [LawPath]) { all += paths.map { ($0, answers) } }
        add(
            .never,
            [.taking(.sinkObject), .erased, .taking(.erasedSink)] + client + outcomes
                + (hasTasks ? ways([.values, .bufferedValues]) : []) + awaited
                + [.cancelledSink(at: (situation.duration + 1) / 2)])
        if situation.scripts.isEmpty { return all }
        if situation.scripts.contains(where: \.isAnswer) {
            add(
                .asked,
                ways([.sink, .erasedSink]) + [.subscriber, .oneAtATime, .noneThenSome] + outcomes + awaited)
        }
        let isKnown =
            situation.scripts.allSatisfy(\.isAnswer) || situation.scripts.allSatisfy(\.isMaybe)
        if isKnown {
            add(
                .known,
                [.subscriber, .taking(.sinkObject), .taking(.sink), .erased] + client + outcomes
                    + (0...situation.duration).map { .cancelledSink(at: $0) })
        }
        add(.partly, ways([.sink, .erasedSink]))
        return all
    }

    private static func ways(_ ways: [Taking]) -> [LawPath] { ways.map(taking) }
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
        case .taking(let way):
            var isOver = false
            func take(_ signal: Signal<P.Output, P.Failure>) -> Bool {
                if isOver { return true }
                isOver = way.takesOutcomeAlone
                return log.add(signal)
            }
            if way.isTask {
                wait(log) { await publisher.await(way, take) }
            } else {
                wait(log, until: publisher.begin(way, runner.client, take))
            }
        case .cancelledSink(let tick):
            wait(log, until: publisher.begin(.sink, nil) { log.add($0) }, cancelledAt: tick)
        }
    }
}
