/// Carries a program out on all paths and in the reference, and says where they part.
struct Disagreement: Error, CustomStringConvertible {
    let program: Program
    /// What each path saw, the reference last.
    let histories: [(path: String, events: [String])]
    let reason: String

    var description: String {
        var text = "\(reason)\n\(program.pipeline.swift)\n"
        for (path, events) in histories {
            text += "  \(path):\n" + events.map { "    \($0)\n" }.joined()
        }
        return text
    }
}

extension Program {
    private static let plainPaths = [
        RealWorld.Path(isSink: false, isErased: false), RealWorld.Path(isSink: false, isErased: true),
    ]
    private static let sinkPaths = [
        RealWorld.Path(isSink: true, isErased: false), RealWorld.Path(isSink: true, isErased: true),
    ]

    /// Where the paths part, or where one breaks the contract; `nil` if all is well.
    func disagreement() -> Disagreement? {
        var histories: [(path: String, events: [String])] = []
        for path in Self.plainPaths + (isLikeSink ? Self.sinkPaths : []) {
            let (trace, survivors) = history(on: path)
            if trace.isTooLong { return nil }
            histories.append(("\(path)", trace.events))
            if let breach = trace.breach {
                return .init(program: self, histories: histories, reason: "\(path): \(breach)")
            }
            if survivors > 0 {
                return .init(program: self, histories: histories, reason: "\(path): a subscriber is leaked")
            }
        }
        if let trace = modelHistory() { histories.append(("the reference", trace.events)) }
        guard let odd = histories.first(where: { $0.events != histories[0].events }) else { return nil }
        let parted = histories.filter { $0.events == histories[0].events || $0.events == odd.events }
        let kept = [histories[0], parted.first { $0.events == odd.events } ?? odd]
        return .init(
            program: self, histories: kept,
            reason: "\(odd.path) tells another history than \(histories[0].path)")
    }

    /// What one path sees, and how many subscribers outlive the run.
    func history(on path: RealWorld.Path) -> (Trace, Int) {
        let trace = Trace()
        let observers: [WeakObserver]
        do {
            let world = RealWorld(pipeline, path, trace)
            let run = Run(self, in: world, trace)
            run.carryOut()
            observers = run.observers.map { WeakObserver(observer: $0) }
            run.release()
            world.release()
        }
        return (trace, observers.filter { $0.observer != nil }.count)
    }

    private func modelHistory() -> Trace? {
        let trace = Trace()
        guard let world = ModelWorld(pipeline, trace) else { return nil }
        let run = Run(self, in: world, trace)
        run.carryOut()
        run.release()
        world.clock.clear()
        return trace
    }

    private struct WeakObserver {
        weak var observer: Observer?
    }
}
