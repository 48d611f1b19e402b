import Dispatch
import Synchronization

/// What somebody types into a search field: words, letter by letter. Some are taken up again after a pause, when a search
/// for their beginning is under way; after others a letter is added and taken away immediately.
final class Typist: @unchecked Sendable {
    static let words = 1000

    private let number: Int
    private let probe: Probe
    private let began = DispatchSemaphore(value: 0)
    private let answered = DispatchSemaphore(value: 0)
    /// The word that an answer is waited for, and what has come so far.
    private let state = Mutex((word: "", typed: UInt64(0), total: 0))

    init(number: Int, probe: Probe) { (self.number, self.probe) = (number, probe) }

    var total: Int { state.withLock { $0.total } }

    /// Types all words on this thread, each once the answer to the one before is there.
    func run(_ type: (String) -> Void) {
        for index in 0..<Self.words {
            let word = "\(number) \(index) word"
            if index.isMultiple(of: 4) {
                type("\(word.dropLast(2))…")
                began.wait()
            }
            for length in 1..<word.count { type(String(word.prefix(length))) }
            state.withLock {
                $0.word = word; $0.typed = Probe.now
            }
            type(word)
            answered.wait()
            if index.isMultiple(of: 8) {
                type(word + "s")
                type(word)
            }
        }
    }

    /// A search that nobody will wait for: it takes long.
    private static func isAbandoned(_ query: String) -> Bool { query.hasSuffix("…") }

    private static func failures(_ query: String) -> Int { [0, 0, 1, 0, 2, 0, 0, 3][query.utf8.count % 8] }

    /// Called when a search begins.
    func request(_ query: String, _ network: FakeNetwork) -> NetworkRequest {
        let isAbandoned = Self.isAbandoned(query)
        if isAbandoned { began.signal() }
        return network.request(
            query, failures: Self.failures(query),
            delay: isAbandoned ? 1_000_000_000 : FakeNetwork.delay)
    }

    /// The field shows an answer, or `nil` where the search has failed three times.
    func show(_ query: String, _ answer: Int?) {
        let typed: UInt64? = state.withLock { state in
            guard state.word == query else { return nil }  // the beginning of a word, typed slowly
            state.word = ""
            state.total &+= answer ?? 1
            return state.typed
        }
        guard let typed else { return }
        let attempts = min(Self.failures(query), searchAttempts - 1) + 1
        probe.record(since: typed, nominal: searchPause + UInt64(attempts) * FakeNetwork.delay)
        answered.signal()
    }
}

/// How long it must be quiet before a search begins, in nanoseconds.
let searchPause: UInt64 = 2_000_000
/// How often a search is tried.
let searchAttempts = 3
