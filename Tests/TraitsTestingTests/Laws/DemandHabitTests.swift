import Testing
import TraitsRuntime

@_spi(Proof) @testable import TraitsTesting

/// Operators that keep their promises only while each input answers inside of the request, and sends no more than it was
/// asked for.
@Suite("Inputs that answer late, or send unasked", .allPlans)
struct DemandHabitTests {
    /// A row for an operator that passes on as many values as this, and the end if no value is left out.
    private func row(_ rules: String, _ images: [String], exempt: Set<Law> = []) -> LawRow {
        LawRow(
            "Shop.Trusting", rules: rules, file: "Shop.traits", line: 7, traits: [], limit: 4,
            bound: LawBound(values: 2),
            inputs: "-> | -| x -x o> -o> o| -o| ox -ox oo> -oo> oo| -oo| oox -oox",
            names: ["upstream"], types: ["Upstream"], images: images, predictions: "0123456789abcdefg",
            digits: 1, isTight: true, places: LawPlaces("0"), exempt: exempt)
    }

    private func passing(exempt: Set<Law> = []) -> LawRow {
        row(
            "passes",
            [
                "->", "|", "-|", "x", "-x", "o>", "-o>", "o|", "-o|", "ox", "-ox", "oo>", "-oo>", "oo|",
                "-oo|",
                "oox", "-oox",
            ], exempt: exempt)
    }

    /// The faults of a row whose operator has a fault.
    private func faults(_ row: LawRow, _ fault: TrustingFault) -> [String] {
        row.sample("upstream.trusting()") { _, upstream in Trusting(upstream: upstream, fault: fault) }
        return row.run()
    }

    @Test func aStageMayPassOnWhatItHasNotAskedFor() {
        let row = passing()
        row.sample("upstream.map { $0 }") { _, upstream in upstream.map { $0 } }
        #expect(row.run() == [])
    }

    @Test func anOperatorThatCountsIsNotAccused() {
        #expect(faults(passing(), .none) == [])
    }

    /// It asks for one value, so it takes its only value for granted.
    @Test func aPromiseThatTheDemandOfTheOperatorKeepsIsFound() throws {
        let row = row(
            "o o => -",
            [
                "->", "|", "-|", "x", "-x", "o>", "-o>", "o|", "-o|", "ox", "-ox", "o>", "-o>", "o>", "-o>",
                "o>",
                "-o>",
            ])
        let faults = faults(row, .asksForOne)
        #expect(faults.count == 1, "\(faults)")
        let fault = try #require(faults.first)
        let law = "an input that sends without being asked does no harm: each history is one that is promised"
        #expect(fault.contains(law), "\(fault)")
        #expect(fault.contains("  upstream: 01\n  observed: 01\n"), "\(fault)")
        #expect(fault.contains(#"try scheduler.upstream("01").ignoringDemand()"#), "\(fault)")
    }

    @Test func anOperatorThatTrapsIsFound() throws {
        for fault in [TrustingFault.trapsBetweenRequests, .trapsWithoutDemand] {
            let faults = faults(passing(), fault)
            #expect(faults.count == 1, "\(faults)")
            let text = try #require(faults.first)
            #expect(text.contains("does no harm: every run returns: the program stops with SIG"), "\(text)")
            #expect(text.contains("`catch`") && text.contains("exempt surplus because"), "\(text)")
        }
    }

    @Test func aRowMaySayThatUnaskedValuesStopTheProgram() {
        #expect(faults(passing(exempt: [.surplus]), .trapsWithoutDemand) == [])
    }

    @Test func anOperatorThatMultipliesWhatItHasNotAskedForIsFound() throws {
        let images = [
            "->", "|", "-|", "x", "-x", "oo>", "-oo>", "oo|", "-oo|", "oox", "-oox", "oooo>", "-oooo>",
            "oooo|",
            "-oooo|", "oooox", "-oooox",
        ]
        #expect(faults(row("o => oo", images), .doubles) == [])
        let faults = faults(row("o => oo", images), .doublesUnasked)
        #expect(faults.count == 1, "\(faults)")
        let fault = try #require(faults.first)
        #expect(fault.contains("2 values came that were not demanded, and inputs sent 1 such"), "\(fault)")
        #expect(fault.contains("inputs send without being asked"), "\(fault)")
    }

    /// Two inputs: for one, a subscriber that asks whenever it is done finds it too.
    @Test func aPromiseThatHoldsInsideOfRequestsOnlyIsFound() throws {
        let promise = LawPromise("every value of the first") { inputs, output in
            output.values >= inputs[0].values
        }
        let bound = LawBound(values: 1, laterTicks: 1)
        try Laws.check(promise: promise, inputs: 2, bound: bound) { $0.append($1) }
        let violation = #expect(throws: LawViolation.self) {
            try Laws.check(promise: promise, inputs: 2, bound: bound) { first, second in
                Trusting(upstream: first.append(second), fault: .hearsRequestsOnly)
            }
        }
        let text = "\(try #require(violation))"
        #expect(text.contains("inputs answer at the next tick"), "\(text)")
        #expect(text.contains(".answeringLate()"), "\(text)")
    }

    @Test func inputsOfOneHistoryHaveTheHabits() throws {
        let scheduler = TestScheduler()
        let late = try scheduler.upstream("01|").answeringLate().record(on: scheduler, demand: .atATime(1))
        let unasked = try scheduler.upstream("01|").ignoringDemand().record(on: scheduler, demand: .none)
        scheduler.advance(to: 4)
        #expect(late.values == [0, 1])
        #expect(late.recording.immediateCount == 0)
        #expect(unasked.values == [0, 1])
        #expect(unasked.breaches.count == 2)
    }
}

private enum TrustingFault {
    case none, asksForOne, trapsBetweenRequests, trapsWithoutDemand, doubles, doublesUnasked,
        hearsRequestsOnly
}

/// An operator for one thread that asks for one value after another, and trusts its upstream to send no more.
private struct Trusting<Upstream: Publisher>: Publisher where Upstream.Output == Int {
    typealias Output = Int
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let fault: TrustingFault

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Failure {
        upstream.subscribe(Inner(subscriber, fault))
    }

    private final class Inner<S: Subscriber>: Subscriber, Subscription
    where S.Input == Int, S.Failure == Failure {
        private var downstream: S?
        private var upstream: (any Subscription)?
        private let fault: TrustingFault
        private var wanted = 0
        private var asked = 0
        private var isAsking = false
        private var isSubscribing = true
        private var hasAskedLate = false
        private var kept: [Int] = []
        private var end: Subscribers.Completion<Failure>?
        private var isSending = false

        init(_ downstream: S, _ fault: TrustingFault) { (self.downstream, self.fault) = (downstream, fault) }

        private var copies: Int { fault == .doubles || fault == .doublesUnasked ? 2 : 1 }

        func receive(subscription: any Subscription) {
            upstream = subscription
            downstream?.receive(subscription: self)
            isSubscribing = false
        }

        func request(_ demand: Subscribers.Demand) {
            wanted = Swift.min(wanted + (demand.max ?? 1 << 40), 1 << 40)
            if !isSubscribing { hasAskedLate = true }
            if fault == .hearsRequestsOnly {
                let wasAsking = isAsking
                isAsking = true
                upstream?.request(demand)
                isAsking = wasAsking
            } else {
                send()
                ask()
            }
        }

        /// Asks for the next value, if that is wanted and not asked for yet.
        private func ask() {
            if fault == .asksForOne, asked > 0 || isAsking { return }
            guard wanted > 0, asked == 0, kept.isEmpty, let upstream else { return }
            if fault == .asksForOne { isAsking = true }
            asked += 1
            upstream.request(.max(1))
        }

        func receive(_ input: Int) -> Subscribers.Demand {
            switch fault {
            case .hearsRequestsOnly:
                if hasAskedLate, !isAsking { return .none }
                return downstream?.receive(input) ?? .none
            case .trapsBetweenRequests: precondition(asked > 0, "a value that wasn't asked for")
            case .trapsWithoutDemand: precondition(wanted > 0, "a value that wasn't wanted")
            case .asksForOne:
                _ = downstream?.receive(input)
                return .none
            default: break
            }
            asked = Swift.max(asked - 1, 0)
            kept += Array(repeating: input, count: copies)
            if fault == .doublesUnasked, wanted == 0 { wanted = 2 }
            send()
            ask()
            return .none
        }

        private func send() {
            if isSending { return }
            isSending = true
            while wanted > 0, !kept.isEmpty, let downstream {
                wanted -= 1
                let more = downstream.receive(kept.removeFirst())
                wanted = Swift.min(wanted + (more.max ?? 1 << 40), 1 << 40)
            }
            isSending = false
            if kept.isEmpty, let end, let downstream {
                self.downstream = nil
                downstream.receive(completion: end)
            }
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            upstream = nil
            end = completion
            if fault == .hearsRequestsOnly || !isSending { send() }
        }

        func cancel() {
            let old = upstream
            (downstream, upstream, kept) = (nil, nil, [])
            old?.cancel()
        }
    }
}
