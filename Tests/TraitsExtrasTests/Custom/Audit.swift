import TraitsRuntime

extension Publisher {
    /// Begins a period with a value, and sends the newest value when the period is over.
    func audit<Context: Scheduler>(
        for period: Context.SchedulerTimeType.Stride, scheduler: Context
    ) -> Audit<Self, Context> {
        Audit(upstream: self, period: period, scheduler: scheduler)
    }
}

/// The example of ``TimeOperator``.
struct Audit<Upstream: Publisher, Context: Scheduler>: TimeOperator {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let period: Context.SchedulerTimeType.Stride
    let scheduler: Context

    func makeMachine() -> AuditMachine<Output, Failure, Context.SchedulerTimeType> {
        AuditMachine(period: period)
    }
}

struct AuditMachine<Input, Failure: Error, Time: Strideable>: OperatorTimeMachine {
    let period: Time.Stride
    var newest: Input?
    var wakeTime: Time?

    static var name: String { "Audit" }
    static var demand: MachineDemand { .unlimited }

    mutating func receive(_ input: Input, at now: Time) -> OperatorStep<Input, Failure> {
        newest = input
        wakeTime = wakeTime ?? now.advanced(by: period)
        return .skip
    }

    mutating func wake(at now: Time) -> OperatorStep<Input, Failure> {
        wakeTime = nil
        return newest.take().map { .next($0) } ?? .skip
    }
}
