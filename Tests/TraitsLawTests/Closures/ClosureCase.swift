import TraitsRuntime
import TraitsTesting

/// An operator with a closure that alone owns a token.
struct ClosureCase: Sendable {
    /// The row of the tables.
    let row: String
    let testDescription: String
    /// The starts of upstream that the operator is tried with.
    let starts: [ClosureStage.Start]
    /// A Boolean value that indicates whether a subscriber that keeps its subscription keeps the closure with it, as in Combine.
    let isKeptBySubscription: Bool
    // Safe to share: the builder is all that they capture.
    private nonisolated(unsafe) let run: (ClosureStage.Start, ClosureReader, ClosureScript) -> [String]

    init<P: Publisher>(
        _ row: String, _ note: String = "", starts: [ClosureStage.Start] = ClosureStage.Start.allCases,
        isKeptBySubscription: Bool = false, _ build: @escaping @Sendable (ClosureStage, LeakToken) -> P
    ) {
        self.row = row
        testDescription = note.isEmpty ? row : "\(row), \(note)"
        self.starts = starts
        self.isKeptBySubscription = isKeptBySubscription
        run = { start, reader, script in
            let stage = ClosureStage(start)
            let leaks = LeakTracker()
            let (cancel, isOver) = Self.subscribe(stage, reader, leaks, build)
            var breaches: [String] = []
            var isCancelled = false
            func check(_ step: String) {
                let isWanted = !isCancelled && !isOver()
                if leaks.alive.isEmpty == isWanted {
                    breaches.append("\(isWanted ? "released" : "kept") after \(step)")
                }
            }
            check("the subscription")
            for step in script.steps {
                switch step {
                case .value(let value): stage.send(value)
                case .finish: stage.endSource(.finished)
                case .fail: stage.endSource(.failure(TestFailure()))
                case .finishInner: stage.endInner()
                case .cancel:
                    cancel()
                    isCancelled = true
                    stage.scheduler.advance(by: 100)
                }
                check("\(step)")
            }
            return withExtendedLifetime((stage, cancel)) { breaches }
        }
    }

    /// Returns the steps after which the token was released although the stream lived, or kept although it was over.
    func breaches(_ start: ClosureStage.Start, _ reader: ClosureReader, _ script: ClosureScript) -> [String] {
        run(start, reader, script)
    }

    /// A function of its own, at whose return its references have gone.
    @inline(never)
    private static func subscribe<P: Publisher>(
        _ stage: ClosureStage, _ reader: ClosureReader, _ leaks: LeakTracker,
        _ build: (ClosureStage, LeakToken) -> P
    ) -> (cancel: () -> Void, isOver: () -> Bool) {
        reader.subscribe(to: build(stage, leaks.token("closure")))
    }
}

/// The events of one run.
enum ClosureScript: CaseIterable, Sendable {
    case finish, finishInnerLast, fail, cancel, cancelInner, cancelEarly

    enum Step: Sendable {
        case value(Int)
        case finish, fail, finishInner, cancel
    }

    var steps: [Step] {
        switch self {
        case .finish: [.value(1), .finishInner, .value(2), .finish]
        case .finishInnerLast: [.value(1), .value(2), .finish, .value(3), .finishInner]
        case .fail: [.value(1), .fail, .value(2), .finishInner]
        case .cancel: [.value(1), .cancel]
        case .cancelInner: [.value(1), .finish, .value(2), .cancel]
        case .cancelEarly: [.cancel, .value(1)]
        }
    }
}
