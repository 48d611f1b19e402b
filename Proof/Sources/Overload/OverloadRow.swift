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
        OverloadRow("Property.receive(on:)", sends: .all, keeps: .all, .propertyReceiveOn),
        OverloadRow("flatMap, timeout of a single", sends: .all, keeps: .all, .timeoutOfSingles),
        OverloadRow("flatMap, timer", sends: .all, keeps: .all, .timers),
        OverloadRow("timeout with fallback", sends: .all, keeps: .all, .timeoutFallback),
        OverloadRow("flatMap, retry with backoff", sends: .all, keeps: .all, .retryBackoff),
        OverloadRow("flatMap, repeat with backoff", sends: .all, keeps: .all, .repeatBackoff),
        OverloadRow("prefix(for:)", sends: .all, keeps: .some, .prefixFor),
        OverloadRow("share(stopTimeout:)", sends: .all, keeps: .some, .shareStopTimeout),
        OverloadRow("flatMap, cache", sends: .all, keeps: .some, .cache),
        OverloadRow("window(for:)", sends: .all, keeps: .some, .window),
    ]

    // Not `interval`: it has no upstream. `ActorSchedulerTests` and others test timers on a scheduler that is behind.
    enum Form {
        case receiveOn, delay, timeout, measureInterval, collectByTime, collectByTimeOrCount, subscribeOn
        case delaySubscription, debounce, throttleLatest, throttleFirst, bufferOfTen
        case propertyReceiveOn, timeoutOfSingles, timers
        case timeoutFallback, retryBackoff, repeatBackoff, prefixFor, shareStopTimeout, cache, window
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
        case .propertyReceiveOn:
            Property(initial: 0, then: numbers).receive(on: scheduler).allValues.dropFirst()
                .eraseToAnyPublisher()
        case .timeoutOfSingles:
            numbers.setFailureType(to: Late.self).flatMap {
                Just($0).setFailureType(to: Late.self).timeout(hour, scheduler: scheduler, error: Late())
            }.assertNoFailure().eraseToAnyPublisher()
        case .timers:
            numbers.flatMap { number in
                AnySinglePublisher<S.SchedulerTimeType, Never>.timer(after: moment, scheduler: scheduler)
                    .map { _ in number }
            }.eraseToAnyPublisher()
        case .timeoutFallback:
            numbers.timeout(hour, scheduler: scheduler, fallback: Just(0)).eraseToAnyPublisher()
        case .retryBackoff:
            numbers.setFailureType(to: Late.self).flatMap { number in
                var attempts = 0
                return Deferred {
                    attempts += 1
                    return attempts == 1
                        ? Fail<Int, Late>(error: Late()).eraseToAnyPublisher()
                        : Just(number).setFailureType(to: Late.self).eraseToAnyPublisher()
                }.retry(1, backoff: .none, scheduler: scheduler)
            }.assertNoFailure().eraseToAnyPublisher()
        case .repeatBackoff:
            numbers.flatMap { number in
                Just(number).repeat(2, backoff: .none, scheduler: scheduler).dropFirst()
            }.eraseToAnyPublisher()
        case .prefixFor: numbers.prefix(for: hour, scheduler: scheduler).eraseToAnyPublisher()
        case .shareStopTimeout:
            numbers.share(stopTimeout: hour, scheduler: scheduler).eraseToAnyPublisher()
        case .cache: numbers.flatMap { Just($0).cache(for: hour, scheduler: scheduler) }.eraseToAnyPublisher()
        case .window:
            numbers.window(for: hour, scheduler: scheduler, count: 10).flatMap { $0 }.eraseToAnyPublisher()
        }
    }

    private struct Late: Error {}
}
