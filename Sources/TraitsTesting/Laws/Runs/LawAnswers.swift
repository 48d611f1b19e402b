import TraitsRuntime

/// What inputs of the law kit tell a caller that asks for their values without subscribing.
///
/// `sink` and some operators ask first, since a chain such as `Just(1).map { … }` can answer without a subscription.
/// The history must be the same, whatever is answered.
public enum LawAnswers: Hashable, Sendable, CaseIterable {
    /// Nothing: values come to subscribers alone.
    case never
    /// An input whose events all come synchronously gives them, if it is one value and the end, the end or a failure.
    /// Its type doesn't tell whether it will.
    case asked
    /// The same, and the types tell what holds of all inputs: that they answer, that they are maybes.
    case known
    /// Something has run already: what is left is a publisher of all events.
    case partly
}

/// What the types of the law kit's inputs tell while a run goes on.
///
/// For other publishers this is known when they are compiled. Here one type stands for all of them, so it says
/// something else in each run: the thread, or the task, of a run has its own.
struct LawFacts: Sendable {
    var immediacy: _Immediacy
    var atMostOne: Bool

    /// Outside of the law kit an input may answer.
    @TaskLocal static var current = LawFacts(immediacy: .maybe, atMostOne: false)

    /// - Parameter scripts: What the inputs do.
    init(_ answers: LawAnswers, of scripts: [LawScript]) {
        switch answers {
        case .never:
            self.init(immediacy: .never, atMostOne: false)
        case .asked, .partly:
            self.init(immediacy: .maybe, atMostOne: false)
        case .known:
            self.init(
                immediacy: scripts.allSatisfy(\.isAnswer) ? .always : .maybe,
                atMostOne: scripts.allSatisfy(\.isMaybe))
        }
    }

    init(immediacy: _Immediacy, atMostOne: Bool) {
        self.immediacy = immediacy
        self.atMostOne = atMostOne
    }
}

extension LawScript {
    /// Whether a publisher that promises one value at most can do this.
    var isMaybe: Bool { values.isEmpty || values.count == 1 && ending == .finished }

    /// Whether all of it is one answer: one value and the end, the end or a failure, synchronously.
    var isAnswer: Bool {
        guard ending != .silent, !hasLaterEvents else { return false }
        return values.isEmpty || values.count == 1 && ending == .finished
    }
}

extension Laws {
    /// Runs a test in which the types of inputs tell what the law kit let them tell: that all of them answer
    /// synchronously, or that all of them are maybes.
    ///
    /// Tests in violations use it.
    ///
    /// - Parameters:
    ///   - alwaysAnswering: Whether the type tells that each input answers.
    ///   - atMostOne: Whether the type tells that each input sends one value at most, and then ends.
    ///   - body: The test.
    public static func withInputs<Result>(
        alwaysAnswering: Bool, atMostOne: Bool, _ body: () throws -> Result
    ) rethrows -> Result {
        let facts = LawFacts(immediacy: alwaysAnswering ? .always : .maybe, atMostOne: atMostOne)
        return try LawFacts.$current.withValue(facts, operation: body)
    }
}
