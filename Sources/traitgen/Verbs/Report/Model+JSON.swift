import TraitgenCore

/// The derived model as a whole, for `dump --format json`.
extension Model {
    var json: JSONValue {
        [
            "table": .text(fileName), "name": .text(name), "module": .optional(module),
            "backend": .text(backend.rawValue),
            "imports": .texts(imports), "valueLimit": .number(valueLimit),
            "traits": .list(traits.map(\.json)), "importedTraits": .list(importedTraits.map(\.json)),
            "rows": .list(rows.map(\.json)), "importedRows": .list(importedRows.map(\.json)),
        ]
    }
}

extension Trait {
    var json: JSONValue {
        [
            "name": .text(name), "short": .text(shortName), "location": location.json,
            "module": .optional(module), "documentation": .texts(documentation),
            "refines": .texts(refines), "ancestors": .texts(ancestors), "promise": .text(promise.word),
            "place": .optional(place), "result": .text(resultKind.rawValue),
            "lines": .list(
                lines.map {
                    [
                        "marbles": .text($0.marbles), "meaning": .text($0.meaning),
                        "location": $0.location.json,
                    ]
                }),
            "histories": .texts(language.shapes.map(\.lawMarbles)),
        ]
    }
}

extension Trait.Promise {
    /// The kind of promise, in one word.
    var word: String {
        switch self {
        case .events: "events"
        case .place: "place"
        case .sharing: "sharing"
        }
    }
}

extension Row {
    var json: JSONValue {
        [
            "kind": .text(kind.rawValue), "type": .text(type), "name": .text(name), "location": location.json,
            "module": .optional(module), "isDirect": .truth(isDirect),
            "documentation": .texts(documentation),
            "inputs": .list(
                inputs.map {
                    [
                        "name": .text($0.name), "isRepeated": .truth($0.isRepeated),
                        "bound": .optional($0.bound), "given": .optional($0.given?.type),
                    ]
                }),
            "rules": .text(rules), "because": .optional(because),
            "backends": .texts(backends.map(\.rawValue)), "requirements": .texts(requirements),
            "deliveries": .list(
                deliveries.map { ["where": .text($0.text(parameters)), "event": .optional($0.event)] }),
            "begins": .texts(work.map { $0.text(parameters) }), "isShared": .truth(isShared),
            "verdicts": .list(verdicts.map(\.json)),
            "conformances": .list(
                conformances.map {
                    [
                        "trait": .text($0.trait), "where": .text($0.whereClause),
                        "isRetroactive": .truth($0.isRetroactive), "because": .optional($0.because),
                        "location": $0.location.json,
                    ]
                }),
            "facts": .list(
                facts.map {
                    ["name": .text($0.name), "trait": .text($0.trait), "expression": .text($0.expression)]
                }),
            "remedies": .object(
                remedies.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: .text($0.value)) }),
            "method": .optional(method),
            "samples": .list(samples.map { ["text": .text($0.text), "location": $0.location.json] }),
            "unsampled": .optional(unsampled), "unseen": .optional(unseen),
            "unseenHistories": .list(
                unseenHistories.map {
                    ["inputs": .texts($0.inputs.map(\.lawMarbles)), "output": .text($0.output.lawMarbles)]
                }),
            "exemptions": .list(exemptions.map { ["law": .text($0.law), "because": .text($0.because)] }),
            "survivors": .list(survivors.map { ["change": .text($0.change), "because": .text($0.because)] }),
        ]
    }
}

extension Verdict {
    var json: JSONValue {
        let word = conditions.map { $0.isEmpty ? "always" : "when" } ?? "never"
        let condition: [Constraint] = if case .when(let constraints) = outcome { constraints } else { [] }
        return [
            "trait": .text(trait), "holds": .text(word),
            "where": .texts(condition.map(\.description) + requirements),
            "alternatives": .list(alternatives.map { .texts($0.map(\.description)) }),
            "hasMoreAlternatives": .truth(hasMoreAlternatives),
            "weakest": weakest.map { .texts($0.map(\.description)) } ?? .null,
            "claim": claim?.json ?? .null, "because": .optional(because), "isInferred": .truth(isInferred),
            "lacks": .optional(lacks),
        ]
    }
}
