/// A publisher type that never keeps a trait, whatever its inputs are.
///
/// Without help, the compiler's message for `[1, 2].publisher.eraseToAnySinglePublisher()` would be that there is no such
/// method, or that some other type does not conform. An unavailable conformance of the type itself gives the reason and the
/// remedy; see ``Advice``.
struct RefusalContext {
    let trait: Trait
    let type: String
    let location: SourceLocation
    /// The reason and the remedy.
    let message: String
    /// Indicates whether the module may declare unavailable conformances; otherwise there is a method in their place.
    let canConform: Bool
    /// The condition of the unavailable conformance to the trait; nil if there is only the conformance to the marker protocol.
    let condition: String?
    /// The condition of the compiler under which the type exists; empty if it always exists.
    let build: String
    /// A method that people would call in vain, and the message about it.
    var method: (lost: Row.Method, message: String)?
    /// The folder that the paths of tables are written from.
    let root: String

    static func all(in model: Model, _ options: RenderOptions) -> MustacheElements {
        let own = Set(model.traits.map(\.name))
        let traits = Dictionary(model.allTraits.map { ($0.name, $0) }) { first, _ in first }
        func refusals(_ rows: [Row], isOwn: Bool, where isWanted: (Trait) -> Bool) -> [Place] {
            rows.indices.flatMap { index in
                rows[index].verdicts.indices.compactMap { number in
                    let verdict = rows[index].verdicts[number]
                    guard verdict.outcome == .never, let trait = traits[verdict.trait], isWanted(trait),
                        // A conformance under a requirement such as `Output == Never` counts as a conformance.
                        !rows[index].conformances.contains(where: { $0.trait == verdict.trait })
                    else { return nil }
                    return Place(row: index, verdict: number, isOwn: isOwn)
                }
            }
        }
        // Refusals of an imported row for an imported trait are written in their own module.
        let places =
            refusals(model.rows, isOwn: true) { _ in true }
            + refusals(model.importedRows, isOwn: false) { own.contains($0.name) }
        let erasers = EraserRefusal.all(in: model, options)
        return MustacheElements(count: places.count + erasers.count) { index in
            if index >= places.count {
                let refusal = erasers[index - places.count]
                return RefusalContext(refusal, isOwn: own.contains(refusal.known.name), options.root).value
            }
            let place = places[index]
            let row = (place.isOwn ? model.rows : model.importedRows)[place.row]
            let trait = traits[row.verdicts[place.verdict].trait]!
            return RefusalContext(row, trait, isOwn: place.isOwn, model, options).value
        }
    }

    /// The place of a refusal in the model.
    private struct Place {
        let row: Int
        let verdict: Int
        let isOwn: Bool
    }

    private init(
        _ row: Row, _ trait: Trait, isOwn: Bool, _ model: Model, _ options: RenderOptions
    ) {
        let why = trait.promise == .sharing ? row.begun() ?? "" : row.rules
        let head = row.name + (why.isEmpty ? "" : " (\(why))") + " never keeps the promise of \(trait.name); "
        var own = row.remedies[trait.name]
        if own == nil, trait.promise == .events, trait.hasAtMostOneValue, trait.allowsEmpty,
            trait.allowsJust
        {
            own = "'first()'"
        }
        self.trait = trait
        type = row.spelling(in: options.module)
        location = row.location
        message = head + Self.remedy(own, trait)
        canConform = Advice.isPossible(for: row, trait)
        // Hand-written code that requires the trait has better advice for publishers of another table.
        let isStated = Self.mayState(trait) && (isOwn || own != nil)
        condition = isStated ? Advice.condition(of: row, trait, model, in: options.module) : nil
        method = row.lostMethods[trait.name].map { ($0, head + "use " + (row.remedies[trait.name] ?? "")) }
        build = row.build ?? ""
        root = options.root
    }

    private init(_ refusal: EraserRefusal, isOwn: Bool, _ root: String) {
        trait = refusal.trait
        type = refusal.eraser
        location = refusal.location
        let way = refusal.trait.ways[refusal.known.name]
        message = refusal.reason + "; " + Self.remedy(way, refusal.trait)
        canConform = true
        let isStated = Self.mayState(trait) && (isOwn || trait.ways[refusal.known.name] != nil)
        condition = isStated ? "" : nil
        build = ""
        self.root = root
    }

    /// A Boolean value that indicates whether publishers may have an unavailable conformance to a trait.
    ///
    /// A trait about an actor has its own `sink` beside the `sink` of all publishers. An unavailable conformance would keep it
    /// a candidate for every publisher, and the compiler would check every closure of a chain for both.
    private static func mayState(_ trait: Trait) -> Bool {
        if case .place = trait.promise { false } else { true }
    }

    var value: MustacheValue {
        [
            "type": .text(type),
            "location": .text(location.fileName),
            "path": .text(location.path(from: root)),
            "line": .text(String(location.line)),
            "build": .text(build),
            "trait": .text(trait.name),
            "bareTrait": .text(trait.bareName),
            "eraser": .text(trait.eraser),
            "short": .text(trait.shortName),
            "advice": .text(Advice.name(of: trait.name)),
            "message": .text(Self.escaped(message)),
            "conforms": .truth(canConform),
            "stated": canConform ? condition.map { ["where": .text($0)] } ?? .truth(false) : .truth(false),
            // A conformance to the trait without a condition implies the conformance to the marker protocol.
            "isMarked": .truth(canConform && condition != ""),
            "method": method.map { method in
                [
                    "owner": .text(method.lost.type),
                    "signature": .text(method.lost.signature.replacing("\n", with: "\n    ")),
                    "message": .text(Self.escaped(method.message)),
                    "location": .text(method.lost.location.fileName),
                    "path": .text(method.lost.location.path(from: root)),
                    "line": .text(String(method.lost.location.line)),
                ]
            } ?? .truth(false),
        ]
    }

    /// The message about a publisher that keeps only a wider trait, or no known trait.
    static func message(_ trait: Trait, knowing known: String) -> String {
        let head =
            known == "Publisher"
            ? "isn't known to keep the promise of \(trait.name); "
            : "is known to keep the promise of \(known), which is less than that of \(trait.name); "
        return escaped("this publisher " + head + remedy(trait.ways[known], trait))
    }

    /// Escapes a text for a Swift string literal. Hardly any text needs it.
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") }) else {
            return text
        }
        return text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }

    /// The remedies for the promise, in a sentence.
    static func remedy(_ own: String?, _ trait: Trait) -> String {
        // Operators behind a publisher can't observe the number of its subscriptions.
        let asserted = trait.promise == .sharing ? "unchecked" : "assert"
        var ways = own.map { [$0] } ?? []
        ways.append("'\(asserted)\(trait.shortName)()' where you know better")
        // Four remedies are enough: the operators that restore the promise come first, and may be three.
        let isFull = own?.contains(", ") ?? false
        if trait.promise == .events, trait.allowsFail, !isFull {
            ways.append("'check\(trait.shortName)()' to have it tested at run time")
        }
        return "use " + ways.joined(separator: ", or ")
    }
}
