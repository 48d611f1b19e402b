import Testing
@_spi(Proof) import TraitsTesting

@testable import RandomPrograms

/// What random programs whose closures act have found: each of these failed once.
@Suite struct RandomProgramPromiseFindsTests {
    /// passthroughSubject.first(orError: Fault(5)), which fails, or sends again, inside of its value
    @Test(arguments: [Program.Act.fail(2), .finish(2), .send(2, to: 2)])
    func firstOrErrorTellsOneOutcome(act: Program.Act) throws {
        let first = Pipeline("passthrough").then("firstOrError")
        try expectAgreement(
            Program(
                pipeline: first, demand: nil, acts: [.subscribe, .send(1, to: 2)],
                reactions: [.init(subscriber: 0, value: 1, acts: [act])], settles: true))
        try expectAgreement(
            Program(
                pipeline: first.then("map", 0).acting(in: .closure, act), demand: nil,
                acts: [.subscribe, .send(1, to: 2)], settles: true))
    }

    /// Just(1).prefix(untilOutputFrom: stop).ifEmpty(default: 0).map { stop.send(); return $0 }
    @Test(arguments: ["ifEmptyDefault", "replaceEmpty"])
    func aCutInsideOfTheValueFollowsIt(restoring: String) throws {
        let cut = Pipeline("just", 1).then("prefixUntil", with: Pipeline("passthrough"))
        for pipeline in [cut, cut.then(restoring, 0)] {
            for demand in [nil, 1] {
                try expectAgreement(
                    Program(
                        pipeline: pipeline.then("map", 0).acting(in: .closure, .send(0, to: 2)),
                        demand: demand, acts: [.subscribe], settles: true))
            }
        }
    }

    /// Just(1).throttle(for: 1, …), asked for its value later
    @Test(arguments: [Program.Scheduling.inOrder, .immediate, .twice, .late])
    func throttleKeepsItsFirstValueForALateRequest(scheduling: Program.Scheduling) throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("just", 1).then("throttle", 1, 1), demand: 0,
                acts: [.subscribe, .pass(3), .request(1, by: 0)], scheduling: scheduling, settles: true))
    }

    /// Empty().replaceEmpty(with: 1).map { subscription.request(.max(1)); return $0 }
    @Test func replaceEmptyIsAskedAgainInsideOfItsValue() throws {
        try expectAgreement(
            Program(
                pipeline: Pipeline("empty").then("replaceEmpty", 1).then("map", 0)
                    .acting(in: .closure, .request(1, by: 0)),
                demand: 1, acts: [.subscribe], settles: true))
    }
}
