import TraitsRuntime

/// The subscribers of a run, and their behaviour.
enum LawPattern: Hashable {
    /// One taker of the values.
    case taker(Taker, LawAnswers)
    /// The demand is the number of values that come with unlimited demand, and no more: an end needs no demand.
    case exactly(Int)
    /// The subscriber asks as a loop over `values` does.
    case afterwards
    /// A second subscriber comes beside the first, a third in the middle, and a fourth after the end.
    case crowd
    case cancelAtSubscription
    case cancelAtFirstValue
    case cancel(at: Int)
    /// The inputs have begun, and send even if nobody has subscribed.
    case hot(at: Int)
    /// The subscriptions of these inputs come when the call that subscribes has returned.
    case late(Set<Int>)
    /// The subscriber asks when the script is over, and inputs answer when the call that asked has returned.
    case answersLate
    /// Inputs send each value in its time, although it hasn't been asked for. The subscriber asks for everything, immediately
    /// or when the script is over.
    case unasked(waits: Bool)
    /// Work that is due at one tick runs in this order.
    case order(TestScheduler.Order)
    /// A closure acts in the middle of an event.
    case acting(LawAct)
    /// The scheduler treats actions in a way that `Scheduler` doesn't rule out.
    case manner(TestScheduler.Manner)

    static var unlimited: LawPattern { .taker(.subscriber, .never) }
    static var sink: LawPattern { .taker(.sink, .never) }
    static var oneAtATime: LawPattern { .taker(.oneAtATime, .never) }
    static var noneThenSome: LawPattern { .taker(.noneThenSome, .never) }

    var name: String {
        switch self {
        case .taker(let taker, let answers): "the first, \(taker.lawName)\(answers.note)"
        case .exactly(let count): "the first, asks for as many values as come, \(count)"
        case .afterwards: "the first, asks for a value when it is done with the last"
        case .crowd: "the first of four, unlimited demand"
        case .cancelAtSubscription: "the first, cancels when it is subscribed"
        case .cancelAtFirstValue: "the first, cancels when the first value comes"
        case .cancel(let tick): "the first, unlimited demand, cancels at tick \(tick)"
        case .hot(let tick): "one that comes at tick \(tick) to inputs that have begun, unlimited demand"
        case .late(let inputs):
            "the first, unlimited demand; "
                + inputs.sorted().map { "input \($0 + 1) sends its subscription at the next tick" }
                .joined(separator: ", ")
        case .answersLate: "\(LawPattern.noneThenSome.name); inputs answer at the next tick"
        case .unasked(let waits):
            "\((waits ? LawPattern.noneThenSome : .unlimited).name); inputs send without being asked"
        case .order(.parallel): "the first, unlimited demand, what is due at one tick runs side by side"
        case .order(let order): "the first, unlimited demand, what is due at one tick runs \(order)"
        case .acting(let act): "the first, \(act.name)"
        case .manner(.dropping):
            "the first, unlimited demand, every other action that a scheduler is given is dropped"
        case .manner(let manner): "the first, unlimited demand, what a scheduler is given runs \(manner)"
        }
    }

    /// The answers of the inputs and of their types.
    var answers: LawAnswers { if case .taker(_, let answers) = self { answers } else { .never } }

    /// Indicates whether an event arrives at the place that is noted. It doesn't in a task, nor if an input has answered the
    /// subscriber itself.
    var showsPlaces: Bool {
        switch self {
        case .taker(let taker, _) where taker.path.isTask: false
        case .late, .acting, .manner, .answersLate, .unasked: false
        default: answers == .never
        }
    }

    var manner: TestScheduler.Manner { if case .manner(let manner) = self { manner } else { .punctual } }

    /// The way in which inputs treat demand.
    var habit: ScriptHabit {
        switch self {
        case .answersLate: .answersLate
        case .unasked: .ignoresDemand
        case .acting(let act) where act.inputsSendInside: .sendsInside
        default: .prompt
        }
    }

    /// Returns whether other ways to take the values are compared with this one, or late subscribers see histories of their own.
    func isEssential(_ inputs: Int) -> Bool {
        switch self {
        case .unlimited, .oneAtATime, .noneThenSome, .afterwards: true
        case .crowd, .hot: inputs < 2
        default: false
        }
    }

    /// A Boolean value that indicates whether inputs break the contract of streams.
    var isUnasked: Bool { habit == .ignoresDemand }

    var order: TestScheduler.Order { if case .order(let order) = self { order } else { .asScheduled } }

    /// Returns the patterns to try in a situation. Patterns that don't depend on the exact order of two inputs are tried in one
    /// order.
    static func all(for situation: LawSituation) -> [LawPattern] {
        if situation.isOrderAlone { return [.unlimited] }
        guard situation.isTied else { return [.unlimited, .oneAtATime, .noneThenSome] }
        return [
            .unlimited, .sink, .oneAtATime, .noneThenSome, .crowd, .cancelAtSubscription, .cancelAtFirstValue,
            .hot(at: (situation.duration + 1) / 2),
        ] + (0...situation.duration).map { .cancel(at: $0) }
    }

    /// Returns the orders to try if there is a choice; the seeds differ from one situation to the next.
    static func orders(_ number: Int) -> [LawPattern] {
        let seeds = (0..<4).map { UInt64(number * 4 + $0) }
        return [.order(.newestFirst)] + seeds.map { .order(.shuffled(seed: $0)) }
            + [.order(.parallel(threads: 2)), .order(.parallel(threads: 3))]
    }
}

/// The circumstances in which a history came.
enum LawSetting {
    case usual
    /// A closure acts, the scheduler is odd, or demand comes late.
    case odd
    /// The same while inputs send inside of their own events, which inputs with a promise never do.
    case nested
}

/// Runs one publisher through all situations.
struct LawRunner<P: Publisher, InputFailure: Error> {
    typealias Log = LawLog<P.Output, P.Failure>

    let subject: LawSubject
    let promise: LawPromise
    let inputs: LawInputs
    let bound: LawBound
    let ignored: Set<Law>
    let failure: InputFailure?
    /// The calls of a program that knows the type, if such a program has called the kit.
    let client: LawClient<P>?
    let build: (TestScheduler, [LawUpstream<InputFailure>]) -> P
    var plans = LawPlans.all
    /// The histories that the sample should show, for the shapes of the inputs.
    var wanted: [[HistoryShape]: Set<HistoryShape>] = [:]
    /// The number of values from which on the row doesn't distinguish histories.
    var limit = Int.max
    /// The promise together with the traits that a row derives or claims.
    var traitPromise: LawPromise?
    /// The traits that a row derives or claims, with the traits that each input has to keep.
    var conformances: [(trait: LawTrait, conditions: [[LawTrait]])] = []

    /// The promise to a subscriber of inputs with odd habits.
    var wholePromise: LawPromise { traitPromise ?? promise }

    /// The observations with which other runs of a situation are compared.
    struct Known {
        var logs: [LawPattern: Log] = [:]
        /// Indicates whether the scheduler could have run something in another order.
        var hadFreedom = false
        /// Indicates whether the scheduler was used at all.
        var usesScheduler = false
        /// The patterns in which an input was not asked for everything immediately.
        var patient: Set<LawPattern> = []
        /// The patterns that have been checked.
        var patterns: Set<LawPattern> = []
    }

    /// All situations, the small situations first.
    var situations: [LawSituation] { LawSituation.all(inputs, bound, canFail: failure != nil) }

    /// Tries the situations that are left. After a run that has stopped it goes on behind that run.
    func run(_ situations: [LawSituation], _ progress: LawProgress) {
        while progress.situation < situations.count {
            var known = Known()
            let situation = situations[progress.situation]
            // A run that has stopped leaves the rest of its situation to the next one.
            let times = plans == .all || !progress.stopped.isEmpty ? 0 : progress.behaviours.meet(situation)
            if times == 0 { check(situation, &known, progress) }
            if plans == .short { checkShort(situation, times, &known, progress) }
            note(known.patterns, of: situations[progress.situation], &progress.report)
            if progress.isOver { return }
            progress.finishSituation()
        }
    }

    private func check(_ situation: LawSituation, _ known: inout Known, _ progress: LawProgress) {
        // All ways have their turn until events have arrived at all places that the row names.
        let turns = subject.places.needless(progress.report.arrivals).isEmpty ? plans : .all
        var turn = turns.turn(progress.behaviours.count, inputs: situation.scripts.count)
        func run(_ pattern: LawPattern, _ situation: LawSituation) {
            if progress.isOver || progress.stopped.contains(pattern) { return }
            let isEssential = pattern.isEssential(situation.scripts.count) && situation.values == .distinct
            if isEssential || turn.take() { self.run(situation, pattern, &known, progress) }
        }
        for pattern in LawPattern.all(for: situation) where isPossible(pattern, in: situation) {
            run(pattern, situation)
        }
        guard situation.isTied, !situation.isOrderAlone, let history = known.logs[.unlimited]?.shape else {
            return
        }
        let takers = Taker.all(for: situation, history: history, isTyped: client != nil)
        if takers.contains(where: { $0.taker.path == .taking(.values) }) { run(.afterwards, situation) }
        if history.values > 0, history.ending != .silent { run(.exactly(history.values), situation) }
        for (taker, answers) in takers where isSafe(taker, progress) {
            run(.taker(taker, answers), situation)
        }
        for values in LawValues.others where situation.scripts.contains(where: { !$0.values.isEmpty }) {
            var situation = situation
            situation.values = values
            run(.unlimited, situation)
        }
        for act in LawAct.all(for: situation, history: history) { run(.acting(act), situation) }
        // A publisher that uses no scheduler is tried with one manner, so that it's known to use none.
        for manner in TestScheduler.Manner.odd.prefix(known.usesScheduler ? .max : 1) {
            run(.manner(manner), situation)
        }
        for inputs in lateInputs(situation) { run(.late(inputs), situation) }
        for pattern in habits(in: situation, known, progress) { run(pattern, situation) }
        guard known.hadFreedom else { return }
        for order in LawPattern.orders(progress.situation) { run(order, situation) }
    }

    /// Tries a situation with a plain subscriber, and in the other ways that show histories of their own, as long as the row predicts
    /// one that hasn't been seen. A behaviour of the inputs is watched three times even so.
    private func checkShort(
        _ situation: LawSituation, _ times: Int, _ known: inout Known, _ progress: LawProgress
    ) {
        let shapes = situation.scripts.map(\.shape)
        guard (1..<3).contains(times) || isMissing(shapes, progress.report) else { return }
        if times > 0 { run(situation, .unlimited, &known, progress) }
        // An open row predicts too much to be seen.
        if wanted[shapes] == nil { return }
        for pattern in [LawPattern.crowd, .hot(at: (situation.duration + 1) / 2)]
        where situation.isTied && isPossible(pattern, in: situation) && isMissing(shapes, progress.report) {
            run(situation, pattern, &known, progress)
        }
        for values in LawValues.others where isMissing(shapes, progress.report) {
            var situation = situation
            situation.values = values
            run(situation, .unlimited, &known, progress)
        }
    }

    /// Returns whether a history that the row predicts of such inputs hasn't been seen.
    private func isMissing(_ shapes: [HistoryShape], _ report: LawReport) -> Bool {
        guard let wanted = wanted[shapes] else { return true }
        return !wanted.isSubset(of: report.observed[shapes, default: []].map { $0.limited(to: limit) })
    }

    /// Returns whether a taker can be tried: a loop over `values` stops the program at a value that it hasn't asked for.
    private func isSafe(_ taker: Taker, _ progress: LawProgress) -> Bool {
        taker.path != .taking(.values) || !ignored.contains(.demand) && !progress.isBroken(.demand)
    }

    /// Returns the patterns in which inputs treat demand in another way, if that can make a difference.
    private func habits(in situation: LawSituation, _ known: Known, _ progress: LawProgress) -> [LawPattern] {
        if situation.scripts.allSatisfy(\.values.isEmpty) { return [] }
        // With unlimited demand, a late answer is a script of later events.
        let mayBeSlow = zip(inputs.promises, situation.scripts).allSatisfy { promise, script in
            promise.allows(script.values.isEmpty ? script.shape : script.shape.atAnotherTime)
        }
        let slow = mayBeSlow ? [LawPattern.answersLate] : []
        if ignored.contains(.surplus) || progress.isBroken(.surplus) { return slow }
        return slow + (known.patient.contains(.unlimited) ? [.unasked(waits: false)] : [])
            + (known.patient.contains(.noneThenSome) ? [.unasked(waits: true)] : [])
    }

    /// Returns the sets of inputs to be subscribed to late: where the promise then still says that a value or a failure comes
    /// inside of the call that subscribes. An end may come when there is a subscription.
    private func lateInputs(_ situation: LawSituation) -> [Set<Int>] {
        let all = Set(situation.scripts.indices)
        let sets = all.count > 1 ? [all] + all.sorted().map { [$0] } : all.isEmpty ? [] : [all]
        let promise = wholePromise
        return sets.filter { late in
            let shapes = situation.shapes(late: late)
            return zip(inputs.promises, shapes).allSatisfy { $0.allows($1) }
                && HistoryShape.nothing.continued(to: mostValues).contains { shape in
                    shape.isImmediate && (shape.values > 0 || shape.ending == .failed)
                        && promise.allows(shape, inputs: shapes)
                        && !promise.allows(shape.atAnotherTime, inputs: shapes)
                }
        }
    }

    private func run(
        _ situation: LawSituation, _ pattern: LawPattern, _ known: inout Known, _ progress: LawProgress
    ) {
        let run = LawRun(runner: self, situation: situation, pattern: pattern, progress: progress)
        progress.current = (pattern, { run.violation($0, $1, run.logs.first ?? run.makeLog(pattern.name)) })
        run.drive()
        progress.current = nil
        progress.steps.take()
        progress.report.histories += run.logs.count
        if case .taker(let taker, let answers) = pattern { progress.report.note(taker, answers) }
        judge(run, known)
        // A late subscriber sees another situation.
        if case .hot = pattern { return }
        known.patterns.insert(pattern)
        guard situation.values == .distinct else { return }
        if run.inputsWait { known.patient.insert(pattern) }
        switch pattern {
        case .unlimited, .oneAtATime, .noneThenSome, .afterwards: known.logs[pattern] = run.logs.first
        default: break
        }
        if pattern == .unlimited {
            (known.hadFreedom, known.usesScheduler) = (run.hadFreedom, run.usesScheduler)
        }
    }

    private func note(_ patterns: Set<LawPattern>, of situation: LawSituation, _ report: inout LawReport) {
        let takers = patterns.compactMap { $0.taker(ignoring: ignored) }
        report.takers[situation.scripts.map(\.shape), default: []].formUnion(takers)
    }

    /// Returns whether all inputs keep their promises to a subscriber that has missed the beginning.
    private func isPossible(_ pattern: LawPattern, in situation: LawSituation) -> Bool {
        guard case .hot(let tick) = pattern else { return true }
        return inputs.promises.enumerated().allSatisfy { input, promise in
            promise.allows(situation.shape(of: input, after: tick, failure: failure))
        }
    }
}
