import Foundation
import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

/// An operator that is made of others keeps the demand, the values before a failure, and the memory of the operator that it
/// claims to be.
@Suite("Operators that are made of others")
struct ComposedOperatorTests {
    private static let failing = Record<Token, TestFailure>(
        output: (0..<4).map { Token($0) }, completion: .failure(TestFailure()))

    @Test(arguments: ComposedOperator.all + ComposedOperator.timed + ComposedOperator.core)
    func asksForNoMoreThanThePageSays(operation: ComposedOperator) {
        let upstream = ManualPublisher<Token, TestFailure>()
        let recorder = operation.make(upstream.eraseToAnyPublisher()).record(demand: .none)
        #expect(upstream.subscription.requested == operation.asks)
        recorder.cancel()
    }

    @Test(arguments: ComposedOperator.all + ComposedOperator.timed)
    func sendsNoMoreThanIsAskedFor(operation: ComposedOperator) {
        let recorder = operation.make(Self.failing.eraseToAnyPublisher()).record(demand: .atOnce(1))
        #expect(recorder.values.count <= 1)
        #expect(recorder.breaches == [])
    }

    @Test(arguments: ComposedOperator.all)
    func aFailureOvertakesNoValue(operation: ComposedOperator) async {
        let stream = operation.make(Self.failing.eraseToAnyPublisher())
        let all = stream.record()
        let oneByOne = stream.record(demand: .atATime(1))
        var looped: [String] = []
        do {
            for try await value in stream.values { looped.append(value) }
            #expect(all.completion != .failure(TestFailure()))
        } catch { #expect(all.completion == .failure(TestFailure())) }
        #expect(oneByOne.completion == all.completion)
        let isEarly = oneByOne.values != all.values || looped != all.values
        #expect(
            isEarly == (operation.failsEarly != nil),
            "\(all.values), one by one \(oneByOne.values), in a loop \(looped)")
    }

    @Test(arguments: ComposedOperator.all)
    func keepsWhatItsMeaningNeeds(operation: ComposedOperator) {
        let live = Token.Live()
        let upstream = PassthroughSubject<Token, TestFailure>()
        let cancellable = operation.make(upstream.eraseToAnyPublisher()).sink(
            receiveCompletion: { _ in }, receiveValue: { _ in })
        for number in 0..<3 { upstream.send(Token(number, live)) }
        #expect(live.value.load(ordering: .relaxed) == operation.keeps)
        cancellable.cancel()
        #expect(live.value.load(ordering: .relaxed) == 0)
    }

    private static let sources = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../../Sources").standardizedFileURL

    /// The table of the page has the operators that ask in advance, each with the demand that the running code has.
    @Test func thePageNamesTheOperatorsThatAskInAdvance() throws {
        let page = Self.sources.appending(path: "TraitsRuntime/TraitsRuntime.docc/AskingInAdvance.md")
        var told: [String: String] = [:]
        for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
        where line.hasPrefix("| `") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            for (index, name) in cells[0].split(separator: "`").enumerated() where index.isMultiple(of: 2) {
                told[String(name)] = cells[1]
            }
        }
        var known: [String: String] = [:]
        for operation in ComposedOperator.all + ComposedOperator.timed + ComposedOperator.core
        where operation.asks > .none {
            known[operation.name] = operation.asks == .unlimited ? "everything" : "\(operation.asks.max!)"
        }
        #expect(told == known)
    }

    /// The catalogue lists the operators of the module.
    @Test func noOperatorIsMissing() throws {
        let list = Self.sources.appending(path: "TraitsExtras/TraitsExtras.docc/Symbols/Publisher.md")
        let tested = Set(
            (ComposedOperator.all + ComposedOperator.timed).map { $0.name.prefix { $0 != "(" } })
        for line in try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
        where line.hasPrefix("- ``") {
            let name = line.dropFirst(4).prefix { $0 != "`" }.prefix { $0 != "-" }
            let isExempt = ComposedOperator.exempt[String(name)] != nil
            #expect(isExempt || tested.contains(name.prefix { $0 != "(" }), "\(name)")
        }
    }
}
