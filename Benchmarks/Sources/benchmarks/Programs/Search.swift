import Dispatch
import TraitsRuntime

/// Eight search fields over a network that fails now and then.
let searchField = Program(
    name: "search field", operations: "searches", count: searchFields * Typist.words,
    latency:
        "from the last letter to the answer, less the pause of 2 ms and the network's 1 ms for each attempt",
    stream: { probe in
        let network = FakeNetwork()
        return inFields(probe) { typist in
            let letters = PassthroughSubject<String, Never>()
            let queue = DispatchQueue(label: "field")
            let cancellable =
                letters
                .debounce(for: .nanoseconds(Int(searchPause)), scheduler: queue)
                .removeDuplicates()
                .map { query in
                    answers(to: query, typist.request(query, network))
                        .retry(searchAttempts - 1)
                        .replaceError(with: (query, nil))
                }
                .switchToLatest()
                .receive(on: queue)
                .sink { typist.show($0.0, $0.1) }
            typist.run { letters.send($0) }
            cancellable.cancel()
        }
    },
    byHand: { probe in
        let network = FakeNetwork()
        return inFields(probe) { typist in
            let field = SearchByHand {
                typist.request($0, network)
            } show: {
                typist.show($0, $1)
            }
            typist.run { field.type($0) }
            field.stop()
        }
    })

let searchFields = 8

private typealias Answer = (query: String, number: Int?)

private func answers(to query: String, _ request: NetworkRequest) -> DeferredFutureSingle<
    Answer, NetworkError
> {
    DeferredFutureSingle { promise in
        let task = request.send { result in promise(result.map { (query, $0) }) }
        return AnyCancellable { task.cancel() }
    }
}

/// Runs one field for each typist, each on a thread of its own.
private func inFields(_ probe: Probe, _ body: @escaping @Sendable (Typist) -> Void) -> Int {
    let typists = (0..<searchFields).map { Typist(number: $0, probe: probe) }
    onThreads(searchFields) { body(typists[$0]) }
    return typists.reduce(0) { $0 &+ $1.total }
}

/// The same with a queue that guards all, one timer and a number for the search that counts.
private final class SearchByHand: @unchecked Sendable {
    private let queue = DispatchQueue(label: "field")
    private let timer: any DispatchSourceTimer
    private let request: (String) -> NetworkRequest
    private let show: (String, Int?) -> Void
    private var text = ""
    private var searched: String?
    private var generation = 0
    private var task: NetworkTask?

    init(request: @escaping (String) -> NetworkRequest, show: @escaping (String, Int?) -> Void) {
        (self.request, self.show) = (request, show)
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [unowned self] in search() }
        timer.schedule(deadline: .distantFuture)
        timer.activate()
    }

    func type(_ text: String) {
        let deadline = DispatchTime.now() + .nanoseconds(Int(searchPause))
        queue.async { [self] in
            self.text = text
            timer.schedule(deadline: deadline, leeway: .nanoseconds(0))
        }
    }

    private func search() {
        if text == searched { return }
        searched = text
        generation += 1
        task?.cancel()
        send(request(text), text, generation, attemptsLeft: searchAttempts - 1)
    }

    private func send(_ request: NetworkRequest, _ query: String, _ mine: Int, attemptsLeft: Int) {
        task = request.send { [self] result in
            queue.async { [self] in
                if generation != mine { return }
                switch result {
                case .success(let answer): show(query, answer)
                case .failure where attemptsLeft > 0:
                    send(request, query, mine, attemptsLeft: attemptsLeft - 1)
                case .failure: show(query, nil)
                }
            }
        }
    }

    func stop() {
        queue.sync {
            generation += 1
            task?.cancel()
            timer.cancel()
        }
    }
}
