import TraitsRuntime

extension LawRun {
    /// The counter-example that this run is.
    func violation(_ law: Law, _ detail: String, _ log: Log) -> LawViolation {
        LawViolation(
            law: law, detail: detail, inputs: inputMarbles, observed: log.marbles, subscriber: log.name,
            test: test(inputMarbles, observed: log.marbles))
    }

    /// What this run shows when nothing is wrong.
    func example(_ log: Log) -> LawExample { LawExample(inputs: inputMarbles, observed: log.marbles) }

    private var inputMarbles: [String] {
        situation.scripts.indices.map { input in
            MarbleKey<Int, InputFailure>().drawing(
                of: situation.signals(of: input, failure: runner.failure), end: .zero
            ).text
        }
    }

    /// The run as a test, written with the public tools of this module.
    private func test(_ inputs: [String], observed: String) -> String {
        let failure = runner.failure == nil ? "" : ", failure: TestFailure.self"
        var lines = ["let scheduler = TestScheduler()"]
        for (index, input) in inputs.enumerated() {
            let name = LawViolation.name(of: index, among: inputs.count)
            lines.append("let \(name) = try scheduler.cold(\"\(input)\", of: Int.self\(failure))")
        }
        lines.append("let publisher = \(runner.expression)")
        let demand =
            switch pattern {
            case .oneAtATime: ", demand: .atATime(1)"
            case .noneThenSome: ", demand: .none"
            default: ""
            }
        lines.append("let recorder = publisher.record(on: scheduler\(demand))")
        let end = situation.duration + runner.bound.settling
        switch pattern {
        case .noneThenSome:
            lines.append("scheduler.advance(to: \(situation.duration))")
            lines += ["max(1)", "max(2)", "unlimited"].map { "recorder.request(.\($0))" }
        case .cancelAtSubscription:
            lines.append("recorder.cancel()")
        case .cancelAtFirstValue:
            lines.append("recorder.cancel()     // the run cancelled inside of the first value")
        case .cancel(let tick):
            lines += ["scheduler.advance(to: \(tick))", "recorder.cancel()"]
        default:
            break
        }
        lines.append("scheduler.advance(to: \(end))")
        if pattern == .crowd, let late = logs.last {
            lines += ["let late = publisher.record(on: scheduler)", "scheduler.advance(to: \(2 * end))"]
            lines.append("#expect(late.marbles != \"\(late.marbles)\")")
        } else {
            lines.append("#expect(recorder.marbles != \"\(observed)\")")
        }
        return lines.joined(separator: "\n")
    }
}
