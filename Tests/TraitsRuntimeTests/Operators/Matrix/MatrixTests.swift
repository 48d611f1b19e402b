import Foundation
import Testing
import TraitsRuntime
import TraitsTesting

/// What holds of every publisher of the operator tables, but for what its entry says.
@Suite("Every operator")
struct MatrixTests {
    static let patient: [Manner] = [
        .returning(1), .asking(1), .returning(2), .wanting(0), .wanting(1), .wanting(2), .wanting(3),
    ]
    static let all: [Manner] = [.sink, .everything] + patient

    /// Their events come from tasks (see `TaskMatrixTests`), networks and clocks of their own.
    static let untimed: Set = [
        "TraitPublishers.AsyncElements", "DeferredTaskSingle", "DeferredTaskMaybe", "DeferredTaskCompletable",
        "URLSession.DataTaskPublisher", "Timer.TimerPublisher",
    ]

    /// No row without an entry, and no entry without a row.
    @Test(arguments: [
        ("TraitsRuntime/Operators.traits", MatrixEntry.ofRuntime),
        ("TraitsRuntime/Traits/TraitOperators.traits", MatrixEntry.ofTraits),
        ("TraitsFoundation/Foundation.traits", MatrixEntry.ofFoundation),
    ])
    func everyRowHasAnEntry(table: String, entries: [MatrixEntry]) throws {
        let text = try String(
            contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appending(path: "../../../../Sources/\(table)"),
            encoding: .utf8)
        let rows = text.split(separator: "\n").compactMap { line -> String? in
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            guard words.count > 1, words[0] == "source" || words[0] == "operator" else { return nil }
            return String(words[1])
        }
        let names = entries.map(\.name)
        #expect(!rows.isEmpty)
        #expect(Set(rows).subtracting(Self.untimed) == Set(names))
        #expect(names.count == Set(names).count)
    }

    @Test(arguments: MatrixEntry.all)
    func describesItself(entry: MatrixEntry) {
        let bench = MatrixBench()
        let watch = entry.run(bench, .wanting(1))
        #expect(watch.name == entry.subscription)
    }

    /// Whoever subscribes: one subscription, values, at most one end, and never more than was asked for.
    @Test(arguments: MatrixEntry.all)
    func keepsTheContract(entry: MatrixEntry) {
        for manner in Self.all where manner == .sink || entry.holds(.demand) {
            let bench = MatrixBench()
            let watch = entry.run(bench, manner)
            for step in bench.steps() { step() }
            bench.scheduler.advance(by: 9)
            expectNoFaults(watch, bench, manner, isOver: watch.isOver)
        }
    }

    /// A sink takes the fast paths, and sees what others see.
    @Test(arguments: MatrixEntry.all)
    func everyPathHasTheSameHistory(entry: MatrixEntry) {
        func history(_ manner: Manner) -> String {
            let bench = MatrixBench()
            let watch = entry.run(bench, manner)
            for step in bench.steps() { step() }
            bench.scheduler.advance(by: 9)
            return watch.text
        }
        let expected = history(.everything)
        #expect(history(.sink) == expected)
        #expect(history(.asking(1)) == history(.returning(1)))
        if entry.holds(.patience) { #expect(history(.returning(1)) == expected) }
        #expect(!expected.isEmpty)
    }

    /// Completion and failure of each input after each step, each followed by what comes too late.
    @Test(arguments: MatrixEntry.all)
    func nothingFollowsTheEnd(entry: MatrixEntry) {
        for manner in [.sink, .everything, .returning(1)] as [Manner] {
            let count = stepCount(entry)
            for point in 0...count {
                for input in 0..<4 {
                    let bench = MatrixBench()
                    let watch = entry.run(bench, manner)
                    for step in bench.steps().prefix(point) { step() }
                    guard bench.inputs.indices.contains(input) else { continue }
                    if entry.holds(.failures) {
                        bench.send(completion: .failure(TestError()), to: input)
                    } else {
                        bench.send(completion: .finished, to: input)
                    }
                    for step in bench.steps().dropFirst(point) { step() }
                    bench.scheduler.advance(by: 9)
                    let isOver = watch.isOver
                    if isOver && entry.holds(.lateEvents) { bench.sendLate() }
                    expectNoFaults(watch, bench, manner, isOver: isOver, "input \(input) at \(point)")
                }
            }
        }
    }

    /// Cancelling before, between and after all events silences, and reaches every input that runs, once.
    @Test(arguments: MatrixEntry.all)
    func cancellingSilences(entry: MatrixEntry) {
        for manner in Self.all where manner == .sink || entry.holds(.demand) {
            for point in 0...stepCount(entry) {
                let bench = MatrixBench()
                let watch = entry.run(bench, manner)
                for step in bench.steps().prefix(point) { step() }
                // What has been handed through answers for itself, after the end too.
                if watch.isOver && !entry.holds(.lateEvents) { continue }
                watch.cancel()
                bench.scheduler.advance(by: 9)
                if entry.holds(.lateEvents) {
                    watch.cancel()
                    watch.request(.max(1))
                }
                let inputs = bench.inputs.count
                for step in bench.steps().dropFirst(point) { step() }
                bench.scheduler.advance(by: 9)
                #expect(bench.inputs.count == inputs, "\(manner), cancelled at \(point)")
                if entry.holds(.lateEvents) { bench.sendLate() }
                // A source that ends when nobody keeps it ends unheard.
                bench.letGo()
                expectNoFaults(
                    watch, bench, manner, isOver: entry.holds(.cancelling), "cancelled at \(point)")
            }
        }
    }

    /// Cancelling inside of `receive(subscription:)` and `receive(_:)`.
    @Test(arguments: MatrixEntry.all)
    func cancellingInsideSilences(entry: MatrixEntry) {
        for count in (entry.holds(.leavingAtOnce) ? 0 : 1)...4 {
            let bench = MatrixBench()
            let watch = entry.run(bench, .leaving(count))
            for step in bench.steps() { step() }
            bench.scheduler.advance(by: 9)
            if watch.isCancelled && entry.holds(.lateEvents) { bench.sendLate() }
            if count == 0 { #expect(watch.text == "") }
            expectNoFaults(
                watch, bench, .leaving(count),
                isOver: watch.isOver || watch.isCancelled && entry.holds(.cancelling))
        }
    }

    /// A value that is sent while another is being received.
    @Test(arguments: MatrixEntry.all)
    func sendingInsideKeepsTheContract(entry: MatrixEntry) {
        for manner in [.sink, .everything, .returning(1), .asking(2), .leaving(2)] as [Manner] {
            let bench = MatrixBench()
            let watch = entry.run(bench, manner)
            watch.onValue = { [unowned watch] in
                guard watch.valueCount == 1 else { return }
                for input in bench.inputs.indices { bench.send(5 + input, to: input) }
            }
            for step in bench.steps() { step() }
            bench.scheduler.advance(by: 9)
            expectNoFaults(watch, bench, manner, isOver: watch.isOver)
        }
    }

    /// An input that ends while a value is being received.
    @Test(arguments: MatrixEntry.all)
    func endingInsideKeepsTheContract(entry: MatrixEntry) {
        for manner in [.sink, .everything, .returning(1), .asking(2), .leaving(2)] as [Manner] {
            for completion in [.finished, .failure(TestError())] as [Subscribers.Completion<TestError>]
            where completion == .finished || entry.holds(.failures) {
                let bench = MatrixBench()
                let watch = entry.run(bench, manner)
                watch.onValue = {
                    for input in bench.inputs.indices { bench.send(completion: completion, to: input) }
                }
                for step in bench.steps() { step() }
                bench.scheduler.advance(by: 9)
                expectNoFaults(watch, bench, manner, isOver: watch.isOver, "\(completion)")
            }
        }
    }

    /// The second subscription of an input is cancelled; the first stays.
    @Test(arguments: MatrixEntry.all.filter { $0.holds(.secondSubscription) })
    func oneSubscriptionIsEnough(entry: MatrixEntry) {
        for manner in [.sink, .everything, .returning(1)] as [Manner] {
            let bench = MatrixBench(subscribing: .byHand)
            let watch = entry.run(bench, manner)
            for input in bench.inputs where input.subscriptionCount > 0 {
                let second = TestSubscription("second")
                input.send(subscription: input.subscription)
                input.send(subscription: second)
                bench.scheduler.advance(by: 1)
                #expect(second.history == [.cancelled], "\(manner)")
                #expect(!input.subscription.isCancelled, "\(manner)")
            }
            expectNoFaults(watch, bench, manner, isOver: watch.isOver)
        }
    }

    /// A subscription that comes after the end, or after the cancellation, is cancelled.
    @Test(arguments: MatrixEntry.all.filter { $0.holds(.secondSubscription) })
    func aSubscriptionMayComeTooLate(entry: MatrixEntry) {
        for manner in [.everything, .returning(1)] as [Manner] {
            let bench = MatrixBench()
            let watch = entry.run(bench, manner)
            watch.cancel()
            bench.scheduler.advance(by: 9)
            guard entry.holds(.cancelling) else { continue }
            for input in bench.inputs where input.subscriptionCount > 0 {
                let late = TestSubscription("late")
                input.send(subscription: late)
                bench.scheduler.advance(by: 9)
                #expect(late.history == [.cancelled], "\(manner)")
            }
            expectNoFaults(watch, bench, manner, isOver: true)
        }
    }

    @Test(arguments: MatrixEntry.all.filter { $0.holds(.earlyEvents) })
    func valuesBeforeASubscriptionAreLost(entry: MatrixEntry) {
        for manner in [.sink, .everything, .returning(1)] as [Manner] {
            let bench = MatrixBench(subscribing: .byHand)
            let watch = entry.run(bench, manner)
            let before = watch.text
            for input in bench.inputs where input.subscriptionCount > 0 { input.send(1) }
            bench.scheduler.advance(by: 9)
            #expect(watch.text == before, "\(manner)")
            #expect(watch.faults == [], "\(manner)")
        }
    }

    /// After any end nobody keeps what the operator was given, the subscriber or the subscription.
    @Test(arguments: MatrixEntry.all)
    func allIsReleased(entry: MatrixEntry) {
        for manner in [.sink, .everything, .returning(1), .wanting(1)] as [Manner] {
            for end in ["finished", "failed", "cancelled", "let go of"] {
                let bench = MatrixBench()
                var watch: MatrixWatch? = entry.run(bench, manner)
                bench.steps().first?()
                switch end {
                case "finished": for step in bench.steps(1...2) { step() }
                case "failed":
                    if !entry.holds(.failures) { continue }
                    for input in 0..<4 where bench.inputs.indices.contains(input) {
                        bench.send(completion: .failure(TestError()), to: input)
                    }
                case "cancelled": watch?.cancel()
                default: watch?.letGo()
                }
                bench.scheduler.advance(by: 100)
                bench.letGo()
                watch?.letGo()
                // The subscriber's closures refer to the watch, so they are not to be called any more.
                let kept = watch
                watch = nil
                withExtendedLifetime(kept) { #expect(!bench.isHeld, "\(manner), \(end)") }
            }
        }
    }

    // MARK: -

    private func stepCount(_ entry: MatrixEntry) -> Int {
        let bench = MatrixBench()
        let watch = entry.run(bench, .everything)
        return withExtendedLifetime(watch) { bench.steps().count }
    }

    private func expectNoFaults(
        _ watch: MatrixWatch, _ bench: MatrixBench, _ manner: Manner, isOver: Bool, _ note: String = "",
        at location: SourceLocation = #_sourceLocation
    ) {
        #expect(watch.faults == [], "\(manner) \(note)", sourceLocation: location)
        #expect(
            bench.faults(mustCancel: isOver) == [], "\(manner) \(note): \(watch.text)",
            sourceLocation: location)
    }
}
