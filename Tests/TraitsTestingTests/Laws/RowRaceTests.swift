import Testing
import TraitsRuntime

@testable import TraitsTesting

/// Rows that hold on one thread, and not while inputs send on others.
@Suite("Rows under threads", .timeLimit(.minutes(3)))
struct RowRaceTests {
    /// A row that says that all passes, with the trait that a value comes at once if it does at the input.
    private func row() -> LawRow {
        let row = LawRow(
            "Publishers.Passing", rules: "passes", file: "Shop.traits", line: 7,
            traits: [LawTrait("ImmediatePublisher", limit: 2, shapes: "x o> o| ox oo> oo| oox")], limit: 2,
            bound: LawBound(values: 2),
            inputs: "-> | -| x -x o> -o> o| -o| ox -ox oo> -oo> oo| -oo| oox -oox",
            names: ["upstream"], types: ["Upstream"],
            images: [
                "->", "|", "-|", "x", "-x", "o>", "-o>", "o|", "-o|", "ox", "-ox", "oo>", "-oo>", "oo|",
                "-oo|",
                "oox", "-oox",
            ],
            predictions: "0123456789abcdefg", digits: 1, isTight: true, places: LawPlaces("0"), exempt: [])
        row.conforms("ImmediatePublisher", where: ["ImmediatePublisher"])
        return row
    }

    @Test func whatPassesEverythingOnIsNotAccused() {
        let row = row()
        row.sample("upstream.map { $0 }") { _, upstream in upstream.map { $0 } }
        row.sample("upstream.share(replay: 1)") { _, upstream in upstream.share(replay: 1) }
        #expect(row.race(seeds: 1...64) == [])
    }

    @Test func aValueThatComesLaterIsFound() throws {
        let row = row()
        row.sample("upstream.receive(on: scheduler)") { scheduler, upstream in upstream.receive(on: scheduler)
        }
        let fault = try #require(row.race().first)
        #expect(
            fault.hasPrefix(
                "Shop.traits:7: Publishers.Passing   passes\neach history is one that is promised"))
        #expect(fault.contains("\n  publisher: upstream.receive(on: scheduler)\n"))
        #expect(fault.contains("\n  inputs: a current value that is replaced\n"))
        #expect(fault.contains("TRAITS_LAWS_ROWS=Publishers.Passing swift test --filter rowUnderThreads"))
    }

    /// On one thread it is as good as any.
    @Test func aValueThatIsLostOnAnotherThreadIsFound() throws {
        let row = row()
        row.sample("upstream.narrow()") { _, upstream in Narrow(upstream: upstream) }
        #expect(row.run() == [])
        let fault = try #require(row.race(seeds: 1...64).first)
        #expect(fault.contains("is not what the row predicts"), "\(fault)")
    }

    /// A subscriber sees what it should; `sink` asks for the value without subscribing.
    @Test func aValueThatIsLostOnOnePathIsFound() throws {
        let row = row()
        row.sample("upstream.hasty()") { _, upstream in Hasty(upstream: upstream) }
        let fault = try #require(row.race(seeds: 1...64).first)
        #expect(fault.contains("each history is one that is promised: |"), "\(fault)")
        #expect(fault.contains("taken by:"), "\(fault)")
        #expect(fault.contains("sink"), "\(fault)")
    }
}

/// Passes everything on, but forgets its value when it is asked for it without a subscription.
private struct Hasty<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream

    static var _immediacy: _Immediacy { .maybe }

    func _immediate() -> _Immediate<Output, Failure> {
        if case .value = upstream._immediate() { .empty } else { .no }
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.receive(subscriber: subscriber)
    }
}

/// Passes on what comes from the thread that has subscribed.
private struct Narrow<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let thread = Threads.current
        upstream.filter { _ in Threads.current == thread }.receive(subscriber: subscriber)
    }
}
