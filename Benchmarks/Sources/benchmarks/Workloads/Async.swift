import Dispatch
import TraitsRuntime

/// Asynchronous loops, against the same loops over an `AsyncStream`.
let loops: [Workload] = [
    Workload(
        name: "for await, sequence", unit: "element", count: 100_000, target: .ratio(1.0),
        stream: { count in inTask { await sum((0..<count).publisher.values) } },
        byHand: streamOfWaiting),
    Workload(
        name: "for await, values wait", unit: "element", count: 100_000, target: .ratio(1.0),
        stream: { count in
            let subject = PassthroughSubject<Int, Never>()
            let values = subject.values(buffering: .unbounded)
            for number in 0..<count { subject.send(number) }
            subject.send(completion: .finished)
            return inTask { await sum(values) }
        },
        byHand: streamOfWaiting),
    Workload(
        name: "for await, sequence, bounded", unit: "element", count: 100_000, target: .ratio(1.0),
        stream: { count in inTask { await sum((0..<count).publisher.values(buffering: .bounded(16))) } },
        byHand: streamOfWaiting),
    Workload(
        name: "for await, buffered subject", unit: "element", count: 100_000, target: .ratio(1.0),
        stream: { count in
            inTask {
                let subject = PassthroughSubject<Int, Never>()
                var values = subject.buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest)
                    .values.makeAsyncIterator()
                for number in 0..<count { subject.send(number) }
                subject.send(completion: .finished)
                var sum = 0
                while let number = await values.next() { sum &+= number }
                return sum
            }
        },
        byHand: streamOfWaiting),
    Workload(
        name: "for await, another thread sends", unit: "element", count: 50_000, target: .ratio(1.0),
        isDeterministic: false,
        stream: { count in
            let subject = PassthroughSubject<Int, Never>()
            let values = subject.values(buffering: .unbounded)
            DispatchQueue.global().async {
                for number in 0..<count { subject.send(number) }
                subject.send(completion: .finished)
            }
            return inTask { await sum(values) }
        },
        byHand: { count in
            let (stream, continuation) = AsyncStream<Int>.makeStream()
            DispatchQueue.global().async {
                for number in 0..<count { continuation.yield(number) }
                continuation.finish()
            }
            return inTask { await sum(stream) }
        }),
]

@Sendable
private func streamOfWaiting(_ count: Int) -> Int {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    for number in 0..<count { continuation.yield(number) }
    continuation.finish()
    return inTask { await sum(stream) }
}

@inline(__always)
func sum<Numbers: AsyncSequence>(_ numbers: Numbers) async -> Int
where Numbers.Element == Int, Numbers.Failure == Never {
    var sum = 0
    for await number in numbers { sum &+= number }
    return sum
}

/// Runs a body in a task, and waits for it on this thread.
func inTask(_ body: @escaping @Sendable () async -> Int) -> Int {
    nonisolated(unsafe) let total = Total()
    let done = DispatchSemaphore(value: 0)
    Task {
        total.sum = await body()
        done.signal()
    }
    done.wait()
    return total.sum
}
