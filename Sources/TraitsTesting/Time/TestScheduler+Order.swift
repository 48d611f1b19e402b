extension TestScheduler {
    /// The order in which a scheduler runs the actions of one tick.
    ///
    /// `Scheduler` promises no order at all: a concurrent queue runs due work on several threads, so an action that was
    /// scheduled later may run earlier, or at the same moment. Code that works with each of these orders works with every
    /// queue.
    ///
    /// ```swift
    /// let clock = TestScheduler(order: .shuffled(seed: 7))
    /// let recorder = [1, 2, 3].publisher.delay(for: 1, scheduler: clock).record(on: clock)
    /// try clock.run()
    /// try recorder.expect("-123|")
    /// ```
    ///
    /// The events of a ``TestPublisher`` keep their order: a source is serial even if its scheduler isn't.
    public enum Order: Hashable, Sendable {
        /// Actions run in the order in which they were scheduled, as on a serial queue.
        case asScheduled
        /// Actions run in the reverse order, the newest first.
        case newestFirst
        /// Actions run in an order that follows from the seed.
        case shuffled(seed: UInt64)
        /// Actions run concurrently on this number of threads, as on a concurrent queue.
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
    /// Four actions of one tick have 24 orders, ten of them millions. Orders that differ in the last choices come first, and
    /// orders beyond the limit aren't tried.
    ///
    /// - Parameters:
    ///   - limit: The largest number of runs.
    ///   - body: The test, which does the same things each time.
    /// - Returns: The number of orders that were tried.
    /// - Throws: The error that the test throws.
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

/// Chooses the next of the due actions, and remembers the choices.
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

    /// Indicates whether there is nothing to choose: the first action is the next.
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

    /// Returns the choices of the run that follows a run with these choices; nil if all orders were tried.
    static func following(_ made: [(choice: Int, count: Int)]) -> [Int]? {
        guard let last = made.lastIndex(where: { $0.choice + 1 < $0.count }) else { return nil }
        return made[..<last].map(\.choice) + [made[last].choice + 1]
    }
}
