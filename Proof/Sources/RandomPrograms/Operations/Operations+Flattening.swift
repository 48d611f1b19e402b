import TraitsRuntime

extension Operation {
    static let flattening: [Operation] = [
        .init("flatMap", ["FlatMap"], .child, [], "flatMap { value in @1 }"),
        .init(
            "flatMapLimited", ["FlatMap"], .child, [1..<3], "flatMap(maxPublishers: .max(#0)) { value in @1 }"
        ),
        .init("switchToLatest", ["SwitchToLatest"], .child, [], "map { value in @1 }.switchToLatest()"),
        .init(
            "retryWhen", ["+TraitPublishers.RetryWhen"], .one, [0..<3], "retry { $0.prefix(#0).map { $0 } }",
            unmodelled:
                "what its trigger does to it is told by the trigger's own events, which the law of its row tries"
        ),
    ]
}

extension Publisher where Output == Int, Failure == Fault {
    /// An operator with children, each of the prototype's type.
    func flattening<P: Publisher>(_ call: RealCall, _ prototype: P) -> (any Publisher<Int, Fault>)?
    where P.Output == Int, P.Failure == Fault {
        guard let make = call.child else { return nil }
        let user = call.user
        let child = { (value: Int) -> P in user.acting(make(value) as! P) }
        switch call.name {
        case "flatMap": return flatMap { child($0) }
        case "flatMapLimited": return flatMap(maxPublishers: .max(call.n)) { child($0) }
        case "switchToLatest": return map { child($0) }.switchToLatest()
        case "catch": return self.catch { child($0.code) }
        case "tryCatch":
            let n = call.n
            return tryCatch { child(try user.checked($0.code, not: n)) }.faulty()
        default: return nil
        }
    }

    func retrying(_ call: RealCall) -> (any Publisher<Int, Fault>)? {
        guard call.name == "retryWhen" else { return nil }
        let n = call.n, user = call.user
        return retry { failures in failures.prefix(n).map { user.acting($0) } }
    }
}

extension ModelCall {
    func flattening() -> Model? {
        switch name {
        case "flatMap", "flatMapLimited":
            let limit: Demand = name == "flatMap" ? .unlimited : .max(n)
            return Model { [upstream, child] downstream in
                let node = ModelFlatMap(downstream, limit, child)
                node.start()
                upstream.subscribe(node)
            }.endingAfterValues
        case "switchToLatest":
            return Model { [upstream, child] downstream in
                let node = ModelSwitch(downstream, child)
                node.start()
                upstream.subscribe(node)
            }.endingAfterValues
        default: return nil
        }
    }
}
