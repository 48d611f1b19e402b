import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// The derivation, which is fast because it thinks, against the search that doesn't, on small random tables.
///
/// A sample runs always, and a thousand tables with `TRAITS_PLANS=all`. `TRAITGEN_ORACLE=100000 swift test -c release -Xswiftc
/// -enable-testing --filter OracleTests` runs a hundred thousand; `TRAITGEN_ORACLE_SEED` chooses where they begin.
@Suite struct OracleTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count =
        UInt64(environment["TRAITGEN_ORACLE"] ?? "") ?? (environment["TRAITS_PLANS"] == "all" ? 1000 : 8)
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

    /// A promise about a place is kept where inputs alone send, and lost where anything else does.
    @Test func theDerivation_keepsAPlaceWhereInputsAloneSend() throws {
        var rows = 0
        var kept = 0
        for seed in Self.first..<(Self.first + 2 * Self.count) {
            let table = "trait HerePublisher at MainActor\n" + RandomTable(seed: seed).text
            guard let model = try? Model.build(table, path: "Random.traits"), let row = model.rows.first
            else {
                continue
            }
            let places = SlowPlaces(row.behaviour)
            guard places.isKnown else { continue }
            rows += 1
            let isKept = row.conformances.contains { $0.trait == "HerePublisher" }
            kept += isKept ? 1 : 0
            #expect(isKept == !places.strays, "seed \(seed):\n\(table)")
        }
        #expect(rows * 2 > Self.count)
        #expect(kept * 4 > rows && kept < rows)
    }

    /// What is counted has an end, and to count further must change nothing.
    @Test func theDerivation_countsFarEnough() throws {
        var rows = 0
        for seed in Self.first..<(Self.first + Self.count) {
            let table = RandomTable(seed: seed).text
            guard let model = try? Model.build(table, path: "Random.traits"), let row = model.rows.first
            else {
                continue
            }
            rows += 1
            let difference = Comparison(model, row.behaviour).differenceWithHigherCount()
            #expect(difference == nil, "seed \(seed):\n\(table)\(difference ?? "")")
        }
        #expect(rows * 2 > Self.count)
    }
}
