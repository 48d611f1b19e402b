import TraitsRuntime

/// An input that sends on a thread of its own, and knows what it has sent.
final class RaceInput: Publisher {
    typealias Output = Int
    typealias Failure = TestFailure

    enum Behaviour: String, CaseIterable {
        case kept = "a promise that is kept"
        case broken = "a promise that is broken"
        case current = "a current value that is replaced"
        case stream = "values and an end"

        /// Whether who comes late misses what is past.
        var isHot: Bool { self == .stream }

        /// Its histories, and what is seen of it until then.
        ///
        /// - Parameter further: How many values more than one it sends, if it sends several.
        func shapes(further: Int) -> Set<HistoryShape> {
            switch self {
            case .kept: HistoryShape.both(1, .finished).union([.nothing])
            case .broken: HistoryShape.both(0, .failed).union([.nothing])
            case .current: [HistoryShape(isImmediate: true, values: 1 + further, ending: .silent)]
            case .stream: HistoryShape.both(1 + further, .finished).union([.nothing])
            }
        }

        /// All combinations for few inputs, and the same for each where there are many.
        static func choices(inputs: Int) -> [[Behaviour]] {
            if inputs > 2 { return allCases.map { Array(repeating: $0, count: inputs) } }
            return (0..<inputs).reduce([[]]) { all, _ in
                all.flatMap { choice in allCases.map { choice + [$0] } }
            }
        }
    }

    private let behaviour: Behaviour
    private let further: Int
    private let answers: Bool
    private let current = CurrentValueSubject<Int, TestFailure>(0)
    private let future: Future<Int, TestFailure>
    private let promise: (Result<Int, TestFailure>) -> Void
    private let stream = PassthroughSubject<Int, TestFailure>()
    private let lock = Lock()
    // Under `lock`.
    private var isAsked = false
    private var hasSent = false
    private var isAbandoned = false
    private var ending = HistoryShape.Ending.silent
    private var subscriptions = 0
    private var values = 0
    private var isCancelled = false
    /// Whether it ends where it would fail.
    private var isInfallible = false

    /// - Parameters:
    ///   - further: How many values more than one it sends, if it sends several.
    ///   - answers: Whether it gives its value to who asks for it without a subscription, if it has it.
    init(_ behaviour: Behaviour, further: Int, answers: Bool = false) {
        self.behaviour = behaviour
        self.further = further
        self.answers = answers
        var kept: ((Result<Int, TestFailure>) -> Void)?
        future = Future { kept = $0 }
        promise = { [kept] in kept?($0) }
    }

    /// Does what it has to do on its thread.
    func send(pausing pause: () -> Void) {
        switch behaviour {
        case .kept: promise(.success(0))
        case .broken: promise(.failure(TestFailure()))
        case .current:
            for value in 0..<further {
                current.send(value + 1)
                pause()
            }
        case .stream:
            while lock.withLock({ !isAsked && !isAbandoned }) { Threads.yield() }
            sendStream(pausing: pause)
        }
    }

    /// Nobody is going to subscribe any more: a stream that wasn't asked for anything isn't waited for.
    func abandon() { lock.withLock { isAbandoned = true } }

    /// Sends what a stream sends, if it has been asked for it and that hasn't happened.
    ///
    /// - Returns: Whether it has.
    @discardableResult
    func sendStream(pausing pause: () -> Void = {}) -> Bool {
        let begins = lock.withLock {
            defer { hasSent = hasSent || isAsked }
            return behaviour == .stream && isAsked && !hasSent
        }
        guard begins else { return false }
        for value in 0...further {
            stream.send(value)
            pause()
        }
        stream.send(completion: .finished)
        return true
    }

    /// What each of its subscriptions may have got.
    var shapes: Set<HistoryShape> {
        let (values, isCancelled) = lock.withLock { (self.values, self.isCancelled) }
        switch behaviour {
        case .kept: return HistoryShape.both(1, .finished)
        case .broken: return HistoryShape.both(0, isInfallible ? .finished : .failed)
        case .current:
            // Who has cancelled, and several between them, may have seen less than there was to see.
            let isExact = isUsedOnce && !isCancelled && values > 0
            let counts = isExact ? values...values : 1...(further + 1)
            return Set(counts.map { HistoryShape(isImmediate: true, values: $0, ending: .silent) })
        case .stream:
            let (ending, isExact) = lock.withLock {
                (self.ending, hasSent && !isCancelled && subscriptions == 1)
            }
            if isExact { return HistoryShape.both(values, ending) }
            return (0...further + 1).reduce(into: [.nothing]) { shapes, count in
                shapes.formUnion(HistoryShape.both(count, .finished))
                if count > 0 { shapes.formUnion(HistoryShape.both(count, .silent)) }
            }
        }
    }

    /// Whether nobody may have got anything else than somebody else.
    var isUsedOnce: Bool { lock.withLock { subscriptions < 2 } }

    /// Whether each subscription gets all that is sent.
    var keepsPromises: Bool { behaviour != .stream || isUsedOnce }

    /// The same for a sample whose input never fails.
    func infallible() -> AnyPublisher<Int, Never> {
        isInfallible = true
        return AnyPublisher(self.catch { _ in Empty() })
    }

    static var _immediacy: _Immediacy { .maybe }

    func _immediate() -> _Immediate<Int, TestFailure> {
        if !answers { return .no }
        switch behaviour {
        case .kept, .broken:
            let answer = future._immediate()
            if case .no = answer { return .no }
            lock.withLock { subscriptions += 1 }
            return answer
        // It can say that something has run already, and nothing has.
        case .current, .stream: return .then(AnyPublisher(self))
        }
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestFailure {
        lock.withLock { subscriptions += 1 }
        switch behaviour {
        case .kept, .broken: future.receive(subscriber: subscriber)
        case .current:
            current.handleEvents(
                receiveOutput: { _ in self.lock.withLock { self.values += 1 } },
                receiveCancel: { self.lock.withLock { self.isCancelled = true } }
            )
            .receive(subscriber: subscriber)
        case .stream:
            stream.handleEvents(
                receiveOutput: { _ in self.lock.withLock { self.values += 1 } },
                receiveCompletion: { _ in self.lock.withLock { self.ending = .finished } },
                receiveCancel: { self.lock.withLock { self.isCancelled = true } },
                receiveRequest: { _ in self.lock.withLock { self.isAsked = true } }
            )
            .receive(subscriber: subscriber)
        }
    }
}

extension HistoryShape {
    static var nothing: HistoryShape {
        HistoryShape(isImmediate: false, values: 0, ending: .silent)
    }

    /// At once and later.
    static func both(_ values: Int, _ ending: Ending) -> Set<HistoryShape> {
        [
            HistoryShape(isImmediate: true, values: values, ending: ending),
            HistoryShape(isImmediate: false, values: values, ending: ending),
        ]
    }
}
