import TraitsRuntime

// Operators in which many values wait.

let slopesOfValues: [Slope] = [
    Slope(name: "zip, one input ahead") { size in
        let (fast, slow) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        var sum = 0
        let cancellable = fast.zip(slow).sink { sum += $0 * $1 }
        for number in 0..<size { fast.send(number) }
        for number in 0..<size { slow.send(number) }
        cancellable.cancel()
        return sum
    },
    Slope(name: "buffer") { size in
        let subject = PassthroughSubject<Int, Never>()
        let taker = Taker<Int>()
        subject.buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest).subscribe(taker)
        for number in 0..<size { subject.send(number) }
        for _ in 0..<size { taker.take(1) }
        return taker.sum
    },
    Slope(name: "receive(on:)") { size in
        let (queue, subject) = (ManualQueue(), PassthroughSubject<Int, Never>())
        var sum = 0
        let cancellable = subject.receive(on: queue).sink { sum += $0 }
        for number in 0..<size { subject.send(number) }
        queue.run()
        cancellable.cancel()
        return sum
    },
    Slope(name: "delay") { size in
        let (queue, subject) = (ManualQueue(), PassthroughSubject<Int, Never>())
        var sum = 0
        let cancellable = subject.delay(for: .zero, scheduler: queue).sink { sum += $0 }
        for number in 0..<size { subject.send(number) }
        queue.run()
        cancellable.cancel()
        return sum
    },
    Slope(name: "a subject, values inside of a value") { size in
        let subject = PassthroughSubject<Int, Never>()
        var sum = 0
        let cancellable = subject.sink { number in
            sum += number
            if number == 0 { for number in 1..<max(size, 2) { subject.send(number) } }
        }
        subject.send(0)
        cancellable.cancel()
        return sum
    },
    Slope(name: "share(replay:), of all values") { size in
        let subject = PassthroughSubject<Int, Never>()
        let shared = subject.share(replay: max(size, 1))
        var sum = 0
        let first = shared.sink { sum += $0 }
        for number in 0..<size { subject.send(number) }
        let taker = Taker<Int>()
        shared.subscribe(taker)
        for _ in 0..<size { taker.take(1) }
        taker.cancel()
        first.cancel()
        return sum + taker.sum
    },
    Slope(name: "values(buffering:)") { size in
        let subject = PassthroughSubject<Int, Never>()
        let values = subject.values(buffering: .unbounded)
        for number in 0..<size { subject.send(number) }
        subject.send(completion: .finished)
        return inTask { await benchmarks.sum(values) }
    },
    Slope(name: "collect") { size in
        var sum = 0
        let cancellable = (0..<size).publisher.map { $0 }.collect().sink { sum += $0.count }
        cancellable.cancel()
        return sum
    },
]

/// A scheduler that runs when it is told to, in order.
private final class ManualQueue: Scheduler {
    typealias SchedulerTimeType = ImmediateScheduler.SchedulerTimeType
    typealias SchedulerOptions = Never

    private var actions: [() -> Void] = []

    var now: SchedulerTimeType { ImmediateScheduler.shared.now }
    var minimumTolerance: SchedulerTimeType.Stride { .zero }

    func schedule(options: Never?, _ action: @escaping () -> Void) { actions.append(action) }

    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) { actions.append(action) }

    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        actions.append(action)
        return AnyCancellable {}
    }

    func run() {
        var index = 0
        while index < actions.count {
            actions[index]()
            index += 1
        }
        actions = []
    }
}
