import Dispatch
import TraitsExtras
import TraitsRuntime

/// An operator that takes a scheduler, on any scheduler.
struct OverloadRow: Sendable {
    enum Values { case all, some }

    let name: String
    /// Whether each value is sent, or some are dropped.
    let sends: Values
    /// Whether what waits behind a scheduler that is busy grows with the number of values.
    let keeps: Values

    private let form: Form

    init(_ name: String, sends: Values, keeps: Values, _ form: Form) {
        (self.name, self.sends, self.keeps, self.form) = (name, sends, keeps, form)
    }

    static let all = [
        OverloadRow("receive(on:)", sends: .all, keeps: .all, .receiveOn),
        OverloadRow("delay", sends: .all, keeps: .all, .delay),
        OverloadRow("timeout", sends: .all, keeps: .all, .timeout),
        OverloadRow("measureInterval", sends: .all, keeps: .all, .measureInterval),
        OverloadRow("collect(.byTime)", sends: .all, keeps: .all, .collectByTime),
        OverloadRow("collect(.byTimeOrCount)", sends: .all, keeps: .all, .collectByTimeOrCount),
        OverloadRow("subscribe(on:)", sends: .all, keeps: .some, .subscribeOn),
        OverloadRow("delaySubscription", sends: .all, keeps: .some, .delaySubscription),
        OverloadRow("debounce", sends: .some, keeps: .some, .debounce),
        OverloadRow("throttle, latest", sends: .some, keeps: .some, .throttleLatest),
        OverloadRow("throttle, first", sends: .some, keeps: .some, .throttleFirst),
        OverloadRow("buffer of ten, receive(on:)", sends: .some, keeps: .some, .bufferOfTen),
    ]

    enum Form {
        case receiveOn, delay, timeout, measureInterval, collectByTime, collectByTimeOrCount, subscribeOn
        case delaySubscription, debounce, throttleLatest, throttleFirst, bufferOfTen
    }

    /// Puts the operator behind numbers.
    ///
    /// - Parameters:
    ///   - moment: a short time of the scheduler.
    ///   - hour: a long one.
    func build<S: Scheduler>(
        _ numbers: some Publisher<Int, Never>, on scheduler: S, moment: S.SchedulerTimeType.Stride,
        hour: S.SchedulerTimeType.Stride
    ) -> AnyPublisher<Int, Never> {
        switch form {
        case .receiveOn: numbers.receive(on: scheduler).eraseToAnyPublisher()
        case .delay: numbers.delay(for: moment, scheduler: scheduler).eraseToAnyPublisher()
        case .timeout: numbers.timeout(hour, scheduler: scheduler).eraseToAnyPublisher()
        case .measureInterval:
            numbers.measureInterval(using: scheduler).scan(0) { count, _ in count + 1 }.eraseToAnyPublisher()
        case .collectByTime:
            numbers.collect(.byTime(scheduler, moment)).flatMap(\.publisher).eraseToAnyPublisher()
        case .collectByTimeOrCount:
            numbers.collect(.byTimeOrCount(scheduler, moment, 10)).flatMap(\.publisher).eraseToAnyPublisher()
        case .subscribeOn: numbers.subscribe(on: scheduler).eraseToAnyPublisher()
        case .delaySubscription:
            numbers.delaySubscription(for: moment, scheduler: scheduler).eraseToAnyPublisher()
        case .debounce: numbers.debounce(for: moment, scheduler: scheduler).eraseToAnyPublisher()
        case .throttleLatest:
            numbers.throttle(for: moment, scheduler: scheduler, latest: true).eraseToAnyPublisher()
        case .throttleFirst:
            numbers.throttle(for: moment, scheduler: scheduler, latest: false).eraseToAnyPublisher()
        case .bufferOfTen:
            numbers.buffer(size: 10, prefetch: .byRequest, whenFull: .dropOldest)
                .flatMap(maxPublishers: .max(1)) { Just($0).receive(on: scheduler) }.eraseToAnyPublisher()
        }
    }
}
