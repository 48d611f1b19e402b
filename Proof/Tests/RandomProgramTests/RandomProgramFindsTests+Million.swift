import Testing

@testable import RandomPrograms
import TraitsRuntime
@_spi(Proof) import TraitsTesting

// What runs of a million programs found.
extension RandomProgramFindsTests {
    /// CurrentValueSubject(50), which ends inside of the current value that a subscriber gets: the end follows that
    @Test func theEndFollowsTheCurrentValue() throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("current"), demand: nil, acts: [.subscribe],
                reactions: [
                    .init(subscriber: 0, value: 1, acts: [.fail(3)]),
                    .init(subscriber: 0, value: 1, acts: [.subscribe]),
                ]))
        try expectAgreement(
            Program(
                pipeline: Pipeline("current"), demand: nil, acts: [.subscribe, .subscribe],
                reactions: [
                    .init(subscriber: 1, value: 1, acts: [.send(0, to: 3)]),
                    .init(subscriber: 0, value: 2, acts: [.fail(3)]),
                ]))
        // It misses a value inside of the current one, and asks for it when the subject has ended.
        for pipeline in [
            Pipeline("current"), Pipeline("current").then("flatMapLimited", 1, with: Pipeline("just", 0)),
        ] {
            for act in [Program.Act.fail(3), .finish(3)] {
                try expectAgreement(
                    Program(
                        pipeline: pipeline, demand: 1, returns: 0, acts: [.subscribe],
                        reactions: [
                            .init(subscriber: 0, value: 1, acts: [.send(0, to: 3), act, .request(1, by: 0)])
                        ]))
            }
        }
        // It misses a value inside of the current one, and asks for it there.
        for act in [Program.Act.fail(3), .finish(3)] {
            try expectAgreement(
                Program(
                    pipeline: Pipeline("current"), demand: 1, returns: 0, acts: [.subscribe, .subscribe],
                    reactions: [
                        .init(subscriber: 0, value: 1, acts: [.send(0, to: 3), .request(1, by: 0), act])
                    ]))
        }
    }

    /// Empty().subscribe(on: scheduler).prefix(untilOutputFrom: probe0), and zip and combineLatest, where the scheduler drops
    /// what it is given: the subscriber gets a subscription all the same, and can cancel the other publisher by it
    @Test(arguments: ["prefixUntil", "zip", "combineLatest"])
    func aSubscriberIsNotLeakedWhereNothingIsScheduled(name: String) throws {
        for demand in [nil, 0, 1] {
            try expectAgreement(
                Program(
                    pipeline: Pipeline("empty").then("subscribeOn").then(name, with: Pipeline("probe", 0)),
                    demand: demand, acts: [.subscribe, .send(0, to: 0), .cancel(0)], scheduling: .never))
        }
    }

    /// Just(0).zip(Just(0).share()): the next connection of a share waits until it is asked, as the first did, and so
    /// loses no value
    @Test func theNextConnectionOfAShareWaitsForDemand() throws {
        let pipelines = [
            Pipeline("just", 0).then("zip", with: Pipeline("just", 0).then("share")),
            Pipeline("just", 0).then("share").then("prefix", 1).then("zip3", with: Pipeline("just", 0)),
            Pipeline("probe", 0).then("merge8", with: Pipeline("just", 0)).then("share")
                .then("zip4", with: Pipeline("just", 0)),
        ]
        for pipeline in pipelines {
            try expectAgreement(
                Program(pipeline: pipeline, demand: 1, returns: 0, acts: [.subscribe, .subscribe]))
        }
    }

    /// Just(0).flatMap(maxPublishers: .max(1)) { value in currentValueSubject }: a child that misses a current value inside
    /// of its own sends it when everything is asked for there
    @Test(arguments: [1, 2])
    func aChildThatHasMissedAValueIsAsked(limit: Int) throws {
        for source in [Pipeline("just", 0), Pipeline("sequence", 0, 1)] {
            for act in [Program.Act.request(0, by: 0), .request(2, by: 0)] {
                try expectAgreement(
                    Program(
                        pipeline: source.then("flatMapLimited", limit, with: Pipeline("current")), demand: 1,
                        returns: 0, acts: [.subscribe],
                        reactions: [.init(subscriber: 0, value: 1, acts: [.send(0, to: 3), act])]))
            }
        }
    }

    /// Just(0).flatMap(maxPublishers: .max(1)) { value in Record(0, 1, failure) }: what a child sends when everything is asked
    /// for inside of its value follows that, and the failure follows what it has sent
    @Test func aChildIsAskedForEverythingAfterItsValue() throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("just", 0).then("flatMapLimited", 1, with: Pipeline("recordFailing", 2)),
                demand: 0, returns: 0, acts: [.subscribe, .subscribe, .request(1, by: 1)],
                reactions: [.init(subscriber: 1, value: 1, acts: [.request(0, by: 1)])]))
    }

    /// Just(0).zip(Record(0, 1, failure), …).ignoreOutput(): a request reaches `zip` before the one for everything does
    @Test func aRequestPassesIgnoreOutput() throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("just", 0).then("zip4", with: Pipeline("recordFailing", 2)).then(
                    "ignoreOutput"),
                demand: 1, returns: 0, acts: [.subscribe]))
    }
}
