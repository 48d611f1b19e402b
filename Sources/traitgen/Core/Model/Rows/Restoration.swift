/// Finds the operators that restore a lost trait, among the rows with an `as` clause.
///
/// A row restores a trait if it turns every history of the losing row into a history that the trait allows, and if the compiler
/// can prove it: the losing row keeps the traits that the conformance requires. Operators that help if the inputs keep the
/// trait come first, then operators that help whatever the inputs do. Of all these, the operators that change least are
/// proposed.
struct Restoration {
    /// Rows that can be proposed and do the same.
    private struct Way {
        let behaviour: Behaviour
        /// The shapes that each input's bound allows; nil without a bound.
        let bounds: [ShapeSet?]
        /// The traits that bound the inputs.
        let boundTraits: [String]
        /// The conditions under which the rows keep each trait.
        let verdicts: [String: Verdict.Outcome]
        /// The histories that they don't change.
        let untouched: ShapeSet
        /// Their methods in the order of the rows, each once, with the number of the first row and its type.
        var methods: [(name: String, number: Int, type: String)] = []
    }

    private struct Key: Hashable {
        let behaviour: Behaviour
        let bounds: [ShapeSet?]
    }

    private struct Question: Hashable {
        let image: ShapeSet
        let trait: String
        /// The traits that the publisher is proven to keep, as far as they decide.
        let proven: Set<String>
        /// The row's own way, which is left out.
        let excluded: Int?
    }

    private var ways: [Way] = []
    /// A Boolean value that indicates whether no row can be proposed.
    var isEmpty: Bool { ways.isEmpty }
    private let finder: ImageFinder
    /// The answers so far: the ways that restore a trait and change least.
    private var known: [Question: [Int]] = [:]
    /// For each trait the traits that decide whether a way is proven to keep it.
    private var deciding: [String: Set<String>] = [:]
    /// Each trait with the traits that it refines.
    private var families: [String: Set<String>] = [:]

    /// The largest number of methods that are named.
    private static let most = 3

    init(_ rows: [Row], _ finder: ImageFinder) {
        self.finder = finder
        var numbers: [Key: Int] = [:]
        var names: [Set<String>] = []
        for (number, row) in rows.enumerated() {
            guard let method = row.method, row.inputs.count == 1, row.inputs[0].given == nil else { continue }
            let key = Key(behaviour: row.behaviour, bounds: row.inputs.map(\.language))
            let way = numbers[key] ?? ways.count
            if way == ways.count {
                numbers[key] = way
                names.append([])
                ways.append(
                    Way(
                        behaviour: row.behaviour, bounds: key.bounds,
                        boundTraits: row.inputs.compactMap(\.bound),
                        verdicts: Dictionary(row.verdicts.map { ($0.trait, $0.outcome) }) { first, _ in first
                        },
                        untouched: Self.untouched(row.behaviour, finder)))
            }
            // One more than are named: a row isn't proposed for itself.
            if ways[way].methods.count <= Self.most, names[way].insert(method).inserted {
                ways[way].methods.append((method, number, row.name))
            }
        }
    }

    private static func untouched(_ behaviour: Behaviour, _ finder: ImageFinder) -> ShapeSet {
        var untouched = ShapeSet(limit: finder.limit)
        for shape in ShapeSet.all(limit: finder.limit).shapes {
            let one = ShapeSet(shape, limit: finder.limit)
            if finder.image(of: behaviour, inputs: [one]) == one { untouched.insert(shape) }
        }
        return untouched
    }

    /// The methods that restore a trait for a row that never keeps it, the best first, or nil: `'a', 'b' or 'c'`.
    mutating func remedy(for row: Row, _ trait: Trait) -> String? {
        guard !ways.isEmpty else { return nil }
        let all = ShapeSet.all(limit: finder.limit)
        let own = row.method.flatMap { _ in
            ways.firstIndex { $0.methods.allSatisfy { $0.type == row.name } && $0.behaviour == row.behaviour }
        }
        let kept = row.inputs.map { $0.language(keeping: trait) }
        let any = row.inputs.map { $0.given?.shapes(limit: finder.limit) ?? $0.language ?? all }
        var images = [
            (shapes: finder.image(of: row.behaviour, inputs: kept), proven: Self.proven(of: row, trait))
        ]
        if kept != any {
            images.append((finder.image(of: row.behaviour, inputs: any), Self.proven(of: row, nil)))
        }
        return methods(restoring: trait, from: images, without: own, of: row.name)
    }

    /// The traits that the compiler can prove of a row if its inputs keep a trait; without a trait, whatever the inputs are.
    private static func proven(of row: Row, _ kept: Trait?) -> Set<String> {
        let known = Set((kept.map { [$0.name] + $0.ancestors } ?? []) + row.inputs.compactMap(\.bound))
        return Set(
            row.verdicts.filter { verdict in
                switch verdict.outcome {
                case .always: true
                case .when(let constraints): constraints.allSatisfy { known.contains($0.trait) }
                case .never: false
                }
            }.map(\.trait))
    }

    /// The methods that lead to a trait from a publisher that keeps a known trait, or none; nil if there are no such methods.
    mutating func remedy(from known: Trait?, to trait: Trait) -> String? {
        guard !ways.isEmpty else { return nil }
        let shapes = known?.promise == .events ? known?.language : nil
        let proven = known.map { family(of: $0) } ?? []
        return methods(
            restoring: trait, from: [(shapes ?? .all(limit: finder.limit), proven)], without: nil, of: nil)
    }

    private mutating func family(of trait: Trait) -> Set<String> {
        if let family = families[trait.name] { return family }
        let family = Set([trait.name] + trait.ancestors)
        families[trait.name] = family
        return family
    }

    private mutating func traits(decidingOn trait: String) -> Set<String> {
        if let traits = deciding[trait] { return traits }
        var traits = Set(ways.flatMap(\.boundTraits))
        for case .when(let constraints) in ways.map({ $0.verdicts[trait] }) {
            traits.formUnion(constraints.map(\.trait))
        }
        deciding[trait] = traits
        return traits
    }

    /// The methods that restore a trait for at least one of the images, without the methods of a type.
    private mutating func methods(
        restoring trait: Trait, from images: [(shapes: ShapeSet, proven: Set<String>)], without own: Int?,
        of type: String?
    ) -> String? {
        var found: [String] = []
        for image in images {
            let methods = gentlest(image.shapes, trait, image.proven, without: own).flatMap {
                ways[$0].methods
            }
            for method in methods.sorted(by: { $0.number < $1.number })
            where method.type != type && !found.contains(method.name) {
                found.append(method.name)
            }
        }
        let names = found.prefix(Self.most).map { "'\($0)'" }
        return names.count < 2
            ? names.first : names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
    }

    /// A Boolean value that indicates whether the compiler can prove that a way keeps a trait, applied to a publisher that is
    /// proven to keep some.
    private static func isProven(_ way: Way, _ trait: Trait, of proven: Set<String>) -> Bool {
        guard way.boundTraits.allSatisfy(proven.contains) else { return false }
        return switch way.verdicts[trait.name] {
        case .always, nil: true
        case .when(let constraints): constraints.allSatisfy { $0.isType || proven.contains($0.trait) }
        case .never: false
        }
    }

    /// The ways whose outcome lies in a trait and can be more than a failure, without ways that change more histories than
    /// another.
    private mutating func gentlest(
        _ image: ShapeSet, _ trait: Trait, _ all: Set<String>, without excluded: Int?
    ) -> [Int] {
        let proven = traits(decidingOn: trait.name).intersection(all)
        let question = Question(image: image, trait: trait.name, proven: proven, excluded: excluded)
        if let answer = known[question] { return answer }
        let restoring = ways.indices.filter { number in
            let way = ways[number]
            guard number != excluded, way.bounds.allSatisfy({ $0.map(image.isSubset) ?? true }),
                Self.isProven(way, trait, of: proven)
            else { return false }
            let outcome = finder.image(of: way.behaviour, inputs: [image])
            return outcome.isSubset(of: trait.language) && outcome.canSucceed
        }
        let answer = restoring.filter { way in
            !restoring.contains { other in
                ways[way].untouched != ways[other].untouched
                    && ways[way].untouched.isSubset(of: ways[other].untouched)
            }
        }
        known[question] = answer
        return answer
    }
}

extension Model {
    /// Adds remedies to each row for the traits that it loses, unless the row has its own, and adds to each trait the ways from
    /// other traits.
    ///
    /// - Parameters:
    ///   - declarations: the table's own rows as written.
    ///   - diagnostics: receives the warnings about needless remedies.
    mutating func addRemedies(
        _ finder: ImageFinder, _ declarations: [Table.RowDeclaration], _ diagnostics: DiagnosticSink
    ) {
        var restoration = Restoration(importedRows + rows, finder)
        let everyTrait = allTraits
        let backend = backend
        let known = Dictionary(everyTrait.map { ($0.name, $0) }) { first, _ in first }
        func add(to row: inout Row) {
            for verdict in row.verdicts where verdict.outcome == .never && verdict.lacks == nil {
                guard let trait = known[verdict.trait] else { continue }
                if let always = trait.remedy(on: backend) {
                    row.remedies[trait.name] = row.remedies[trait.name] ?? always
                    continue
                }
                let derived = restoration.remedy(for: row, trait)
                if let derived, derived == row.remedies[trait.name] { reportNeedless(derived, row, trait) }
                row.remedies[trait.name] = row.remedies[trait.name] ?? derived
            }
        }
        /// Reports a remedy that other tables derive by themselves.
        func reportNeedless(_ remedy: String, _ row: Row, _ trait: Trait) {
            let remedies = declarations.first { $0.type.location == row.location }?.remedies
            guard let said = remedies?.first(where: { $0.trait.value == trait.name }), said.method == nil
            else { return }
            diagnostics.report(
                .needlessRemedy, at: said.location,
                "that \(remedy) \(remedy.contains("' or '") ? "restore" : "restores") `\(trait.name)` is found out without being told",
                help: "remove the remedy")
        }
        func addWays(to trait: inout Trait) {
            if restoration.isEmpty, trait.promise == .events { return }
            for other in [nil] + everyTrait where other?.name != trait.name {
                trait.ways[other?.name ?? "Publisher"] =
                    trait.remedy(on: backend) ?? restoration.remedy(from: other, to: trait)
            }
        }
        for number in rows.indices { add(to: &rows[number]) }
        for number in importedRows.indices { add(to: &importedRows[number]) }
        for number in importedTraits.indices { addWays(to: &importedTraits[number]) }
        for number in traits.indices { addWays(to: &traits[number]) }
    }
}
