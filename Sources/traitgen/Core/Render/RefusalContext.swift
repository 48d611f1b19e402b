/// A publisher type that never keeps a trait, whatever its inputs are.
///
/// Without help, the compiler's message for `[1, 2].publisher.eraseToAnySinglePublisher()` would be that there is no
/// such method, or that some other type does not conform. An unavailable method on the very type says why, and what
/// restores the promise. It is never an unavailable *conformance*: that would make a cast to the trait succeed.
struct RefusalContext {
    let row: Row
    let trait: Trait
    /// The folder that the paths of tables are written from.
    let root: String

    static func all(in model: Model, root: String) -> [RefusalContext] {
        let own = Set(model.traits.map(\.name))
        let traits = Dictionary(model.allTraits.map { ($0.name, $0) }) { first, _ in first }
        func refusals(_ rows: [Row], where isWanted: (Trait) -> Bool) -> [RefusalContext] {
            rows.flatMap { row in
                row.verdicts.compactMap { verdict in
                    guard verdict.outcome == .never, let trait = traits[verdict.trait], isWanted(trait),
                        // A conformance under a requirement such as `Output == Never` is one after all.
                        !row.conformances.contains(where: { $0.trait == verdict.trait })
                    else { return nil }
                    return RefusalContext(row: row, trait: trait, root: root)
                }
            }
        }
        // What an imported row refuses of an imported trait is said where both are at home.
        return refusals(model.rows) { _ in true } + refusals(model.importedRows) { own.contains($0.name) }
    }

    var value: MustacheValue {
        [
            "type": .text(row.type),
            "location": .text(row.location.shortDescription),
            "path": .text(row.location.path(from: root)),
            "line": .text(String(row.location.line)),
            "trait": .text(trait.name),
            "short": .text(trait.shortName),
            "message": .text(message),
            "method": method,
        ]
    }

    /// The method that people would call in vain, if the row names one.
    private var method: MustacheValue {
        guard let method = row.lostMethods[trait.name] else { return .truth(false) }
        return [
            "owner": .text(method.type),
            "signature": .text(method.signature.replacing("\n", with: "\n    ")),
            "message": .text(text("use " + (row.remedies[trait.name] ?? ""))),
            "location": .text(method.location.shortDescription),
            "path": .text(method.location.path(from: root)),
            "line": .text(String(method.location.line)),
        ]
    }

    private var message: String { text(remedy) }

    private func text(_ remedy: String) -> String {
        let why = trait.promise == .sharing ? row.begun() ?? "" : row.rules
        let rule = why.isEmpty ? "" : " (\(why))"
        return Self.escaped("\(row.type)\(rule) never keeps the promise of \(trait.name); \(remedy)")
    }

    /// As it stands in a quoted text of Swift. Hardly any text has what has to be replaced.
    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") }) else {
            return text
        }
        return text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }

    /// What restores the promise.
    private var remedy: String {
        var ways: [String] = []
        if let own = row.remedies[trait.name] { ways.append(own) }
        if ways.isEmpty, trait.promise == .events, trait.hasAtMostOneValue, trait.allowsEmpty,
            trait.allowsJust
        {
            ways.append("'first()'")
        }
        // From behind nobody sees how often something is subscribed.
        let asserted = trait.promise == .sharing ? "unchecked" : "assert"
        ways.append("'\(asserted)\(trait.shortName)()' where you know better")
        // Four are enough to choose from: what restores the promise stands first, and may be three.
        let isFull = row.remedies[trait.name]?.contains(", ") ?? false
        if trait.promise == .events, trait.allowsFail, !isFull {
            ways.append("'check\(trait.shortName)()' to have it tested at run time")
        }
        return "use " + ways.joined(separator: ", or ")
    }
}
