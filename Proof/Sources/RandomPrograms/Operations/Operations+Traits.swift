import TraitsRuntime
import TraitsTesting

extension Operation {
    static let traits: [Operation] = [
        .init("firstOrError", ["+TraitPublishers.FirstOrError"], "first(orError: { Fault(5) }())"),
        .init("failIfEmpty", ["+TraitPublishers.FailIfEmpty"], "replaceEmpty(withError: { Fault(6) }())"),
        .init(
            "asCompletable", ["+TraitPublishers.AsCompletable", "+TraitPublishers.AsMaybe"],
            "asCompletable().asMaybe(of: Int.self)"),
        .init(
            "materialize", ["+TraitPublishers.Materialize", "+TraitPublishers.Dematerialize"],
            "materialize().dematerialize()"),
        .init(
            "mapToResult", ["+TraitPublishers.MapToResult", "SetFailureType"],
            "mapToResult().map { number($0) }.setFailureType(to: Fault.self)"),
        .init(
            "timeoutOnce", ["+TraitPublishers.TimeoutFailing"], .one, [0..<4],
            "first().timeout(#0, scheduler: scheduler, error: Fault(9))",
            unmodelled: "when it reads the clock is what a copy of its code would say"),
        .init(
            "zipSingle", ["+TraitPublishers.ZipSingle"], .one, [0..<3],
            "sameSeveralTimes(#0) { $0.map { $0.first(orError: Fault(5)) }.zipSingle() }.map(folded)",
            unmodelled: "how much it asks its inputs for is its own affair"),
        .init(
            "zipMaybe", ["+TraitPublishers.ZipMaybe"], .one, [0..<3],
            "sameSeveralTimes(#0) { $0.map { $0.first() }.zipMaybe() }.map(folded)",
            unmodelled: "how much it asks its inputs for is its own affair"),
        .init(
            "zipCompletable", ["+TraitPublishers.ZipCompletable"], .one, [0..<3],
            "sameSeveralTimes(#0) { $0.map { $0.asCompletable() }.zipCompletable() }.map(unreachable)",
            unmodelled: "how much it asks its inputs for is its own affair"),
    ]
}

extension Publisher where Output == Int, Failure == Fault {
    func traits(_ call: RealCall) -> (any Publisher<Int, Fault>)? {
        let scheduler = call.world.scheduler, user = call.user
        switch call.name {
        case "firstOrError": return first(orError: user.acting(Fault(5)))
        case "failIfEmpty": return replaceEmpty(withError: user.acting(Fault(6)))
        case "asCompletable": return asCompletable().asMaybe(of: Int.self)
        case "materialize": return materialize().dematerialize()
        case "mapToResult":
            return mapToResult().map { result -> Int in
                switch result {
                case .success(let value): user.acting(value)
                case .failure(let fault): user.acting(100 + fault.code)
                }
            }.setFailureType(to: Fault.self)
        case "timeoutOnce":
            return first().timeout(
                .init(ticks: call.n), scheduler: scheduler, error: user.acting(Fault(9)))
        case "zipSingle":
            return Array(repeating: self, count: call.n).map { $0.first(orError: Fault(5)) }.zipSingle().map(
                user.folded)
        case "zipMaybe":
            return Array(repeating: self, count: call.n).map { $0.first() }.zipMaybe().map(user.folded)
        case "zipCompletable":
            return Array(repeating: self, count: call.n).map { $0.asCompletable() }.zipCompletable().map(
                unreachable)
        default: return nil
        }
    }
}

extension ModelCall {
    func traits() -> Model? {
        switch name {
        case "firstOrError":
            let first = stage(canEnd: false) { { .last($0) } }
            return Model {
                first.subscribe(
                    ModelTail($0) { fault, isEmpty in
                        .end(fault ?? (isEmpty ? Fault(5) : nil))
                    })
            }.endingAfterValues
        case "failIfEmpty":
            return tail { fault, isEmpty in .end(fault ?? (isEmpty ? Fault(6) : nil)) }.endingAfterValues
        case "asCompletable": return each { _ in .drop }
        case "materialize":
            // The end is a value in between, which has to be asked for.
            let finish = Int.max - 1_000
            let events = tail { fault, _ in .value(finish + (fault.map { $0.code + 9 } ?? 0)) }
            return Model {
                events.subscribe(
                    ModelStage($0) { event in
                        if event < finish { return .pass(event) }
                        return event == finish ? .finish : .fail(Fault(event - finish - 9))
                    })
            }.endingAfterValues
        case "mapToResult": return tail { fault, _ in fault.map { .value(100 + $0.code) } ?? .end(nil) }
        default: return nil
        }
    }
}
