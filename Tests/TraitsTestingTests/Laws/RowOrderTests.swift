import Synchronization
import Testing
import TraitsRuntime

@_spi(Proof) @testable import TraitsTesting

/// Rows that send as many values as they say, on threads too, but not those that one thread would have seen.
@Suite("Rows in some order", .timeLimit(.minutes(60)))  // as long as a whole run may take
struct RowOrderTests {
    private func row(exempt: Set<Law> = []) -> LawRow {
        LawRow(
            "Publishers.Passing", rules: "passes", file: "Shop.traits", line: 7, traits: [], limit: 2,
            bound: LawBound(values: 2), inputs: "-> -o> -oo> -oo| -oox", names: ["upstream"],
            types: ["Upstream"], images: ["->", "-o>", "-oo>", "-oo|", "-oox"], predictions: "01234",
            digits: 1, isTight: true, places: LawPlaces("0"), exempt: exempt)
    }

    private func firstFault(_ row: LawRow) -> (text: String, seed: UInt64)? {
        for seed in UInt64(1)...3000 {
            if let fault = row.orderFault(sample: 0, inputs: 1, seeds: [seed]) { return fault }
        }
        return nil
    }

    @Test func whatPassesEverythingOnIsNotAccused() {
        let row = row()
        row.sample("upstream.map { $0 }") { _, upstream in upstream.map { $0 } }
        row.sample("upstream.flatMap { Just($0) }") { _, upstream in
            upstream.flatMap { Just($0).setFailureType(to: TestFailure.self) }
        }
        for sample in 0...1 {
            #expect(row.orderFault(sample: sample, inputs: 1, seeds: Array(1...64)) == nil)
        }
    }

    /// A request counts before it has reached upstream.
    @Test func aValueThatIsLostWhileAllIsAskedForIsFound() throws {
        let row = row()
        row.sample("upstream.hasty()") { _, upstream in Hasty(upstream: upstream) }
        let fault = try #require(firstFault(row))
        #expect(fault.text.hasPrefix("threads do what one thread could have done: ["), "\(fault.text)")
        #expect(fault.text.contains("] is none of ["), "\(fault.text)")
        #expect(fault.text.contains("a request for all"), "\(fault.text)")
        #expect(fault.text.contains(" asked for"), "\(fault.text)")
        // The row may say that it is so.
        for law in [Law.order, .patience] {
            let row = self.row(exempt: [law])
            row.sample("upstream.hasty()") { _, upstream in Hasty(upstream: upstream) }
            #expect(row.orderFault(sample: 0, inputs: 1, seeds: [fault.seed]) == nil)
        }
    }

    /// Two values for one are two steps, between which another thread may come.
    @Test func whatIsSeveralStepsIsNotJudged() {
        let plan = RowOrder.Plan(threads: [[.send(0, to: 0)], [.send(1, to: 0)]])
        for (count, isJudged) in [(1, true), (2, false)] {
            let row = row()
            row.sample("upstream.flatMap { … }") { _, upstream in
                upstream.flatMap { value in
                    (0..<count).map { _ in value }.publisher.setFailureType(to: TestFailure.self)
                }
            }
            let order = RowOrder(plan, inputs: 1, seeds: [1, 2, 3])
            row.samples[0].accept(order)
            #expect(order.isJudged == isJudged)
            #expect(order.fault == nil)
        }
    }
}

/// Asks for one value after the other, and keeps those that nobody wants yet; for all, when it is asked for all.
private struct Hasty<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.subscribe(Conduit(subscriber))
    }

    private final class Conduit<S: Subscriber>: Subscriber, Subscription
    where S.Input == Output, S.Failure == Failure {
        private let downstream: S
        private let lock = Lock()
        // Under `lock`.
        private var upstream: (any Subscription)?
        private var demand = Subscribers.Demand.none
        private var kept: [Output] = []

        init(_ downstream: S) { self.downstream = downstream }

        func receive(subscription: any Subscription) {
            lock.withLock { upstream = subscription }
            downstream.receive(subscription: self)
            subscription.request(.max(1))
        }

        func receive(_ input: Output) -> Subscribers.Demand {
            let isAskedForAll = lock.withLock {
                kept.append(input)
                return demand == .unlimited
            }
            sendKept()
            return isAskedForAll ? .none : .max(1)
        }

        private func sendKept() {
            while let value = lock.withLock({ take() }) { _ = downstream.receive(value) }
        }

        private func take() -> Output? {
            if kept.isEmpty || demand == .none { return nil }
            demand -= 1
            return kept.removeFirst()
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            downstream.receive(completion: completion)
        }

        func request(_ more: Subscribers.Demand) {
            let upstream = lock.withLock {
                demand += more
                return self.upstream
            }
            sendKept()
            for _ in 0..<20 { Threads.yield() }
            if more == .unlimited { upstream?.request(.unlimited) }
        }

        func cancel() { lock.withLock { upstream.take() }?.cancel() }
    }
}
