import Lifetimes
import Overload
import RandomPrograms
import RowLaws
@_spi(Samples) import TraitsTesting

/// A kind of proof.
struct Floor: Sendable {
    let name: String
    let summary: String
    let prove: @Sendable (Request, Report) -> Void

    static let ofRows = [rows, values, closures, races]
    static let all = ofRows + [programs, promises, threads, wild, overload]

    static let rows = Floor(name: "rows", summary: "the laws of every row, in virtual time") {
        request, report in
        report.run("rows", request.types, { $0 }) { RowLaws.row($0).run(request.plans) }
    }

    static let values = Floor(
        name: "values", summary: "operators keep no value too long, and values may act at their release"
    ) { request, report in
        report.run("values", request.selected(Lifetime.values), \.name) { $0.faults() }
        report.run("values", request.selected(Lifetime.idle), \.name) { $0.faults() }
        report.run("values", Lifetime.rowsWithoutValues(request.types), { $0 }) { ["\($0) takes no part"] }
    }

    static let closures = Floor(
        name: "closures", summary: "closures live as long as their stream, and may act"
    ) { request, report in
        report.run("closures", request.selected(Lifetime.closures), \.name) { $0.faults() }
        let missing = Lifetime.rowsWithoutClosures(request.types) { RowLaws.row($0).sampleTexts }
        report.run("closures", missing, { $0 }) { ["\($0) takes no part"] }
        report.run("closures", request.selected(Lifetime.acting), \.name) { $0.faults() }
    }

    static let races = Floor(name: "races", summary: "every row while threads send and subscribe") {
        request, report in
        report.run("races", request.types, { $0 }) { RowLaws.row($0).race() }
    }

    static let programs = Floor(
        name: "programs", summary: "random chains beside a reference, in virtual time"
    ) { request, report in
        report.run("programs", request.seeds(250_000).inHundreds, \.name) { seeds in
            RandomProgram.faults(of: seeds)
        }
    }

    static let promises = Floor(
        name: "promises", summary: "random chains whose closures act"
    ) { request, report in
        report.run("promises", request.seeds(60_000).inHundreds, \.name) { seeds in
            RandomProgram.faultsOfPromises(seeds)
        }
    }

    static let threads = Floor(name: "threads", summary: "random chains on several threads") {
        request, report in
        report.run("threads", request.seeds(5_000).inHundreds, \.name) { seeds in
            RandomProgram.faultsOfThreads(seeds)
        }
    }

    static let wild = Floor(name: "wild", summary: "random chains on real queues, with three threads") {
        request, report in
        let seeds = request.seeds(20_000)
        // The programs share their queues, and count all values that are alive.
        report.run("wild", [seeds], \.name) { WildProgram.faults(of: $0) }
    }

    static let overload = Floor(
        name: "overload",
        summary: "every row that takes a scheduler, on every scheduler, while its consumer stands still"
    ) { _, report in
        // One after the other: each counts the bytes of the whole process.
        report.run("overload", ["all schedulers"], { $0 }) { _ in Overload.faults() }
    }
}

extension Range<UInt64> {
    /// The parts of the range, a hundred seeds each.
    var inHundreds: [Range] {
        stride(from: lowerBound, to: upperBound, by: 100).map { $0..<Swift.min($0 + 100, upperBound) }
    }

    var name: String { "seeds \(lowerBound) to \(upperBound - 1)" }
}
