import TraitsRuntime

/// An act on a stream, as plans have it. Law runs in virtual time, races and random programs carry the same acts out.
@_spi(Proof) public enum PlanAct: Hashable, Sendable {
    /// Sends a value to an input.
    case send(Int, to: Int)
    /// Finishes an input.
    case finish(Int)
    /// Lets an input fail.
    case fail(Int)
    /// A subscriber asks for more values; zero is without limit.
    case request(Int, by: Int)
    /// A subscriber cancels.
    case cancel(Int)
    /// One more subscriber comes.
    case subscribe
    /// Time passes.
    case pass(Int)

    /// The act as a test writes it.
    public var source: String {
        switch self {
        case .send(let value, let input): ".send(\(value), to: \(input))"
        case .finish(let input): ".finish(\(input))"
        case .fail(let input): ".fail(\(input))"
        case .request(let count, let subscriber): ".request(\(count), by: \(subscriber))"
        case .cancel(let subscriber): ".cancel(\(subscriber))"
        case .subscribe: ".subscribe"
        case .pass(let ticks): ".pass(\(ticks))"
        }
    }

    /// The demand of a request for a number of values; zero is without limit.
    public static func demand(_ count: Int) -> Subscribers.Demand { count == 0 ? .unlimited : .max(count) }
}

extension PlanAct: CustomStringConvertible {
    /// The act, in words.
    public var description: String {
        switch self {
        case .send(let value, let input): "\(value) to \(input)"
        case .finish(let input): "the end to \(input)"
        case .fail(let input): "a failure to \(input)"
        case .request(let count, _): "a request for \(count == 0 ? "all" : "\(count)")"
        case .cancel(let subscriber): "subscriber \(subscriber) cancels"
        case .subscribe: "another subscriber"
        case .pass(let ticks): "\(ticks) ticks"
        }
    }
}

extension PlanAct {
    /// Returns all orders in which one thread can do the acts of several.
    ///
    /// - Complexity: The number of orders grows with the factorial of the number of acts.
    public static func orders(of threads: [[PlanAct]]) -> [[PlanAct]] {
        if threads.allSatisfy(\.isEmpty) { return [[]] }
        return threads.indices.flatMap { index -> [[PlanAct]] in
            guard let first = threads[index].first else { return [] }
            var rest = threads
            rest[index].removeFirst()
            return orders(of: rest).map { [first] + $0 }
        }
    }
}
