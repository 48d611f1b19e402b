#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif
import TraitsRuntime

extension Laws {
    /// Checks a publisher against the laws of streams while threads race on it.
    ///
    ///     @Test func mergeUnderThreads() throws {
    ///         try Laws.race("merge", inputs: 2) { $0[0].merge(with: $0[1]) }
    ///     }
    ///
    /// For each seed the publisher is built over inputs that haven't sent yet, and subscribed to once or twice. Then threads
    /// begin at the same moment: one for each input sends values and, mostly, an end; two more request, subscribe, cancel, and
    /// send besides. One subscriber in four cancels inside of a value. ``RaceLaw`` lists the laws that are checked.
    ///
    /// A violation prints its seed. With `TRAITS_RACE_SEED=7` in the environment that seed alone is run, many times, since the
    /// seed decides the acts of each thread and not their interleaving. With `TRAITS_RACE_SEED=1-9000` each of these seeds is
    /// run once.
    ///
    /// Threads give up the processor inside of events and between their steps, so that one processor is enough for two calls to
    /// overlap.
    ///
    /// A build with `-Xswiftc -DTRAITS_SCHEDULES` lets the seed decide the interleaving, too: one thread at a time runs, and
    /// before each step that another thread can notice the seed chooses the thread that goes on. Two threads then meet in a
    /// window of a few instructions as often as elsewhere, and a seed that fails does so each time. Steps are the operations of
    /// the runtime's locks and atomic words, and the events that the subscriber of a race receives. Custom locks are no steps,
    /// so none may be held while the runtime is called.
    ///
    /// - Parameters:
    ///   - expression: The publisher as it stands in the source, for the text of a violation.
    ///   - inputs: The number of its inputs.
    ///   - seeds: The seeds to try.
    ///   - values: The largest number of values that each thread sends.
    ///   - ignored: Laws that the publisher need not keep.
    ///   - file: The file in which a violation is reported.
    ///   - line: The line at which a violation is reported.
    ///   - build: Makes the publisher from its inputs; called for each seed.
    /// - Threads: blocks the calling thread until all threads are done.
    /// - Throws: ``RaceViolation``.
    public static func race<P: Publisher>(
        _ expression: String = "publisher(upstreams)", inputs: Int, seeds: ClosedRange<UInt64> = 1...64,
        values: Int = 24, ignoring ignored: Set<RaceLaw> = [], file: String = #filePath, line: UInt = #line,
        _ build: ([RaceUpstream]) -> P
    ) throws(RaceViolation) {
        for seed in self.seeds(seeds) {
            try race(expression, "\(file):\(line)", inputs, clock: nil, seed, values, ignored, build)
        }
    }

    /// Checks a publisher that waits for time against the laws of streams while threads race on it.
    ///
    ///     try Laws.race("debounce", inputs: 1) { $0[0].debounce(for: 2, scheduler: $1) }
    ///
    /// One more thread moves a clock, in small steps. The seed chooses whether due work runs in the order in which it was
    /// scheduled, in any order, or on several threads of the clock. When all threads are done, enough time passes for all work
    /// that waits. The other parameters are those of the function without a clock.
    ///
    /// - Throws: ``RaceViolation``.
    public static func race<P: Publisher>(
        _ expression: String = "publisher(upstreams, clock)", inputs: Int,
        seeds: ClosedRange<UInt64> = 1...64, values: Int = 24, ignoring ignored: Set<RaceLaw> = [],
        file: String = #filePath, line: UInt = #line, _ build: ([RaceUpstream], TestScheduler) -> P
    ) throws(RaceViolation) {
        for seed in self.seeds(seeds) {
            let clock = TestScheduler(order: order(seed))
            try race(expression, "\(file):\(line)", inputs, clock: clock, seed, values, ignored) {
                build($0, clock)
            }
        }
    }

    /// Returns the order of a seed's clock. Half of the seeds have a concurrent clock.
    private static func order(_ seed: UInt64) -> TestScheduler.Order {
        switch seed % 4 {
        case 0: .asScheduled
        case 1: .shuffled(seed: seed)
        default: .parallel(threads: 2)
        }
    }

    private static func race<P: Publisher>(
        _ expression: String, _ location: String, _ inputs: Int, clock: TestScheduler?, _ seed: UInt64,
        _ values: Int, _ ignored: Set<RaceLaw>, _ build: ([RaceUpstream]) -> P
    ) throws(RaceViolation) {
        let breaches = RaceBreaches()
        do {
            let upstreams = (0..<inputs).map { _ in RaceUpstream() }
            // The publisher itself may keep its upstream, and is released after this.
            Race(build(upstreams), upstreams.map(\.subject), clock: clock, seed, values, breaches).run()
            for (index, upstream) in upstreams.enumerated() where upstream.activeCount != 0 {
                breaches.note(.release, "upstreams[\(index)] is still subscribed to")
            }
        }
        try report(breaches, ignored, expression, location, seed)
    }

    /// Checks a subject against the laws of streams while threads send to it, and subscribers send to it inside of their
    /// values. Its first end must reach all subscribers that have not cancelled, whatever their demand.
    ///
    ///     try Laws.race("a current value") { CurrentValueSubject<Int, TestFailure>(0) }
    ///
    /// The other parameters are those of the function without a clock.
    ///
    /// - Throws: ``RaceViolation``.
    public static func race<S: Subject & Sendable>(
        _ expression: String = "subject", seeds: ClosedRange<UInt64> = 1...64, values: Int = 24,
        ignoring ignored: Set<RaceLaw> = [], file: String = #filePath, line: UInt = #line,
        subject make: () -> S
    ) throws(RaceViolation) where S.Output == Int, S.Failure == TestFailure {
        for seed in self.seeds(seeds) {
            let breaches = RaceBreaches()
            do {
                let subject = make()
                Race(subject, [subject, subject, subject], isSubject: true, seed, values, breaches).run()
            }
            try report(breaches, ignored, expression, "\(file):\(line)", seed)
        }
    }

    /// Returns the seeds that a race should run: the given seeds, a quarter of them with `TRAITS_PLANS=short`, or those in
    /// `TRAITS_RACE_SEED`: one seed, many times, or several, `1-500`.
    ///
    /// Use it in tests with custom threads, so that the environment selects their seeds in the same way:
    ///
    ///     @Test(arguments: Laws.seeds(1...8)) func nothingIsLost(seed: UInt64) { … }
    ///
    /// - Parameter seeds: The seeds that are tried if the environment doesn't name any.
    /// - Returns: The seeds to try now.
    public static func seeds(_ seeds: ClosedRange<UInt64>) -> [UInt64] { self.seeds(seeds, plans: .all) }

    static func seeds(_ seeds: ClosedRange<UInt64>, plans: LawPlans) -> [UInt64] {
        guard asksTheEnvironment else { return Array(seeds) }
        return self.seeds(
            plans.chosen.seeds(seeds), chosen: getenv("TRAITS_RACE_SEED").map { String(cString: $0) })
    }

    /// Indicates whether `TRAITS_RACE_SEED` and `TRAITS_PLANS` replace seeds and plans. They don't in tests of the kit itself: a
    /// fault may need all seeds and plans that the test names to show.
    @TaskLocal static var asksTheEnvironment = true

    static func seeds(_ seeds: ClosedRange<UInt64>, chosen: String?) -> [UInt64] {
        guard let chosen else { return Array(seeds) }
        let parts = chosen.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = UInt64(parts[0]), let last = UInt64(parts[parts.count - 1]), first <= last else {
            preconditionFailure("TRAITS_RACE_SEED is no number, nor two as in 1-500: \(chosen)")
        }
        if parts.count > 1 { return Array(first...last) }
        // If the schedule follows from the seed, a second run is the same.
        return Array(repeating: first, count: Threads.areScheduled ? 1 : 500)
    }

    static func report(
        _ breaches: RaceBreaches, _ ignored: Set<RaceLaw>, _ expression: String, _ location: String,
        _ seed: UInt64
    ) throws(RaceViolation) {
        guard let breach = breaches.first(without: ignored) else { return }
        throw RaceViolation(
            law: breach.law, location: location, detail: breach.detail, publisher: expression, seed: seed)
    }
}
