import Dispatch
import Synchronization
import Testing
import TraitsRuntime
@_spi(Samples) import TraitsTesting

/// A publisher over the sources of a ``ReleaseStage``.
struct ReleaseCase: CustomTestStringConvertible, Sendable {
    let name: String
    /// Indicates whether virtual time decides what it does: that belongs to one thread.
    let needsTime: Bool
    /// Indicates whether a failure stops the program.
    let trapsFailures: Bool
    // Safe to share: all they capture is the builder, which is.
    private nonisolated(unsafe) let run: (Ending, DemandPolicy) -> Bool
    private nonisolated(unsafe) let race: (UInt64) -> Bool
    private nonisolated(unsafe) let sink: (Ending) -> [String]

    var testDescription: String { name }

    init<P: Publisher>(
        _ name: String, needsTime: Bool = false, _ build: @escaping @Sendable (ReleaseStage) -> P
    ) {
        self.name = name
        self.needsTime = needsTime
        trapsFailures = false
        run = { Self.isHeld(after: $0, $1, build) }
        race = { Self.isHeldAfterRace($0, build) }
        sink = { Self.held(after: $0, build) }
    }

    /// A sample of a row of the tables.
    init(_ row: LawRow, sample: Int) {
        let text = row.sampleTexts[sample]
        name = "\(row.type), \(text)"
        needsTime = text.contains("scheduler")
        trapsFailures = row.type == "Publishers.AssertNoFailure"
        nonisolated(unsafe) let row = row
        func held(_ action: Driver.Action) -> [String] {
            let driver = Driver(text, action)
            row.visit(sample, with: driver)
            return driver.held
        }
        run = { !held(.end($0, $1)).isEmpty }
        race = { !held(.race($0)).isEmpty }
        sink = { held(.sink($0)) }
    }

    /// Runs a sample, whose type it learns when it is visited.
    private final class Driver: LawSampleVisitor {
        enum Action {
            case end(Ending, DemandPolicy)
            case race(UInt64)
            case sink(Ending)
        }

        private let text: String
        private let action: Action
        private(set) var held: [String] = []

        init(_ text: String, _ action: Action) {
            self.text = text
            self.action = action
        }

        func visit<P: Publisher>(_ make: @escaping (TestScheduler, LawInputMaker) -> P) {
            let build = { [text] (stage: ReleaseStage) in make(stage.scheduler, stage.maker(text)) }
            held =
                switch action {
                case .end(let end, let demand):
                    ReleaseCase.isHeld(after: end, demand, build) ? ["subscriber"] : []
                case .race(let seed): ReleaseCase.isHeldAfterRace(seed, build) ? ["subscriber"] : []
                case .sink(let end): ReleaseCase.held(after: end, build)
                }
        }
    }

    /// Indicates whether anything but the subscriber's own cycle-free references keeps it.
    func isHeld(after end: Ending, _ demand: DemandPolicy) -> Bool { run(end, demand) }

    /// The same, after values on one thread and a cancellation on another.
    func isHeldAfterRace(_ seed: UInt64) -> Bool { race(seed) }

    /// What is left of the closures of a sink, and of the inputs of a sample, while its handle is kept.
    func held(after end: Ending) -> [String] { sink(end) }

    /// All samples, but for those of rows that keep their input, as they say.
    static let samples: [ReleaseCase] = LawTable.types.flatMap { type in
        let row = LawTable.row(type)
        return row.isExempt(from: .release)
            ? [] : row.sampleTexts.indices.map { ReleaseCase(row, sample: $0) }
    }

    static let all = samples + variants

    // MARK: - Running

    private static func isHeld<P: Publisher>(
        after end: Ending, _ demand: DemandPolicy, _ build: (ReleaseStage) -> P
    ) -> Bool {
        let stage = ReleaseStage()
        weak var subscriber: Keeper<P.Output, P.Failure>?
        drive(stage, build(stage), end, demand) { subscriber = $0 }
        // The stage lives on, and with it all that upstreams may still hold.
        return withExtendedLifetime(stage) { subscriber != nil }
    }

    /// A function of its own, at whose return its references have gone.
    @inline(never)
    private static func drive<P: Publisher>(
        _ stage: ReleaseStage, _ publisher: consuming P, _ end: Ending, _ demand: DemandPolicy,
        _ observe: (Keeper<P.Output, P.Failure>) -> Void
    ) {
        let keeper = Keeper<P.Output, P.Failure>(demand, end)
        observe(keeper)
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
    }

    private static func held<P: Publisher>(
        after end: Ending, _ build: (ReleaseStage) -> P
    ) -> [String] {
        let leaks = LeakTracker()
        let stage = ReleaseStage(watchedBy: leaks)
        let handle = sink(stage, build(stage), end, leaks)
        return withExtendedLifetime((stage, handle)) { leaks.alive.map(\.name) }
    }

    @inline(never)
    private static func sink<P: Publisher>(
        _ stage: ReleaseStage, _ publisher: consuming P, _ end: Ending, _ leaks: LeakTracker
    ) -> AnyCancellable {
        let token = leaks.token("closure of the sink")
        var isOver = false
        let handle = publisher.sink {
            isOver = true
            _ = ($0, token)
        } receiveValue: {
            _ = ($0, token)
        }
        stage.scheduler.advance(by: 1)
        stage.play()
        switch end {
        case .finish: stage.end(.finished)
        case .fail: stage.end(.failure(TestFailure()))
        case .cancel, .cancelAtOnce, .cancelInside: handle.cancel()
        }
        // What goes on after its inputs, or has none, is cancelled.
        if !isOver { handle.cancel() }
        stage.scheduler.advance(by: 1)
        return handle
    }

    private static func isHeldAfterRace<P: Publisher>(_ seed: UInt64, _ build: (ReleaseStage) -> P) -> Bool {
        let stage = ReleaseStage()
        weak var subscriber: Keeper<P.Output, P.Failure>?
        race(stage, build(stage), seed) { subscriber = $0 }
        return withExtendedLifetime(stage) { subscriber != nil }
    }

    @inline(never)
    private static func race<P: Publisher>(
        _ stage: ReleaseStage, _ publisher: consuming P, _ seed: UInt64,
        _ observe: (Keeper<P.Output, P.Failure>) -> Void
    ) {
        // Safe to share: the subscription is there before the threads are, and may be cancelled by any.
        nonisolated(unsafe) let keeper = Keeper<P.Output, P.Failure>(.unlimited, .cancel)
        nonisolated(unsafe) let stage = stage
        observe(keeper)
        publisher.subscribe(keeper)
        var random = SeededGenerator(seed: seed)
        let patience = random.number(0..<40)
        let progress = Atomic<Int>(0)
        let begun = Atomic<Int>(0)
        DispatchQueue.concurrentPerform(iterations: 2) { _ in
            // The first thread sends, so that none waits for a thread that hasn't begun.
            if begun.add(1, ordering: .relaxed).oldValue == 0 {
                for value in 1...40 {
                    for source in stage.sources { source.send(value) }
                    progress.store(value, ordering: .relaxed)
                }
            } else {
                while progress.load(ordering: .relaxed) < patience {}
                keeper.subscription?.cancel()
            }
        }
    }
}
