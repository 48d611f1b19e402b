@_spi(Proof) import TraitsTesting

/// A pipeline, its subscribers, and what is done to it.
struct Program: Hashable {
    /// Something that is done from outside, or inside of a value.
    typealias Act = PlanAct

    /// An act of a subscriber inside of a value.
    struct Reaction: Hashable {
        /// Which subscriber, from 0, and at which of its values, from 1.
        var subscriber: Int
        var value: Int
        var acts: [Act]
    }

    var pipeline: Pipeline
    /// The demand of each subscriber when it is subscribed; `nil` asks for all, as `sink` does: then the program
    /// runs through `sink` too, and nobody can cancel before the call that subscribes has returned.
    var demand: Int?
    /// The demand that a subscriber returns for each value, `nil` without limit. A subscriber like `sink` returns none.
    var returns: Int? = 0
    var acts: [Act] = [.subscribe]
    var reactions: [Reaction] = []
    /// The order in which the operators' scheduler runs its actions.
    var scheduling = Scheduling.inOrder
    /// Whether at last everybody asks for all, all subjects finish and time passes, so that what has promised a value owes
    /// it.
    var settles = false

    /// How a scheduler treats an action. `Scheduler` promises nothing about it.
    enum Scheduling: Hashable {
        case inOrder
        /// Actions that are due at one time run in another order.
        case newestFirst
        /// An action without a delay runs inside of the call that schedules it.
        case inline
        /// Each action does, as `ImmediateScheduler` has it.
        case immediate
        case twice
        /// Some ticks later than it should.
        case late
        case never
    }

    /// How many subscribers there may be.
    static let subscriberLimit = 4

    var isLikeSink: Bool { demand == nil }

    /// Indicates whether closures or schedulers do what the reference knows nothing about.
    var goesBeyondTheReference: Bool { pipeline.acts || scheduling != .inOrder || settles }
}

extension Program {
    /// A test that can be pasted into `RandomProgramFindsTests`.
    func test(named name: String, why: String) -> String {
        var call = ["Program(", "    pipeline: \(pipeline.source),"]
        let returned = isLikeSink ? "" : ", returns: \(returns.map(String.init) ?? "nil")"
        call.append("    demand: \(demand.map(String.init) ?? "nil")\(returned),")
        call.append("    acts: \(Self.list(acts))")
        func add(_ argument: String) {
            call[call.count - 1] += ","
            call.append("    " + argument)
        }
        if !reactions.isEmpty {
            let list = reactions.map {
                "        .init(subscriber: \($0.subscriber), value: \($0.value), acts: \(Self.list($0.acts)))"
            }
            add("reactions: [")
            call += list.dropLast().map { $0 + "," } + list.suffix(1) + ["    ]"]
        }
        if scheduling != .inOrder { add("scheduling: .\(scheduling)") }
        if settles { add("settles: true") }
        call[call.count - 1] += "))"
        let test = FaultText.test(name, ["try expectAgreement("] + call.map { "    " + $0 })
        return (["/// \(why)", "///", "///     \(pipeline.swift)"] + test).joined(separator: "\n")
    }

    private static func list(_ acts: [Act]) -> String {
        "[\(acts.map { $0.source }.joined(separator: ", "))]"
    }
}
