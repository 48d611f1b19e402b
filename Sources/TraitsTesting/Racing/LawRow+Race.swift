import TraitsRuntime

extension LawRow {
    /// Subscribes to the samples while other threads send to their inputs, and holds what is seen against the row.
    ///
    /// Each input is a promise that is kept, or broken, on a thread of its own, or a current value that is replaced there.
    /// A subscriber comes meanwhile: alone, beside one that is there already, or at the same time as another. What it
    /// sees has to be what the row predicts for what its inputs sent, and to keep the traits that were derived: a value
    /// that was promised at once comes inside of the call that subscribes, wherever another thread is just then.
    ///
    /// ```
    /// upstream    o----o--o>           replaced on another thread
    /// map              o--o>           whoever comes in between has the newest at once
    /// ```
    ///
    /// - Parameter seeds: Each one is a run of each sample with each choice of inputs.
    /// - Returns: What is wrong: one text for each sample at the most.
    public func race(seeds: ClosedRange<UInt64> = 1...12) -> [String] {
        if isLeftOut { return [] }
        let faults = samples.indices.compactMap { sample -> String? in
            for seed in Laws.seeds(seeds) {
                for choice in RaceInput.Behaviour.choices(inputs: inputCount) where isKnown(choice) {
                    let race = RowRace(row: self, behaviours: choice, seed: seed)
                    samples[sample].accept(race)
                    guard let fault = race.fault else { continue }
                    return """
                        \(location): \(type)   \(rules)
                        \(fault)
                          publisher: \(samples[sample].text)
                          inputs: \(choice.map(\.rawValue).joined(separator: "; "))
                          seed: \(seed)
                          again: TRAITS_RACE_SEED=\(seed) TRAITS_LAWS_ROWS=\(type) swift test --filter rowUnderThreads
                        """
                }
            }
            return nil
        }
        return faults
    }

    private var inputCount: Int { predictions.keys.first?.count ?? 0 }

    /// Whether the row predicts anything for such inputs: otherwise the program stops, or they can't be.
    private func isKnown(_ choice: [RaceInput.Behaviour]) -> Bool {
        let known = Self.situations(choice.map(\.shapes)).compactMap { predictions[$0] }
        return !known.isEmpty && !known.contains(where: \.isEmpty)
    }

    /// Whether the row allows a history for what its inputs sent.
    ///
    /// - Parameters:
    ///   - inputs: For each input what it may have sent, as far as anybody can tell.
    ///   - isTimely: Whether all that comes at once comes from the thread that subscribes.
    fileprivate func predicts(_ output: HistoryShape, for inputs: [Set<HistoryShape>], isTimely: Bool) -> Bool
    {
        let seen = output.limited(to: limit)
        return Self.situations(inputs).contains { situation in
            guard let shapes = predictions[situation] else { return true }
            if shapes.contains(seen) { return true }
            // What another thread sends comes inside of the call by chance, or when that has just returned.
            var other = seen
            other.isImmediate.toggle()
            return (seen.isImmediate || !isTimely) && shapes.contains(other)
        }
    }

    /// The derived trait that a history breaks, if the inputs keep what it asks for.
    fileprivate func brokenTrait(_ output: HistoryShape, for inputs: [Set<HistoryShape>]) -> String? {
        conformances.first { trait, conditions in
            zip(inputs, conditions).allSatisfy { shapes, traits in
                shapes.allSatisfy { shape in traits.allSatisfy { $0.allows(shape) } }
            } && !trait.allows(output)
        }?.trait.name
    }

    private static func situations(_ inputs: [Set<HistoryShape>]) -> [[HistoryShape]] {
        inputs.reduce([[]]) { all, shapes in all.flatMap { situation in shapes.map { situation + [$0] } } }
    }
}

/// One seed of one sample with one choice of inputs.
private final class RowRace: LawSampleVisitor {
    private let row: LawRow
    private let behaviours: [RaceInput.Behaviour]
    private let seed: UInt64
    private let breaches = RaceBreaches()

    init(row: LawRow, behaviours: [RaceInput.Behaviour], seed: UInt64) {
        self.row = row
        self.behaviours = behaviours
        self.seed = seed
    }

    var fault: String? { breaches.first(without: []).map { "\($0.law.rawValue): \($0.detail)" } }

    func visit<P: Publisher>(_ make: @escaping (TestScheduler, LawInputMaker) -> P) {
        var random = RaceRandom(seed, thread: 99)
        let scheduler = TestScheduler()
        let inputs = behaviours.map { RaceInput($0, further: random.below(row.bound.values)) }
        var next = 0
        let publisher = make(
            scheduler,
            LawInputMaker {
                defer { next += 1 }
                return AnyPublisher(inputs[next])
            } infallible: {
                defer { next += 1 }
                return inputs[next].infallible()
            })
        // Alone, beside one that is there already, beside one that comes at the same time.
        let company = random.below(3)
        let subscribers = (0..<(company == 0 ? 1 : 2)).map { _ in
            RaceSubscriber<P.Output, P.Failure>(
                demand: RaceSubscriber<P.Output, P.Failure>.unlimited, perValue: 0, breaches)
        }
        func join(_ subscriber: RaceSubscriber<P.Output, P.Failure>) {
            publisher.subscribe(subscriber)
            subscriber.noteSubscribed()
        }
        var bodies = inputs.indices.map { number in
            {
                var random = RaceRandom(self.seed, thread: number)
                random.pause()
                inputs[number].send { random.pause() }
            }
        }
        for (number, subscriber) in subscribers.enumerated() {
            if number == 1, company == 1 {
                join(subscriber)
                continue
            }
            bodies.append {
                var random = RaceRandom(self.seed, thread: inputs.count + number)
                random.pause()
                join(subscriber)
            }
        }
        Threads.race(bodies)
        scheduler.advance(by: 1000)
        for subscriber in subscribers { judge(subscriber.shape, isAlone: company == 0, inputs) }
        for subscriber in subscribers { subscriber.cancel() }
        scheduler.advance(by: 1000)
    }

    private func judge(_ shape: HistoryShape, isAlone: Bool, _ inputs: [RaceInput]) {
        let sent = inputs.map(\.shapes)
        let isTimely = behaviours.allSatisfy { $0 == .current }
        if isAlone, inputs.allSatisfy(\.isUsedOnce), !row.predicts(shape, for: sent, isTimely: isTimely) {
            breaches.note(.promise, "\(shape) is not what the row predicts")
        }
        if let trait = row.brokenTrait(shape, for: sent) {
            breaches.note(.promise, "\(shape) breaks \(trait)")
        }
    }
}

extension HistoryShape {
    fileprivate static var nothing: HistoryShape {
        HistoryShape(isImmediate: false, values: 0, ending: .silent)
    }

    /// At once and later.
    fileprivate static func both(_ values: Int, _ ending: Ending) -> Set<HistoryShape> {
        [
            HistoryShape(isImmediate: true, values: values, ending: ending),
            HistoryShape(isImmediate: false, values: values, ending: ending),
        ]
    }
}

/// An input that sends on a thread of its own, and knows what it has sent.
private final class RaceInput: Publisher {
    typealias Output = Int
    typealias Failure = TestFailure

    enum Behaviour: String, CaseIterable {
        case kept = "a promise that is kept"
        case broken = "a promise that is broken"
        case current = "a current value that is replaced"

        /// Its shortest histories, and what is seen of it until then.
        var shapes: Set<HistoryShape> {
            switch self {
            case .kept: HistoryShape.both(1, .finished).union([.nothing])
            case .broken: HistoryShape.both(0, .failed).union([.nothing])
            case .current: [HistoryShape(isImmediate: true, values: 1, ending: .silent)]
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
    private let current = CurrentValueSubject<Int, TestFailure>(0)
    private let future: Future<Int, TestFailure>
    private let promise: (Result<Int, TestFailure>) -> Void
    private let lock = Lock()
    // Under `lock`.
    private var subscriptions = 0
    private var values = 0
    private var isCancelled = false
    /// Whether it ends where it would fail.
    private var isInfallible = false

    init(_ behaviour: Behaviour, further: Int) {
        self.behaviour = behaviour
        self.further = further
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
        }
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
        }
    }

    /// Whether nobody may have got anything else than somebody else.
    var isUsedOnce: Bool { lock.withLock { subscriptions < 2 } }

    /// The same for a sample whose input never fails.
    func infallible() -> AnyPublisher<Int, Never> {
        isInfallible = true
        return AnyPublisher(self.catch { _ in Empty() })
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
        }
    }
}
