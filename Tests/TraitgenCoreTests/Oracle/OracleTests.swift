import Foundation
import Testing

@testable import TraitgenCore

/// The derivation, which is fast because it thinks, against the search that doesn't, on small random tables.
///
/// A sample runs always. `TRAITGEN_ORACLE=100000 swift test -c release -Xswiftc -enable-testing --filter OracleTests`
/// runs a hundred thousand; `TRAITGEN_ORACLE_SEED` chooses where they begin.
@Suite struct OracleTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = UInt64(environment["TRAITGEN_ORACLE"] ?? "") ?? 60
    private static let first = UInt64(environment["TRAITGEN_ORACLE_SEED"] ?? "") ?? 1

    @Test func theDerivation_findsWhatTheSlowSearchFinds() throws {
        var derived = 0
        var kept = 0
        for seed in Self.first..<(Self.first + Self.count) {
            let table = RandomTable(seed: seed).text
            guard let model = try? Model.build(table, path: "Random.traits"), let row = model.rows.first
            else {
                continue
            }
            derived += 1
            let difference = Comparison(model, row.behaviour).difference(&kept)
            #expect(difference == nil, "seed \(seed):\n\(table)\(difference ?? "")")
        }
        // Most tables are right, and many rows keep something.
        #expect(derived * 2 > Self.count)
        #expect(kept * 4 > derived)
    }
}

/// One row, derived in both ways.
private struct Comparison {
    let behaviour: Behaviour
    let languages: [ShapeSet]
    let order: TraitOrder
    let limit: Int

    init(_ model: Model, _ behaviour: Behaviour) {
        self.behaviour = behaviour
        languages = model.traits.map(\.language)
        order = TraitOrder(parents: languages.map { _ in [] }, ancestors: languages.map { _ in [] })
        limit = model.valueLimit
    }

    /// What the two don't agree in; nil if nothing.
    func difference(_ kept: inout Int) -> String? {
        let finder = ImageFinder(limit: limit)
        let deriver = Deriver(finder: finder, languages: languages, order: order)
        let slow = SlowSearch(behaviour, languages: languages, order: order, limit: limit)
        let all = slow.assignments()
        for (condition, image) in all {
            let fast = finder.image(of: behaviour, inputs: slow.inputs(condition))
            if fast != image {
                return "\(text(condition)): fast \(fast.lawMarbles), slow \(image.lawMarbles)"
            }
        }
        let visible = Array(languages.indices)
        let bounds = [Int?](repeating: nil, count: 3)
        for (trait, language) in languages.enumerated() {
            let found = try? deriver.weakest(
                behaviour, bounds: bounds, inside: language, trait: trait, visible: visible)
            guard let found else { return "the search takes too long" }
            let holding = all.filter { $0.image.isSubset(of: language) }.map(\.condition)
            kept += holding.isEmpty ? 0 : 1
            if let difference = compare(found, holding, slow) { return "T\(trait): \(difference)" }
        }
        return nil
    }

    private func compare(_ found: Deriver.Weakest, _ holding: [Condition], _ slow: SlowSearch) -> String? {
        if found.hasMore { return "a small table has too many conditions" }
        let weakest = order.weakest(of: holding)
        // Each is one of the weakest.
        for condition in found.conditions where !weakest.contains(condition) {
            return "\(text(condition)) isn't among \(weakest.map(text))"
        }
        // Each of the weakest with one trait an input is found.
        for condition in weakest
        where condition.parameters.allSatisfy({ $0.count < 2 }) && !found.conditions.contains(condition) {
            return "\(text(condition)) is missing in \(found.conditions.map(text))"
        }
        // Whatever holds is inside one that is found.
        for condition in holding where !found.conditions.contains(where: { slow.isInside(condition, $0) }) {
            return "\(text(condition)) holds and lies in none of \(found.conditions.map(text))"
        }
        return nil
    }

    private func text(_ condition: Condition) -> String {
        condition.parameters.map { "\($0.numbers)" }.joined(separator: " ")
    }
}
