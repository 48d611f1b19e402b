// Written by PastedTestTests, which says what is in it.
// swift-format-ignore-file

import Testing
import TraitsRuntime
import TraitsTesting

@Suite(.failing) struct PastedTestsOfBrokenPublishers {
    @Test func dropsThirdValue_keepsItsPromise() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("012")
        let publisher = upstream.broken(.dropsThirdValue, on: scheduler)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        #expect(recorder.recording != "01" || recorder.recording.immediateCount == 0)
    }

    @Test func emitsAfterCompletion_sendsNothingAfterTheEnd() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("0|")
        let publisher = upstream.broken(.emitsAfterCompletion, on: scheduler)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        recorder.cancel()
        try scheduler.run()
        #expect(recorder.breaches == [])
    }

    @Test func completesTwice_sendsNothingAfterTheEnd() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("|")
        let publisher = upstream.broken(.completesTwice, on: scheduler)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        recorder.cancel()
        try scheduler.run()
        #expect(recorder.breaches == [])
    }

    @Test func subscribesTwice_sendsOneSubscription() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("")
        let publisher = upstream.broken(.subscribesTwice, on: scheduler)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        recorder.cancel()
        try scheduler.run()
        #expect(recorder.breaches == [])
    }

    @Test func emitsBeforeSubscription_sendsOneSubscription() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("0")
        let publisher = upstream.broken(.emitsBeforeSubscription, on: scheduler)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        recorder.cancel()
        try scheduler.run()
        #expect(recorder.breaches == [])
    }

    @Test func ignoresDemand_sendsNoMoreThanIsDemanded() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("0")
        let publisher = upstream.broken(.ignoresDemand, on: scheduler)
        let recorder = publisher.record(on: scheduler, demand: .none)
        scheduler.advance(to: 2)
        recorder.request(.max(1))
        recorder.request(.max(2))
        recorder.request(.unlimited)
        scheduler.advance(to: 18)
        recorder.cancel()
        try scheduler.run()
        #expect(recorder.breaches == [])
    }

    @Test func halvesDemand_sendsTheSameOneAtATime() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("012")
        let publisher = upstream.broken(.halvesDemand, on: scheduler)
        let recorder = publisher.record(on: scheduler, demand: .atATime(1))
        scheduler.advance(to: 18)
        #expect(recorder.recording == "012")
    }

    @Test func holdsItsEndBack_completesWithoutDemand() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("0|")
        let publisher = upstream.broken(.holdsItsEndBack, on: scheduler)
        let recorder = publisher.record(on: scheduler, demand: .atOnce(1))
        scheduler.advance(to: 18)
        #expect(recorder.recording == "0|")
    }

    @Test func cheatsSink_sendsTheSameToSink() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("0")
        let publisher = upstream.broken(.cheatsSink, on: scheduler)
        var values = 0, ends = 0
        let cancellable = publisher.sink(
            receiveCompletion: { _ in ends += 1 }, receiveValue: { _ in values += 1 })
        scheduler.advance(to: 18)
        #expect(values == 1 && ends == 0)
        cancellable.cancel()
        try scheduler.run()
    }

    @Test func emitsAfterCancel_sendsNothingAfterCancel() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("-|")
        let publisher = upstream.broken(.emitsAfterCancel, on: scheduler)
        let recorder = publisher.record(on: scheduler, cancelAfter: 0)
        scheduler.advance(to: 18)
        recorder.cancel()
        try scheduler.run()
        #expect(recorder.breaches == [])
    }

    @Test func emitsAfterCancelInside_sendsNothingAfterCancel() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("0")
        let publisher = upstream.broken(.emitsAfterCancelInside, on: scheduler)
        let recorder = publisher.record(on: scheduler, cancelAfter: 1)
        scheduler.advance(to: 18)
        recorder.cancel()
        try scheduler.run()
        #expect(recorder.breaches == [])
    }

    @Test func keepsUpstreamAfterCancel_releasesUpstream() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("")
        let publisher = upstream.broken(.keepsUpstreamAfterCancel, on: scheduler)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        recorder.cancel()
        try scheduler.run()
        #expect(upstream.activeCount == 0)
    }

    @Test func keepsUpstreamAfterItsOwnEnd_releasesUpstream() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("0")
        let publisher = upstream.broken(.keepsUpstreamAfterItsOwnEnd, on: scheduler)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        #expect(upstream.activeCount == 0)
        recorder.cancel()
        try scheduler.run()
        #expect(upstream.activeCount == 0)
    }

    @Test func leaksItsSubscriber_keepsNothing() throws {
        let leaks = LeakTracker()
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("")
        do {
            let publisher = upstream.broken(.leaksItsSubscriber, on: scheduler)
            let recorder = publisher.record(on: scheduler)
            scheduler.advance(to: 18)
            recorder.cancel()
            try scheduler.run()
            leaks.track(recorder)
        }
        try leaks.expectAllReleased()
        #expect(upstream.keptCount == 0)
    }

    @Test func leaksItsSubscription_keepsNothing() throws {
        let leaks = LeakTracker()
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("")
        do {
            let publisher = upstream.broken(.leaksItsSubscription, on: scheduler)
            let recorder = publisher.record(on: scheduler)
            scheduler.advance(to: 18)
            recorder.cancel()
            try scheduler.run()
            leaks.track(recorder)
        }
        try leaks.expectAllReleased()
        #expect(upstream.keptCount == 0)
    }

    @Test func schedulesForEver_releasesUpstream() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("")
        let publisher = upstream.broken(.schedulesForEver, on: scheduler)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        recorder.cancel()
        try scheduler.run()
        #expect(upstream.activeCount == 0)
    }

    @Test func countsOnTheFirstValue_keepsItsPromise() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("01--2", kind: .hot)
        let publisher = upstream.drop { $0 == 2 }
        scheduler.advance(to: 1)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        #expect(recorder.recording != "")
    }

    @Test func losesImmediacy_keepsItsPromise() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("x")
        let build: (LawUpstream<TestFailure>) -> _ = {
            Postponed(upstream: $0, scheduler: $0.scheduler)
        }
        let publisher = build(upstream)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        #expect(recorder.recording != "-x")
    }

    @Test func isForgetful_keepsItsPromise() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("|")
        let build: (LawUpstream<TestFailure>) -> _ = { input in
            // One that comes late sees the end, or should.
            ForgetfulShare(input)
        }
        let publisher = build(upstream)
        _ = publisher.record(on: scheduler)
        let recorder2 = publisher.record(on: scheduler)
        scheduler.advance(to: 1)
        _ = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        _ = publisher.record(on: scheduler)
        scheduler.advance(to: 36)
        #expect(recorder2.recording != "")
    }

    @Test func flattensMaybes_keepsItsPromise() throws {
        let scheduler = TestScheduler()
        let upstream1 = try scheduler.upstream("0|")
        let upstream2 = try scheduler.upstream("|")
        let build: (LawUpstream<TestFailure>, LawUpstream<TestFailure>) -> _ = { (upstream1, upstream2) in upstream1.flatMap { _ in upstream2 } }
        let publisher = build(upstream1, upstream2)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 20)
        #expect(recorder.recording != "|" || recorder.recording.immediateCount == 0)
    }

    @Test func hasNoValue_keepsItsPromise() throws {
        let scheduler = TestScheduler()
        let build: (TestScheduler) -> _ = { _ in Empty<Int, Never>() }
        let publisher = build(scheduler)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 16)
        #expect(recorder.recording != "|" || recorder.recording.immediateCount == 0)
    }

    @Test func filters_keepsItsPromise() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("0", failing: Never.self)
        let build: (LawUpstream<Never>) -> _ = { $0.filter { $0 > 0 } }
        let publisher = build(upstream)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        #expect(recorder.recording != "")
    }
}

@Suite struct PastedTestsOfSoundPublishers {
    @Test func dropsThirdValue_keepsItsPromise() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("012")
        let publisher = upstream.broken(.none, on: scheduler)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        #expect(recorder.recording != "01" || recorder.recording.immediateCount == 0)
    }

    @Test func emitsAfterCompletion_sendsNothingAfterTheEnd() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("0|")
        let publisher = upstream.broken(.none, on: scheduler)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        recorder.cancel()
        try scheduler.run()
        #expect(recorder.breaches == [])
    }

    @Test func completesTwice_sendsNothingAfterTheEnd() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("|")
        let publisher = upstream.broken(.none, on: scheduler)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        recorder.cancel()
        try scheduler.run()
        #expect(recorder.breaches == [])
    }

    @Test func subscribesTwice_sendsOneSubscription() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("")
        let publisher = upstream.broken(.none, on: scheduler)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        recorder.cancel()
        try scheduler.run()
        #expect(recorder.breaches == [])
    }

    @Test func emitsBeforeSubscription_sendsOneSubscription() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("0")
        let publisher = upstream.broken(.none, on: scheduler)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        recorder.cancel()
        try scheduler.run()
        #expect(recorder.breaches == [])
    }

    @Test func ignoresDemand_sendsNoMoreThanIsDemanded() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("0")
        let publisher = upstream.broken(.none, on: scheduler)
        let recorder = publisher.record(on: scheduler, demand: .none)
        scheduler.advance(to: 2)
        recorder.request(.max(1))
        recorder.request(.max(2))
        recorder.request(.unlimited)
        scheduler.advance(to: 18)
        recorder.cancel()
        try scheduler.run()
        #expect(recorder.breaches == [])
    }

    @Test func halvesDemand_sendsTheSameOneAtATime() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("012")
        let publisher = upstream.broken(.none, on: scheduler)
        let recorder = publisher.record(on: scheduler, demand: .atATime(1))
        scheduler.advance(to: 18)
        #expect(recorder.recording == "012")
    }

    @Test func holdsItsEndBack_completesWithoutDemand() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("0|")
        let publisher = upstream.broken(.none, on: scheduler)
        let recorder = publisher.record(on: scheduler, demand: .atOnce(1))
        scheduler.advance(to: 18)
        #expect(recorder.recording == "0|")
    }

    @Test func cheatsSink_sendsTheSameToSink() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("0")
        let publisher = upstream.broken(.none, on: scheduler)
        var values = 0, ends = 0
        let cancellable = publisher.sink(
            receiveCompletion: { _ in ends += 1 }, receiveValue: { _ in values += 1 })
        scheduler.advance(to: 18)
        #expect(values == 1 && ends == 0)
        cancellable.cancel()
        try scheduler.run()
    }

    @Test func emitsAfterCancel_sendsNothingAfterCancel() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("-|")
        let publisher = upstream.broken(.none, on: scheduler)
        let recorder = publisher.record(on: scheduler, cancelAfter: 0)
        scheduler.advance(to: 18)
        recorder.cancel()
        try scheduler.run()
        #expect(recorder.breaches == [])
    }

    @Test func emitsAfterCancelInside_sendsNothingAfterCancel() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("0")
        let publisher = upstream.broken(.none, on: scheduler)
        let recorder = publisher.record(on: scheduler, cancelAfter: 1)
        scheduler.advance(to: 18)
        recorder.cancel()
        try scheduler.run()
        #expect(recorder.breaches == [])
    }

    @Test func keepsUpstreamAfterCancel_releasesUpstream() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("")
        let publisher = upstream.broken(.none, on: scheduler)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        recorder.cancel()
        try scheduler.run()
        #expect(upstream.activeCount == 0)
    }

    @Test func keepsUpstreamAfterItsOwnEnd_releasesUpstream() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("0")
        let publisher = upstream.prefix(1)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        #expect(upstream.activeCount == 0)
        recorder.cancel()
        try scheduler.run()
        #expect(upstream.activeCount == 0)
    }

    @Test func leaksItsSubscriber_keepsNothing() throws {
        let leaks = LeakTracker()
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("")
        do {
            let publisher = upstream.broken(.none, on: scheduler)
            let recorder = publisher.record(on: scheduler)
            scheduler.advance(to: 18)
            recorder.cancel()
            try scheduler.run()
            leaks.track(recorder)
        }
        try leaks.expectAllReleased()
        #expect(upstream.keptCount == 0)
    }

    @Test func leaksItsSubscription_keepsNothing() throws {
        let leaks = LeakTracker()
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("")
        do {
            let publisher = upstream.broken(.none, on: scheduler)
            let recorder = publisher.record(on: scheduler)
            scheduler.advance(to: 18)
            recorder.cancel()
            try scheduler.run()
            leaks.track(recorder)
        }
        try leaks.expectAllReleased()
        #expect(upstream.keptCount == 0)
    }

    @Test func schedulesForEver_releasesUpstream() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("")
        let publisher = upstream.broken(.none, on: scheduler)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        recorder.cancel()
        try scheduler.run()
        #expect(upstream.activeCount == 0)
    }

    @Test func countsOnTheFirstValue_keepsItsPromise() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("01--2", kind: .hot)
        let publisher = upstream.map { $0 }
        scheduler.advance(to: 1)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        #expect(recorder.recording != "")
    }

    @Test func losesImmediacy_keepsItsPromise() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("x")
        let build: (LawUpstream<TestFailure>) -> _ = {
            $0.map { $0 }
        }
        let publisher = build(upstream)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        #expect(recorder.recording != "-x")
    }

    @Test func isForgetful_keepsItsPromise() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("|")
        let build: (LawUpstream<TestFailure>) -> _ = { input in
            // One that comes late sees the end, or should.
            input.share()
        }
        let publisher = build(upstream)
        _ = publisher.record(on: scheduler)
        let recorder2 = publisher.record(on: scheduler)
        scheduler.advance(to: 1)
        _ = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        _ = publisher.record(on: scheduler)
        scheduler.advance(to: 36)
        #expect(recorder2.recording != "")
    }

    @Test func flattensMaybes_keepsItsPromise() throws {
        let scheduler = TestScheduler()
        let upstream1 = try scheduler.upstream("0|")
        let upstream2 = try scheduler.upstream("|")
        let build: (LawUpstream<TestFailure>, LawUpstream<TestFailure>) -> _ = { (upstream1, upstream2) in upstream1.map { $0 } }
        let publisher = build(upstream1, upstream2)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 20)
        #expect(recorder.recording != "|" || recorder.recording.immediateCount == 0)
    }

    @Test func hasNoValue_keepsItsPromise() throws {
        let scheduler = TestScheduler()
        let build: (TestScheduler) -> _ = { _ in Just(1) }
        let publisher = build(scheduler)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 16)
        #expect(recorder.recording != "|" || recorder.recording.immediateCount == 0)
    }

    @Test func filters_keepsItsPromise() throws {
        let scheduler = TestScheduler()
        let upstream = try scheduler.upstream("0", failing: Never.self)
        let build: (LawUpstream<Never>) -> _ = { $0.map { $0 } }
        let publisher = build(upstream)
        let recorder = publisher.record(on: scheduler)
        scheduler.advance(to: 18)
        #expect(recorder.recording != "")
    }
}
