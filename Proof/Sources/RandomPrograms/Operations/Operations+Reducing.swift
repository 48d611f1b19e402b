import TraitsRuntime

extension Operation {
    static let reducing: [Operation] = [
        .init("collect", ["Collect"], "collect().map(folded)"),
        .init("collectByCount", ["CollectByCount"], .one, [1..<4], "collect(#0).map(folded)"),
        .init("reduce", ["Reduce"], "reduce(0) { $0 &* 3 &+ $1 }"),
        .init(
            "tryReduce", ["TryReduce"], .one, [0..<4],
            "tryReduce(0) { $0 &* 3 &+ (try checked($1, not: #0)) }.faulty()"),
        .init("count", ["Count"], "count()"),
        .init("max", ["Comparison"], "max { $0 < $1 }"),
        .init(
            "tryMax", ["TryComparison"], .one, [0..<4], "tryMax { $0 < (try checked($1, not: #0)) }.faulty()"),
        .init("contains", ["Contains"], .one, [0..<4], "contains(#0).map { $0 ? 1 : 0 }"),
        .init(
            "containsWhere", ["ContainsWhere"], .one, [0..<5], "contains { holds($0, #0) }.map { $0 ? 1 : 0 }"
        ),
        .init(
            "tryContains", ["TryContainsWhere"], .one, [0..<5, 0..<4],
            "tryContains { holds(try checked($0, not: #1), #0) }.map { $0 ? 1 : 0 }.faulty()"),
        .init("allSatisfy", ["AllSatisfy"], .one, [0..<5], "allSatisfy { holds($0, #0) }.map { $0 ? 1 : 0 }"),
        .init(
            "tryAllSatisfy", ["TryAllSatisfy"], .one, [0..<5, 0..<4],
            "tryAllSatisfy { holds(try checked($0, not: #1), #0) }.map { $0 ? 1 : 0 }.faulty()"),
        .init("first", ["First"], "first()"),
        .init("firstWhere", ["FirstWhere"], .one, [0..<5], "first { holds($0, #0) }"),
        .init(
            "tryFirst", ["TryFirstWhere"], .one, [0..<5, 0..<4],
            "tryFirst { holds(try checked($0, not: #1), #0) }.faulty()"),
        .init("last", ["Last"], "last()"),
        .init("lastWhere", ["LastWhere"], .one, [0..<5], "last { holds($0, #0) }"),
        .init(
            "tryLast", ["TryLastWhere"], .one, [0..<5, 0..<4],
            "tryLast { holds(try checked($0, not: #1), #0) }.faulty()"),
    ]
}

extension Publisher where Output == Int, Failure == Fault {
    func reducing(_ call: RealCall) -> (any Publisher<Int, Fault>)? {
        let n = call.numbers.first ?? 0, m = call.numbers.last ?? 0, user = call.user
        switch call.name {
        case "collect": return collect().map(user.folded)
        case "collectByCount": return collect(n).map(user.folded)
        case "reduce": return reduce(0) { user.step($0, $1) }
        case "tryReduce": return tryReduce(0) { user.step($0, try user.checked($1, not: n)) }.faulty()
        case "count": return count()
        case "max": return self.max { user.acting($0 < $1) }
        case "tryMax": return tryMax { $0 < (try user.checked($1, not: n)) }.faulty()
        case "contains": return contains(n).map { user.acting($0 ? 1 : 0) }
        case "containsWhere": return contains { user.holds($0, n) }.map { $0 ? 1 : 0 }
        case "tryContains":
            return tryContains { user.holds(try user.checked($0, not: m), n) }.map { $0 ? 1 : 0 }.faulty()
        case "allSatisfy": return allSatisfy { user.holds($0, n) }.map { $0 ? 1 : 0 }
        case "tryAllSatisfy":
            return tryAllSatisfy { user.holds(try user.checked($0, not: m), n) }.map { $0 ? 1 : 0 }.faulty()
        case "first": return first()
        case "firstWhere": return first { user.holds($0, n) }
        case "tryFirst": return tryFirst { user.holds(try user.checked($0, not: m), n) }.faulty()
        case "last": return last()
        case "lastWhere": return last { user.holds($0, n) }
        case "tryLast": return tryLast { user.holds(try user.checked($0, not: m), n) }.faulty()
        default: return nil
        }
    }
}

extension ModelCall {
    func reducing() -> Model? {
        let n = numbers.first ?? 0, m = numbers.last ?? 0
        let isTry = name.hasPrefix("try")
        func test(_ value: Int) throws -> Bool { holds(isTry ? try checked(value, not: m) : value, n) }
        switch name {
        case "collect": return all { folded($0) }
        case "count": return all { $0.count }
        case "reduce": return all { $0.reduce(0) { $0 &* 3 &+ $1 } }
        case "last": return all { $0.last }
        case "max": return all { $0.max() }
        case "tryReduce":
            return all({ _, value in _ = try checked(value, not: n) }) { $0.reduce(0) { $0 &* 3 &+ $1 } }
        case "tryMax": return all({ if !$0.isEmpty { _ = try checked($1, not: n) } }) { $0.max() }
        case "lastWhere", "tryLast": return found(stops: false) { try test($0) }
        case "first": return found(stops: true) { _ in true }
        case "firstWhere", "tryFirst": return found(stops: true) { try test($0) }
        case "contains": return verdict(whenFound: 1) { $0 == n }
        case "containsWhere", "tryContains": return verdict(whenFound: 1) { try test($0) }
        case "allSatisfy", "tryAllSatisfy": return verdict(whenFound: 0) { try !test($0) }
        case "collectByCount": return node { ModelGroups($0, n) }
        default: return nil
        }
    }

    /// Something made of all values; `check` sees those before, and the new one.
    private func all(
        _ check: @escaping ([Int], Int) throws -> Void = { _, _ in }, _ result: @escaping ([Int]) -> Int?
    ) -> Model {
        node { downstream in
            var values: [Int] = []
            return ModelReduce(
                downstream,
                take: { value in
                    try check(values, value)
                    values.append(value)
                    return false
                }, result: { result(values) })
        }
    }

    /// The first or the last value that passes a test.
    private func found(stops: Bool, _ test: @escaping (Int) throws -> Bool) -> Model {
        node { downstream in
            var found: Int?
            return ModelReduce(
                downstream,
                take: { value in
                    guard try test(value) else { return false }
                    found = value
                    return stops
                }, result: { found })
        }
    }

    /// One number if a value passes the test, the other one if none does.
    private func verdict(whenFound: Int, _ test: @escaping (Int) throws -> Bool) -> Model {
        node { downstream in
            var result = 1 - whenFound
            return ModelReduce(
                downstream,
                take: { value in
                    guard try test(value) else { return false }
                    result = whenFound
                    return true
                }, result: { result })
        }
    }
}

/// `collect(_:)` by count: asks for a group's values for each group, and sends what is left at the finish, asked for
/// or not.
final class ModelGroups: ModelNode {
    private let count: Int
    private var values: [Int] = []

    init(_ downstream: any ModelSubscriber, _ count: Int) {
        self.count = count
        super.init(downstream)
    }

    override func request(_ demand: Demand) { super.request(demand * count) }

    override func value(_ value: Int) -> Demand {
        if isOver { return .none }
        values.append(value)
        if values.count < count { return .none }
        let group = folded(values)
        values = []
        return downstream.value(group) * count
    }

    override func end(_ fault: Fault?) {
        if isOver { return }
        if fault == nil && !values.isEmpty { _ = downstream.value(folded(values)) }
        super.end(fault)
    }
}
