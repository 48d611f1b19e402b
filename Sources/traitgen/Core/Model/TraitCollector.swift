/// Collects and checks the traits of all tables, and the facts that follow from them.
package struct TraitCollector {
    private let tables: [TableLoader.Loaded]
    private let diagnostics: DiagnosticSink
    private var traits = KnownTraits()

    /// - Parameters:
    ///   - tables: the tables of a run, imported tables first.
    ///   - diagnostics: receives the mistakes in traits and facts.
    package static func traits(of tables: [TableLoader.Loaded], diagnostics: DiagnosticSink) -> KnownTraits {
        var collector = TraitCollector(tables: tables, diagnostics: diagnostics)
        collector.collectTraits()
        collector.collectFacts()
        return collector.traits
    }

    private init(tables: [TableLoader.Loaded], diagnostics: DiagnosticSink) {
        self.tables = tables
        self.diagnostics = diagnostics
    }

    private mutating func collectTraits() {
        for (table, loaded) in tables.enumerated() {
            for declaration in loaded.table.traits {
                let name = declaration.name
                if let first = traits.numbers[name.value] {
                    diagnostics.report(
                        .secondTrait(
                            name.value, at: name.location, traits.all[first].declaration.name.location))
                    continue
                }
                checkName(name)
                traits.numbers[name.value] = traits.all.count
                traits.all.append(.init(declaration: declaration, table: table))
            }
        }
        traits.limit = min(
            (traits.all.flatMap { $0.declaration.lines.map(\.marble.values) }.max() ?? 0) + 1,
            ShapeSet.largestLimit)
        traits.languages = traits.all.map { trait in
            if trait.declaration.promise != nil { return ShapeSet.all(limit: traits.limit) }
            return trait.declaration.lines.map(\.marble).shapes(limit: traits.limit)
        }
        resolveParents()
        checkLines()
        checkRefinements()
    }

    /// The types of the streams' modules whose names have the form of a trait's.
    private static let takenNames: Set<String> = [
        "ConnectablePublisher", "AsyncPublisher", "AsyncThrowingPublisher", "ObservableObjectPublisher",
    ]

    private func checkName(_ qualified: Located<String>) {
        let name = Located(qualified.value.qualifiedParts.name, qualified.location)
        let short = Trait.shortName(name.value)
        let isEraser = short.hasPrefix("Any") && !(short.dropFirst(3).first?.isLowercase ?? false)
        if short != name.value, isEraser || Self.takenNames.contains(name.value) {
            let (kept, owner) =
                switch short {
                case "Any": ("Some", "a type of the streams")
                case _ where isEraser: (String(short.dropFirst(3)), "an eraser")
                default: ("My\(short)", "a type of the streams")
                }
            diagnostics.report(
                .traitName, at: name.location, "`\(name.value)` is the name of \(owner)",
                help: "call the trait `\(kept)Publisher`; its eraser is `Any\(kept)Publisher`")
            return
        }
        guard short == name.value || short.isEmpty || !(short.first?.isUppercase ?? false) else { return }
        let start = short.isEmpty ? "Some" : short.prefix(1).uppercased() + short.dropFirst()
        diagnostics.report(
            .traitName, at: name.location,
            "`\(name.value)` doesn't have the form of a trait's name, such as `SinglePublisher`",
            help:
                "call it `\(start)Publisher`: `Any\(start)Publisher` and the rest of the family are named after it"
        )
    }

    private mutating func resolveParents() {
        for number in traits.all.indices {
            let known = traits.all[number]
            for parent in known.declaration.refines {
                guard let found = traits.numbers[parent.value],
                    tables[known.table].visible.contains(traits.all[found].table)
                else {
                    diagnostics.report(
                        traits.unknown(parent, among: traits.visible(to: tables[known.table])))
                    continue
                }
                if let promise = traits.all[found].declaration.promise {
                    let name = known.declaration.name.value
                    diagnostics.report(
                        .brokenRefinement, at: parent.location,
                        "`\(parent.value)` promises \(promise.value.text), which no histories refine",
                        notes: [.init(promise.location, "it is promised here")],
                        help:
                            "leave it out: two promises are spelled together as `\(name) & \(parent.value)`"
                    )
                    continue
                }
                if traits.all[number].parents.contains(found) {
                    diagnostics.report(
                        .duplicateClause, at: parent.location, "`\(parent.value)` is said twice",
                        help: "remove one of them")
                    continue
                }
                traits.all[number].parents.append(found)
            }
        }
        // A trait that refines itself, directly or not, is reported once, and the cycle is cut.
        var seen = Array(repeating: -1, count: traits.all.count)
        var parents = traits.all.map(\.parents)
        for number in parents.indices {
            // Nearest first: `ancestors` is its own queue.
            var ancestors: [Int] = []
            func append(_ parents: [Int]) {
                for next in parents where seen[next] != number {
                    seen[next] = number
                    ancestors.append(next)
                }
            }
            append(parents[number])
            var next = 0
            while next < ancestors.count {
                append(parents[ancestors[next]])
                next += 1
            }
            if seen[number] == number {
                let name = traits.all[number].declaration.name
                diagnostics.report(
                    .refinementCycle, at: name.location, "`\(name.value)` refines itself",
                    help: "remove one of the traits after the colon")
                (parents[number], traits.all[number].parents, ancestors) = ([], [], [])
            }
            traits.ancestors.append(ancestors)
        }
    }

    private func checkLines() {
        for known in traits.all {
            var shapes: [ShapeSet: SourceLocation] = [:]
            for line in known.declaration.lines {
                let set = line.marble.shapes(limit: traits.limit)
                if let first = shapes[set] {
                    diagnostics.report(
                        .duplicateMarble, at: line.marble.location,
                        "`\(line.marble.text)` says nothing new",
                        notes: [.init(first, "this line allows the same histories")],
                        help: "remove one of them")
                } else {
                    shapes[set] = line.marble.location
                }
            }
        }
    }

    /// Checks each refinement: the wider trait must allow every line of the narrower trait.
    private func checkRefinements() {
        for known in traits.all {
            for parent in known.parents {
                for line in known.declaration.lines {
                    let extra = line.marble.shapes(limit: traits.limit).subtracting(traits.languages[parent])
                    guard let example = extra.shapes.first else { continue }
                    let wide = traits.all[parent].declaration.name
                    diagnostics.report(
                        .brokenRefinement, at: line.marble.location,
                        "`\(known.declaration.name.value)` allows `\(example.marbles)`, `\(wide.value)` doesn't",
                        notes: [.init(wide.location, "`\(wide.value)` is declared here")],
                        help: "remove the line, or don't refine `\(wide.value)`")
                }
            }
        }
    }

    private mutating func collectFacts() {
        var seen: [String: SourceLocation] = [:]
        for (table, loaded) in tables.enumerated() {
            for fact in loaded.table.facts {
                let key = "\(loaded.module ?? "").\(fact.name.value)"
                if let first = seen[key] {
                    diagnostics.report(
                        .duplicateFact, at: fact.name.location,
                        "there are two facts `\(fact.name.value)`",
                        notes: [.init(first, "the first is here")], help: "rename one of them")
                    continue
                }
                seen[key] = fact.name.location
                guard let trait = traits.numbers[fact.trait.value],
                    loaded.visible.contains(traits.all[trait].table)
                else {
                    diagnostics.report(traits.unknown(fact.trait, among: traits.visible(to: loaded)))
                    continue
                }
                if let promise = traits.all[trait].declaration.promise {
                    diagnostics.report(
                        .badRequirement, at: fact.trait.location,
                        "a fact follows a promise about events, and `\(fact.trait.value)` says \(promise.value.text)",
                        notes: [.init(promise.location, "it is promised here")], help: "remove the fact")
                    continue
                }
                traits.facts.append(.init(declaration: fact, trait: trait, table: table))
            }
        }
    }
}
