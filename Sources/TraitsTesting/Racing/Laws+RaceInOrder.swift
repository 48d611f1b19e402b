import TraitsRuntime

extension Laws {
    /// Checks that values arrive in the order in which they were sent, one at a time, before the end and without loss, while a
    /// clock runs due work on several threads.
    ///
    /// ```swift
    /// try Laws.raceInOrder("receive(on:)") { $0.receive(on: $1) }
    /// try Laws.raceInOrder("throttle", maySkip: true) {
    ///     $0.throttle(for: 2, scheduler: $1, latest: true)
    /// }
    /// ```
    ///
    /// For each seed one thread sends increasing numbers, and then the end; another thread lets time pass. An operator that
    /// schedules a separate action to send each value reorders values here, as it does on every concurrent queue.
    ///
    /// - Parameters:
    ///   - expression: The publisher as it stands in the source, for the text of a violation.
    ///   - seeds: The seeds to try.
    ///   - values: The largest number of values that are sent.
    ///   - maySkip: A Boolean value that indicates whether values may be left out. Values that come are in order still.
    ///   - file: The file in which a violation is reported.
    ///   - line: The line at which a violation is reported.
    ///   - build: Makes the publisher, which passes the numbers on; called for each seed.
    /// - Throws: ``RaceViolation``.
    public static func raceInOrder<P: Publisher<Int, TestFailure>>(
        _ expression: String = "publisher(upstream, clock)", seeds: ClosedRange<UInt64> = 1...64,
        values: Int = 24, maySkip: Bool = false, file: String = #filePath, line: UInt = #line,
        _ build: (RaceUpstream, TestScheduler) -> P
    ) throws(RaceViolation) {
        for seed in self.seeds(seeds) {
            let breaches = RaceBreaches()
            let clock = TestScheduler(order: .parallel(threads: 2 + Int(seed % 2)))
            let upstream = RaceUpstream()
            let sent = sendInOrder(
                build(upstream, clock), upstream, clock, seed, atMost: values, breaches)
            let (count, seen, hasEnded) = (sent.count, sent.seen, sent.hasEnded)
            if !zip(seen, seen.dropFirst()).allSatisfy({ $0 < $1 }) {
                breaches.note(.order, "they came as \(seen)")
            } else if !maySkip, seen.count != count {
                breaches.note(.order, "of \(count) values these came: \(seen)")
            }
            if !hasEnded { breaches.note(.completion, "the input has ended, and no end has come") }
            if upstream.activeCount != 0 { breaches.note(.release, "the upstream is still subscribed to") }
            try report(breaches, [], expression, "\(file):\(line)", seed)
        }
    }

    private static func sendInOrder<P: Publisher<Int, TestFailure>>(
        _ publisher: P, _ upstream: RaceUpstream, _ clock: TestScheduler, _ seed: UInt64, atMost values: Int,
        _ breaches: RaceBreaches
    ) -> (count: Int, seen: [Int], hasEnded: Bool) {
        let subscriber = RaceSubscriber<Int, TestFailure>(
            demand: RaceSubscriber<Int, TestFailure>.unlimited, perValue: 0, breaches)
        publisher.subscribe(subscriber)
        // The subscription itself may be scheduled; a value that a subject sends before it is lost, and rightly so.
        clock.advance(by: 10)
        var random = RaceRandom(seed, thread: 99)
        let count = random.below(values + 1)
        let sending = {
            var random = RaceRandom(seed, thread: 0)
            for number in 0..<count {
                upstream.subject.send(number)
                random.pause()
            }
            upstream.subject.send(completion: .finished)
        }
        let ticking = {
            var random = RaceRandom(seed, thread: 1)
            for _ in 0..<values {
                clock.advance(by: VirtualTime.Stride(ticks: random.below(3)))
                random.pause()
            }
        }
        Threads.race([sending, ticking], seed: seed)
        clock.advance(by: 1000)
        return (count, subscriber.numbers, subscriber.hasEnded)
    }
}
