import Foundation
import Testing
import TraitsRuntime

@_spi(Proof) @testable import TraitsTesting

/// A row whose publisher breaks laws, traps or hangs: the run ends all the same, and tells everything.
@Suite("The end of a row's run")
struct LawRowEndsTests {
    /// A row for an operator that passes everything on.
    private func row(_ rules: String = "passes", exempt: Set<Law> = []) -> LawRow {
        LawRow(
            "Shop.Part", rules: rules, file: "Shop.traits", line: 7, traits: [], limit: 2,
            bound: LawBound(values: 2),
            inputs: "-> | -| x -x o> -o> o| -o| ox -ox oo> -oo> oo| -oo| oox -oox",
            names: ["upstream"], types: ["Upstream"],
            images: [
                "->", "|", "-|", "x", "-x", "o>", "-o>", "o|", "-o|", "ox", "-ox", "oo>", "-oo>", "oo|",
                "-oo|", "oox", "-oox",
            ],
            predictions: "0123456789abcdefg", digits: 1, isTight: true, exempt: exempt)
    }

    private func source(_ shape: String) -> LawRow {
        LawRow(
            "Shop.Source", rules: shape, file: "Shop.traits", line: 8, traits: [], limit: 2,
            bound: LawBound(values: 2), inputs: "", names: [], types: [], images: [shape],
            predictions: "0", digits: 1, isTight: true, exempt: [])
    }

    /// The laws that faults are about.
    private func laws(_ faults: [String]) -> Set<Law> {
        Set(Law.allCases.filter { law in faults.contains { $0.contains(": \(law.rawValue): ") } })
    }

    @Test func eachBrokenLawIsToldWithItsShortestProgram() {
        let row = row()
        row.sample("upstream.part()") { _, upstream in Part(upstream: upstream, fault: .isRude) }
        let faults = row.run()
        #expect(laws(faults).isSuperset(of: [.demand, .end]), "\(faults)")
        let (demand, end) = (
            faults.first { $0.contains("demanded") }, faults.first { $0.contains("the end") }
        )
        #expect(demand?.contains("  upstream: 01\n  observed: --01\n") == true, "\(faults)")
        #expect(end?.contains("  upstream: |\n  observed: ||\n") == true, "\(faults)")
        #expect(Set(faults).count == faults.count)
    }

    @Test func aTrapIsToldAndTheRestIsRun() throws {
        let row = row()
        row.sample("upstream.part()") { _, upstream in Part(upstream: upstream, fault: .trapsAtSecondValue) }
        row.sample("upstream.map { $0 }") { _, upstream in upstream.map { $0 } }
        let faults = row.run()
        #expect(laws(faults) == [.stop], "\(faults)")
        let fault = try #require(faults.first)
        #expect(fault.contains("Shop.traits:7"))
        #expect(fault.contains("the program stops with SIG"), "\(fault)")
        #expect(fault.contains("  upstream: 01\n"), "\(fault)")
        #expect(fault.contains("let publisher = upstream.part()"), "\(fault)")
    }

    @Test func aCallThatSendsForEverEnds() throws {
        let row = row()
        row.sample("upstream.part()") { _, upstream in Part(upstream: upstream, fault: .sendsForEver) }
        let fault = try #require(row.run().first { $0.contains(Law.stop.rawValue) })
        #expect(fault.contains("events come for ever inside of one call"), "\(fault)")
    }

    /// Nothing that follows in the sample could take a step, so it would only be waited for again.
    @Test func aRunThatHangsEndsTheSample() {
        let progress = LawProgress(stopsAtFirst: false, Steps(patience: 1))
        let outcome = Ward.run(progress.steps) { while true { pause() } }
        #expect(outcome == .stopped("nothing happens for 1 seconds, as in a deadlock or a loop without end"))
        progress.noteStop("it hangs")
        #expect(progress.isOver && progress.isCut)
    }

    #if canImport(Glibc)
        /// Where a stack overflows, `print` is often the innermost call, and the thread that stops there holds the output.
        @Test func aTrapInsideOfPrintLeavesTheOutputToOthers() throws {
            // Swift 6 refuses the variable of C itself.
            let output = try #require(dlsym(nil, "stdout")).load(as: UnsafeMutablePointer<FILE>.self)
            let outcome = Ward.run(Steps(patience: 30)) {
                flockfile(output)
                raise(SIGILL)
            }
            #expect(outcome == .stopped("the program stops with SIGILL"))
            #expect(Ward.run(Steps(patience: 30)) { print("the output is free") } == .finished)
        }
    #endif

    @Test func aCallThatSendsForEverEndsUnderThreads() throws {
        let row = row(exempt: [.demand])
        row.sample("upstream.part()") { _, upstream in Part(upstream: upstream, fault: .sendsForEver) }
        let fault = try #require(row.race(seeds: 1...2).first { $0.contains(Law.stop.rawValue) })
        #expect(fault.contains("events come for ever inside of one call"), "\(fault)")
    }

    @Test func aTrapUnderThreadsIsTold() throws {
        let row = row()
        row.sample("upstream.part()") { _, upstream in Part(upstream: upstream, fault: .trapsAtSecondValue) }
        row.sample("upstream.part(1)") { _, upstream in Part(upstream: upstream, fault: .trapsAtSecondValue) }
        let faults = row.race(seeds: 1...6)
        let stops = faults.filter { $0.contains("every run returns: the program stops with SIG") }
        #expect(stops.count == 2, "\(faults)")
        #expect(stops.allSatisfy { $0.contains("TRAITS_RACE_SEED=") })
    }

    @Test func aValueThatNobodyAskedForIsNoTrapIfTheRowSaysSo() {
        let row = row(exempt: [.demand, .patience, .completion, .path, .order])
        row.sample("upstream.part()") { _, upstream in Part(upstream: upstream, fault: .ignoresDemand) }
        #expect(row.race(seeds: 1...12) == [])
        #expect(laws(row.run()) == [])
    }

    @Test func aValueThatWaitsForTheSubscriptionIsNotImmediate() throws {
        let row = LawRow(
            "Shop.Begins", rules: "begins o", file: "Shop.traits", line: 9, traits: [], limit: 3,
            bound: LawBound(values: 1), inputs: "-> | -| x -x o> -o> o| -o| ox -ox",
            names: ["upstream"], types: ["Upstream"], images: ["o>", "o|", "ox", "oo>", "oo|", "oox"],
            predictions: "01122334455", digits: 1, isTight: true, exempt: [.path])
        row.sample("upstream.begins()") { _, upstream in Part(upstream: upstream, fault: .announces) }
        let fault = try #require(row.run().first { $0.contains(Law.promise.rawValue) })
        #expect(fault.contains("sends its subscription at the next tick"), "\(fault)")
        #expect(fault.contains(".late()"), "\(fault)")
        let sound = LawRow(
            "Shop.Begins", rules: "begins o", file: "Shop.traits", line: 9, traits: [], limit: 3,
            bound: LawBound(values: 1), inputs: "-> | -| x -x o> -o> o| -o| ox -ox",
            names: ["upstream"], types: ["Upstream"], images: ["o>", "o|", "ox", "oo>", "oo|", "oox"],
            predictions: "01122334455", digits: 1, isTight: true, exempt: [])
        sound.sample("upstream.prepend(7)") { _, upstream in upstream.prepend(7) }
        #expect(sound.run() == [])
    }

    @Test func aSourceWhoseSubscribersNeverMeetNeedNotBeShared() {
        let row = source("o|")
        row.sample("Just(1)") { _ in Just(1) }
        #expect(row.run() == [])
    }
}

private enum PartFault { case ignoresDemand, isRude, trapsAtSecondValue, sendsForEver, announces }

/// An operator that passes everything on, but for one fault.
private struct Part<Upstream: Publisher>: Publisher where Upstream.Output == Int {
    typealias Output = Int
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let fault: PartFault

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Failure {
        upstream.subscribe(Inner(subscriber, fault))
    }

    private final class Inner<S: Subscriber>: Subscriber, Subscription, @unchecked Sendable
    where S.Input == Int, S.Failure == Failure {
        private let lock = Lock()
        private var downstream: S?
        private var upstream: (any Subscription)?
        private let fault: PartFault
        private var count = 0

        init(_ downstream: S, _ fault: PartFault) { (self.downstream, self.fault) = (downstream, fault) }

        private var ignoresDemand: Bool { fault == .ignoresDemand || fault == .isRude }

        func receive(subscription: any Subscription) {
            lock.withLock { upstream = subscription }
            let downstream = lock.withLock { self.downstream }
            downstream?.receive(subscription: self)
            if fault == .announces { _ = downstream?.receive(7) }
        }

        func receive(_ input: Int) -> Subscribers.Demand {
            let (downstream, number) = lock.withLock {
                count += 1
                return (self.downstream, count)
            }
            if fault == .trapsAtSecondValue { precondition(number < 2, "the second value") }
            while fault == .sendsForEver { _ = downstream?.receive(input) }
            let more = downstream?.receive(input) ?? .none
            return ignoresDemand ? .none : more
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            let old = lock.withLock {
                defer { (downstream, upstream) = (nil, nil) }
                return (downstream, upstream)
            }
            old.0?.receive(completion: completion)
            if fault == .isRude { old.0?.receive(completion: completion) }
        }

        func request(_ demand: Subscribers.Demand) {
            lock.withLock { upstream }?.request(ignoresDemand ? .unlimited : demand)
        }

        func cancel() {
            let old = lock.withLock {
                defer { (downstream, upstream) = (nil, nil) }
                return (downstream, upstream)
            }
            old.1?.cancel()
        }
    }
}
