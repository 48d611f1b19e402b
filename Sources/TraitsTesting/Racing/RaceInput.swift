import TraitsRuntime

/// An input that sends on a thread of its own, and knows the events that it has sent.
final class RaceInput: Publisher {
    typealias Output = Int
    typealias Failure = TestFailure

    /// The events that one subscription has received, under `lock`.
    private final class Use {
        var values = 0
        var ending = HistoryShape.Ending.silent
        var isCancelled = false
        /// The number of the subscriber that was subscribing on this thread, if it is known.
        let joiner = RaceInput.joiner

        var isOver: Bool { isCancelled || ending != .silent }
    }

    /// The number of the subscriber that is subscribing on this thread.
    @TaskLocal static var joiner: Int?

    private let behaviour: Behaviour
    private let further: Int
    private let answers: Bool
    private let current = CurrentValueSubject<Int, TestFailure>(0)
    private let future: Future<Int, TestFailure>
    private let promise: (Result<Int, TestFailure>) -> Void
    private let stream = PassthroughSubject<Int, TestFailure>()
    private let lock = Lock()
    // Under `lock`.
    private var uses: [Use] = []
    private var conduits: [ScriptConduit<Int, TestFailure>] = []
    private var isAsked = false
    private var hasSent = false
    private var isAbandoned = false
    /// Indicates whether it finishes instead of failing.
    private var isInfallible = false

    /// Creates an input.
    ///
    /// - Parameters:
    ///   - further: The number of values after the first, if it sends several.
    ///   - answers: Indicates whether it gives its events, if it has them, to a caller that asks for them without a
    ///     subscription.
    init(_ behaviour: Behaviour, further: Int, answers: Bool = false) {
        self.behaviour = behaviour
        self.further = further
        self.answers = answers
        var kept: ((Result<Int, TestFailure>) -> Void)?
        future = Future { kept = $0 }
        promise = { [kept] in kept?($0) }
    }

    // MARK: - Sending

    /// Sends the events that belong to its thread.
    ///
    /// - Parameter before: A closure that is called before each event.
    func send(before: () -> Void) {
        switch behaviour {
        case .kept, .broken:
            before()
            promise(behaviour == .kept ? .success(0) : .failure(TestFailure()))
        case .current:
            for value in 0..<further {
                before()
                current.send(value + 1)
            }
        case .stream, .failingStream:
            Threads.wait { lock.withLock { isAsked || isAbandoned } }
            sendRest(before: before)
        case .script, .failingScript:
            // What it has sent may bring further requests.
            Threads.wait { !sendRest(before: before) && lock.withLock { isAbandoned } }
        case .values, .end, .failure: break
        }
    }

    /// Notes that no more subscribers will come, so that an input without a request doesn't wait any longer.
    func abandon() { lock.withLock { isAbandoned = true } }

    /// Sends the events that have been asked for and have not been sent yet.
    ///
    /// - Returns: A Boolean value that indicates whether there were any.
    @discardableResult
    func sendRest(before: () -> Void = {}) -> Bool {
        let (begins, conduits) = lock.withLock {
            self.conduits.removeAll(where: \.isOver)
            let begins = behaviour.isHot && isAsked && !hasSent
            if begins { hasSent = true }
            return (begins, self.conduits)
        }
        if begins { sendStream(before: before) }
        return conduits.reduce(begins) { $1.sendNext(before: before) || $0 }
    }

    private func sendStream(before: () -> Void) {
        for value in 0...further {
            before()
            stream.send(value)
        }
        before()
        stream.send(completion: completion)
    }

    private var completion: Subscribers.Completion<TestFailure> {
        behaviour.ending == .failed ? .failure(TestFailure()) : .finished
    }

    // MARK: - Histories

    /// The histories that a subscription may receive, and the parts of them that may be seen until then.
    var possibleShapes: Set<HistoryShape> { Set(behaviour.shapes(further: further).map(inEffect)) }

    /// The histories that its subscriptions may have received.
    var shapes: Set<HistoryShape> {
        lock.withLock {
            uses.isEmpty
                ? possibleShapes
                : uses.reduce(into: []) { $0.formUnion(shapes(of: $1)) }
        }
    }

    /// Returns the histories that a subscription may have received. The caller holds `lock`.
    private func shapes(of use: Use) -> Set<HistoryShape> {
        let count = behaviour.count(further: further)
        switch behaviour {
        case .current:
            // A subscriber that has cancelled may have seen fewer events than there were.
            let isExact = !use.isCancelled && use.values > 0
            let counts = isExact ? use.values...use.values : 1...count
            return Set(counts.map { HistoryShape(isImmediate: true, values: $0, ending: .silent) })
        case .stream, .failingStream:
            if hasSent, !use.isCancelled {
                return Set(HistoryShape.both(use.values, use.ending).map(inEffect))
            }
            return possibleShapes
        case .values, .end, .failure:
            return [inEffect(HistoryShape(isImmediate: true, values: count, ending: behaviour.ending))]
        case .kept, .broken, .script, .failingScript:
            return Set(HistoryShape.both(count, behaviour.ending).map(inEffect))
        }
    }

    /// Returns the shape, with an end in place of a failure if the input can't fail.
    private func inEffect(_ shape: HistoryShape) -> HistoryShape {
        guard isInfallible, shape.ending == .failed else { return shape }
        return HistoryShape(isImmediate: shape.isImmediate, values: shape.values, ending: .finished)
    }

    /// Indicates whether each subscriber has received one history of the input: rows say nothing about a mixture of two.
    var isUsedOnceByEach: Bool {
        lock.withLock {
            if behaviour.isTheSameForAll || uses.count < 2 { return true }
            let joiners = uses.compactMap(\.joiner)
            return joiners.count == uses.count && Set(joiners).count == uses.count
        }
    }

    /// Indicates whether each subscription receives all events.
    var keepsPromises: Bool { lock.withLock { !behaviour.isHot || uses.count < 2 } }

    /// The number of subscriptions that are neither ended nor cancelled.
    var activeCount: Int { lock.withLock { uses.count { !$0.isOver } } }

    // MARK: - Subscribing

    /// Returns the input for a sample whose input never fails.
    func infallible() -> AnyPublisher<Int, Never> {
        isInfallible = true
        return AnyPublisher(self.catch { _ in Empty() })
    }

    typealias _Answers = _Sometimes

    func _answer() -> _Answer<Int, TestFailure> {
        if !answers { return .no }
        switch behaviour {
        case .kept, .broken:
            let answer = future._answer()
            if case .no = answer { return .no }
            note(behaviour == .kept ? 1 : 0)
            return answer
        case .values where further == 0:
            note(1)
            return .value(0)
        case .end:
            note(0)
            return .empty
        case .failure:
            note(0)
            return .failure(TestFailure())
        // The input may answer that it has run in part, although nothing has been sent.
        case .current, .stream, .failingStream, .script, .failingScript, .values:
            return .then(AnyPublisher(self))
        }
    }

    /// Notes that a caller has received all events without a subscription.
    private func note(_ values: Int) {
        let use = Use()
        (use.values, use.ending) = (values, behaviour.ending)
        lock.withLock { uses.append(use) }
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestFailure {
        let use = Use()
        lock.withLock { uses.append(use) }
        switch behaviour {
        case .kept, .broken: watch(future, use).receive(subscriber: subscriber)
        case .current: watch(current, use).receive(subscriber: subscriber)
        case .stream, .failingStream: watch(stream, use).receive(subscriber: subscriber)
        case .script, .failingScript: begin(subscriber, use)
        case .values:
            let record = Record<Int, TestFailure>(output: Array(0...further), completion: .finished)
            watch(record, use).receive(subscriber: subscriber)
        case .end: watch(Empty<Int, TestFailure>(), use).receive(subscriber: subscriber)
        case .failure:
            watch(Fail<Int, TestFailure>(error: TestFailure()), use).receive(subscriber: subscriber)
        }
    }

    private func begin<S: Subscriber>(_ subscriber: S, _ use: Use)
    where S.Input == Int, S.Failure == TestFailure {
        let values = (0..<behaviour.count(further: further)).map { Signal<Int, TestFailure>.value($0) }
        let conduit = ScriptConduit(
            .isDriven, due: values + [.completion(completion)], receive: subscriber.receive,
            complete: { completion in
                self.lock.withLock { use.ending = self.behaviour.ending }
                subscriber.receive(completion: completion)
            },
            // The input keeps the conduit, so the conduit doesn't keep the input.
            note: { [lock] _, event in
                if event == .cancelled { lock.withLock { use.isCancelled = true } }
            })
        subscriber.receive(subscription: conduit)
        conduit.handshakeDone()
        // No event is sent before the subscriber has its subscription.
        lock.withLock { conduits.append(conduit) }
    }

    private func watch<P: Publisher<Int, TestFailure>>(_ publisher: P, _ use: Use)
        -> Publishers.HandleEvents<P>
    {
        Publishers.HandleEvents(
            upstream: publisher,
            receiveOutput: { _ in self.lock.withLock { use.values += 1 } },
            receiveCompletion: { completion in
                self.lock.withLock {
                    use.ending = if case .finished = completion { .finished } else { .failed }
                }
            },
            receiveCancel: { self.lock.withLock { use.isCancelled = true } },
            receiveRequest: { _ in self.lock.withLock { self.isAsked = true } })
    }
}
