import TraitsRuntime

@testable import TraitsTesting

// A program whose acts several threads do: one for each subject, one for the subscriber, one that lets time pass.

extension Program {
    /// What each thread does, one act after the other, when somebody has subscribed.
    var threads: [[Act]] {
        var threads: [Int: [Act]] = [:]
        for act in acts {
            if let thread = act.thread { threads[thread, default: []].append(act) }
        }
        return threads.keys.sorted().compactMap { threads[$0] }
    }

    /// What may be seen: the history of each order in which one thread could have done all acts. Where the subscriber
    /// cancels at any time, each of these may break off, wherever that thread is just then.
    ///
    /// - Returns: `nil` if more can be seen, see ``StepWatch``.
    func sequentialHistories() -> Set<[String]>? {
        var histories: Set<[String]> = []
        for order in Self.orders(threads.map { $0.filter { $0 != .cancel(0) } }) {
            var program = self
            program.acts = [.subscribe] + order
            guard let history = program.sequentialHistory() else { return nil }
            histories.insert(history)
            if acts.contains(.cancel(0)) {
                for count in history.indices { histories.insert(Array(history.prefix(count))) }
            }
        }
        return histories
    }

    private func sequentialHistory() -> [String]? {
        let trace = Trace(), watch = StepWatch()
        let probes = (0..<2).map { number in Probe { [unowned watch] in watch.note($0, ofProbe: number) } }
        let path = RealWorld.Path(isSink: false, isErased: false)
        let world = RealWorld(pipeline, path, probes: probes, watch: watch)
        let run = Run(self, in: world, trace)
        run.carryOut()
        run.release()
        world.release()
        if watch.isSplit || trace.isTooLong { return nil }
        let events = trace.events.prefix { $0 != "the end" }
        return events.filter { $0 != "0 begins" }.map { String($0.dropFirst(2)) }
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

    private static func orders(_ threads: [[Act]]) -> [[Act]] {
        if threads.allSatisfy(\.isEmpty) { return [[]] }
        return threads.indices.flatMap { index -> [[Act]] in
            guard let first = threads[index].first else { return [] }
            var rest = threads
            rest[index].removeFirst()
            return orders(rest).map { [first] + $0 }
        }
    }
}

extension Program.Act {
    /// The number of the thread that does it; `nil` if that happens before.
    fileprivate var thread: Int? {
        switch self {
        case .subscribe: nil
        case .send(_, let subject), .finish(let subject), .fail(let subject): subject
        case .request, .cancel: 10
        case .pass: 11
        }
    }
}

extension Program {
    /// What is seen when threads do the acts.
    ///
    /// - Returns: The events, and whether the subscriber is gone when all is over.
    func racedHistory(on path: RealWorld.Path, seed: UInt64) -> (events: [String], isReleased: Bool) {
        weak var weakSubscriber: RacedSubscriber?
        let events: [String]
        do {
            let probes = (0..<2).map { _ in PassthroughSubject<Int, Fault>() }
            let world = RealWorld(pipeline, path, probes: probes)
            let subscriber = RacedSubscriber(self)
            weakSubscriber = subscriber
            world.subscribe(subscriber)
            subscriber.noteSubscribed()
            let bodies = threads.map { acts in
                {
                    for act in acts { perform(act, in: world, subscriber) }
                }
            }
            Threads.race(bodies, seed: seed)
            world.scheduler.advance(by: 12)
            events = subscriber.events
            subscriber.cancel()
            world.scheduler.advance(by: 12)
            world.release()
        }
        return (events, weakSubscriber == nil)
    }

    private func perform(_ act: Act, in world: RealWorld, _ subscriber: RacedSubscriber) {
        switch act {
        case .send(let value, let subject): world.send(value, to: subject)
        case .finish(let subject): world.end(nil, subject)
        case .fail(let subject): world.end(Fault(subject), subject)
        case .request(let demand, _): subscriber.request(demand == 0 ? .unlimited : .max(demand))
        case .cancel: subscriber.cancel()
        case .pass(let ticks): world.advance(by: ticks)
        case .subscribe: break
        }
        Threads.step()
    }
}

extension Program {
    private static let paths = [
        RealWorld.Path(isSink: false, isErased: false), RealWorld.Path(isSink: true, isErased: false),
        RealWorld.Path(isSink: false, isErased: true),
    ]

    /// What threads see that one thread can't, on one of the paths.
    func racedDisagreement(_ allowed: Set<[String]>) -> String? {
        let paths = Self.paths.filter { isLikeSink || !$0.isSink }
        for seed in UInt64(1)...(Threads.areScheduled ? 16 : 4) {
            let path = paths[Int(seed) % paths.count]
            let (events, isReleased) = racedHistory(on: path, seed: seed)
            if allowed.contains(events), isReleased { continue }
            let histories = allowed.map { "  \($0)" }.sorted().joined(separator: "\n")
            return """
                on several threads, \(path), schedule \(seed):
                  \(events)\(isReleased ? "" : ", and the subscriber is kept")
                on one thread:
                \(histories)
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
