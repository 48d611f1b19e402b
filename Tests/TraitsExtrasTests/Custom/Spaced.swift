import TraitsRuntime

extension Publisher {
    /// Sends each value, and keeps a distance of time between them.
    func spaced<Context: Scheduler>(
        by interval: Context.SchedulerTimeType.Stride, on scheduler: Context
    ) -> Spaced<Self, Context> {
        Spaced(upstream: self, interval: interval, scheduler: scheduler)
    }
}

/// A custom operator of time that keeps each value, also a value that isn't asked for.
struct Spaced<Upstream: Publisher, Context: Scheduler>: TimeOperator {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let interval: Context.SchedulerTimeType.Stride
    let scheduler: Context

    func makeMachine() -> SpacedMachine<Output, Failure, Context.SchedulerTimeType> {
        SpacedMachine(interval: interval)
    }
}

struct SpacedMachine<Input, Failure: Error, Time: Strideable>: OperatorTimeMachine {
    let interval: Time.Stride
    var waiting: [Input] = []
    var earliest: Time?

    static var name: String { "Spaced" }
    static var demand: MachineDemand { .unlimited }
    static var keepsSurplus: Bool { true }

    var wakeTime: Time? { waiting.isEmpty ? nil : earliest }

    mutating func receive(_ input: Input, at now: Time) -> OperatorStep<Input, Failure> {
        waiting.append(input)
        return wake(at: now)
    }

    mutating func wake(at now: Time) -> OperatorStep<Input, Failure> {
        if let earliest, earliest > now { return .skip }
        earliest = now.advanced(by: interval)
        return .next(waiting.removeFirst())
    }

    /// The end follows the waiting values.
    func receive(
        completion: Subscribers.Completion<Failure>, at now: Time
    ) -> OperatorStep<Input, Failure> {
        .skip
    }
}
