import TraitsRuntime

extension LawRun {
    /// Notes that a history breaks a law.
    func note(_ law: Law, _ detail: String, _ log: Log, unlimited: Log? = nil) {
        progress.note(pattern.isUnasked ? .surplus : law) {
            violation(law, detail, log, unlimited: unlimited)
        }
    }

    /// Notes that a history breaks a trait of the row.
    ///
    /// - Parameter trait: The trait, with the circumstances.
    func note(trait: String, _ detail: String, _ log: Log) {
        progress.note(trait: trait) { violation(.promise, detail, log) }
    }

    /// Returns the run as a counter-example.
    func violation(_ law: Law, _ detail: String, _ log: Log, unlimited: Log? = nil) -> LawViolation {
        let place = runner.subject.location.split(separator: "/").last.map(String.init) ?? ""
        let trace = FailureTrace.write("\(place)-\(law.testName)") { trace in
            let observed = trace.add(
                log.name, publisher: "\(P.self)", source: place, marbles: log.marbles)
            for (name, input) in zip(runner.subject.names, inputMarbles) {
                trace.add(name, publisher: "input", source: place, parent: observed, marbles: input)
            }
        }
        // Inputs break the contract, so this is about what the publisher makes of that.
        let (told, detail) = pattern.isUnasked ? (.surplus, "\(law.rawValue): \(detail)") : (law, detail)
        return LawViolation(
            law: told, location: runner.subject.location, detail: detail, names: runner.subject.names,
            inputs: inputMarbles, observed: log.marbles, subscriber: log.name,
            shapes: shapes, test: test(law, log, unlimited).joined(separator: "\n"), trace: trace)
    }

    /// The shapes that the inputs' histories may have had for the subscriber.
    private var shapes: [[HistoryShape]] {
        switch pattern {
        case .hot: shapesSeen()
        case .late(let inputs): [situation.shapes(late: inputs)]
        default: [situation.scripts.map(\.shape)]
        }
    }

    /// Returns the run as an example of a history that breaks no law.
    func example(_ log: Log) -> LawExample { LawExample(inputs: inputMarbles, observed: log.marbles) }

    private var inputMarbles: [String] {
        situation.scripts.indices.map { input in
            MarbleKey<Int, InputFailure>.inputs.drawing(
                of: situation.signals(of: input, failure: runner.failure), end: .zero
            ).text
        }
    }

    // MARK: - The run as a test

    /// Returns the run, written with the public tools of this module. The test fails until the law is kept.
    private func test(_ law: Law, _ log: Log, _ unlimited: Log?) -> [String] {
        var body: [String]
        switch pattern {
        case .sink: body = sinkTest(law, log, unlimited)
        case .taker(let taker, _) where !taker.path.isSubscriber: body = pathTest(taker, law, log, unlimited)
        default: body = recorderTest(law, log, unlimited)
        }
        if pattern.answers == .known {
            let facts = LawFacts(.known, of: situation.scripts)
            let telling = "alwaysAnswering: \(facts.immediacy == .always), atMostOne: \(facts.atMostOne)"
            body = FaultText.block("try Laws.withInputs(\(telling)) {", body)
        }
        return FaultText.test(law.testName, body)
    }

    /// The lines that create the inputs and the publisher.
    var opening: [String] {
        let failing = runner.failure == nil ? ", failing: Never.self" : ""
        let kind = if case .hot = pattern { ", kind: .hot" } else { "" }
        let answers = pattern.answers == .never ? "" : ", answers: .\(pattern.answers)"
        let order = pattern.order == .asScheduled ? [] : ["order: .\(pattern.order)"]
        let manner = pattern.manner == .punctual ? [] : ["manner: .\(pattern.manner)"]
        return ["let scheduler = TestScheduler(\((order + manner).joined(separator: ", ")))"]
            + zip(runner.subject.names, inputMarbles).enumerated().map { number, input in
                "let \(input.0) = try scheduler.upstream(\"\(input.1)\"\(failing)\(kind)\(answers))"
                    + (number == 0 ? actingInput : "") + (isLate(number) ? ".late()" : "") + habit
            } + runner.subject.lines
    }

    private var habit: String {
        switch pattern.habit {
        case .answersLate: ".answeringLate()"
        case .ignoresDemand: ".ignoringDemand()"
        case .prompt, .sendsInside, .isDriven, .asSubject: ""
        }
    }

    private func isLate(_ input: Int) -> Bool {
        if case .late(let inputs) = pattern { inputs.contains(input) } else { false }
    }

    private var actingInput: String {
        guard case .acting(let act) = pattern, act.place == .input else { return "" }
        return ".acting { \(text(of: act.deed)) }"
    }

    private func text(of deed: LawAct.Deed) -> String {
        switch deed {
        case .passTime: "if let next = scheduler.nextTime { scheduler.advance(to: next) }"
        case .cancel: "recorder.cancel()"
        case .request: "recorder.request(.max(1))"
        case .subscribe: "recorder2 = publisher.record(on: scheduler)"
        }
    }

    /// Returns a subscriber of a publisher behind which a closure acts.
    private func actingTest(_ act: LawAct) -> [String] {
        let types = "<\(P.Output.self), \(P.Failure.self)>"
        var lines = ["let recorder = Recorder\(types)(on: scheduler\(pattern.recorderArguments))"]
        if act.deed == .subscribe { lines.append("var recorder2 = Recorder\(types)(on: scheduler)") }
        if act.place == .input {
            lines.append("publisher.subscribe(recorder)")
        } else {
            lines += [
                "var hasActed = false",
                "publisher.handleEvents(\(act.place.rawValue): {\(act.place == .cancel ? "" : " _ in")",
                "    if hasActed { return }", "    hasActed = true", "    \(text(of: act.deed))",
                "}).subscribe(recorder)",
            ]
        }
        if act.place == .cancel {
            lines += ["scheduler.advance(to: \((situation.duration + 1) / 2))", "recorder.cancel()"]
        }
        lines.append("scheduler.advance(to: \(end))")
        if act.deed == .request {
            lines += ["recorder.request(.unlimited)", "scheduler.advance(to: \(2 * end))"]
        }
        return lines
    }

    private func recorderTest(_ law: Law, _ log: Log, _ unlimited: Log?) -> [String] {
        let publisher =
            if case .taker(let taker, _) = pattern, taker.path == .subscriber(.erased) {
                "publisher.eraseToAnyPublisher()"
            } else {
                "publisher"
            }
        let subscriptions = logs.indices.map { index in
            // Of several subscribers at a time, only this one is checked.
            let isUsed = logs.count == 1 || law != .promise || logs[index] === log
            return
                "\(isUsed ? "let \(name(index))" : "_") = \(publisher).record(on: scheduler\(pattern.recorderArguments))"
        }
        let run: [String]
        switch pattern {
        case .afterwards:
            run = [
                subscriptions[0], "\(name(0)).request(.max(1))",
                "while let next = scheduler.nextTime, next.ticks <= \(end) {",
                "    let count = \(name(0)).values.count", "    scheduler.advance(to: next)",
                "    if \(name(0)).values.count > count { \(name(0)).request(.max(1)) }", "}",
            ]
        case .acting(let act): run = actingTest(act)
        default: run = lines(of: pattern.acts(situation.duration, end), subscriptions)
        }
        let recorder = name(logs.firstIndex { $0 === log } ?? 0)
        let all = logs.indices.map(name)
        // Subscribers that are not over yet cancel, and time goes on until nothing is scheduled.
        let clearing = all.map { "\($0).cancel()" } + ["try scheduler.run()"]
        switch law {
        case .place: return checkTest("places: LawPlaces(\"\(runner.subject.places)\")")
        case .sharing: return checkTest("sharing: .\(runner.subject.sharing)")
        case .promise, .order, .serial: return opening + run + ["#expect(\(promise(recorder, log)))"]
        case .patience, .completion, .sink, .path:
            return opening + run + ["#expect(\(recorder).recording == \"\(unlimited?.marbles ?? "")\")"]
        case .subscription, .end, .demand, .cancellation:
            return opening + run + clearing + ["#expect(\(recorder).breaches == [])"]
        case .stop, .surplus: return opening + run
        case .release:
            let released = runner.subject.names.map { "#expect(\($0).activeCount == 0)" }
            let isAfterTheEnd = logs.allSatisfy { $0.shape.ending != .silent }
            return opening + run + (isAfterTheEnd ? released : []) + clearing + released
        case .leak:
            let inputs = runner.subject.names.count + 1
            let inner = Array(opening.dropFirst(inputs)) + run + clearing + all.map { "leaks.track(\($0))" }
            return ["let leaks = LeakTracker()"] + opening.prefix(inputs) + FaultText.block("do {", inner)
                + ["try leaks.expectAllReleased()"]
                + runner.subject.names.map { "#expect(\($0).keptCount == 0)" }
        }
    }

    /// Returns the subscriptions and the acts after the first, as a test writes them.
    private func lines(of acts: [PlanAct], _ subscriptions: [String]) -> [String] {
        var (tick, rest) = (pattern.firstTick, subscriptions.dropFirst())
        let beginning = if case .hot = pattern { ["scheduler.advance(to: \(tick))"] } else { [String]() }
        return beginning + subscriptions.prefix(1)
            + acts.compactMap { act in
                switch act {
                case .pass(let ticks):
                    tick += ticks
                    return "scheduler.advance(to: \(tick))"
                case .request(let count, let number):
                    return "\(name(number)).request(.\(PlanAct.demand(count)))"
                case .cancel(let number): return "\(name(number)).cancel()"
                // Subscribers that never came because of a fault are not part of the test.
                case .subscribe: return rest.popFirst()
                case .send, .finish, .fail: return nil
                }
            }
    }

    /// Returns a test that checks the law again, because marbles show neither the places of events nor sharing.
    private func checkTest(_ claim: String) -> [String] {
        let names = runner.subject.names
        let failing = runner.failure == nil ? " failing: Never.self," : ""
        let taken = names.isEmpty ? "scheduler" : names.joined(separator: ", ")
        let count = names.isEmpty ? "" : " inputs: \(names.count),"
        let opening = "try Laws.check(promise: .anything,\(count)\(failing) \(claim)) { \(taken) in"
        let scheduler = names.isEmpty ? [] : ["let scheduler = \(names[0]).scheduler"]
        return FaultText.block(opening, scheduler + runner.subject.lines + ["return publisher"])
    }

    private func name(_ index: Int) -> String { index == 0 ? "recorder" : "recorder\(index + 1)" }

    /// Returns the condition that the recording differs from this history.
    private func promise(_ recorder: String, _ log: Log) -> String {
        let differs = "\(recorder).recording != \"\(log.marbles)\""
        // Marbles don't distinguish synchronous events from later events in the same tick.
        guard let first = log.marbles.first, first != "-", first != "{" else { return differs }
        return
            "\(differs) || \(recorder).recording.immediateCount \(log.shape.isImmediate ? "==" : ">") 0"
    }

    private func sinkTest(_ law: Law, _ log: Log, _ unlimited: Log?) -> [String] {
        func count(_ log: Log) -> (values: Int, ends: Int) {
            let shape = log.shape
            return (shape.values, shape.ending == .silent ? 0 : 1)
        }
        let run =
            opening + [
                "var values = 0, ends = 0",
                "let cancellable = publisher.sink(",
                "    receiveCompletion: { _ in ends += 1 }, receiveValue: { _ in values += 1 })",
                "scheduler.advance(to: \(end))",
            ]
        let clearing = ["cancellable.cancel()", "try scheduler.run()"]
        if law == .stop { return run }
        if law == .release {
            return run + clearing + runner.subject.names.map { "#expect(\($0).activeCount == 0)" }
        }
        let expected = count(law == .sink ? unlimited ?? log : log)
        let isRight =
            law == .sink
            ? "values == \(expected.values) && ends == \(expected.ends)"
            : "values != \(expected.values) || ends != \(expected.ends)"
        return run + ["#expect(\(isRight))"] + clearing
    }
}
