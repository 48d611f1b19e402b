import TraitsRuntime

extension Operation {
    static let filtering: [Operation] = [
        .init("filter", ["Filter"], .one, [0..<5], "filter { holds($0, #0) }"),
        .init(
            "tryFilter", ["TryFilter"], .one, [0..<5, 0..<4],
            "tryFilter { holds(try checked($0, not: #1), #0) }.faulty()"),
        .init("compactMap", ["CompactMap"], .one, [0..<5], "compactMap { holds($0, #0) ? $0 : nil }"),
        .init(
            "tryCompactMap", ["TryCompactMap"], .one, [0..<5, 0..<4],
            "tryCompactMap { holds(try checked($0, not: #1), #0) ? $0 : nil }.faulty()"),
        .init("removeDuplicates", ["RemoveDuplicates"], "removeDuplicates { $0 == $1 }"),
        .init(
            "tryRemoveDuplicates", ["TryRemoveDuplicates"], .one, [0..<4],
            "tryRemoveDuplicates { $0 == (try checked($1, not: #0)) }.faulty()"),
        .init("ignoreOutput", ["IgnoreOutput"], "ignoreOutput().map(unreachable)"),
        .init("dropFirst", ["Drop"], .one, [0..<3], "dropFirst(#0)"),
        .init("drop", ["DropWhile"], .one, [0..<5], "drop { holds($0, #0) }"),
        .init(
            "tryDrop", ["TryDropWhile"], .one, [0..<5, 0..<4],
            "tryDrop { holds(try checked($0, not: #1), #0) }.faulty()"),
        .init("prefixWhile", ["PrefixWhile"], .one, [0..<5], "prefix { holds($0, #0) }"),
        .init(
            "tryPrefixWhile", ["TryPrefixWhile"], .one, [0..<5, 0..<4],
            "tryPrefix { holds(try checked($0, not: #1), #0) }.faulty()"),
        .init("prefix", ["Output"], .one, [0..<3], "prefix(#0)"),
        .init("output", ["Output"], .one, [0..<3, 0..<3], "output(in: #0..<#0 + #1)"),
    ]
}

extension Publisher where Output == Int, Failure == Fault {
    func filtering(_ call: RealCall) -> (any Publisher<Int, Fault>)? {
        let n = call.numbers.first ?? 0, m = call.numbers.last ?? 0, user = call.user
        switch call.name {
        case "filter": return filter { user.holds($0, n) }
        case "tryFilter": return tryFilter { user.holds(try user.checked($0, not: m), n) }.faulty()
        case "compactMap": return compactMap { user.holds($0, n) ? $0 : nil }
        case "tryCompactMap":
            return tryCompactMap { user.holds(try user.checked($0, not: m), n) ? $0 : nil }.faulty()
        case "removeDuplicates": return removeDuplicates { user.acting($0 == $1) }
        case "tryRemoveDuplicates":
            return tryRemoveDuplicates { $0 == (try user.checked($1, not: n)) }.faulty()
        case "ignoreOutput": return ignoreOutput().map(unreachable)
        case "dropFirst": return dropFirst(n)
        case "drop": return drop { user.holds($0, n) }
        case "tryDrop": return tryDrop { user.holds(try user.checked($0, not: m), n) }.faulty()
        case "prefixWhile": return prefix { user.holds($0, n) }
        case "tryPrefixWhile": return tryPrefix { user.holds(try user.checked($0, not: m), n) }.faulty()
        case "prefix": return prefix(n)
        case "output": return output(in: n..<n + m)
        default: return nil
        }
    }
}

extension ModelCall {
    func filtering() -> Model? {
        let n = numbers.first ?? 0, m = numbers.last ?? 0
        switch name {
        case "filter", "compactMap": return each { holds($0, n) ? .pass($0) : .drop }
        case "tryFilter", "tryCompactMap":
            return each(canEnd: true) { holds(try checked($0, not: m), n) ? .pass($0) : .drop }
        case "prefixWhile": return each(canEnd: true) { holds($0, n) ? .pass($0) : .finish }
        case "tryPrefixWhile":
            return each(canEnd: true) { holds(try checked($0, not: m), n) ? .pass($0) : .finish }
        case "ignoreOutput": return node { ModelIgnore($0) }
        case "removeDuplicates": return duplicates { $0 == $1 }
        case "tryRemoveDuplicates": return duplicates(canThrow: true) { $0 == (try checked($1, not: n)) }
        case "drop": return opening { holds($0, n) }
        case "tryDrop": return opening(canThrow: true) { holds(try checked($0, not: m), n) }
        case "dropFirst":
            return Model { [upstream] downstream in
                let node = ModelDrop(downstream, n)
                node.start()
                upstream.subscribe(node)
            }
        case "prefix": return n == 0 ? none() : range(0..<n)
        case "output": return m == 0 ? none() : range(n..<n + m)
        default: return nil
        }
    }

    private func duplicates(
        canThrow: Bool = false, _ areEqual: @escaping (Int, Int) throws -> Bool
    ) -> Model {
        stage(canEnd: canThrow) {
            var last: Int?
            return { value in
                if let last, try areEqual(last, value) { return .drop }
                last = value
                return .pass(value)
            }
        }
    }

    /// Drops values until one doesn't pass the test; from then on nothing is tested.
    private func opening(canThrow: Bool = false, _ drops: @escaping (Int) throws -> Bool) -> Model {
        stage(canEnd: canThrow) {
            var isOpen = false
            return { value in
                if !isOpen, try drops(value) { return .drop }
                isOpen = true
                return .pass(value)
            }
        }
    }

    private func range(_ range: Range<Int>) -> Model {
        stage(canEnd: true) {
            var index = -1
            return { value in
                index += 1
                if index < range.lowerBound { return .drop }
                return index + 1 < range.upperBound ? .pass(value) : .last(value)
            }
        }
    }

    /// A range without a value: the first value that would be in it is the end.
    private func none() -> Model {
        let skipped = name == "output" ? n : 0
        return stage(canEnd: true) {
            var index = -1
            return { _ in
                index += 1
                return index < skipped ? .drop : .finish
            }
        }
    }
}

/// Asks for everything and passes nothing on but the end.
final class ModelIgnore: ModelNode {
    // What downstream asks for reaches upstream before that is asked for everything, as in Combine.
    override func begin(_ subscription: any ModelSubscription) {
        super.begin(subscription)
        if !isOver { upstream?.request(.unlimited) }
    }

    override func request(_ demand: Demand) { upstream?.request(demand) }
    override func value(_ value: Int) -> Demand { .none }
}

/// `dropFirst(_:)`: hands downstream its subscription before it has one itself, and asks for what it is to drop when it
/// has.
final class ModelDrop: ModelNode {
    private var demand = Demand.none
    private var count: Int

    init(_ downstream: any ModelSubscriber, _ count: Int) {
        self.count = count
        super.init(downstream)
    }

    func start() { downstream.begin(self) }

    override func begin(_ subscription: any ModelSubscription) {
        guard upstream == nil, !isOver else { return subscription.cancel() }
        upstream = subscription
        demand += count
        if demand > .none { subscription.request(demand) }
    }

    override func request(_ more: Demand) {
        if upstream == nil { demand += more } else { super.request(more) }
    }

    override func value(_ value: Int) -> Demand {
        if count == 0 { return super.value(value) }
        count -= 1
        return .none
    }
}
