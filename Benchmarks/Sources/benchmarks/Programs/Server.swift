import Dispatch
import Synchronization
import TraitsRuntime

/// Ten thousand requests at the same time. Each asks a backend twice, comes back to the queue of the client, and would end
/// with an error after some time. As soon as one is answered, another one is made.
let server = requests(named: "server") { number, backend, queue, answered in
    question(number, backend).map { $0 &* 3 }
        .flatMap { question($0, backend) }
        .receive(on: queue)
        .timeout(.seconds(30), scheduler: queue, customError: { OutOfTime() })
        .sink(receiveCompletion: { _ in }, receiveValue: answered)
}

/// The same with the time-out that keeps the promise of a single.
let serverOfSingles = requests(named: "server of singles") { number, backend, queue, answered in
    question(number, backend).map { $0 &* 3 }
        .flatMap { question($0, backend) }
        .receive(on: queue)
        .timeout(.seconds(30), scheduler: queue, error: OutOfTime())
        .sinkSingle { if case .success(let answer) = $0 { answered(answer) } }
}

private struct OutOfTime: Error {}

private func question(_ number: Int, _ backend: Backend) -> Future<Int, OutOfTime> {
    Future { promise in backend.ask(number) { promise(.success($0)) } }
}

private typealias Ask =
    @Sendable (Int, Backend, DispatchQueue, _ answered: @escaping (Int) -> Void) -> AnyCancellable

private func requests(named name: String, _ ask: @escaping Ask) -> Program {
    Program(
        name: name, operations: "requests", count: Client.count,
        latency: "from the request until its answer is there, with \(Client.atATime) others",
        stream: { probe in
            let (backend, queue) = (Backend(), DispatchQueue(label: "client"))
            return Client(probe).run { number, answered in ask(number, backend, queue, answered) }
        },
        byHand: { probe in
            let (backend, queue) = (Backend(), DispatchQueue(label: "client"))
            let deadlines = Deadlines(on: queue)
            return Client(probe).run { number, answered in
                let request = RequestByHand(answered)
                queue.async { deadlines.add(request) }
                backend.ask(number) { answer in
                    backend.ask(answer &* 3) { answer in queue.async { request.end(with: answer) } }
                }
                return AnyCancellable { request.cancel() }
            }
        })
}

/// Makes requests, as many at a time as it may, until it has made all. Answers arrive on one queue.
private final class Client: @unchecked Sendable {
    static let count = 200_000
    static let atATime = 10_000

    private let probe: Probe
    private let made = Mutex(0)
    // For the queue of the answers.
    private var sum = 0
    private var answers = 0
    /// A request that is answered leaves its place to the next one, perhaps before it has been put there.
    private let places = Mutex<[(number: Int, request: AnyCancellable?)]>(
        Array(repeating: (0, nil), count: Client.atATime))
    private let done = DispatchSemaphore(value: 0)

    init(_ probe: Probe) { self.probe = probe }

    func run(
        _ ask: @escaping @Sendable (_ number: Int, _ answered: @escaping (Int) -> Void) -> AnyCancellable
    ) -> Int {
        for place in 0..<Self.atATime { next(place, ask) }
        done.wait()
        return sum
    }

    private func next(
        _ place: Int,
        _ ask: @escaping @Sendable (_ number: Int, _ answered: @escaping (Int) -> Void) -> AnyCancellable
    ) {
        let number = made.withLock { made in
            made += 1
            return made
        }
        if number > Self.count { return }
        let start = Probe.now
        let request = ask(number) { [self] answer in
            sum &+= answer
            answers += 1
            probe.record(since: start)
            if answers == Self.count { done.signal() } else { next(place, ask) }
        }
        let old = places.withLock { places -> AnyCancellable? in
            if places[place].number > number { return nil }
            defer { places[place] = (number, request) }
            return places[place].request
        }
        withExtendedLifetime(old) {}
    }
}

/// Answers questions in their order, on a thread of its own, some time after they were asked.
private final class Backend: Sendable {
    private let queue = DispatchQueue(label: "backend")
    private let waiting = Mutex<[(Int, @Sendable (Int) -> Void)]>([])

    func ask(_ number: Int, _ answer: @escaping @Sendable (Int) -> Void) {
        let isFirst = waiting.withLock { waiting in
            waiting.append((number, answer))
            return waiting.count == 1
        }
        if isFirst { queue.async { [self] in answerAll() } }
    }

    private func answerAll() {
        let questions = waiting.withLock { waiting in
            let questions = waiting
            waiting = []
            waiting.reserveCapacity(Client.atATime)
            return questions
        }
        for (number, answer) in questions { answer(number &+ 1) }
    }
}

/// A request with one state under one lock.
private final class RequestByHand: @unchecked Sendable {
    private let lock = Mutex(())
    private var answered: ((Int) -> Void)?
    let start = Probe.now

    init(_ answered: @escaping (Int) -> Void) { self.answered = answered }

    func end(with answer: Int) { take()?(answer) }

    func cancel() { _ = take() }

    var isOver: Bool { lock.withLock { _ in answered == nil } }

    private func take() -> ((Int) -> Void)? {
        lock.withLock { _ in
            let taken = answered
            answered = nil
            return taken
        }
    }
}

/// All requests have the same time, so those that run out of it are the oldest: one timer looks at these now and then.
private final class Deadlines: @unchecked Sendable {
    private let timer: any DispatchSourceTimer
    // For the queue.
    private var requests: [RequestByHand] = []
    private var first = 0

    init(on queue: DispatchQueue) {
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.setEventHandler { [unowned self] in look() }
        timer.resume()
    }

    deinit { timer.cancel() }

    func add(_ request: RequestByHand) {
        requests.append(request)
        if requests.count - first > 4 * Client.atATime { forget() }
    }

    private func look() {
        forget()
        while first < requests.count, Probe.now - requests[first].start > 30_000_000_000 {
            requests[first].cancel()
            first += 1
        }
    }

    /// Takes out what is over.
    private func forget() {
        requests = requests[first...].filter { !$0.isOver }
        first = 0
    }
}
