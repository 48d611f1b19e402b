/// A way to break a promise, with its texts and template values.
enum Breach: String, CaseIterable {
    case missingElement, tooManyElements, bothElementAndError, unexpectedCompletion, unexpectedFailure
    case notImmediate

    /// Indicates whether upstream's failure is part of the breach.
    private var hasFailure: Bool { self == .bothElementAndError || self == .unexpectedFailure }

    /// The publisher's action, in words.
    private var deed: String {
        switch self {
        case .missingElement: "finished before it had published as many values as it must"
        case .tooManyElements: "published more values than it may"
        case .bothElementAndError: "failed after a value, where a failure may no longer come"
        case .unexpectedCompletion: "finished, which it never may"
        case .unexpectedFailure: "failed without a value, which it never may"
        case .notImmediate: "published nothing inside the call that subscribed and requested"
        }
    }

    /// The breach in a template.
    var value: MustacheValue {
        [
            "name": .text(rawValue),
            "documentation": .text("Upstream \(deed)."),
            "explanation": .text("it \(deed)"),
            "hasFailure": .truth(hasFailure),
        ]
    }
}

extension Trait {
    /// The ways to break this promise: for every state that an allowed history passes through, every event that is forbidden
    /// there.
    var breaches: [Breach] {
        var found: Set<Breach> = []
        for isImmediate in [true, false] {
            let steps = steps(immediate: isImmediate)
            guard steps.contains(where: \.allowsSomeEnd) else {
                if !isImmediate { found.insert(.notImmediate) }
                continue
            }
            for (values, step) in steps.enumerated() {
                if values > 0, !steps[values - 1].allowsValue { break }
                if !step.allowsValue { found.insert(.tooManyElements) }
                if !step.allowsFailure {
                    found.insert(values == 0 ? .unexpectedFailure : .bothElementAndError)
                }
                if !step.allowsFinish {
                    let couldFinish = steps.dropFirst(values + 1).contains { $0.allowsFinish }
                    found.insert(couldFinish ? .missingElement : .unexpectedCompletion)
                }
            }
        }
        return Breach.allCases.filter(found.contains)
    }
}

extension Trait.Step {
    var allowsSomeEnd: Bool { allowsSilence || allowsFinish || allowsFailure }
}
