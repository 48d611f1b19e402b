import TraitsRuntime
import TraitsTesting

/// Runs the first sample of each row with ever more subscribers and values, and meters each phase.
///
/// The samples are compiled as a client's own code, with known types.
final class Costs {
    static let few = 10
    /// The sizes of usual runs, and one more that `--many` adds.
    static let sizes = [10, 100, 1_000]
    static let many = 10_000

    let meter: Meter
    private let chosen: Set<String>

    /// - Parameter rows: the types to measure; all if there is none.
    init(_ meter: Meter, rows: [String]) {
        self.meter = meter
        chosen = Set(rows)
    }

    func run() {
        for row in rows { row(self) }
        for operation in operations where isChosen(operation.name) {
            meter.row(operation.name, operation.body)
        }
    }

    private func isChosen(_ name: String) -> Bool { chosen.isEmpty || chosen.contains(name) }

    // MARK: The rows call these

    func sample<P: Publisher>(_ type: String, _ text: String, _ make: @escaping (TestScheduler) -> P) {
        measure(type, text, 0) { (scheduler, _: [LawUpstream<Never>]) in make(scheduler) }
    }

    func sample<P: Publisher>(
        _ type: String, _ text: String, _ make: @escaping (TestScheduler, LawUpstream<TestFailure>) -> P
    ) {
        measure(type, text, 1) { make($0, $1[0]) }
    }

    func sample<P: Publisher>(
        _ type: String, _ text: String,
        _ make: @escaping (TestScheduler, LawUpstream<TestFailure>, LawUpstream<TestFailure>) -> P
    ) {
        measure(type, text, 2) { make($0, $1[0], $1[1]) }
    }

    func sample<P: Publisher>(
        _ type: String, _ text: String,
        _ make:
            @escaping (
                TestScheduler, LawUpstream<TestFailure>, LawUpstream<TestFailure>, LawUpstream<TestFailure>
            ) -> P
    ) {
        measure(type, text, 3) { make($0, $1[0], $1[1], $1[2]) }
    }

    func sample<P: Publisher>(
        _ type: String, _ text: String,
        _ make:
            @escaping (
                TestScheduler, LawUpstream<TestFailure>, LawUpstream<TestFailure>, LawUpstream<TestFailure>,
                LawUpstream<TestFailure>
            ) -> P
    ) {
        measure(type, text, 4) { make($0, $1[0], $1[1], $1[2], $1[3]) }
    }

    func infallibleSample<P: Publisher>(
        _ type: String, _ text: String, _ make: @escaping (TestScheduler, LawUpstream<Never>) -> P
    ) {
        measure(type, text, 1) { make($0, $1[0]) }
    }

    // MARK: The workloads

    private func measure<P: Publisher, Failure: Error>(
        _ type: String, _ text: String, _ inputs: Int,
        _ make: (TestScheduler, [LawUpstream<Failure>]) -> P
    ) {
        guard isChosen(type) else { return }
        let promise = InputPromise(ofSample: text)
        func prepare() -> (scheduler: TestScheduler, inputs: [LawUpstream<Failure>], publisher: P) {
            let scheduler = TestScheduler()
            let inputs = (0..<inputs).map { _ in LawUpstream<Failure>(promise, on: scheduler) }
            return (scheduler, inputs, make(scheduler, inputs))
        }
        func subscribe(_ size: Int, _ phases: Phases) {
            let (scheduler, inputs, publisher) = prepare()
            let order = shuffled(size)
            var takers: [Taker<P.Output, P.Failure>?] = (0..<size).map { _ in Taker() }
            phases.meter(.subscribe, size) {
                for taker in takers { publisher.subscribe(taker!) }
            }
            phases.weigh(.held)
            if promise == .nothing || promise == .currentValue {
                phases.meter(.deliver, size) {
                    for input in inputs { input.send(1) }
                    scheduler.advance(by: 1)
                }
            }
            phases.meter(.leave, size / 2) {
                for index in order[..<(size / 2)] {
                    takers[index]!.cancel()
                    takers[index] = nil
                }
            }
            phases.meter(.end, size - size / 2) {
                if promise == .oneValue { for input in inputs { input.send(1) } }
                for input in inputs { input.finish() }
                scheduler.advance(by: 64)
                for index in takers.indices where takers[index]?.isOver == true { takers[index] = nil }
            }
            // What doesn't end by itself is cancelled.
            for taker in takers { taker?.cancel() }
        }
        func send(_ size: Int, _ phase: Phase, _ demand: Subscribers.Demand, _ phases: Phases) {
            let (scheduler, inputs, publisher) = prepare()
            let taker = Taker<P.Output, P.Failure>(demand)
            publisher.subscribe(taker)
            phases.meter(phase, size) {
                // Values of all inputs in turn would reach all inner publishers: as much work as the square of their number.
                for number in 0..<size { inputs[0].send(number & 63) }
                if demand == .none { phases.weigh(.waiting) }
                for input in inputs.dropFirst() { input.send(1) }
                scheduler.advance(by: 1)
                if demand == .none {
                    taker.subscription?.request(.unlimited)
                    phases.weigh(.drained)
                }
                for input in inputs { input.finish() }
                scheduler.advance(by: 64)
            }
            taker.cancel()
        }
        meter.row(type) { size, phases in
            subscribe(size, phases)
            if inputs > 0, promise == .nothing || promise == .currentValue {
                send(size, .value, .unlimited, phases)
                send(size, .keep, .none, phases)
            }
            phases.weigh(.over)
        }
    }
}
