import TraitsRuntime

extension Publisher {
    /// Sends the newest value once upstream has been quiet after it, and at the latest when a value has waited for the maximum.
    func settled<Context: Scheduler>(
        quiet: Context.SchedulerTimeType.Stride, maximum: Context.SchedulerTimeType.Stride,
        on scheduler: Context
    ) -> Settled<Self, Context> {
        Settled(upstream: self, quiet: quiet, maximum: maximum, scheduler: scheduler)
    }
}

/// A custom operator of time that drops values.
struct Settled<Upstream: Publisher, Context: Scheduler>: TimeOperator {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let quiet, maximum: Context.SchedulerTimeType.Stride
    let scheduler: Context

    func makeMachine() -> SettledMachine<Output, Failure, Context.SchedulerTimeType> {
        SettledMachine(quiet: quiet, maximum: maximum)
    }
}

struct SettledMachine<Input, Failure: Error, Time: Strideable>: OperatorTimeMachine {
    let quiet, maximum: Time.Stride
    var newest: Input?
    var latest: Time?
    var wakeTime: Time?

    static var name: String { "Settled" }
    static var demand: MachineDemand { .unlimited }

    mutating func receive(_ input: Input, at now: Time) -> OperatorStep<Input, Failure> {
        let limit = latest ?? now.advanced(by: maximum)
        newest = input
        latest = limit
        wakeTime = min(now.advanced(by: quiet), limit)
        return .skip
    }

    mutating func wake(at now: Time) -> OperatorStep<Input, Failure> {
        defer { (newest, latest, wakeTime) = (nil, nil, nil) }
        return newest.map { .next($0) } ?? .skip
    }
}
