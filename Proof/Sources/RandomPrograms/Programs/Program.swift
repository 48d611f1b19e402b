/// A pipeline, its subscribers, and what is done to it.
struct Program: Hashable {
    /// Something that is done from outside, or inside of a value.
    enum Act: Hashable {
        /// Sends a value to one of the subjects.
        case send(Int, to: Int)
        /// Finishes a subject.
        case finish(Int)
        /// Lets a subject fail.
        case fail(Int)
        /// A subscriber asks for more; zero is without limit.
        case request(Int, by: Int)
        /// A subscriber cancels.
        case cancel(Int)
        /// One more subscriber comes.
        case subscribe
        /// Time passes.
        case pass(Int)
    }

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
        var text = "/// \(why)\n///\n///     \(pipeline.swift)\n@Test func \(name)() throws {\n"
        text += "    try expectAgreement(\n        Program(\n            pipeline: \(pipeline.source),\n"
        text += "            demand: \(demand.map(String.init) ?? "nil")"
        if !isLikeSink { text += ", returns: \(returns.map(String.init) ?? "nil")" }
        text += ",\n            acts: \(Self.list(acts))"
        if !reactions.isEmpty {
            let list = reactions.map {
                "                .init(subscriber: \($0.subscriber), value: \($0.value), acts: \(Self.list($0.acts)))"
            }
            text += ",\n            reactions: [\n\(list.joined(separator: ",\n"))\n            ]"
        }
        if scheduling != .inOrder { text += ",\n            scheduling: .\(scheduling)" }
        if settles { text += ",\n            settles: true" }
        return text + "))\n}"
    }

    private static func list(_ acts: [Act]) -> String {
        "[\(acts.map { $0.source }.joined(separator: ", "))]"
    }
}

extension Program.Act {
    var source: String {
        switch self {
        case .send(let value, let subject): ".send(\(value), to: \(subject))"
        case .finish(let subject): ".finish(\(subject))"
        case .fail(let subject): ".fail(\(subject))"
        case .request(let demand, let subscriber): ".request(\(demand), by: \(subscriber))"
        case .cancel(let subscriber): ".cancel(\(subscriber))"
        case .subscribe: ".subscribe"
        case .pass(let ticks): ".pass(\(ticks))"
        }
    }
}
