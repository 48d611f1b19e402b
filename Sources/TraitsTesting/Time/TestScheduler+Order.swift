extension TestScheduler {
    /// In which order a scheduler runs the actions of one tick.
    ///
    /// `Scheduler` promises no order at all: a concurrent queue runs what is due on several threads, so an action that
    /// was scheduled later may run earlier, or at the same moment. Code that works with each of these orders works
    /// with every queue.
    ///
    /// ```swift
    /// let clock = TestScheduler(order: .shuffled(seed: 7))
    /// let recorder = [1, 2, 3].publisher.delay(for: 1, scheduler: clock).record(on: clock)
    /// try clock.run()
    /// try recorder.expect("-123|")
    /// ```
    ///
    /// What ``TestPublisher`` sends keeps its order: a source is one, whatever its scheduler does.
    public enum Order: Hashable, Sendable {
        /// In the order in which they were scheduled, as a serial queue does.
        case asScheduled
        /// The one that was scheduled last first.
        case newestFirst
        /// In any order; which one follows from the seed.
        case shuffled(seed: UInt64)
        /// Side by side, on so many threads, as a concurrent queue does.
        case parallel(threads: Int)
    }

    /// Runs a test once for each order in which the actions of its ticks can run.
    ///
    /// ```swift
    /// try TestScheduler.inEveryOrder { clock in
    ///     let recorder = [1, 2, 3].publisher.receive(on: clock).record(on: clock)
    ///     try clock.run()
    ///     try recorder.expect("123|")
    /// }
    /// ```
    ///
    /// Four actions of one tick have 24 orders, ten of them millions: those at which the last choices differ come
    /// first, and what is left after so many runs isn't tried.
    ///
    /// - Parameters:
    ///   - limit: How often the test is run at most.
    ///   - body: The test, which does the same things each time.
    /// - Returns: How many orders were tried.
    /// - Throws: What the test throws.
    @discardableResult
    public static func inEveryOrder(
        atMost limit: Int = 1000, _ body: (TestScheduler) throws -> Void
    ) rethrows -> Int {
        var next: [Int]? = []
        var count = 0
        while let choices = next, count < limit {
            let scheduler = TestScheduler(repeating: choices)
            try body(scheduler)
            count += 1
            next = OrderChoices.following(scheduler.choicesMade)
        }
        return count
    }
}

/// Chooses which of the actions that are due is next, and remembers what it chose.
struct OrderChoices {
    private enum Kind {
        case first
        case last
        case random(UInt64)
        case repeating([Int])
    }

    private var kind: Kind
    private(set) var made: [(choice: Int, count: Int)] = []

    init(_ order: TestScheduler.Order) {
        switch order {
        case .asScheduled, .parallel: kind = .first
        case .newestFirst: kind = .last
        case .shuffled(let seed): kind = .random(seed)
        }
    }

    init(repeating choices: [Int]) { kind = .repeating(choices) }

    /// Whether there is nothing to choose: the first is the next one.
    var areForced: Bool { if case .first = kind { true } else { false } }

    mutating func choose(among count: Int) -> Int {
        if count < 2 { return 0 }
        switch kind {
        case .first:
            return 0
        case .last:
            return count - 1
        case .random(var state):
            // SplitMix64.
            state &+= 0x9E37_79B9_7F4A_7C15
            kind = .random(state)
            var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
            return Int((bits ^ (bits >> 31)) % UInt64(count))
        case .repeating(let choices):
            let choice = made.count < choices.count ? min(choices[made.count], count - 1) : 0
            made.append((choice, count))
            return choice
        }
    }

    /// What to choose in the run after one in which this was chosen; nil when all was tried.
    static func following(_ made: [(choice: Int, count: Int)]) -> [Int]? {
        guard let last = made.lastIndex(where: { $0.choice + 1 < $0.count }) else { return nil }
        return made[..<last].map(\.choice) + [made[last].choice + 1]
    }
}
