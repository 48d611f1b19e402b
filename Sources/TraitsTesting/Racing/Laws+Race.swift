#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif
import TraitsRuntime

extension Laws {
    /// Holds a publisher against the laws of streams while threads race on it.
    ///
    ///     @Test func mergeUnderThreads() throws {
    ///         try Laws.race("merge", inputs: 2) { $0[0].merge(with: $0[1]) }
    ///     }
    ///
    /// For each seed the publisher is built over inputs that nobody has sent to yet, and subscribed to once or twice.
    /// Then threads begin at the same moment: one for each input sends values and, mostly, an end; another requests,
    /// subscribes, cancels, and sends besides. ``RaceLaw`` lists what is watched.
    ///
    /// A violation prints its seed. With `TRAITS_RACE_SEED=7` in the environment that seed alone is run, many times,
    /// since the seed decides what each thread does and not how they meet.
    ///
    /// - Parameters:
    ///   - expression: The publisher as it stands in the source, for the text of a violation.
    ///   - inputs: How many inputs it has.
    ///   - seeds: What is tried.
    ///   - values: How many values each thread sends at most.
    ///   - ignored: Laws that the publisher need not keep.
    ///   - build: Makes the publisher from its inputs; called for each seed.
    /// - Threads: blocks the calling thread until all is over.
    /// - Throws: ``RaceViolation``.
    public static func race<P: Publisher>(
        _ expression: String = "publisher(upstreams)", inputs: Int, seeds: ClosedRange<UInt64> = 1...64,
        values: Int = 24, ignoring ignored: Set<RaceLaw> = [], _ build: ([RaceUpstream]) -> P
    ) throws(RaceViolation) {
        for seed in chosen(seeds) {
            let breaches = RaceBreaches()
            do {
                let upstreams = (0..<inputs).map { _ in RaceUpstream() }
                // The publisher itself may keep its upstream, and is gone after this.
                Race(build(upstreams), upstreams.map(\.subject), seed, values, breaches).run()
                for (index, upstream) in upstreams.enumerated() where upstream.activeCount != 0 {
                    breaches.note(.release, "upstreams[\(index)] is still subscribed to")
                }
            }
            try report(breaches, ignored, expression, seed)
        }
    }

    /// Holds a subject against the laws of streams while threads send to it.
    ///
    ///     try Laws.race("a current value") { CurrentValueSubject<Int, TestFailure>(0) }
    ///
    /// The other parameters are those of ``race(_:inputs:seeds:values:ignoring:_:)``.
    ///
    /// - Throws: ``RaceViolation``.
    public static func race<S: Subject & Sendable>(
        _ expression: String = "subject", seeds: ClosedRange<UInt64> = 1...64, values: Int = 24,
        ignoring ignored: Set<RaceLaw> = [], subject make: () -> S
    ) throws(RaceViolation) where S.Output == Int, S.Failure == TestFailure {
        for seed in chosen(seeds) {
            let breaches = RaceBreaches()
            do {
                let subject = make()
                Race(subject, [subject, subject, subject], seed, values, breaches).run()
            }
            try report(breaches, ignored, expression, seed)
        }
    }

    private static func chosen(_ seeds: ClosedRange<UInt64>) -> [UInt64] {
        guard let variable = getenv("TRAITS_RACE_SEED"), let seed = UInt64(String(cString: variable)) else {
            return Array(seeds)
        }
        return Array(repeating: seed, count: 500)
    }

    private static func report(
        _ breaches: RaceBreaches, _ ignored: Set<RaceLaw>, _ expression: String, _ seed: UInt64
    ) throws(RaceViolation) {
        guard let breach = breaches.first(without: ignored) else { return }
        throw RaceViolation(law: breach.law, detail: breach.detail, publisher: expression, seed: seed)
    }
}
