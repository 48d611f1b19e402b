import TraitsRuntime
@_spi(Proof) import TraitsTesting

/// What an operator is given whose hold on values is watched: sources of objects that are counted.
final class ValueStage {
    typealias Source = PassthroughSubject<LeakToken, TestFailure>

    let (upstream, other) = (Source(), Source())
    let scheduler = TestScheduler()
    let leaks = LeakTracker()
    /// The number of values that may still be sent because a value is released.
    private var budget: Int
    private var count = 0
    /// The numbers of the values that are not released yet.
    private var numbers: Set<Int> = []
    private(set) var breaches: [String] = []

    /// - Parameter budget: The number of values that the release of a value sends into the streams.
    init(budget: Int = 0) { self.budget = budget }

    var sources: [Source] { [upstream, other] }

    /// A value of a publisher that has its values from the start.
    var value: LeakToken { token("value") }

    /// A value that belongs to the publisher, and so need not be released with a subscription.
    let constant = LeakTracker().token("constant")

    /// The source as a publisher that sends one value and the end.
    var single: AnySinglePublisher<LeakToken, TestFailure> {
        upstream.first().uncheckedSingle().eraseToAnySinglePublisher()
    }

    /// The source as a publisher that can't fail.
    var infallible: AnyPublisher<LeakToken, Never> {
        upstream.catch { _ in Empty<LeakToken, Never>() }.eraseToAnyPublisher()
    }

    func play() {
        for number in 1...3 {
            for (index, source) in sources.enumerated() {
                source.send(token("value \(number) of \(index)"))
            }
            scheduler.advance(by: 3)
        }
    }

    private func token(_ name: String) -> LeakToken {
        if budget == 0 { return leaks.token(name) }
        // Safe to share: the stage is used on one thread.
        nonisolated(unsafe) weak var stage = self
        count += 1
        numbers.insert(count)
        return leaks.token(name) { [count] in stage?.released(count) }
    }

    private func released(_ number: Int) {
        if numbers.remove(number) == nil { breaches.append("a value is released twice") }
        if budget == 0 { return }
        budget -= 1
        sources[budget % 2].send(token("value 3 of 0"))
    }

    /// Values that are released from now on send no others.
    func rest() { budget = 0 }

    func end(_ completion: Subscribers.Completion<TestFailure>) {
        for source in sources { source.send(completion: completion) }
        scheduler.advance(by: 20)
    }
}

/// Two values are the same if they are one object.
struct Identity: Hashable {
    let token: LeakToken

    init(_ token: LeakToken) { self.token = token }

    static func == (a: Identity, b: Identity) -> Bool { a.token === b.token }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(token)) }
}

/// A publisher over the sources of a ``ValueStage``.
struct ValueCase: Sendable {
    /// The row of the tables.
    let row: String
    let testDescription: String
    /// Indicates whether a failure stops the program.
    let trapsFailures: Bool
    /// Indicates whether it keeps more with each value, or with each subscription that is cancelled, which is what it is for.
    let gathers: Bool
    /// The values that it needs while it waits for further ones.
    let keeps: KeptValues
    // Safe to share: all that they capture is the builder, which is.
    private nonisolated(unsafe) let run: (Ending, DemandPolicy) -> [String]
    private nonisolated(unsafe) let measure: (HeapUse, Int) -> Int
    private nonisolated(unsafe) let idle: (IdleScript, DemandPolicy) -> [String]?
    private nonisolated(unsafe) let act: (ValueReader, Ending) -> [String]

    init<P: Publisher>(
        _ row: String, _ note: String = "", keeps: KeptValues = [], trapsFailures: Bool = false,
        gathers: Bool = false, _ build: @escaping @Sendable (ValueStage) -> P
    ) {
        self.row = row
        testDescription = note.isEmpty ? row : "\(row), \(note)"
        self.trapsFailures = trapsFailures
        self.gathers = gathers
        self.keeps = keeps
        run = { Self.held(after: $0, $1, build) }
        measure = { $0.growth(rounds: $1, build) }
        idle = { Self.kept(after: $0, $1, build) }
        act = { Self.breaches($0, $1, build) }
    }

    /// How many bytes the heap grows by, while the program does something so many times.
    func growth(of use: HeapUse, rounds: Int) -> Int { measure(use, rounds) }

    /// The values that are still there when all is over, while the subscriber keeps its subscription.
    func held(after end: Ending, _ demand: DemandPolicy) -> [String] { run(end, demand) }

    /// The values that are kept while the stream waits for further events; `nil` if it is over.
    func kept(after script: IdleScript, _ demand: DemandPolicy) -> [String]? { idle(script, demand) }

    /// The faults of a stream whose values send into it when they are released.
    func breaches(_ reader: ValueReader, _ end: Ending) -> [String] { act(reader, end) }

    private static func held<P: Publisher>(
        after end: Ending, _ demand: DemandPolicy, _ build: (ValueStage) -> P
    ) -> [String] {
        let stage = ValueStage()
        let keeper = drive(stage, build(stage), end, demand)
        return withExtendedLifetime((stage, keeper)) { stage.leaks.alive.map(\.name) }
    }

    /// A function of its own, at whose return its references have gone.
    // Not for each publisher: an optimised build takes minutes less.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    private static func drive<P: Publisher>(
        _ stage: ValueStage, _ publisher: consuming P, _ end: Ending, _ demand: DemandPolicy
    ) -> Keeper<P.Output, P.Failure> {
        let keeper = Keeper<P.Output, P.Failure>(demand, end)
        publisher.subscribe(keeper)
        stage.scheduler.advance(by: 1)
        stage.play()
        switch end {
        case .finish: stage.end(.finished)
        case .fail: stage.end(.failure(TestFailure()))
        case .cancel, .cancelInside: keeper.subscription?.cancel()
        case .cancelAtOnce: break
        }
        // What goes on after its inputs, or has none, is cancelled.
        if !keeper.isOver { keeper.subscription?.cancel() }
        stage.scheduler.advance(by: 1)
        return keeper
    }
}
