/// Sees, while a program is carried out on one thread, whether each act is a single step for all parts of its pipeline.
///
/// Otherwise another thread comes in between, and more can be seen than what any order of the acts brings: another value
/// between two that a part sends in one act; a value of one source between two requests that one act makes; nothing of
/// what a probe sends while somebody lets go of it and comes back. To subscribe is the first act, and nobody else is there.
final class StepWatch {
    private(set) var isSplit = false
    private var acts = 0
    /// Who has sent a value in this act.
    private var senders: Set<Int> = []
    /// The sources that have been asked for something in this act.
    private var asked: Set<Int> = []
    /// The probes that somebody has let go of in this act.
    private var left: Set<Int> = []
    private var parts = 0
    /// A source that is there twice is one part.
    private var sources: [String: Int] = [:]

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
        guard pipeline.operation.isSource else { return parts }
        let part = sources[pipeline.source] ?? parts
        sources[pipeline.source] = part
        return part
    }

    func sent(by part: Int) { note(senders.insert(part).inserted) }

    func asked(_ source: Int) {
        asked.insert(source)
        note(asked.count == 1)
    }

    /// What a probe says of its subscriptions.
    func note(_ event: String, ofProbe probe: Int) {
        if event.hasPrefix("cancelled") { left.insert(probe) } else { note(!left.contains(probe)) }
    }

    private func note(_ isStep: Bool) { if acts > 1, !isStep { isSplit = true } }
}
