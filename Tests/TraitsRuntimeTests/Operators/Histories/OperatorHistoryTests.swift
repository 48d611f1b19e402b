import Testing
import TraitsRuntime
import TraitsTesting

/// What holds of every operator that looks at one value at a time or boils all down to one. What comes of values stands
/// in the file that is named after the operator.
@Suite("Histories of operators")
struct OperatorHistoryTests {
    static let ended: [DemandPolicy?] = [.sink, .unlimited, .atATime(1)]

    @Test(arguments: OperatorCase.all)
    func nothingFollowsTheEnd(entry: OperatorCase) {
        for demand in Self.ended where !entry.handsThrough {
            let upstream = Manual()
            let run = entry.run(upstream, demand)
            for value in 1...3 { upstream.send(value) }
            upstream.send(completion: .finished)
            upstream.send(4)
            upstream.send(completion: .failure(TestError()))
            upstream.send(completion: .finished)
            #expect(run.text == entry.finished, "\(demand.name)")
        }
    }

    /// An operator that knows the outcome before upstream's end cancels upstream.
    @Test(arguments: OperatorCase.all)
    func endingEarlyCancelsUpstream(entry: OperatorCase) {
        for demand in Self.ended {
            let upstream = Manual()
            let run = entry.run(upstream, demand)
            for value in 1...3 { upstream.send(value) }
            let isOver = run.text.hasSuffix("|")
            #expect((upstream.uses.last == .cancelled) == isOver, "\(demand.name)")
            upstream.send(completion: .finished)
            #expect(upstream.uses.count { $0 == .cancelled } == (isOver ? 1 : 0))
        }
    }

    @Test(arguments: OperatorCase.all.filter { $0.demand == .passes })
    func requestsAreHandedOn(entry: OperatorCase) {
        let upstream = Manual()
        let run = entry.run(upstream, DemandPolicy.none)
        #expect(upstream.uses == [])
        run.request(.max(3))
        #expect(upstream.uses == [.requested(.max(3))])
        for value in 1...3 where upstream.uses.last != .cancelled {
            #expect(upstream.send(value) == (entry.skipped.contains(value) ? .max(1) : .none), "\(value)")
        }
        if upstream.uses.last != .cancelled {
            run.request(.max(7))
            #expect(upstream.uses == [.requested(.max(3)), .requested(.max(7))])
        }
    }

    /// What downstream asks for with a value goes up with it.
    @Test(arguments: OperatorCase.all.filter { $0.demand == .passes })
    func demandComesBackWithEachValue(entry: OperatorCase) {
        let upstream = Manual()
        let run = entry.run(upstream, .atATime(1))
        #expect(upstream.uses == [.requested(.max(1))])
        #expect(upstream.send(1) == .max(1))
        #expect(run.text.isEmpty == entry.skipped.contains(1))
    }

    @Test(arguments: OperatorCase.all.filter { $0.demand == .everything })
    func theOutcomeWaitsUntilItIsAskedFor(entry: OperatorCase) {
        let upstream = Manual()
        let run = entry.run(upstream, DemandPolicy.none)
        #expect(upstream.uses == [.requested(.unlimited)])
        for value in 1...3 { #expect(upstream.send(value) == .none) }
        upstream.send(completion: .finished)
        #expect(run.text == "")
        run.request(.max(1))
        #expect(run.text == entry.finished)
        run.request(.max(1))
        #expect(run.text == entry.finished)
        #expect(upstream.uses.count { $0 == .requested(.unlimited) } == 1)
    }

    @Test(arguments: OperatorCase.all.filter { $0.demand == .everything })
    func askingFirstIsNotAnOutcome(entry: OperatorCase) {
        let upstream = Manual()
        let run = entry.run(upstream, DemandPolicy.none)
        run.request(.max(1))
        #expect(upstream.uses == [.requested(.unlimited)])
        #expect(run.text == "")
        for value in 1...3 { upstream.send(value) }
        upstream.send(completion: .finished)
        #expect(run.text == entry.finished)
    }

    /// A failure never waits for demand; an empty completion does where a value could have come before it.
    @Test(arguments: OperatorCase.all)
    func endsWithoutAValue(entry: OperatorCase) {
        let upstream = Manual()
        let run = entry.run(upstream, DemandPolicy.none)
        upstream.send(completion: .finished)
        #expect(run.text == (entry.empty == "|" && entry.demand != .everything ? "|" : ""))
        let failing = Manual()
        let failed = entry.run(failing, DemandPolicy.none)
        failing.send(completion: .failure(TestError()))
        // `replaceError` has a value to send in place of the failure.
        let isReplaced = entry.subscription == "ReplaceError"
        #expect(failed.text == (isReplaced ? "" : entry.name == "MapError" ? "thrown" : "TestError()"))
        if isReplaced {
            failed.request(.max(1))
            #expect(failed.text == "9 |")
        }
    }

    @Test(arguments: OperatorCase.all)
    func cancellingGoesUpOnceAndSilences(entry: OperatorCase) {
        for demand in OperatorCase.everyDemand {
            let upstream = Manual()
            let run = entry.run(upstream, demand)
            if demand == DemandPolicy.none { run.request(.max(1)) }
            upstream.send(1)
            if upstream.uses.last == .cancelled { continue }
            let before = run.text
            run.cancel()
            #expect(upstream.uses.last == .cancelled, "\(demand.name)")
            if entry.handsThrough && demand != .sink { continue }
            run.cancel()
            run.request(.max(1))
            upstream.send(2)
            upstream.send(3)
            upstream.send(completion: .finished)
            #expect(run.text == before, "\(demand.name)")
            #expect(upstream.uses.count { $0 == .cancelled } == 1, "\(demand.name)")
            #expect(upstream.uses.last == .cancelled, "\(demand.name)")
        }
    }

    @Test(arguments: OperatorCase.all.filter { !$0.handsThrough })
    func aSecondSubscriptionIsCancelled(entry: OperatorCase) {
        let upstream = Manual(subscribing: .byHand)
        let run = entry.run(upstream, .unlimited)
        let (first, second) = (TestSubscription("first"), TestSubscription("second"))
        upstream.send(subscription: first)
        upstream.send(subscription: second)
        #expect(!first.history.contains(.cancelled))
        #expect(second.history == [.cancelled])
        #expect(run.log == ["to \(entry.subscription)"])
        run.cancel()
        #expect(first.history.last == .cancelled)
    }

    /// Values that come before a subscription have no one to go to.
    @Test(arguments: OperatorCase.all.filter { $0.demand == .everything })
    func valuesBeforeASubscriptionAreNotCounted(entry: OperatorCase) {
        let upstream = Manual(subscribing: .byHand)
        let run = entry.run(upstream, .unlimited)
        #expect(upstream.send(2) == .none)
        upstream.send(completion: .finished)
        #expect(run.log == [])
        upstream.send(subscription: upstream.subscription)
        upstream.send(completion: .finished)
        #expect(run.text == entry.empty)
    }

    @Test(arguments: OperatorCase.all)
    func allIsReleased(entry: OperatorCase) {
        for demand in OperatorCase.everyDemand {
            for end in ["finished", "failed", "cancelled", "let go of"] {
                let upstream = Manual()
                var run: Run? = entry.run(upstream, demand)
                let isHeld = run?.isHeld
                #expect(isHeld?() == true)
                if demand == DemandPolicy.none { run?.request(.max(1)) }
                upstream.send(1)
                switch end {
                case "finished": upstream.send(completion: .finished)
                case "failed": upstream.send(completion: .failure(TestError()))
                case "cancelled": run?.cancel()
                default: break
                }
                // As a publisher lets go of a subscriber whose stream is over.
                upstream.releaseSubscribers()
                run?.release()
                run = nil
                #expect(isHeld?() == false, "\(demand.name), \(end)")
            }
        }
    }
}
