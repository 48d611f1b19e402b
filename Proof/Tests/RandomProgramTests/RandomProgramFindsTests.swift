import Testing
@_spi(Proof) import TraitsTesting

@testable import RandomPrograms

/// What random programs, and people, have found: each of these failed once.
@Suite struct RandomProgramFindsTests {
    /// Just(3).share().tryMap { try checked($0, not: 3) }.faulty().retry(1)
    @Test(arguments: ["share", "multicast", "makeConnectable"])
    func anErrorDoesNotDisappear(sharing: String) throws {
        for source in [Pipeline("just", 3), Pipeline("future", 3), Pipeline("sequence", 1, 3)] {
            try expectAgreement(
                Program(
                    pipeline: source.then(sharing).then("tryMap", 3).then("retry", 1), demand: nil,
                    acts: [.subscribe]))
        }
    }

    /// Just(1).share(), cancelled inside of its value
    @Test func sharesAgainAfterACancellationInsideOfTheValue() throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("just", 1).then("share"), demand: 1, acts: [.subscribe, .subscribe],
                reactions: [.init(subscriber: 0, value: 1, acts: [.cancel(0)])]))
    }

    /// Just(0).flatMap(maxPublishers: .max(1)) { value in Record(output: [0, 1, 2], completion: .finished) }
    @Test func flatMapGoesOnWhereUnlimitedIsReturned() throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("just", 0).then("flatMapLimited", 1, with: Pipeline("record", 3)),
                demand: 1,
                returns: nil, acts: [.subscribe]))
    }

    /// Just(1).flatMap { _ in probe0 }.flatMap(maxPublishers: .max(1)) { _ in Just(0).delay(for: 1, …) }
    @Test func sinkLosesNoValueOfAFlatMapInAnother() throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("just", 1).then("flatMap", with: Pipeline("probe", 0))
                    .then("flatMapLimited", 1, with: Pipeline("just", 0).then("delay", 1)),
                demand: nil, acts: [.subscribe, .send(0, to: 0), .send(1, to: 0), .pass(3)]))
    }

    /// CurrentValueSubject(50).flatMap(maxPublishers: .max(1)) { Just($0) }
    @Test func flatMapGetsWhatIsSentInsideOfTheFirstValue() throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("current").then("flatMapLimited", 1, with: Pipeline("value")), demand: nil,
                acts: [.subscribe],
                reactions: [.init(subscriber: 0, value: 1, acts: [.send(1, to: 3)])]))
    }

    /// CurrentValueSubject(50), whose subscriber sends inside of the value and asks for another one later
    @Test func aValueSentInsideOfAnotherIsSentOnce() throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("current"), demand: 1, returns: nil,
                acts: [.subscribe, .send(0, to: 3), .request(1, by: 0)],
                reactions: [.init(subscriber: 0, value: 1, acts: [.send(0, to: 3)])]))
    }

    /// Just(0).merge(with: probe0, probe0), whose subscriber asks for everything when a value waits
    @Test func mergeAsksItsInputsForEverythingAfterWhatWaits() throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("just", 0).then("merge3", with: Pipeline("probe", 0)), demand: 0,
                returns: 0,
                acts: [.subscribe, .request(0, by: 0)],
                reactions: [.init(subscriber: 0, value: 1, acts: [.send(0, to: 0), .send(0, to: 0)])]))
    }

    /// Just(0).flatMap { _ in Just(0).combineLatest(Empty().merge(with: failing records)) }: what waits in there is lost if
    /// it is asked for everything inside of its value
    @Test func flatMapAnswersAChildThatHasSent() throws {
        let failing = Pipeline("empty").then("merge4", with: Pipeline("recordFailing", 2))
        try expectAgreement(
            Program(
                pipeline: Pipeline("just", 0).then(
                    "flatMap", with: Pipeline("just", 0).then("combineLatest", with: failing)),
                demand: 1, returns: nil, acts: [.subscribe]))
    }

    /// Just(0).merge(with: shared, shared), where the shared one has failed: `merge` and `zip` cancel what has failed,
    /// which `autoconnect` counts, and the second subscriber connects again; `combineLatest` doesn't
    @Test func autoconnectCountsACancellationAfterTheEnd() throws {
        let shared = Pipeline("probe", 0).then("multicast")
        for operation in ["merge3", "zip3", "combineLatest3"] {
            try expectAgreement(
                Program(
                    pipeline: Pipeline("just", 0).then(operation, with: shared), demand: 0, returns: 0,
                    acts: [.fail(0), .subscribe]))
            try expectAgreement(
                Program(
                    pipeline: shared.then(operation, with: Pipeline("empty")), demand: nil,
                    acts: [.subscribe, .fail(0), .subscribe]))
        }
    }

    /// probe0.prefix(untilOutputFrom: Just(0)).prefix(untilOutputFrom: Just(0)): what is over cancels, then ends
    @Test func prefixUntilCancelsBeforeItEnds() throws {
        let stopped = Pipeline("probe", 0).then("prefixUntil", with: Pipeline("just", 0))
        try expectAgreement(
            Program(
                pipeline: stopped.then("prefixUntil", with: Pipeline("just", 0)), demand: nil,
                acts: [.subscribe]))
    }

    /// Empty().replaceEmpty(with: 0).multicast { PassthroughSubject() }.autoconnect(), with a subscription inside the
    /// value: the connecting subscriber is asked for everything once
    @Test func aConnectionIsAskedOnce() throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("empty").then("replaceEmpty", 0).then("multicast"), demand: 1, returns: 0,
                acts: [.subscribe], reactions: [.init(subscriber: 0, value: 1, acts: [.subscribe])]))
    }

    /// probe0.replaceEmpty(with: 0), which fails inside of a value
    @Test func replaceEmptyFailsInsideOfItsValue() throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("probe", 0).then("replaceEmpty", 0), demand: nil,
                acts: [.subscribe, .send(0, to: 0)],
                reactions: [.init(subscriber: 0, value: 1, acts: [.subscribe, .fail(0)])]))
    }

    /// probe0.flatMap { _ in probe1 }
    @Test func flatMapCancelsItsChildrenInTheirOrderAndUpstreamLast() throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("probe", 0).then("flatMap", with: Pipeline("probe", 1)), demand: nil,
                acts: [.subscribe, .send(0, to: 0), .send(0, to: 0), .send(0, to: 0), .send(0, to: 0)]))
    }

    /// Result.failure(Fault(0)).publisher.merge(with: probe0).replaceError(with: 0).append(Empty())
    @Test func appendGoesOnInsideOfTheEnd() throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("resultFailing", 0).then("merge", with: Pipeline("probe", 0)).then(
                    "replaceError", 0
                )
                .then("append", with: Pipeline("empty")),
                demand: 1, acts: [.subscribe]))
    }

    /// probe0.flatMap { _ in Fail(error: Fault(0)) }, and with a child that fails later
    @Test(arguments: [nil, 1])
    func aFailingChildOfFlatMapCancelsUpstream(demand: Int?) throws {
        for child in [Pipeline("failing", 0), Pipeline("probe", 1)] {
            for name in ["flatMap", "flatMapLimited"] {
                let upstream = Pipeline("probe", 0)
                try expectAgreement(
                    Program(
                        pipeline: name == "flatMap"
                            ? upstream.then(name, with: child) : upstream.then(name, 2, with: child),
                        demand: demand, acts: [.subscribe, .send(0, to: 0), .send(0, to: 0), .fail(1)]))
            }
        }
    }

    /// Empty().first(orError: Fault(5)), and similar programs
    @Test func theEndWithoutAValueIsAFailureForSinkToo() throws {
        for pipeline in [
            Pipeline("empty").then("firstOrError"), Pipeline("empty").then("failIfEmpty"),
            Pipeline("future", 1).then("filter", 1).then("firstOrError"),
        ] {
            try expectAgreement(Program(pipeline: pipeline, demand: nil, acts: [.subscribe]))
        }
    }

    /// Just(0).merge(with: Just(0))
    @Test func mergeGoesOnWhereUnlimitedIsReturned() throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("just", 0).then("merge", with: Pipeline("just", 0)), demand: 1,
                returns: nil,
                acts: [.subscribe]))
    }

    /// currentValueSubject.first(orError: Fault(5))
    @Test func firstOrErrorPassesOneValueOn() throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("current").then("firstOrError"), demand: nil, acts: [.subscribe],
                reactions: [.init(subscriber: 0, value: 1, acts: [.send(0, to: 3)])]))
    }

    /// Just(0).flatMap { _ in probe0 }.tryReduce(0) { … }
    @Test func flatMapBeginsBeforeItsChildrenOnAllPaths() throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("just", 0).then("flatMap", with: Pipeline("probe", 0)).then(
                    "tryReduce", 0),
                demand: 0, acts: [.subscribe]))
    }

    /// Future { $0(.failure(Fault(0))) }.merge(with: probe0).retry(1)
    @Test func retryGoesOnInsideOfTheFailure() throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("futureFailing", 0).then("merge3", with: Pipeline("probe", 0)).then(
                    "retry", 1),
                demand: 0, acts: [.subscribe]))
    }

    /// probe1.flatMap { _ in Just(0) }
    @Test func flatMapFinishesAfterTheValueOnAllPaths() throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("probe", 1).then("flatMap", with: Pipeline("just", 0)), demand: nil,
                acts: [.subscribe, .send(0, to: 1)],
                reactions: [.init(subscriber: 0, value: 1, acts: [.finish(1), .subscribe])]))
    }

    /// Just(0).asCompletable().andThen(probe0).prefix(untilOutputFrom: Just(0))
    @Test func prefixStartsNothingWhenItIsOver() throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("just", 0).then("andThen", with: Pipeline("probe", 0)).then(
                    "prefixUntil", with: Pipeline("just", 0)),
                demand: nil, acts: [.subscribe]))
    }

    /// PassthroughSubject().flatMap { _ in Just(0) }, which sends and is subscribed to inside of a value
    @Test func flatMapTakesValuesInsideOfAValue() throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("passthrough").then("flatMap", with: Pipeline("just", 0)), demand: 2,
                returns: 0, acts: [.subscribe, .send(0, to: 2)],
                reactions: [
                    .init(subscriber: 0, value: 1, acts: [.subscribe]),
                    .init(subscriber: 0, value: 1, acts: [.send(0, to: 2)]),
                ]))
    }

    /// CurrentValueSubject(50).share(replay: 2), which sends inside of the values that it replays
    @Test func aReplayComesBeforeWhatIsSentInsideOfIt() throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("current").then("shareNewest", 2), demand: nil,
                acts: [.subscribe, .send(1, to: 3), .subscribe],
                reactions: [.init(subscriber: 1, value: 1, acts: [.send(2, to: 3)])]))
    }

    /// probe0.merge(with: probe1, probe1), which fails inside of a value, with another value that waits: the other inputs are
    /// cancelled inside of the value, and the failure follows it
    @Test(arguments: [nil, 1])
    func mergeFailsInsideOfAValue(demand: Int?) throws {
        for act in [Program.Act.fail(0), .fail(1), .finish(0)] {
            try expectAgreement(
                Program(
                    pipeline: Pipeline("probe", 0).then("merge3", with: Pipeline("probe", 1)), demand: demand,
                    acts: [.subscribe, .subscribe, .send(0, to: 0)],
                    reactions: [.init(subscriber: 0, value: 1, acts: [act, .send(1, to: 1)])]))
        }
        try expectAgreement(
            Program(
                pipeline: Pipeline("probe", 0).then("merge", with: Pipeline("probe", 1)), demand: 0,
                acts: [.subscribe, .send(0, to: 0), .send(1, to: 1), .request(2, by: 0)],
                reactions: [.init(subscriber: 0, value: 1, acts: [.fail(0)])]))
    }

    /// passthroughSubject.encode(encoder: SampleCoder(failsAt: 2)), and other operators that can end a stream: upstream's
    /// end follows the value too
    @Test(arguments: ["tryMap", "encode", "tryScan", "tryRemoveDuplicates", "failIfEmpty"])
    func anEndFollowsTheValueThatItComesInsideOf(name: String) throws {
        for act in [Program.Act.send(3, to: 0), .fail(0), .finish(0)] {
            var pipeline = Pipeline("probe", 0).then(name)
            pipeline.numbers = pipeline.operation.limits.map { $0.upperBound - 1 }
            try expectAgreement(
                Program(
                    pipeline: pipeline, demand: nil, acts: [.subscribe, .subscribe, .send(0, to: 0)],
                    reactions: [.init(subscriber: 0, value: 1, acts: [act])]))
        }
    }

    /// probe0.handleEvents(receiveOutput: { _ in probe0.send(completion: .finished) }).merge(with: Empty()), and tryMap
    /// in place of handleEvents: nobody sends a value after the end, to whatever subscriber
    @Test(arguments: [Pipeline.Deed.Place.value, .closure])
    func noValueFollowsTheEndThatItsClosureHasCaused(place: Pipeline.Deed.Place) throws {
        for name in ["tryMap", "removeDuplicates", "drop"] {
            var pipeline = Pipeline("probe", 0).then(name)
            pipeline.numbers = pipeline.operation.limits.map { $0.upperBound - 1 }
            for outer in ["merge", "flatMap"] {
                let program =
                    outer == "merge"
                    ? pipeline.acting(in: place, .finish(0)).then(outer, with: Pipeline("never"))
                    : Pipeline("just", 0).then(outer, with: pipeline.acting(in: place, .finish(0)))
                try expectAgreement(
                    Program(
                        pipeline: program, demand: 2, acts: [.subscribe, .send(0, to: 0), .send(1, to: 0)]))
            }
        }
    }

    /// Just(0).setFailureType(to: Fault.self).receive(on: scheduler), which lets time pass inside of the value
    @Test(arguments: ["receiveOn", "delay", "debounce"])
    func anEndThatIsDueInsideOfAValueFollowsIt(name: String) throws {
        var pipeline = Pipeline("just", 0).then(name)
        pipeline.numbers = pipeline.operation.limits.map { $0.lowerBound }
        try expectAgreement(
            Program(
                pipeline: pipeline, demand: nil, acts: [.subscribe],
                reactions: [.init(subscriber: 0, value: 1, acts: [.subscribe, .pass(2)])]))
    }

    /// probe0.share(replay: 1), which ends without a value while one subscriber has asked for nothing: that one is told last
    @Test func aSubscriberThatHasAskedForNothingIsToldOfTheEndLast() throws {
        for act in [Program.Act.fail(0), .finish(0)] {
            for acts in [[act], [.send(0, to: 0), act], [.send(0, to: 0), act, .request(1, by: 0)]] {
                try expectAgreement(
                    Program(
                        pipeline: Pipeline("probe", 0).then("shareNewest", 1), demand: 0, returns: 0,
                        acts: [.subscribe, .subscribe, .request(1, by: 1)] + acts))
            }
        }
    }

    /// Just(0).flatMap { _ in currentValueSubject }.dropFirst(1), and others of which one publisher is left: its end follows
    /// the value it comes inside of, with sink too
    @Test func theEndOfThePublisherThatIsLeftFollowsItsValue() throws {
        let pipelines = [
            Pipeline("just", 0).then("flatMap", with: Pipeline("current")),
            Pipeline("failing", 0).then("catch", with: Pipeline("current")),
            Pipeline("empty").then("ifEmpty", with: Pipeline("current")),
            Pipeline("just", 0).then("flatMap", with: Pipeline("current")).then("map", 1),
        ]
        for pipeline in pipelines {
            for name in ["dropFirst", "scan", "removeDuplicates"] {
                var program = pipeline.then(name)
                program.numbers = program.operation.limits.map { $0.lowerBound }
                for act in [Program.Act.finish(3), .fail(3)] {
                    try expectAgreement(
                        Program(
                            pipeline: program, demand: nil,
                            acts: [.subscribe, .subscribe, .send(0, to: 3), .send(1, to: 3)],
                            reactions: [
                                .init(subscriber: 0, value: 1, acts: [act]),
                                .init(subscriber: 0, value: 2, acts: [act]),
                            ]))
                }
            }
        }
    }

    /// passthroughSubject.catch { _ in Empty<Int, Fault>() }.assertNoFailure().setFailureType(to: Fault.self)
    @Test func assertNoFailureIsBehindACatch() throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("passthrough").then("assertNoFailure"), demand: 0, returns: 0,
                acts: [.subscribe, .subscribe, .request(1, by: 0), .send(0, to: 2)],
                reactions: [.init(subscriber: 0, value: 1, acts: [.fail(2)])]))
    }
}
