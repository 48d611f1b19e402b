import TraitsRuntime
import TraitsTesting

extension Operation {
    static let sources: [Operation] = [
        .init(
            "just", ["+Just", "SetFailureType"], .none, [0..<4], "Just(#0).setFailureType(to: Fault.self)"),
        .init("value", ["+Just", "SetFailureType"], .none, "Just(value).setFailureType(to: Fault.self)"),
        .init("empty", ["+Empty"], .none, "Empty<Int, Fault>()"),
        .init("never", ["+Empty"], .none, "Empty<Int, Fault>(completeImmediately: false)"),
        .init("failing", ["+Fail"], .none, [0..<4], "Fail<Int, Fault>(error: Fault(#0))"),
        .init("future", ["+Future"], .none, [0..<4], "Future<Int, Fault> { $0(.success(#0)) }"),
        .init("futureFailing", ["+Future"], .none, [0..<4], "Future<Int, Fault> { $0(.failure(Fault(#0))) }"),
        .init(
            "futureLater", ["+Future"], .none, [0..<4],
            "Future<Int, Fault> { promise in scheduler.schedule { promise(.success(#0)) } }",
            unmodelled: "when its promise is kept the law of its row tries"),
        .init(
            "record", ["+Record"], .none, [0..<4],
            "Record<Int, Fault>(output: Array(0..<#0), completion: .finished)"),
        .init(
            "recordFailing", ["+Record"], .none, [0..<4],
            "Record<Int, Fault>(output: Array(0..<#0), completion: .failure(Fault(#0)))"),
        .init(
            "sequence", ["Sequence"], .none, [0..<4, 0..<3],
            "(#1..<#1 + #0).publisher.setFailureType(to: Fault.self)"),
        .init(
            "optional", ["+Optional.Publisher"], .none, [0..<4],
            "Optional(#0).publisher.setFailureType(to: Fault.self)"),
        .init(
            "nothing", ["+Optional.Publisher"], .none,
            "Optional<Int>.none.publisher.setFailureType(to: Fault.self)"),
        .init("result", ["+Result.Publisher"], .none, [0..<4], "Result<Int, Fault>.success(#0).publisher"),
        .init(
            "resultFailing", ["+Result.Publisher"], .none, [0..<4],
            "Result<Int, Fault>.failure(Fault(#0)).publisher"),
        .init(
            "timer", ["+TraitPublishers.Timer"], .none, [0..<3],
            "TraitPublishers.Timer<TestScheduler, Fault>(after: #0, scheduler: scheduler).map { _ in 1 }",
            unmodelled: "when it comes the law of its row tries"),
        .init("probe", [], .none, [0..<2], "probe#0"),
        .init("passthrough", ["+PassthroughSubject"], .none, "passthroughSubject"),
        .init("current", ["+CurrentValueSubject"], .none, "currentValueSubject"),
        .init(
            "published", ["+Published.Publisher"], .none, "model.$number.setFailureType(to: Fault.self)",
            unmodelled: "it tells of a change before it is made, which the law of its row tries"),
        .init(
            "allValues", ["+Property.AllValues"], .none, "property.allValues.setFailureType(to: Fault.self)",
            unmodelled:
                "a change goes through all properties in one wave, which is told by the law of its row"),
        .init(
            "subsequentValues", ["+Property.SubsequentValues"], .none,
            "property.subsequentValues.setFailureType(to: Fault.self)",
            unmodelled:
                "a change goes through all properties in one wave, which is told by the law of its row"),
    ]
}

extension RealCall {
    func source() -> any Publisher<Int, Fault> {
        let scheduler = world.scheduler, user = user
        switch name {
        case "just": return Just(n).setFailureType(to: Fault.self)
        case "value": return Just(value).setFailureType(to: Fault.self)
        case "empty": return Empty<Int, Fault>()
        case "never": return Empty<Int, Fault>(completeImmediately: false)
        case "failing": return Fail<Int, Fault>(error: Fault(n))
        case "future": return Future<Int, Fault> { $0(user.acting(.success(n))) }
        case "futureFailing": return Future<Int, Fault> { $0(user.acting(.failure(Fault(n)))) }
        case "futureLater":
            return Future<Int, Fault> { promise in
                scheduler.schedule { promise(user.acting(.success(n))) }
            }
        case "record": return Record<Int, Fault>(output: Array(0..<n), completion: .finished)
        case "recordFailing": return Record<Int, Fault>(output: Array(0..<n), completion: .failure(Fault(n)))
        case "sequence": return (m..<m + n).publisher.setFailureType(to: Fault.self)
        case "optional": return Optional(n).publisher.setFailureType(to: Fault.self)
        case "nothing": return Optional<Int>.none.publisher.setFailureType(to: Fault.self)
        case "result": return Result<Int, Fault>.success(n).publisher
        case "resultFailing": return Result<Int, Fault>.failure(Fault(n)).publisher
        case "timer":
            return TraitPublishers.Timer<TestScheduler, Fault>(after: .init(ticks: n), scheduler: scheduler)
                .map { _ in user.acting(1) }
        case "probe": return world.probes[n]
        case "passthrough": return world.passthrough
        case "current": return world.current
        case "published": return world.object.$number.setFailureType(to: Fault.self)
        case "allValues": return world.property.allValues.setFailureType(to: Fault.self)
        case "subsequentValues": return world.property.subsequentValues.setFailureType(to: Fault.self)
        default: fatalError("there is no source called \(name)")
        }
    }
}

extension ModelCall {
    func source() -> Model? {
        switch name {
        case "just", "future", "optional", "result": .just(n)
        case "value": .just(value)
        case "empty", "nothing": ModelSequence.model([])
        case "never": .never
        case "failing", "resultFailing": .fail(Fault(n))
        case "futureFailing": ModelSequence.model([], Fault(n))
        case "record": ModelSequence.model(Array(0..<n))
        case "recordFailing": ModelSequence.model(Array(0..<n), Fault(n))
        case "sequence": ModelSequence.model(Array(m..<m + n))
        case "probe": world.subjects[n].model
        case "passthrough": world.subjects[2].model
        case "current": world.subjects[3].model
        default: nil
        }
    }
}
