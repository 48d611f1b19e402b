import TraitsRuntime

extension Taker {
    static let sink = Taker(path: .taking(.sink))
    /// A subscriber that asks for one value at a time.
    static let oneAtATime = Taker(path: .subscriber(.direct), conduct: .asksForOne)
    /// A subscriber that asks for nothing until the script is over.
    static let noneThenSome = Taker(path: .subscriber(.direct), conduct: .asksLast)

    /// The taker of a law's run, in words.
    var lawName: String {
        switch (path, conduct) {
        case (.taking(let way), .cancels(let tick?)): "\(way.name), cancelled at tick \(tick)"
        case (.taking(let way), _): way.name
        case (_, .asksForOne): "one value at a time"
        case (_, .asksLast): "no demand at first, one, two, then unlimited"
        case (.subscriber(.direct), _): "unlimited demand"
        case (.subscriber, _): "unlimited demand" + path.name.dropFirst(Taker.subscriber.path.name.count)
        }
    }

    /// The tick at which the taker cancels; nil if it doesn't.
    var cancellationTick: Int? { if case .cancels(let tick) = conduct { tick } else { nil } }

    /// Returns the takers to try in a situation, given the history that a subscriber of which nothing is known sees.
    ///
    /// The takers themselves are tried with inputs that have to be subscribed to. The inputs' answers matter only to a
    /// subscriber that asks for them.
    static func all(for situation: LawSituation, history: HistoryShape, isTyped: Bool)
        -> [(taker: Taker, answers: LawAnswers)]
    {
        let traits = Taking.Outcome.all(of: history)
        let outcomes = ways(traits.map(Taking.outcome))
        // Tasks are the most expensive paths: with several inputs they are tried with synchronous events only.
        let hasTasks = situation.scripts.count < 2 || !situation.scripts.contains(where: \.hasLaterEvents)
        // Awaiting an outcome that never comes shows nothing.
        let awaited = hasTasks && history.ending != .silent ? ways(traits.map(Taking.value)) : []
        let client = isTyped ? ways([.client]) : []
        let erased = Taker(path: .subscriber(.erased))
        var all: [(Taker, LawAnswers)] = []
        func add(_ answers: LawAnswers, _ takers: [Taker]) { all += takers.map { ($0, answers) } }
        add(
            .never,
            ways([.sinkObject]) + [erased] + ways([.erasedSink]) + client + outcomes
                + (hasTasks ? ways([.values, .bufferedValues]) : []) + awaited
                + [sink(cancelledAt: (situation.duration + 1) / 2)])
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
                [.subscriber] + ways([.sinkObject, .sink]) + [erased] + client + outcomes
                    + (0...situation.duration).map(sink(cancelledAt:)))
        }
        add(.partly, ways([.sink, .erasedSink]))
        return all
    }

    private static func ways(_ ways: [Taking]) -> [Taker] { ways.map { Taker(path: .taking($0)) } }

    private static func sink(cancelledAt tick: Int) -> Taker {
        Taker(path: .taking(.sink), conduct: .cancels(at: tick))
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
    /// Takes the values of the publisher with closures or in a task, until the time of the run is over.
    func drive(_ taker: Taker, _ way: Taking, _ publisher: P) {
        let log = makeLog(pattern.name)
        var isOver = false
        func take(_ signal: Signal<P.Output, P.Failure>) -> Bool {
            if isOver { return true }
            isOver = way.takesOutcomeAlone
            return log.add(signal)
        }
        if way.isTask {
            wait(log) { await publisher.await(way, take) }
        } else {
            let cancellable = publisher.begin(way, runner.client, take)
            wait(log, until: cancellable, cancelledAt: taker.cancellationTick)
        }
    }
}
