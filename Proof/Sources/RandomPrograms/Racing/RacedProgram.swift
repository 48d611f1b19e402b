import TraitsRuntime
@_spi(Proof) import TraitsTesting

// A program whose acts several threads do: one for each subject, one for the subscriber, one that lets time pass.

extension Program {
    /// The events that each of its subscribers sees.
    typealias Histories = [[String]]

    /// The acts of each thread, in their order, after somebody has subscribed.
    var threads: [[Act]] {
        var threads: [Int: [Act]] = [:]
        for act in acts.dropFirst() { threads[act.thread, default: []].append(act) }
        return threads.keys.sorted().compactMap { threads[$0] }
    }

    /// How many subscribe: one before the threads begin, another maybe on a thread of its own.
    var subscriberCount: Int { acts.count { $0 == .subscribe } }

    /// Indicates whether another thread can tell that an end comes after the value which brings it: time passes, or somebody is
    /// sent what a shared subscription keeps.
    var tellsEndsApart: Bool {
        acts.dropFirst().contains {
            switch $0 {
            case .pass: pipeline.isTimed
            case .request, .subscribe: pipeline.isShared
            default: false
            }
        }
    }

    /// The histories that may be seen: those of each order in which one thread could have done all acts. Where a subscriber
    /// cancels at any time, its own may break off, wherever that thread is just then.
    ///
    /// - Returns: `nil` if more can be seen, see ``StepWatch``.
    func sequentialHistories() -> Set<Histories>? {
        if overtakesValues || passesInSteps { return nil }
        var all: Set<Histories> = []
        let cancellers = (0..<subscriberCount).filter { acts.contains(.cancel($0)) }
        // Of one subscriber nobody else sees that it cancels.
        for order in PlanAct.orders(of: threads.map { $0.filter { subscriberCount > 1 || !$0.cancels } }) {
            var program = self
            program.acts = [.subscribe] + order
            guard let histories = program.sequentialHistory() else { return nil }
            all.insert(histories)
            for canceller in cancellers {
                for count in histories[canceller].indices {
                    var broken = histories
                    broken[canceller].removeSubrange(count...)
                    all.insert(broken)
                }
            }
        }
        return all
    }

    /// Whether the thread that asks for more may be on its way with the value of a child, when another one replaces that.
    private var overtakesValues: Bool {
        demand != nil && acts.contains { if case .request = $0 { true } else { false } }
            && pipeline.contains {
                $0.name == "switchToLatest"
                    && $0.inputs[1].contains { $0.operation.isSource && !$0.isSubject }
            }
    }

    /// Whether the time that an act lets pass can be told apart: what others schedule meanwhile is done in the same act, or
    /// somebody looks at the clock before it has moved.
    private var passesInSteps: Bool {
        let longest = acts.map { if case .pass(let ticks) = $0 { ticks } else { 0 } }.max() ?? 0
        let timed = pipeline.count { $0.usesTime }
        let prompt = pipeline.count { $0.usesTime && $0.numbers.first ?? 0 == 0 }
        let isDelayOfNothing = pipeline.contains { $0.usesTime && $0.numbers.first == 0 }
        return longest > 1 || longest == 1 && (isDelayOfNothing || prompt > 0 && timed > 1)
    }

    private func sequentialHistory() -> Histories? {
        let trace = Trace(), watch = StepWatch(of: self)
        let probes = (0..<2).map { _ in PassthroughSubject<Int, Fault>() }
        let path = RealWorld.Path(isSink: false, isErased: false)
        let world = RealWorld(pipeline, path, probes: probes, watch: watch)
        let run = Run(self, in: world, trace)
        run.carryOut()
        run.release()
        world.release()
        if watch.isSplit || trace.isTooLong { return nil }
        let events = trace.events.prefix { $0 != "the end" }.filter { !$0.hasSuffix("begins") }
        return (0..<subscriberCount).map { number in
            events.filter { $0.hasPrefix("\(number) ") }.map { String($0.dropFirst(2)) }
        }
    }

    /// How many orders there are.
    var orderCount: Int {
        var done = 0, count = 1
        for thread in threads {
            for index in thread.indices {
                done += 1
                count = count * done / (index + 1)
            }
        }
        return count
    }
}

extension Program.Act {
    /// The number of the thread that does it.
    fileprivate var thread: Int {
        switch self {
        case .send(_, let subject), .finish(let subject), .fail(let subject): subject
        case .pass: 10
        case .request(_, let subscriber), .cancel(let subscriber): 20 + subscriber
        case .subscribe: 21
        }
    }

    fileprivate var cancels: Bool { if case .cancel = self { true } else { false } }
}

extension Pipeline {
    /// Indicates whether it has one source, which is subscribed to once for each subscriber, or for all.
    var isLine: Bool {
        if operation.isSource { return true }
        return operation.inputs == .one && inputs[0].isLine && name != "retry"
            && !operation.text.hasPrefix("sameSeveralTimes")
    }

    /// Indicates whether what it does depends on the time.
    var isTimed: Bool { contains(\.usesTime) }

    fileprivate var usesTime: Bool { operation.text.contains("scheduler") }

    /// Indicates whether several subscribers may have one subscription.
    var isShared: Bool {
        contains { $0.operation.text.contains("share") || $0.operation.text.contains("autoconnect") }
    }

    /// Makes all buffers larger than what may have to wait.
    mutating func makeRoom() {
        if name.hasPrefix("buffer") { numbers[0] = 100 }
        for index in inputs.indices { inputs[index].makeRoom() }
    }

    fileprivate var isSubject: Bool { ["probe", "passthrough", "current"].contains(name) }

    fileprivate func count(_ predicate: (Pipeline) -> Bool) -> Int {
        inputs.reduce(predicate(self) ? 1 : 0) { $0 + $1.count(predicate) }
    }

    func contains(_ predicate: (Pipeline) -> Bool) -> Bool {
        predicate(self) || inputs.contains { $0.contains(predicate) }
    }
}

extension Program {
    /// Carries the acts out on threads.
    ///
    /// - Returns: The events, and whether all subscribers are gone when all is over.
    func racedHistories(on path: RealWorld.Path, seed: UInt64) -> (histories: Histories, isReleased: Bool) {
        let weak: [WeakSubscriber]
        let histories: Histories
        do {
            let probes = (0..<2).map { _ in PassthroughSubject<Int, Fault>() }
            let world = RealWorld(pipeline, path, probes: probes)
            let subscribers = (0..<subscriberCount).map { RacedSubscriber(self, $0) }
            weak = subscribers.map { WeakSubscriber(subscriber: $0) }
            subscribers[0].subscribe(in: world)
            let bodies = threads.map { acts in
                {
                    for act in acts { perform(act, in: world, subscribers) }
                }
            }
            Threads.race(bodies, seed: seed)
            world.scheduler.advance(by: 12)
            histories = subscribers.map(\.events)
            for subscriber in subscribers { subscriber.cancel() }
            world.scheduler.advance(by: 12)
            world.release()
        }
        return (histories, weak.allSatisfy { $0.subscriber == nil })
    }

    private struct WeakSubscriber {
        weak var subscriber: RacedSubscriber?
    }

    private func perform(_ act: Act, in world: RealWorld, _ subscribers: [RacedSubscriber]) {
        switch act {
        case .send(let value, let subject): world.send(value, to: subject)
        case .finish(let subject): world.end(nil, subject)
        case .fail(let subject): world.end(Fault(subject), subject)
        case .request(let demand, let number):
            // A subscriber that isn't there has been left out to make the program smaller.
            guard number < subscribers.count else { break }
            subscribers[number].request(PlanAct.demand(demand))
        case .cancel(let number): if number < subscribers.count { subscribers[number].cancel() }
        case .pass(let ticks): world.advance(by: ticks)
        case .subscribe: subscribers[1].subscribe(in: world)
        }
        Threads.step()
    }
}

extension Program {
    private static let paths = [
        RealWorld.Path(isSink: false, isErased: false), RealWorld.Path(isSink: true, isErased: false),
        RealWorld.Path(isSink: false, isErased: true),
    ]

    /// Returns histories that threads see and one thread can't, on one of the paths.
    func racedDisagreement(
        _ allowed: Set<Histories>, schedules: UInt64 = Threads.areScheduled ? 16 : 4
    ) -> String? {
        let paths = Self.paths.filter { isLikeSink || !$0.isSink }
        for seed in 1...schedules {
            let path = paths[Int(seed) % paths.count]
            let (histories, isReleased) = racedHistories(on: path, seed: seed)
            if allowed.contains(histories), isReleased { continue }
            let known = allowed.map { "  \($0)" }.sorted().joined(separator: "\n")
            return """
                on several threads, \(path), schedule \(seed):
                  \(histories)\(isReleased ? "" : ", and a subscriber is kept")
                on one thread:
                \(known)
                \(test(named: "raced", why: "each subject's acts on a thread of its own"))
                """
        }
        return nil
    }

    /// The same for the smallest program to be found that shows such a thing.
    func shrunkDisagreement() -> String? {
        var disagreement: String?
        _ = shrunk { smaller in
            guard smaller.acts.first == .subscribe, smaller.threads.count > 1,
                let allowed = smaller.sequentialHistories(),
                let found = smaller.racedDisagreement(allowed)
            else { return false }
            disagreement = found
            return true
        }
        return disagreement
    }
}
