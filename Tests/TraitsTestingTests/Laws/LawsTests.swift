import Testing
import TraitsRuntime
import TraitsTesting

/// Publishers that keep the laws are not accused.
@Suite(.allPlans) struct LawsOfSoundPublishersTests {
    @Test func sources() throws {
        let single = try Laws.check(promise: .single.and(.immediate)) { _ in Just(1) }
        #expect(single.shapes == [HistoryShape(isImmediate: true, values: 1, ending: .finished)])
        try Laws.check(promise: .completable) { _ in Empty<Int, Never>() }
        try Laws.check(promise: .completable) { _ in Fail<Int, TestFailure>(error: "x") }
        try Laws.check(promise: .anything) { _ in [1, 2, 3].publisher }
    }

    @Test func passingOn() throws {
        let report = try Laws.check(promise: .sameShape, inputs: 1) { $0.map { $0 + 1 } }
        #expect(report.observed.count == 23)
        #expect(report.histories > 800)
        #expect(
            report.description.hasPrefix(
                "\(report.histories) histories on \(report.paths) paths, shapes: -> -o> -oo> -ooo> -ooox -ooo|"
            ))
        try Laws.check(promise: .sameShape, inputs: 1) { $0.broken(.none) }
        try Laws.check(promise: .sameShape, inputs: 1, failing: Never.self) { $0.map { $0 + 1 } }
    }

    @Test func inputsThatPromise() throws {
        let report = try Laws.check(promise: .maybe, inputs: [.single]) { $0.filter { $0 > 0 } }
        #expect(report.observed.keys.allSatisfy { LawPromise.single.allows($0[0]) })
        #expect(report.shapes.contains { $0.values == 0 && $0.ending == .finished })
    }

    @Test func reducing() throws {
        try Laws.check(promise: .single, inputs: 1) { $0.reduce(0, +) }
    }

    @Test func twoInputs() throws {
        let report = try Laws.check(
            promise: .anything, inputs: [.single, .maybe], bound: LawBound(values: 1)
        ) { upstream1, upstream2 in upstream1.flatMap { _ in upstream2 } }
        #expect(report.shapes.allSatisfy { LawPromise.maybe.allows($0) })
        #expect(report.histories > 1000)
    }

    @Test func twoInputsAtTheWholeBound() throws {
        let report = try Laws.check(promise: .anything, inputs: 2) { upstream1, upstream2 in
            upstream1.flatMap { _ in upstream2 }
        }
        #expect(report.histories > 40_000)
        #expect(report.observed.count == 17 * 17)
    }
}

/// Publishers that break a law are caught, with the shortest history that shows it.
@Suite(.allPlans) struct LawsOfBrokenPublishersTests {
    private typealias Fault = BrokenOperator<LawUpstream<TestFailure>>.Fault

    private func violation(_ fault: Fault) -> LawViolation? {
        #expect(throws: LawViolation.self) {
            try Laws.check("upstream.broken()", promise: .sameShape, inputs: 1) {
                $0.broken(fault, on: $0.scheduler)
            }
        }
    }

    @Test func aValueIsDropped() {
        let violation = violation(.dropsThirdValue)
        #expect(
            violation?.description == """
                \(violation?.location ?? ""): each history is one that is promised: the shape of its input
                  upstream: 012
                  observed: 01
                  subscriber: the first, unlimited demand

                    @Test func keepsItsPromise() throws {
                        let scheduler = TestScheduler()
                        let upstream = try scheduler.upstream("012")
                        let publisher = upstream.broken()
                        let recorder = publisher.record(on: scheduler)
                        scheduler.advance(to: 18)
                        #expect(recorder.recording != "01" || recorder.recording.immediateCount == 0)
                    }
                """)
    }

    @Test func aValueThatHasWaitedOvertakesAnother() {
        let violation = #expect(throws: LawViolation.self) {
            try Laws.check(promise: .sameShape, inputs: 1, ignoring: [.patience]) {
                NewestFirst(upstream: $0)
            }
        }
        #expect(violation?.law == .order)
        #expect(violation?.detail == "asked for together it is 01")
    }

    @Test func aValueComesAfterTheEnd() {
        let violation = violation(.emitsAfterCompletion)
        #expect(violation?.law == .end)
        #expect(violation?.detail == "a value came after the completion")
        #expect(violation?.inputs == ["0|"])
        #expect(violation?.observed == "0|0")
    }

    @Test func theEndComesTwice() {
        let violation = violation(.completesTwice)
        #expect(violation?.law == .end)
        #expect(violation?.inputs == ["|"])
        #expect(violation?.observed == "||")
    }

    @Test func twoSubscriptionsCome() {
        #expect(violation(.subscribesTwice)?.law == .subscription)
        #expect(violation(.subscribesTwice)?.inputs == [""])
    }

    @Test func aValueComesBeforeTheSubscription() {
        let violation = violation(.emitsBeforeSubscription)
        #expect(violation?.law == .subscription)
        #expect(violation?.detail == "a value came before the subscription")
        #expect(violation?.inputs == ["0"])
    }

    @Test func demandIsIgnored() {
        let violation = violation(.ignoresDemand)
        #expect(violation?.law == .demand)
        #expect(violation?.inputs == ["0"])
        #expect(violation?.subscriber == "the first, no demand at first, one, two, then unlimited")
    }

    @Test func demandIsLost() {
        let violation = violation(.halvesDemand)
        #expect(violation?.law == .patience)
        #expect(violation?.detail == "asked for together it is 012")
        #expect(violation?.observed == "01")
    }

    /// An end needs no demand.
    @Test func theEndWaitsForDemand() {
        let violation = violation(.holdsItsEndBack)
        #expect(violation?.law == .completion)
        #expect(violation?.detail == "asked for together it is 0|")
        #expect(violation?.subscriber == "the first, asks for as many values as come, 1")
        #expect(violation?.test.contains("publisher.record(on: scheduler, demand: .atOnce(1))") == true)
    }

    @Test func valuesComeAfterCancel() {
        let violation = violation(.emitsAfterCancel)
        #expect(violation?.law == .cancellation || violation?.law == .release)
        let late = #expect(throws: LawViolation.self) {
            try Laws.check(promise: .sameShape, inputs: 1, ignoring: [.release, .leak]) {
                $0.broken(.emitsAfterCancel)
            }
        }
        #expect(late?.law == .cancellation)
        #expect(late?.detail == "a completion came after cancel() had returned")
        #expect(late?.inputs == ["-|"])
        #expect(late?.subscriber == "the first, cancels when it is subscribed")
        #expect(late?.test.contains("publisher.record(on: scheduler, cancelAfter: 0)") == true)
    }

    @Test func upstreamIsKept() {
        let cancelled = violation(.keepsUpstreamAfterCancel)
        #expect(cancelled?.law == .release)
        #expect(cancelled?.inputs == [""])
        let ended = #expect(throws: LawViolation.self) {
            try Laws.check(promise: .anything, inputs: 1) { $0.broken(.keepsUpstreamAfterItsOwnEnd) }
        }
        #expect(ended?.law == .release)
        #expect(ended?.detail == "upstream is still subscribed to after the end")
        #expect(ended?.inputs == ["0"])
    }

    @Test func aSubscriberIsLeaked() {
        let violation = violation(.leaksItsSubscriber)
        #expect(violation?.law == .leak)
        #expect(violation?.inputs == [""])
    }

    @Test func aSubscriptionIsLeaked() {
        let violation = violation(.leaksItsSubscription)
        #expect(violation?.law == .leak)
        #expect(violation?.detail == "the subscription to upstream is still kept")
    }

    @Test func virtualTimeIsUsedForEver() {
        let violation = violation(.schedulesForEver)
        #expect(violation?.law == .release)
        #expect(violation?.detail == "virtual time is used for ever")
    }

    @Test func `a publisher that answers every request doesn't hang the run`() {
        let violation = #expect(throws: LawViolation.self) {
            try Laws.check(promise: .anything, inputs: 1, ignoring: [.patience, .demand, .cancellation]) {
                _ in Answering()
            }
        }
        #expect(violation?.law == .release)
        #expect(violation?.detail == "more than 500 events come, perhaps for ever")
    }

    @Test func immediacyIsLost() {
        let violation = #expect(throws: LawViolation.self) {
            try Laws.check(promise: .immediate, inputs: [.immediate], ignoring: [.release, .leak]) {
                Postponed(upstream: $0, scheduler: $0.scheduler)
            }
        }
        #expect(violation?.law == .promise)
        #expect(violation?.detail == "ImmediatePublisher")
        #expect(violation?.inputs == ["x"])
        #expect(violation?.observed == "-x")
    }

    @Test func theEndIsMissedByLateSubscribers() {
        let violation = #expect(throws: LawViolation.self) {
            try Laws.check(promise: .sameShape, inputs: [.completable], ignoring: [.release]) {
                ForgetfulShare($0)
            }
        }
        #expect(violation?.law == .promise)
        #expect(violation?.inputs == ["|"])
        #expect(violation?.observed == "")
        #expect(violation?.test.contains("#expect(recorder2.recording != \"\")") == true)
    }

    @Test func aPromiseIsBrokenByOneOfTwoInputs() {
        let violation = #expect(throws: LawViolation.self) {
            try Laws.check(
                "upstream1.flatMap { _ in upstream2 }", promise: .single, inputs: [.single, .maybe],
                bound: LawBound(values: 1)
            ) { upstream1, upstream2 in upstream1.flatMap { _ in upstream2 } }
        }
        #expect(violation?.law == .promise)
        #expect(violation?.inputs == ["0|", "|"])
        #expect(violation?.observed == "|")
        #expect(violation?.test.contains("let upstream2 = try scheduler.upstream(\"|\")") == true)
    }

    @Test func valuesThatAreMissedMakeADifference() {
        let violation = #expect(throws: LawViolation.self) {
            try Laws.check(promise: .sameShape, inputs: 1) { $0.drop { $0 == 2 } }
        }
        #expect(violation?.law == .promise)
        #expect(violation?.inputs == ["01--2"])
        #expect(violation?.observed == "")
        #expect(
            violation?.subscriber == "one that comes at tick 1 to inputs that have begun, unlimited demand")
    }

    @Test func sinkSeesLess() {
        let violation = #expect(throws: LawViolation.self) {
            try Laws.check(promise: .anything, inputs: 1) { $0.broken(.cheatsSink) }
        }
        #expect(violation?.law == .sink)
        #expect(violation?.detail == "asked for together it is 0")
        #expect(violation?.subscriber == "the first, sink")
    }
}

@Suite struct LawPromiseTests {
    private func shape(_ isImmediate: Bool, _ values: Int, _ ending: HistoryShape.Ending) -> HistoryShape {
        HistoryShape(isImmediate: isImmediate, values: values, ending: ending)
    }

    @Test func linesAreReadAsTraitsAre() {
        #expect(LawPromise.single.allows(shape(false, 0, .silent)))
        #expect(LawPromise.single.allows(shape(true, 1, .finished)))
        #expect(LawPromise.single.allows(shape(true, 0, .failed)))
        #expect(!LawPromise.single.allows(shape(false, 0, .finished)))
        #expect(!LawPromise.single.allows(shape(false, 1, .silent)))
        #expect(!LawPromise.single.allows(shape(false, 1, .failed)))
        #expect(LawPromise.maybe.allows(shape(false, 0, .finished)))
        #expect(!LawPromise.completable.allows(shape(false, 1, .finished)))
        #expect(LawPromise.immediate.allows(shape(true, 7, .silent)))
        #expect(LawPromise.immediate.allows(shape(true, 0, .failed)))
        #expect(!LawPromise.immediate.allows(shape(false, 1, .finished)))
        #expect(!LawPromise.immediate.allows(shape(true, 0, .finished)))
        #expect(LawPromise.anything.allows(shape(false, 3, .failed)))
        #expect(shape(true, 2, .failed).description == "oox")
        #expect(shape(false, 0, .silent).description == "->")
    }

    @Test func aPromiseOfAnyNumberOfValues() {
        func shape(_ values: Int, _ ending: HistoryShape.Ending, atOnce: Bool = false) -> HistoryShape {
            HistoryShape(isImmediate: atOnce, values: values, ending: ending)
        }
        let several = LawPromise("Several", lines: ["--oo*--|-->", "-----x--->"])
        #expect([1, 2, 3].allSatisfy { several.allows(shape($0, .finished)) })
        #expect(!several.allows(shape(0, .finished)))
        #expect(!several.allows(shape(2, .silent)))
        let atOnce = LawPromise("AtOnce", lines: ["o*|"])
        #expect(atOnce.allows(shape(0, .finished, atOnce: true)))
        #expect(atOnce.allows(shape(3, .finished, atOnce: true)))
        #expect(!atOnce.allows(shape(3, .finished)))
        let perhapsLater = LawPromise("PerhapsLater", lines: ["o*--|", "o*-ox"])
        #expect(perhapsLater.allows(shape(0, .finished)))
        #expect(!perhapsLater.allows(shape(1, .finished)))
        #expect(perhapsLater.allows(shape(1, .failed)))
        #expect(!perhapsLater.allows(shape(2, .failed)))
        #expect(LawPromise("Anything", lines: ["o*- - -"]).allows(shape(2, .finished)))
        #expect(LawPromise("Later", lines: ["o*-o*|"]).allows(shape(2, .finished)))
    }

    @Test func aPromiseThatNoInputKeepsWithinTheBoundChecksNothing() async {
        await #expect(processExitsWith: .failure) {
            let four = LawPromise("Four", lines: ["--oooo|->"])
            try Laws.check(promise: .single, inputs: [four]) { $0 }
        }
    }

    @Test func aPromiseHasNothingButMarbles() async {
        await #expect(processExitsWith: .failure) { _ = LawPromise("A", lines: ["--I--|-->"]) }
    }

    @Test func aPromiseOfOnesOwn() throws {
        let pair = LawPromise("Pair", lines: ["--------->", "-----x--->", "--o-o--|->"])
        try Laws.check(promise: .sameShape, inputs: [pair]) { $0.map { $0 } }
        let violation = #expect(throws: LawViolation.self) {
            try Laws.check(promise: pair, inputs: [.single]) { $0.map { $0 } }
        }
        #expect(violation?.detail == "Pair")
        #expect(violation?.inputs == ["0|"])
    }
}

/// Answers each request with one value, however many are asked for.
private struct Answering: Publisher {
    typealias Output = Int
    typealias Failure = Never

    func receive<S: Subscriber<Int, Never>>(subscriber: S) {
        subscriber.receive(subscription: Answer(subscriber: subscriber))
    }

    private final class Answer<S: Subscriber<Int, Never>>: Subscription {
        private var subscriber: S?

        init(subscriber: S) { self.subscriber = subscriber }

        func request(_ demand: Subscribers.Demand) { _ = subscriber?.receive(7) }
        func cancel() { subscriber = nil }
    }
}
