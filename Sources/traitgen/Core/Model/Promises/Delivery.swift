/// The place where some of a row's events arrive.
///
/// A trait can promise a place: the global actor on which every event arrives, whichever thread subscribes. Most rows preserve
/// that promise, since they deliver where their inputs deliver.
public struct Delivery: Hashable, Sendable {
    /// A place that events can arrive at.
    public enum Place: Hashable, Sendable {
        /// Inside a call that the subscriber makes, where it subscribes or asks for values.
        case caller
        /// Wherever an event is sent, such as on the thread that calls `send(_:)`.
        case anywhere
        /// Where an input delivers, by the number of its parameter.
        case input(Int)
        /// Where a scheduler runs closures, by its generic parameter.
        case scheduler(String)
    }

    /// The place.
    public var place: Place
    /// The event that arrives there, in words such as `the end for a late subscriber`; nil for all events.
    public var event: String?
    /// The shortest history that has such an event.
    public var marbles: String

    package init(_ place: Place, _ event: String? = nil, marbles: String) {
        self.place = place
        self.event = event
        self.marbles = marbles
    }
}

extension Delivery {
    /// The deliveries of a row, from its clauses.
    ///
    /// - Parameters:
    ///   - row: the row as it is written.
    ///   - names: its parameters.
    static func all(
        of row: Table.RowDeclaration, _ behaviour: Behaviour, names: [String]
    ) -> [Delivery] {
        let said = row.places.map { clause in
            clause.names.map { Delivery(place($0.value, names), marbles: shortest(row)) }
        }
        var result = said ?? inputs(behaviour, row)
        if row.takesTime && said == nil { result = [Delivery(.anywhere, marbles: "--o")] }
        if let cut = row.cut.first, !row.isCutByTime {
            let marbles = cut.value == .finish ? "--|" : "--x"
            result.append(Delivery(.anywhere, "the end that another publisher brings", marbles: marbles))
        }
        for stage in behaviour.stages {
            switch stage {
            case .joining(let joining):
                result.append(Delivery(.caller, "what a late subscriber gets", marbles: joining.marbles))
            default: break
            }
        }
        return result
    }

    /// The deliveries of a row without an `at` clause.
    private static func inputs(_ behaviour: Behaviour, _ row: Table.RowDeclaration) -> [Delivery] {
        if case .source = behaviour.combination { return [Delivery(.anywhere, marbles: shortest(row))] }
        if case .anything = behaviour.combination { return [Delivery(.anywhere, marbles: "--o")] }
        var parameters = behaviour.parameters
        // Signals that only open a gate deliver nothing.
        if case .signal(let signals) = behaviour.combination,
            !signals.canSend(behaviour.given[parameters[1]] ?? .all(limit: 1))
        {
            parameters.removeLast()
        }
        var result = Set(parameters).sorted().map { Delivery(.input($0), marbles: "--o") }
        switch behaviour.combination {
        case .retry(mayWait: true):
            result.append(Delivery(.anywhere, "what another attempt sends immediately", marbles: "--o"))
        case .repeated(_, let none), .repeat(let none):
            // No inputs finish synchronously, unless the row has `none`.
            let marbles = none.isEmpty ? "|" : none.first { $0.end != .silent || $0.values > 0 }?.marbles
            let what = behaviour.combiner == .repeat ? "zero times" : "no inputs"
            if let marbles { result.append(Delivery(.caller, "what comes of \(what)", marbles: marbles)) }
        default: break
        }
        return result
    }

    private static func place(_ name: String, _ inputs: [String]) -> Place {
        switch name {
        case "caller": .caller
        case "anywhere": .anywhere
        default: inputs.firstIndex(of: name).map { .input($0) } ?? .scheduler(name)
        }
    }

    /// The shortest history of the row that has an event.
    private static func shortest(_ row: Table.RowDeclaration) -> String {
        let marbles = row.histories.map(\.text).filter { text in text.contains { "ox|".contains($0) } }
        return marbles.min { $0.count < $1.count } ?? "--o"
    }
}

extension Joining {
    /// An event that a late subscriber may get synchronously.
    fileprivate var marbles: String { self == .late ? "|" : "o" }
}

// MARK: - Conditions

extension Delivery {
    /// The demands of a promise about a place; nil if some event arrives elsewhere whatever the inputs are.
    ///
    /// In the library's own streams one type of scheduler runs on an actor. The constraint names that type to save compile
    /// time: the compiler would check again and again whether an unknown scheduler conforms to a protocol.
    package static func demands(
        of deliveries: [Delivery], trait: String, place: String, on backend: Backend
    ) -> Demands? {
        var demands = Demands()
        for delivery in deliveries {
            switch delivery.place {
            case .caller, .anywhere: return nil
            case .input(let number): demands.inputs.append(number)
            case .scheduler(let name):
                demands.others.append(
                    Constraint(input: name, trait: place.schedulerName, isType: backend == .traitsRuntime))
            }
        }
        return demands
    }
}

extension Delivery {
    /// The place in words: `inside a call that the subscriber makes`.
    package func text(_ inputs: [String]) -> String {
        switch place {
        case .caller: "inside a call that the subscriber makes"
        case .anywhere: "wherever somebody sends"
        case .input(let number): "where `\(inputs[number])` delivers"
        case .scheduler(let name): "where `\(name)` runs"
        }
    }

    /// Indicates whether such an event breaks every promise about a place.
    package var isLost: Bool { place == .caller || place == .anywhere }
}

extension Row {
    /// The parameters that are publishers, each once.
    package var parameters: [String] { inputs.names }
}

extension [Row.Input] {
    /// Each name once, in their order.
    var names: [String] { reduce(into: []) { if !$0.contains($1.name) { $0.append($1.name) } } }
}

extension String {
    /// A global actor's name without its enclosing types.
    var actorName: String { split(separator: ".").last.map(String.init) ?? self }
    /// The schedulers that run on a global actor: `MainActorScheduler`.
    var schedulerName: String { actorName + "Scheduler" }
    /// The scheduler of a global actor: `mainActor`.
    var schedulerConstant: String { actorName.prefix(1).lowercased() + actorName.dropFirst() }
}
