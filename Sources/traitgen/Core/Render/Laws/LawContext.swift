/// The template values that describe the rows whose laws are tested.
package enum LawContext {
    /// Reports rows that no test can check.
    static func check(_ model: Model) throws(DiagnosticsError) {
        let diagnostics = DiagnosticSink()
        for row in model.lawRows {
            if row.samples.isEmpty, row.unsampled == nil {
                diagnostics.report(
                    .unsampledRow, at: row.location,
                    "`\(row.type)` has no sample, so nothing checks the row against the code",
                    help: help(row))
            }
            if let sample = row.samples.first, row.inputs.count > LawPlan.mostInputs {
                diagnostics.report(
                    .unsampledRow, at: sample.location,
                    "a sample can be tried with \(LawPlan.mostInputs) inputs, not with \(row.inputs.count)",
                    help: "say `unsampled because \"…\"`, and what else shows that the row is right")
            }
        }
        try diagnostics.throwFindings(of: model.lawRows.map(\.location.path))
    }

    private static func help(_ row: Row) -> String {
        let place = row.samplesPath.map { SourceLocation(path: $0, line: 1, column: 1).fileName }
        let sample = place.map { "`\(row.type)   EXPRESSION` to \($0)" } ?? "`sample EXPRESSION`"
        return "add \(sample), or say why there is none with `unsampled because \"…\"`"
    }

    /// - Parameter root: the folder that the paths of tables are relative to.
    static func all(in model: Model, root: String) -> [MustacheValue] {
        var finders: [Int: ImageFinder] = [:]
        let events = Set(model.allTraits.filter { $0.promise == .events }.map(\.name))
        return model.lawRows.filter { !$0.samples.isEmpty }.enumerated().map { number, row in
            let plan = LawPlan(row, in: model)
            let finder = finders[plan.limit] ?? ImageFinder(limit: plan.limit)
            finders[plan.limit] = finder
            return value(
                row, number + 1, root, LawPrediction(row.behaviour, plan: plan, finder: finder), events)
        }
    }

    static func trait(_ trait: Trait) -> MustacheValue {
        [
            "name": .text(trait.name),
            "limit": .text(String(trait.language.limit)),
            "shapes": .text(trait.language.lawMarbles),
        ]
    }

    private static func value(
        _ row: Row, _ number: Int, _ root: String, _ prediction: LawPrediction,
        _ events: Set<String>
    ) -> MustacheValue {
        let plan = prediction.plan
        let width = String(max(prediction.images.count - 1, 0), radix: 36).count
        let parameters = RowSample.names(of: row.inputs.map(\.name))
        return [
            "number": .text(String(number)),
            "type": .text(row.name),
            "recordedName": .text(row.home.map { "\($0).\(row.type)" } ?? row.name),
            "location": .text(row.location.fileName),
            "path": .text(row.location.path(from: root)),
            "line": .text(String(row.location.line)),
            "inputNames": .text(
                plan.inputs == 0 ? "" : parameters.map { "\"\($0)\"" }.joined(separator: ", ")),
            "inputTypes": .text(inputs(row).map { "\"\($0)\"" }.joined(separator: ", ")),
            "rules": .text(row.rules),
            "build": .text(row.build ?? ""),
            "rulesLiteral": .text(literal(row.rules)),
            "limit": .text(String(plan.limit)),
            "values": .text(String(plan.values)),
            "laterTicks": .text(String(plan.laterTicks)),
            "inputShapes": .text(
                plan.inputs == 0 ? "" : plan.inputShapes.map(\.lawMarbles).joined(separator: " ")),
            "inputs": .list(inputs(row).map { ["name": .text($0)] }),
            "images": .list(prediction.images.map { .text($0.lawMarbles) }),
            "predictions": .text(
                prediction.numbers.map { number in
                    let digits = String(number, radix: 36)
                    return String(repeating: "0", count: width - digits.count) + digits
                }.joined()),
            "digits": .text(String(width)),
            "conformances": .list(row.verdicts.compactMap { conformance(row, $0, events) }),
            "traps": .list(
                prediction.traps.enumerated().map { index, situation in
                    ["index": .text(String(index + 1)), "situation": .text(situation)]
                }),
            "unseen": .truth(row.unseen != nil && row.unseenHistories.isEmpty),
            "unseenHistories": .list(
                row.unseenHistories.map { history in
                    [
                        "output": .text(history.output.lawMarbles),
                        "inputs": .text(history.inputs.map(\.lawMarbles).joined(separator: " ")),
                    ]
                }),
            "places": .text(whereEventsArrive(row)),
            "sharing": .text(row.sharing),
            "symmetric": .truth(row.behaviour.isSymmetric),
            "exempt": .text(row.exemptions.map { ".\($0.law)" }.joined(separator: ", ")),
            "samples": .list(
                row.samples.enumerated().map { index, sample in
                    let never = sample.isInfallible
                    let names = never ? ["infallible"] : parameters
                    return [
                        "path": .text(sample.location.path(from: root)),
                        "line": .text(String(sample.location.line)),
                        "expression": .text(sample.text.replacing("\n", with: "\n            ")),
                        "literal": .text(literal(sample.text)),
                        "infallible": .truth(never),
                        "first": .truth(index == 0),
                        "parameters": .text((["scheduler"] + names).joined(separator: ", ")),
                        // The compiler names a misspelt operator only if it knows the type in front of it. Libraries have
                        // a `TestScheduler` of their own.
                        "typedParameters": .text(
                            (["scheduler: TraitsTesting.TestScheduler"]
                                + names.map { "\($0): LawUpstream<\(never ? "Never" : "TestError")>" })
                                .joined(separator: ", ")),
                    ]
                }),
        ]
    }

    /// The inputs that are plain generic parameters, not paths such as `Upstream.Output`: a sample may name their
    /// types.
    private static func inputs(_ row: Row) -> [String] {
        row.parameters.filter { !$0.contains(".") }
    }

    /// Returns the places where events arrive, in the words of the law kit.
    package static func whereEventsArrive(_ row: Row) -> String {
        if !row.saysPlaces, row.hasOpenRule { return "any" }
        var words: [String] = []
        for delivery in row.deliveries {
            switch delivery.place {
            case .caller: words.append("caller")
            case .anywhere: words.append("anywhere")
            case .scheduler: words.append("scheduler")
            case .input(let parameter):
                words += row.behaviour.parameters.indices
                    .filter { row.behaviour.parameters[$0] == parameter }.map(String.init)
            }
        }
        return words.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            .joined(separator: " ")
    }

    /// A conformance and its condition on each input; nil if there is none, or if Swift requires more.
    ///
    /// It is taken from the verdicts, since the conformances of imported rows are written in their own module.
    private static func conformance(_ row: Row, _ verdict: Verdict, _ events: Set<String>) -> MustacheValue? {
        let constraints: [Constraint]
        switch verdict.outcome {
        case .never: return nil
        case .always: constraints = []
        case .when(let found): constraints = found
        }
        guard verdict.requirements.isEmpty, events.contains(verdict.trait) else { return nil }
        let conditions = row.inputs.map { input in
            constraints.filter { $0.input == input.name }.map(\.trait).joined(separator: " ")
        }
        return [
            "trait": .text(verdict.trait),
            "conditions": .text(conditions.map { "\"\($0)\"" }.joined(separator: ", ")),
        ]
    }

    private static func literal(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}

extension Row {
    /// A Boolean value that indicates whether the row says so little about events that nothing is known of their places.
    fileprivate var hasOpenRule: Bool {
        behaviour.combination == .anything || kind == .source && unseen != nil && unseenHistories.isEmpty
    }
}

extension Row.Sample {
    /// The names of inputs in samples, from their generic parameters: `upstream` if there is one.
    package static func names(of inputs: [String]) -> [String] {
        if inputs.count == 1 { return ["upstream"] }
        return inputs.map { input in
            let name = input.replacing(".", with: "")
            return name.prefix(1).lowercased() + name.dropFirst()
        }
    }

    /// A Boolean value that indicates whether the sample's input never fails.
    package var isInfallible: Bool {
        text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains("infallible")
    }
}
