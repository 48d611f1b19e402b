import Synchronization
import TraitsRuntime

/// Publishers made of values, whose own values come later.
let flattening: [Workload] = [
    Workload(
        name: "flatMap, four at a time, of futures", unit: "child", count: 100_000, target: .none,
        stream: { count in
            let total = Total()
            let later = Later()
            let cancellable = (0..<count).publisher
                .flatMap(maxPublishers: .max(4)) { number in
                    Future<Int, Never> { promise in later.add { promise(.success(number)) } }
                }
                .sink { total.sum += $0 }
            later.runAll()
            use(cancellable)
            return total.sum
        }, byHand: fourAtATimeByHand),
    Workload(
        name: "flatMap, four at a time, of subjects", unit: "child", count: 100_000, target: .none,
        stream: { count in
            let total = Total()
            let later = Later()
            let cancellable = (0..<count).publisher
                .flatMap(maxPublishers: .max(4)) { number in
                    let subject = PassthroughSubject<Int, Never>()
                    later.add {
                        subject.send(number)
                        subject.send(completion: .finished)
                    }
                    return subject
                }
                .sink { total.sum += $0 }
            later.runAll()
            use(cancellable)
            return total.sum
        }, byHand: fourAtATimeByHand),
    Workload(
        name: "switchToLatest of subjects", unit: "child", count: 100_000, target: .none,
        stream: { count in
            let total = Total()
            let source = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
            let cancellable = source.switchToLatest().sink { total.sum += $0 }
            for number in 0..<count {
                let child = PassthroughSubject<Int, Never>()
                source.send(child)
                child.send(number)
            }
            use(cancellable)
            return total.sum
        },
        byHand: { count in
            let total = Total()
            let source = Emitter<Emitter<Int>>()
            let latest = NewestByHand { total.sum += $0 }
            source.add { latest.attach(to: $0) }
            for number in 0..<count {
                let child = Emitter<Int>()
                source.send(child)
                child.send(number)
            }
            return total.sum
        }),
]

@Sendable private func fourAtATimeByHand(_ count: Int) -> Int {
    let total = Total()
    let later = Later()
    let four = FourAtATime(count) { number, completion in
        later.add { completion(number) }
    } receive: {
        total.sum += $0
    }
    four.start()
    later.runAll()
    use(four)
    return total.sum
}

/// Work that is done in the order in which it came, when somebody says so.
private final class Later {
    private var waiting: [() -> Void] = []
    private var next = 0

    func add(_ work: @escaping () -> Void) { waiting.append(work) }

    func runAll() {
        while next < waiting.count {
            waiting[next]()
            next += 1
            if next == 64 {
                waiting.removeFirst(next)
                next = 0
            }
        }
    }
}

/// Starts a piece of work for each number, four at a time, as one writes it by hand for work that may end on any thread.
private final class FourAtATime {
    private let count: Int
    private let work: (Int, @escaping (Int) -> Void) -> Void
    private let receive: (Int) -> Void
    private let started = Mutex(0)
    private let receiving = Mutex(())

    init(
        _ count: Int, work: @escaping (Int, @escaping (Int) -> Void) -> Void,
        receive: @escaping (Int) -> Void
    ) {
        (self.count, self.work, self.receive) = (count, work, receive)
    }

    func start() { for _ in 0..<4 { startNext() } }

    private func startNext() {
        let number = started.withLock { started in
            started += 1
            return started - 1
        }
        if number >= count { return }
        work(number) { value in
            self.receiving.withLock { _ in self.receive(value) }
            self.startNext()
        }
    }
}

/// Listens to one emitter at a time.
private final class NewestByHand {
    private let receive: (Int) -> Void
    private let generation = Mutex(0)

    init(_ receive: @escaping (Int) -> Void) { self.receive = receive }

    func attach(to child: Emitter<Int>) {
        let mine = generation.withLock { generation in
            generation += 1
            return generation
        }
        child.add { value in
            self.generation.withLock { if mine == $0 { self.receive(value) } }
        }
    }
}
