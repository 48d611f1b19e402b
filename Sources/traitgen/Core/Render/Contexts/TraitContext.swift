/// What a template can see of a trait.
struct TraitContext {
    let trait: Trait
    /// The traits of other tables, some of which may promise all that this one does.
    var imported: [Trait] = []
    /// All traits about events that the table sees, its own too.
    var visible: [Trait] = []
    /// Whether the code becomes part of `TraitsRuntime` itself, and can use what the engine has inside.
    var isRuntime = false

    /// What is seen of a trait whatever it promises, and what belongs to its kind of promise.
    static func declaration(of trait: Trait, with own: [String: MustacheValue]) -> MustacheValue {
        let common: [String: MustacheValue] = [
            "name": .text(trait.name),
            "short": .text(trait.shortName),
            "location": .text(trait.location.shortDescription),
            "documentation": .list(trait.documentation.map(MustacheValue.text)),
            "hasDocumentation": .truth(!trait.documentation.isEmpty),
        ]
        return .object(common.merging(own) { _, own in own })
    }

    var value: MustacheValue {
        Self.declaration(
            of: trait,
            with: [
                "constant": .text(trait.shortName.prefix(1).lowercased() + trait.shortName.dropFirst()),
                "inherits": .text(
                    trait.refines.isEmpty ? "Publisher" : trait.refines.joined(separator: ", ")),
                "refines": .list(trait.refines.map(MustacheValue.text)),
                "marbles": .list(marbles),
                "atMostOne": .truth(trait.hasAtMostOneValue),
                "just": .truth(trait.allowsJust),
                "fail": .truth(trait.allowsFail),
                "empty": .truth(trait.allowsEmpty),
                "never": .truth(trait.allowsNever),
                "outcome": outcome,
                "isImmediate": .truth(trait.isImmediate),
                "immediate": immediate,
                "deferrable": .truth(canBeDeferred),
                "languageImmediate": .text(endings(immediate: true)),
                "languageLater": .text(endings(immediate: false)),
                "check": check,
                "checkRules": checkRules,
                "narrower": .list(narrower),
            ])
    }

    /// What hides a publisher's type and keeps what it promises: one trait that is not about events, or two of different
    /// kinds.
    static func eraser(_ name: String, of traits: [Trait]) -> MustacheValue {
        [
            "name": .text(name),
            "keeps": .text(traits.map(\.name).joined(separator: ", ")),
            "needs": .text(traits.map(\.name).joined(separator: " & ")),
            "atMostOne": .truth(traits.contains { $0.promise == .events && $0.hasAtMostOneValue }),
        ]
    }

    /// Imported traits that can't refine this one, since they are older, but promise no less.
    private var narrower: [MustacheValue] {
        imported.filter { $0.language.isSubset(of: trait.language) }.map {
            [
                "trait": .text(trait.name), "name": .text($0.name),
                "location": .text($0.location.shortDescription),
            ]
        }
    }

    /// The widest trait that makes the one value of this one come immediately; false where there is nothing to add, since
    /// this one has no such value or refines that trait.
    private var immediate: MustacheValue {
        guard trait.resultKind == .result,
            let widest = visible.filter(\.isImmediate).max(by: {
                $0.language.shapes.count < $1.language.shapes.count
            }), widest.name != trait.name, !trait.ancestors.contains(widest.name)
        else { return false }
        return .text(widest.name)
    }

    /// The lines with their marbles padded to one width.
    private var marbles: [MustacheValue] {
        let width = trait.lines.map(\.marbles.utf8.count).max() ?? 0
        return trait.lines.map { line in
            let padding = String(repeating: " ", count: width - line.marbles.utf8.count)
            return .text(line.meaning.isEmpty ? line.marbles : "\(line.marbles)\(padding)   \(line.meaning)")
        }
    }

    // MARK: Outcome

    /// What a sink and a promise deliver; false where one result can't tell what happened.
    var outcome: MustacheValue {
        let generic =
            switch trait.resultKind {
            case .none: ""
            case .result: "Result<Output, Failure>"
            case .maybeResult: "MaybeResult<Output, Failure>"
            case .completion: "Subscribers.Completion<Failure>"
            }
        if generic.isEmpty { return false }
        return [
            "type": .text(generic),
            "downstreamType": .text(
                generic.replacing("Output", with: "Downstream.Input")
                    .replacing("Failure", with: "Downstream.Failure")),
            "isResult": .truth(trait.resultKind == .result),
            "isMaybe": .truth(trait.resultKind == .maybeResult),
            "isCompletion": .truth(trait.resultKind == .completion),
        ]
    }

    /// Whether a promise that anyone may fulfil at any time, or never, keeps the trait: silence must be allowed, a
    /// failure too, and the clock must not matter. Otherwise there is no deferred future and no subscription to
    /// subclass, since both would let the promise be broken.
    private var canBeDeferred: Bool {
        trait.resultKind != .none && trait.allowsNever && trait.allowsFail
            && trait.language.shapes.allSatisfy { shape in
                if shape.first == .never { return true }
                let other = Shape(
                    first: shape.first == .immediate ? .later : .immediate, values: shape.values,
                    end: shape.end)
                return trait.language.contains(other)
            }
    }

    // MARK: Checks

    private func endings(immediate: Bool) -> String {
        let endings = trait.steps(immediate: immediate).map { step in
            var endings: [String] = []
            if step.allowsSilence { endings.append(".silent") }
            if step.allowsFinish { endings.append(".finished") }
            if step.allowsFailure { endings.append(".failed") }
            return "[\(endings.joined(separator: ", "))]"
        }
        return "[\(endings.joined(separator: ", "))]"
    }

    /// Whether there is a check that fails.
    var hasCheck: Bool {
        let later = trait.steps(immediate: false)
        let mayBeginLater = later.contains(where: \.allowsSomeEnd)
        return trait.allowsFail && (mayBeginLater ? later[0].allowsFailure : mayStopAfterEachValue)
    }

    /// Whether a value that came immediately can be handed on without delay: what comes next, a failure or nothing more,
    /// is allowed after it.
    private var mayStopAfterEachValue: Bool {
        trait.steps(immediate: true).dropFirst().allSatisfy { step in
            !(step.allowsSomeEnd || step.allowsValue) || (step.allowsSilence && step.allowsFailure)
        }
    }

    /// How the engine's own check is told the trait: false where it can't check it, since a history may have several
    /// values, may stop after its value or depends on when the first event comes.
    private var checkRules: MustacheValue {
        let steps = trait.steps(immediate: true)
        guard isRuntime, hasCheck, trait.hasAtMostOneValue, steps == trait.steps(immediate: false) else {
            return false
        }
        let mayHaveValue = steps[0].allowsValue
        if mayHaveValue, !steps[1].allowsFinish || steps[1].allowsSilence || steps[1].allowsFailure {
            return false
        }
        return .text(
            "["
                + [mayHaveValue ? ".value" : nil, steps[0].allowsFinish ? ".emptyFinish" : nil]
                .compactMap { $0 }.joined(separator: ", ") + "]")
    }

    /// The error of the throwing check; false where the trait does not allow a failure before any value, so that a
    /// check has no way to report.
    private var check: MustacheValue {
        guard hasCheck else { return false }
        let cases = trait.breaches
        return [
            "cases": .list(cases.map(\.value)),
            "impossible": .text(
                Breach.allCases.filter { !cases.contains($0) }.map { ".\($0.rawValue)" }
                    .joined(separator: ", ")),
        ]
    }
}
