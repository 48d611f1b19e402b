import Foundation
import Testing
import TraitsRuntime
import TraitsTesting

/// What holds of every publisher of the operator tables, but for what its entry says.
@Suite("Every operator")
struct MatrixTests {
    static let patient: [DemandPolicy?] = [
        .replenished(1), .requested(1), .replenished(2), DemandPolicy.none, .atOnce(1), .atOnce(2),
        .atOnce(3),
    ]
    static let all: [DemandPolicy?] = [.sink, .unlimited] + patient

    /// Those that send, end or cancel from inside of a value, the last one at its second.
    private static let reentrant: [(DemandPolicy?, cancelAfter: Int?)] = [
        (.sink, nil), (.unlimited, nil), (.replenished(1), nil), (.requested(2), nil), (.unlimited, 2),
    ]

    /// Their events come from tasks (see `TaskPublisherTests`) and clocks of their own.
    static let untimed: Set = [
        "TraitPublishers.AsyncElements", "DeferredTaskSingle", "DeferredTaskMaybe", "DeferredTaskCompletable",
        "Timer.TimerPublisher",
    ]

    /// No row without an entry, no entry without a row, and no fact about something else. The operators of properties
    /// have checks of their own.
    @Test func everyRowHasAnEntry() throws {
        let tables = [
            "TraitsRuntime/Operators", "TraitsRuntime/Traits/TraitOperators",
            "TraitsRuntime/Properties/Properties", "TraitsFoundation/Foundation",
        ]
        var rows: Set<String> = []
        for table in tables { try rows.formUnion(rowsOfTable(table)) }
        rows = rows.filter { !$0.hasPrefix("Properties.") }
        let names = Set(MatrixEntry.all.map(\.row))
        #expect(rows.count > 100)
        #expect(rows.subtracting(names).subtracting(Self.untimed).sorted() == [], "have no entry")
        #expect(names.subtracting(rows).sorted() == [], "have no row")
        #expect(MatrixFacts.rows.subtracting(rows).sorted() == [], "have no row")
        #expect(MatrixEntry.samples.count > 300)
    }

    /// Some sample of each row has a subscription that is called as it should be, and some sends something: what ends
    /// synchronously, or is silent, may do with another's.
    @Test(arguments: MatrixEntry.byRow)
    func describesItself(row: String, entries: [MatrixEntry]) {
        let watches = entries.map { entry in
            let harness = MatrixHarness()
            let watch = entry.run(harness, .unlimited)
            // There are some that begin later.
            harness.scheduler.advance(by: 1)
            for step in harness.steps() { step() }
            harness.scheduler.advance(by: 9)
            return watch
        }
        let handsOn = entries.contains { !$0.holds(.secondSubscription) }
        #expect(watches.compactMap(\.name).contains(MatrixFacts.subscription(of: row, handsOn: handsOn)))
        #expect(watches.contains { !$0.text.isEmpty })
    }

    /// Whoever subscribes: one subscription, values, at most one end, and never more than was asked for.
    @Test(arguments: MatrixEntry.all)
    func keepsTheContract(entry: MatrixEntry) {
        for demand in Self.all where demand == .sink || entry.holds(.demand) {
            let harness = MatrixHarness()
            let watch = entry.run(harness, demand)
            for step in harness.steps() { step() }
            harness.scheduler.advance(by: 9)
            expectNoFaults(watch, harness, demand, isOver: watch.isOver)
        }
    }

    /// A sink takes the fast paths, and sees what others see.
    @Test(arguments: MatrixEntry.all)
    func everyPathHasTheSameHistory(entry: MatrixEntry) {
        func history(_ demand: DemandPolicy?) -> String {
            let harness = MatrixHarness()
            let watch = entry.run(harness, demand)
            for step in harness.steps() { step() }
            harness.scheduler.advance(by: 9)
            return watch.text
        }
        let expected = history(.unlimited)
        #expect(history(.sink) == expected)
        #expect(history(.requested(1)) == history(.replenished(1)))
        if entry.holds(.patience) { #expect(history(.replenished(1)) == expected) }
    }

    /// Completion and failure of each input after each step, each followed by what comes too late.
    @Test(arguments: MatrixEntry.all)
    func nothingFollowsTheEnd(entry: MatrixEntry) {
        for demand in [.sink, .unlimited, .replenished(1)] as [DemandPolicy?] {
            let count = stepCount(entry)
            for point in 0...count {
                for input in 0..<4 {
                    let harness = MatrixHarness()
                    let watch = entry.run(harness, demand)
                    for step in harness.steps().prefix(point) { step() }
                    guard harness.inputs.indices.contains(input) else { continue }
                    if entry.holds(.failures) {
                        harness.send(completion: .failure(TestFailure()), to: input)
                    } else {
                        harness.send(completion: .finished, to: input)
                    }
                    for step in harness.steps().dropFirst(point) { step() }
                    harness.scheduler.advance(by: 9)
                    let isOver = watch.isOver
                    if isOver && entry.holds(.lateEvents) { harness.sendLate() }
                    expectNoFaults(watch, harness, demand, isOver: isOver, "input \(input) at \(point)")
                }
            }
        }
    }

    /// Cancelling before, between and after all events silences, and reaches every input that runs, once.
    @Test(arguments: MatrixEntry.all)
    func cancellingSilences(entry: MatrixEntry) {
        for demand in Self.all where demand == .sink || entry.holds(.demand) {
            for point in 0...stepCount(entry) {
                let harness = MatrixHarness()
                let watch = entry.run(harness, demand)
                for step in harness.steps().prefix(point) { step() }
                // What has been handed through answers for itself, after the end too.
                if watch.isOver && !entry.holds(.lateEvents) { continue }
                watch.cancel()
                harness.scheduler.advance(by: 9)
                if entry.holds(.lateEvents) {
                    watch.cancel()
                    watch.request(.max(1))
                }
                let inputs = harness.inputs.count
                for step in harness.steps().dropFirst(point) { step() }
                harness.scheduler.advance(by: 9)
                #expect(harness.inputs.count == inputs, "\(demand.name), cancelled at \(point)")
                if entry.holds(.lateEvents) { harness.sendLate() }
                // A source that ends when nobody keeps it ends unheard.
                harness.release()
                expectNoFaults(
                    watch, harness, demand, isOver: entry.holds(.cancelling), "cancelled at \(point)")
            }
        }
    }

    /// Cancelling inside of `receive(subscription:)` and `receive(_:)`.
    @Test(arguments: MatrixEntry.all)
    func cancellingInsideSilences(entry: MatrixEntry) {
        for count in (entry.holds(.leavingAtOnce) ? 0 : 1)...4 {
            let harness = MatrixHarness()
            let watch = entry.run(harness, .unlimited, cancelAfter: count)
            for step in harness.steps() { step() }
            harness.scheduler.advance(by: 9)
            if watch.isCancelled && entry.holds(.lateEvents) { harness.sendLate() }
            if count == 0 { #expect(watch.text == "") }
            expectNoFaults(
                watch, harness, .unlimited,
                isOver: watch.isOver || watch.isCancelled && entry.holds(.cancelling), "leaving at \(count)")
        }
    }

    /// A value that is sent while another is being received.
    @Test(arguments: MatrixEntry.all)
    func sendingInsideKeepsTheContract(entry: MatrixEntry) {
        for (demand, limit) in Self.reentrant {
            let harness = MatrixHarness()
            let watch = entry.run(harness, demand, cancelAfter: limit)
            watch.onValue = { [unowned watch] in
                guard watch.valueCount == 1 else { return }
                for input in harness.inputs.indices { harness.send(5 + input, to: input) }
            }
            for step in harness.steps() { step() }
            harness.scheduler.advance(by: 9)
            expectNoFaults(watch, harness, demand, isOver: watch.isOver)
        }
    }

    /// An input that ends while a value is being received.
    @Test(arguments: MatrixEntry.all)
    func endingInsideKeepsTheContract(entry: MatrixEntry) {
        for (demand, limit) in Self.reentrant {
            for completion in [.finished, .failure(TestFailure())] as [Subscribers.Completion<TestFailure>]
            where completion == .finished || entry.holds(.failures) {
                let harness = MatrixHarness()
                let watch = entry.run(harness, demand, cancelAfter: limit)
                watch.onValue = {
                    for input in harness.inputs.indices { harness.send(completion: completion, to: input) }
                }
                for step in harness.steps() { step() }
                harness.scheduler.advance(by: 9)
                expectNoFaults(watch, harness, demand, isOver: watch.isOver, "\(completion)")
            }
        }
    }

    /// The second subscription of an input is cancelled; the first stays.
    @Test(arguments: MatrixEntry.all.filter { $0.holds(.secondSubscription) })
    func oneSubscriptionIsEnough(entry: MatrixEntry) {
        for demand in [.sink, .unlimited, .replenished(1)] as [DemandPolicy?] {
            let harness = MatrixHarness(subscribing: .byHand)
            let watch = entry.run(harness, demand)
            for input in harness.inputs where input.subscriptionCount > 0 {
                let second = TestSubscription("second")
                input.send(subscription: input.subscription)
                input.send(subscription: second)
                harness.scheduler.advance(by: 1)
                #expect(second.history == [.cancelled], "\(demand.name)")
                #expect(!input.subscription.isCancelled || watch.isOver, "\(demand.name)")
            }
            expectNoFaults(watch, harness, demand, isOver: watch.isOver)
        }
    }

    /// A subscription that comes after the end, or after the cancellation, is cancelled.
    @Test(arguments: MatrixEntry.all.filter { $0.holds(.secondSubscription) })
    func aSubscriptionMayComeTooLate(entry: MatrixEntry) {
        for demand in [.unlimited, .replenished(1)] as [DemandPolicy?] {
            let harness = MatrixHarness()
            let watch = entry.run(harness, demand)
            watch.cancel()
            harness.scheduler.advance(by: 9)
            guard entry.holds(.cancelling) else { continue }
            for input in harness.inputs where input.subscriptionCount > 0 {
                let late = TestSubscription("late")
                input.send(subscription: late)
                harness.scheduler.advance(by: 9)
                #expect(late.history == [.cancelled], "\(demand.name)")
            }
            expectNoFaults(watch, harness, demand, isOver: true)
        }
    }

    @Test(arguments: MatrixEntry.all.filter { $0.holds(.earlyEvents) })
    func valuesBeforeASubscriptionAreLost(entry: MatrixEntry) {
        for demand in [.sink, .unlimited, .replenished(1)] as [DemandPolicy?] {
            let harnesses = [MatrixHarness(subscribing: .byHand), MatrixHarness(subscribing: .byHand)]
            let watches = harnesses.map { entry.run($0, demand) }
            for input in harnesses[0].inputs where input.subscriptionCount > 0 { input.send(1) }
            for harness in harnesses { harness.scheduler.advance(by: 9) }
            #expect(watches[0].text == watches[1].text, "\(demand.name)")
            #expect(watches[0].faults == [], "\(demand.name)")
        }
    }

    /// After any end nobody keeps what the operator was given, the subscriber or the subscription.
    @Test(arguments: MatrixEntry.all)
    func allIsReleased(entry: MatrixEntry) {
        for demand in [.sink, .unlimited, .replenished(1), .atOnce(1)] as [DemandPolicy?] {
            for end in ["finished", "failed", "cancelled", "let go of"] {
                let harness = MatrixHarness()
                var watch: MatrixWatch? = entry.run(harness, demand)
                harness.steps().first?()
                switch end {
                case "finished": for step in harness.steps(1...2) { step() }
                case "failed":
                    if !entry.holds(.failures) { continue }
                    for input in 0..<4 where harness.inputs.indices.contains(input) {
                        harness.send(completion: .failure(TestFailure()), to: input)
                    }
                case "cancelled": watch?.cancel()
                default: watch?.release()
                }
                harness.scheduler.advance(by: 100)
                let goesOn = watch.map { !$0.isOver && !$0.isCancelled } ?? false
                if goesOn && !entry.holds(.leavingSilently) { continue }
                harness.release()
                watch?.release()
                // The subscriber's closures refer to the watch, so they are not to be called any more.
                let kept = watch
                watch = nil
                withExtendedLifetime(kept) { #expect(!harness.isHeld, "\(demand.name), \(end)") }
            }
        }
    }

    // MARK: -

    private func stepCount(_ entry: MatrixEntry) -> Int {
        let harness = MatrixHarness()
        let watch = entry.run(harness, .unlimited)
        return withExtendedLifetime(watch) { harness.steps().count }
    }

    private func expectNoFaults(
        _ watch: MatrixWatch, _ harness: MatrixHarness, _ demand: DemandPolicy?, isOver: Bool,
        _ note: String = "",
        at location: SourceLocation = #_sourceLocation
    ) {
        #expect(watch.faults == [], "\(demand.name) \(note)", sourceLocation: location)
        #expect(
            harness.faults(mustCancel: isOver) == [], "\(demand.name) \(note): \(watch.text)",
            sourceLocation: location)
    }
}
