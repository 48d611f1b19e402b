import TraitsRuntime

/// The answer of the law kit's inputs to a caller that asks for their values without subscribing.
///
/// `sink` and some operators ask first, since a chain such as `Just(1).map { … }` can answer without a subscription. The
/// history must be the same for every answer.
public enum LawAnswers: Hashable, Sendable, CaseIterable {
    /// Inputs don't answer: values come to subscribers alone.
    case never
    /// An input answers if all its events come synchronously and are one value and the end, the end, or a failure. Its type
    /// doesn't tell whether it will answer.
    case asked
    /// Inputs answer in the same cases, and their types tell the properties that all inputs share: that they answer, that they
    /// are maybes.
    case known
    /// Inputs answer that they have run in part: the rest is a publisher of all events.
    case partly
}

/// The properties that the types of the law kit's inputs tell during a run.
///
/// For other publishers they are known at compile time. Here one type stands for all of them, so they change with each run: the
/// thread, or the task, of a run has its own.
struct LawFacts: Sendable {
    var immediacy: _Answering
    var atMostOne: Bool

    /// Outside of the law kit an input may answer.
    @TaskLocal static var current = LawFacts(immediacy: .maybe, atMostOne: false)

    /// - Parameter scripts: The scripts of the inputs.
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

    init(immediacy: _Answering, atMostOne: Bool) {
        self.immediacy = immediacy
        self.atMostOne = atMostOne
    }
}

extension LawScript {
    /// Indicates whether a publisher that promises at most one value can follow the script.
    var isMaybe: Bool { values.isEmpty || values.count == 1 && ending == .finished }

    /// Indicates whether the whole script is one answer: one value and the end, the end or a failure, synchronously.
    var isAnswer: Bool {
        guard ending != .silent, !hasLaterEvents else { return false }
        return values.isEmpty || values.count == 1 && ending == .finished
    }
}

extension Laws {
    /// Runs a test in which the types of inputs tell given properties: that all of them answer synchronously, or that all of
    /// them are maybes.
    ///
    /// Tests in violations use it.
    ///
    /// - Parameters:
    ///   - alwaysAnswering: Indicates whether the type tells that each input answers.
    ///   - atMostOne: Indicates whether the type tells that each input sends at most one value, and then ends.
    ///   - body: The test.
    public static func withInputs<Result>(
        alwaysAnswering: Bool, atMostOne: Bool, _ body: () throws -> Result
    ) rethrows -> Result {
        let facts = LawFacts(immediacy: alwaysAnswering ? .always : .maybe, atMostOne: atMostOne)
        return try LawFacts.$current.withValue(facts, operation: body)
    }
}
