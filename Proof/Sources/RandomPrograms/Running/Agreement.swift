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
    private static let outcomePaths = [
        RealWorld.Path(isSink: true, isErased: false, takesOutcome: true),
        RealWorld.Path(isSink: true, isErased: true, keepsTraits: true, takesOutcome: true),
    ]

    /// The ways to take the values.
    private func paths(_ promise: Promise, _ isTraced: Bool) -> [RealWorld.Path] {
        var paths = Self.plainPaths
        if isTraced {
            paths.append(.init(isSink: false, isErased: false, isTraced: true))
            if isLikeSink { paths.append(.init(isSink: true, isErased: false, isTraced: true)) }
        }
        if !promise.isEmpty { paths.append(.init(isSink: false, isErased: true, keepsTraits: true)) }
        if isLikeSink { paths += Self.sinkPaths }
        if isLikeSink, promise.contains(.maybe) { paths += Self.outcomePaths }
        return paths
    }

    /// Where the paths part, or where one breaks the contract; `nil` if all is well.
    ///
    /// - Parameter isTraced: Whether it is also carried out with each stage traced.
    func disagreement(isTraced: Bool = false) -> Disagreement? {
        var histories: [(path: String, events: [String])] = []
        let promise = Promise(of: pipeline)
        for path in paths(promise, isTraced) {
            let (trace, survivors) = history(on: path, promise)
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
        let outcomes = Self.outcomes(histories[0].events)
        guard
            let odd = histories.first(where: { path, events in
                path.hasPrefix(RealWorld.Path.traitSink)
                    ? Self.outcomes(events) != outcomes : events != histories[0].events
            })
        else { return nil }
        return .init(
            program: self, histories: [histories[0], odd],
            reason: "\(odd.path) tells another history than \(histories[0].path)")
    }

    /// A history without the ends that follow values, of which the sink of a trait isn't told.
    private static func outcomes(_ events: [String]) -> [String] {
        var haveValues: Set<Substring> = []
        return events.filter { event in
            let words = event.split(separator: " ")
            if words.count == 3, words[1] == "got" { haveValues.insert(words[0]) }
            return !(words.count == 2 && words[1] == "finished" && haveValues.contains(words[0]))
        }
    }

    /// What one path sees, and how many subscribers outlive the run.
    func history(on path: RealWorld.Path, _ promise: Promise = []) -> (Trace, Int) {
        let trace = Trace()
        let observers: [WeakObserver]
        do {
            let world = RealWorld(pipeline, path, trace, scheduling)
            let run = Run(self, in: world, trace, promise: promise)
            world.run = run
            run.carryOut()
            observers = run.observers.map { WeakObserver(observer: $0) }
            run.release()
            world.release()
        }
        return (trace, observers.filter { $0.observer != nil }.count)
    }

    private func modelHistory() -> Trace? {
        let trace = Trace()
        guard !goesBeyondTheReference, let world = ModelWorld(pipeline, trace) else { return nil }
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
