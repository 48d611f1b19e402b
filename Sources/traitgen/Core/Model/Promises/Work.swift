/// Work that each of several subscribers begins, though another subscriber has begun it already.
///
/// A trait can promise sharing: for any number of subscribers, each source has one subscription at a time. Most rows subscribe
/// to their inputs once for each subscriber, and preserve the promise of their inputs.
public enum Work: Hashable, Sendable {
    /// The work of a source.
    case own
    /// A subscription to an input, by the number of its parameter.
    case input(Int)
    /// A subscription to a publisher that a closure makes for one subscriber alone, by its generic parameter.
    case made(String)
    /// A subscription to a publisher that the row doesn't name.
    case unnamed
}

extension Work {
    /// The work that each subscriber of a row begins; empty if all subscribers share it.
    static func all(
        of row: Table.RowDeclaration, _ behaviour: Behaviour, _ inputs: [Row.Input]
    ) -> [Work] {
        if row.shared != nil { return [] }
        var result: [Work] = []
        switch behaviour.combination {
        case .source: result.append(.own)
        case .anything: result.append(.unnamed)
        default: result += subscribed(behaviour, row, inputs)
        }
        result += row.anew.map(\.value).filter { !inputs.names.contains($0) }.map { .made($0) }
        if !row.cut.isEmpty, !row.isCutByTime { result.append(.unnamed) }
        return result
    }

    private static func subscribed(
        _ behaviour: Behaviour, _ row: Table.RowDeclaration, _ inputs: [Row.Input]
    ) -> [Work] {
        var result: [Work] = []
        let names = inputs.names
        for (role, number) in behaviour.parameters.enumerated() {
            let name = names[number]
            let isMade = behaviour.makes(role) || row.anew.contains { $0.value == name }
            if !isMade, inputs.first(where: { $0.name == name })?.given?.isShared == true { continue }
            let work = isMade ? Work.made(name) : .input(number)
            if !result.contains(work) { result.append(work) }
        }
        return result
    }
}

extension Behaviour {
    /// Indicates whether the publishers of a role are made on the way, from a value or a failure.
    package func makes(_ role: Int) -> Bool {
        role == 1 && combiner.makesPublishers
    }
}

extension Table.RowDeclaration {
    /// Indicates whether events wait for time to pass, so that no input delivers them.
    var takesTime: Bool { words[.later] != nil || words[.held] != nil }

    /// Indicates whether it must be time that cuts the stream. If there is a second input, that may do it.
    var isCutByTime: Bool { takesTime && (inputs?.count ?? 0) < 2 }
}

// MARK: - Conditions

extension Work {
    /// The demands of a promise about sharing; nil if each subscriber begins some work whatever the inputs are.
    package static func demands(of work: [Work], trait: String, given: (Int) -> Bool) -> Demands? {
        var demands = Demands()
        for one in work {
            switch one {
            case .own, .made, .unnamed: return nil
            case .input(let number):
                if given(number) { return nil }
                demands.inputs.append(number)
            }
        }
        return demands
    }

    /// The work, in words.
    package func text(_ inputs: [String]) -> String {
        switch self {
        case .own: "its work"
        case .input(let number): "`\(inputs[number])`"
        case .made(let name): "a `\(name)` of its own"
        case .unnamed: "a publisher that the row doesn't name"
        }
    }

    /// Indicates whether this work breaks every promise of sharing.
    func isLost(_ row: Row) -> Bool {
        switch self {
        case .own, .made, .unnamed: true
        case .input(let number): row.isGiven(number)
        }
    }
}

extension Row {
    /// A sentence about the work that breaks sharing whatever the inputs are; nil if there is none.
    package func begun() -> String? {
        work.first { $0.isLost(self) }.map { "each subscriber begins \($0.text(parameters))" }
    }

    /// The law kit's word for the row's sharing.
    package var sharing: String {
        if work.isEmpty { return isShared ? "once" : "below" }
        return work.contains { $0.isLost(self) } ? "any" : "each"
    }
}
