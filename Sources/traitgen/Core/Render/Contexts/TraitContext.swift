/// The template context of a trait.
struct TraitContext {
    let trait: Trait
    /// The module selector of the trait's publishers, which are named after it; see ``selector(of:in:_:)``.
    var selector = ""
    /// The traits of other tables, some of which may promise no less than this trait.
    var imported: [Trait] = []
    /// All traits about events that the table sees, including its own.
    var visible: [Trait] = []
    /// Indicates whether the code becomes part of `TraitsRuntime` itself, and can use internal parts of the engine.
    var isRuntime = false

    /// The module selector of a trait's publishers in the namespace `TraitPublishers`, to which all modules add. It is empty
    /// unless a trait of another module has the same name.
    static func selector(of trait: Trait, in model: Model, _ options: RenderOptions) -> String {
        let isAlone = model.allTraits.count { $0.bareName == trait.bareName } == 1
        return isAlone ? "" : "\(trait.module ?? options.module)::"
    }

    /// The context of a trait: fields that all traits have, and fields of its kind of promise.
    static func declaration(of trait: Trait, with own: [String: MustacheValue]) -> MustacheValue {
        let common: [String: MustacheValue] = [
            "name": .text(trait.name),
            "short": .text(trait.shortName),
            "location": .text(trait.location.fileName),
            "documentation": .list(trait.documentation.map(MustacheValue.text)),
            "hasDocumentation": .truth(!trait.documentation.isEmpty),
        ]
        return .object(common.merging(own) { _, own in own })
    }

    var value: MustacheValue {
        Self.declaration(
            of: trait,
            with: [
                "selector": .text(selector),
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

    /// The context of an eraser that keeps one trait about a place or sharing, or two traits of different kinds.
    static func eraser(_ name: String, of traits: [Trait]) -> MustacheValue {
        [
            "name": .text(name),
            "keeps": .text(traits.map(\.name).joined(separator: ", ")),
            "needs": .text(traits.map(\.name).joined(separator: " & ")),
            "atMostOne": .truth(traits.contains { $0.promise == .events && $0.hasAtMostOneValue }),
        ]
    }

    /// Imported traits that promise no less than this trait, but can't refine it since they are declared before it.
    private var narrower: [MustacheValue] {
        imported.filter { $0.language.isSubset(of: trait.language) }.map {
            [
                "trait": .text(trait.name), "name": .text($0.name), "eraser": .text($0.eraser),
                "location": .text($0.location.fileName),
            ]
        }
    }

    /// The widest trait that makes this trait's only value immediate; false if this trait has no such value, or refines the
    /// widest trait.
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

    /// The result that a sink and a promise deliver; false if one result can't represent the history.
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

    /// Indicates whether a promise that may be fulfilled at any time, or never, keeps the trait: silence and a failure must be
    /// allowed, and time must not matter. Otherwise there is no deferred future and no subscription to subclass, since both
    /// could break the promise.
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

    /// Indicates whether there is a check that fails.
    var hasCheck: Bool {
        let later = trait.steps(immediate: false)
        let mayBeginLater = later.contains(where: \.allowsSomeEnd)
        return trait.allowsFail && (mayBeginLater ? later[0].allowsFailure : mayStopAfterEachValue)
    }

    /// Indicates whether an immediate value can be passed on without delay: a failure or silence must be allowed after it.
    private var mayStopAfterEachValue: Bool {
        trait.steps(immediate: true).dropFirst().allSatisfy { step in
            !(step.allowsSomeEnd || step.allowsValue) || (step.allowsSilence && step.allowsFailure)
        }
    }

    /// The trait in the form that the engine's own check needs. False if the engine can't check the trait: a history may have
    /// several values, may stop after its value, or depends on the time of the first event.
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

    /// The error of the throwing check; false if the trait allows no failure before a value, so that a check couldn't report
    /// one.
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

extension Trait {
    /// A Boolean value that indicates whether a check of the trait can report a broken promise.
    package var hasCheck: Bool { TraitContext(trait: self).hasCheck }
}
