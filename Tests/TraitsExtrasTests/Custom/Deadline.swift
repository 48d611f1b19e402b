import TraitsRuntime

extension Publisher {
    /// Fails if a value takes too long.
    func deadline<Context: Scheduler>(
        _ interval: Context.SchedulerTimeType.Stride, on scheduler: Context, error: () -> Failure
    ) -> Deadline<Self, Context> {
        Deadline(upstream: self, interval: interval, scheduler: scheduler, error: error())
    }
}

/// A custom operator of time that passes demand on.
struct Deadline<Upstream: Publisher, Context: Scheduler>: TimeOperator {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let interval: Context.SchedulerTimeType.Stride
    let scheduler: Context
    let error: Upstream.Failure

    func makeMachine() -> DeadlineMachine<Output, Failure, Context.SchedulerTimeType> {
        DeadlineMachine(interval: interval, error: error)
    }
}

struct DeadlineMachine<Input, Failure: Error, Time: Strideable>: OperatorTimeMachine {
    let interval: Time.Stride
    let error: Failure
    var wakeTime: Time?

    static var name: String { "Deadline" }
    static var demand: MachineDemand { .asSubscriber }

    mutating func start(at now: Time) { wakeTime = now.advanced(by: interval) }

    mutating func receive(_ input: Input, at now: Time) -> OperatorStep<Input, Failure> {
        wakeTime = now.advanced(by: interval)
        return .next(input)
    }

    func wake(at now: Time) -> OperatorStep<Input, Failure> { .fail(error) }
}
