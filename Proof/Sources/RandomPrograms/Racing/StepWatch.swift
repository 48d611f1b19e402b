/// Sees, while a program is carried out on one thread, whether each act is a single step for all parts of its pipeline.
///
/// Otherwise another thread comes in between, and more can be seen than what any order of the acts brings: another value
/// between two that a part sends in one act; the end of a time, or a subscriber that comes, between a value and an end that
/// follows it; a value of one source between two requests that one act makes; nothing of what a source sends while somebody
/// lets go of it and comes back. To subscribe is the first act, and nobody else is there.
final class StepWatch {
    private(set) var isSplit = false
    private var acts = 0
    /// The thread that has sent a value in this act.
    private var senders: Set<Int> = []
    /// The sources that have been asked for something in this act.
    private var asked: Set<Int> = []
    /// The sources that somebody has let go of in this act.
    private var left: Set<Pipeline> = []
    private var areOver = false
    private var parts = 0
    /// A source that is there twice is one part.
    private var sources: [Pipeline: Int] = [:]
    /// Indicates whether a part is another one for each subscription: of several subscribers each is sent a value in one act.
    let countsSubscriptions: Bool
    /// Whether a request is one step for what has several inputs or subscribers, which counts the demand, and another for an
    /// input.
    private let asksInSteps: Bool
    private let tellsEndsApart: Bool
    /// Indicates whether the subscribing thread has a property made first, which has a value from then on.
    private let makesProperties: Bool
    /// Indicates whether somebody else sees it when a subscriber lets go inside of a value.
    private let tellsOfLeaving: Bool
    /// Indicates whether the next connection sends by the same subject as one that somebody is just cancelling.
    private let keepsSubject: Bool

    init(of program: Program) {
        countsSubscriptions = program.subscriberCount > 1
        asksInSteps =
            program.pipeline.contains { $0.name.hasPrefix("combineLatest") }
            || program.subscriberCount > 1 && program.pipeline.isShared
        makesProperties = program.pipeline.contains { $0.name.hasPrefix("property.") }
        tellsEndsApart = program.tellsEndsApart
        tellsOfLeaving = countsSubscriptions && program.pipeline.isShared
        keepsSubject = program.pipeline.contains { $0.operation.text.contains("autoconnect") }
    }

    /// An act begins.
    func beginAct() {
        acts += 1
        senders = []
        asked = []
        left = []
    }

    /// Gives a new part of a pipeline its number.
    func part(_ pipeline: Pipeline) -> Int {
        parts += 1
        guard pipeline.operation.isSource, !countsSubscriptions else { return parts }
        let part = sources[pipeline] ?? parts
        sources[pipeline] = part
        return part
    }

    func sent(by part: Int) { note(senders.insert(part).inserted) }

    func ended(_ part: Int) { if tellsEndsApart { note(!senders.contains(part)) } }

    func asked(_ source: Int) {
        asked.insert(source)
        note(asked.count == 1 && !asksInSteps)
    }

    func left(_ source: Pipeline) {
        left.insert(source)
        if tellsOfLeaving { note(senders.isEmpty && !keepsSubject) }
    }

    func cameTo(_ source: Pipeline) { note(!left.contains(source) && !makesProperties) }

    /// From now on one thread is alone again.
    func endActs() { areOver = true }

    private func note(_ isStep: Bool) { if acts > 1, !areOver, !isStep { isSplit = true } }
}
