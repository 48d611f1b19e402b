import Synchronization
import Testing
import TraitsRuntime

@_spi(Proof) @testable import TraitsTesting

/// Rows that hold on one thread, and not while inputs send on others.
@Suite("Rows under threads", .allPlans, .timeLimit(.minutes(60)))  // as long as a whole run may take
struct RowRaceTests {
    /// A row that says that all passes, with the trait that a value comes synchronously if it does at the input.
    private func row(exempt: Set<Law> = []) -> LawRow {
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
            predictions: "0123456789abcdefg", digits: 1, isTight: true, places: LawPlaces("0"),
            // Which values come is for `RowOrderTests`.
            exempt: exempt.union([.order]))
        row.conforms("ImmediatePublisher", where: ["ImmediatePublisher"])
        return row
    }

    @Test func whatPassesEverythingOnIsNotAccused() {
        let row = row()
        row.sample("upstream.map { $0 }") { _, upstream in upstream.map { $0 } }
        row.sample("upstream.prepend([])") { _, upstream in upstream.prepend([]) }
        #expect(row.race(seeds: 1...64) == [])
    }

    @Test func aValueThatComesLaterIsFound() throws {
        let row = row()
        row.sample("upstream.receive(on: scheduler)") { scheduler, upstream in upstream.receive(on: scheduler)
        }
        let fault = try #require(firstFault(of: row))
        #expect(
            fault.hasPrefix(
                "Shop.traits:7: Publishers.Passing   passes\neach history is one that is promised"))
        #expect(fault.contains("\n  publisher: upstream.receive(on: scheduler)\n"))
        #expect(fault.contains("is promised: -") || fault.contains("the beginning -"), "\(fault)")
        #expect(fault.contains("\n  inputs: "))
        #expect(
            fault.contains(
                "TRAITS_LAWS_ROWS=Publishers.Passing \(Threads.testCommand) --filter rowUnderThreads"))
    }

    /// On one thread it is as good as any.
    @Test func aValueThatIsLostOnAnotherThreadIsFound() throws {
        let row = row()
        row.sample("upstream.narrow()") { _, upstream in Narrow(upstream: upstream) }
        #expect(row.run() == [])
        let fault = try #require(firstFault(of: row))
        #expect(fault.contains("is not what the row predicts"), "\(fault)")
        #expect(fault.contains(", which is "), "\(fault)")
        // Without the row nobody knows what is right.
        #expect(!fault.contains("@Test"), "\(fault)")
    }

    /// A subscriber sees what it should; `sink` asks for the value without subscribing.
    @Test func aValueThatIsLostOnOnePathIsFound() throws {
        let row = row()
        row.sample("upstream.hasty()") { _, upstream in Hasty(upstream: upstream) }
        for path in ["sink", "inside of Publishers.FlatMap"] {
            let fault = try #require(firstFault(of: row, takenBy: path), "\(path)")
            #expect(fault.contains("each history is one that is promised: |"), "\(fault)")
        }
    }

    /// What is wrong with an operator, by the laws that the row doesn't leave out.
    private func fault(_ fault: Planted, exempt: Set<Law> = []) -> String {
        let row = row(exempt: exempt)
        row.sample("upstream.broken()") { scheduler, upstream in
            Broken(upstream: upstream, fault: fault, scheduler: scheduler)
        }
        return firstFault(of: row) ?? "none"
    }

    /// What races find first. Which seed does depends on how the threads meet, and beside other tests they may meet
    /// seldom: so many are tried that a fault is missed only by a law that can't see it.
    private func firstFault(of row: LawRow, takenBy path: String = "") -> String? {
        for seed in UInt64(1)...6400 {
            guard let fault = row.race(seeds: seed...seed).first else { continue }
            let taker = fault.split(separator: "\n").first { $0.contains("taken by:") }
            if path.isEmpty || taker?.contains(path) == true { return fault }
        }
        return nil
    }

    @Test func aValueThatIsLostWhenAnotherCancelsIsFound() {
        let fault = fault(.forgetsOthers)
        #expect(fault.contains("is not what the row predicts"), "\(fault)")
        #expect(fault.contains("; cancels"), "\(fault)")
    }

    /// Before a loop over `values` stops the program for that.
    @Test func moreValuesThanAreAskedForAreFound() {
        let fault = fault(.asksForAll)
        #expect(fault.contains("a value came that was not demanded"), "\(fault)")
        #expect(fault.contains("\n  seed: 1\n"), "\(fault)")
        #expect(
            fault.hasSuffix(
                """
                  if it is meant to do this, paste below the row: exempt demand because "…"

                    @Test func keepsItsLawsUnderThreads() throws {
                        try Laws.race(inputs: 1) { inputs in
                            let upstream = inputs[0]
                            let publisher = upstream.broken()
                            return publisher
                        }
                    }
                """), "\(fault)")
    }

    @Test func aRequestThatIsForgottenIsFound() {
        let fault = fault(.asksOnce)
        #expect(fault.contains("is not what the row predicts"), "\(fault)")
    }

    @Test func aValueThatComesLaterThanItsRequestIsFound() throws {
        let fault = fault(.answersLater)
        #expect(fault.contains("; asks when it has subscribed"), "\(fault)")
        #expect(fault.contains("each history is one that is promised: -"), "\(fault)")
    }

    @Test func whatComesAfterACancellationIsFound() {
        let fault = fault(.goesOn, exempt: [.release, .leak])
        #expect(fault.contains("had begun after cancel() had returned"), "\(fault)")
    }

    @Test func whatComesAfterACancellationInsideOfAValueIsFound() {
        let fault = fault(.goesOnInside, exempt: [.release, .leak])
        #expect(fault.contains("had begun after cancel() had returned"), "\(fault)")
        #expect(fault.contains("; cancels inside of a value"), "\(fault)")
    }

    @Test func anInputThatIsNotReleasedIsFound() {
        let fault = fault(.ignoresCancel, exempt: [.cancellation])
        #expect(fault.contains("an input is still subscribed to"), "\(fault)")
    }

    @Test func aSubscriberThatIsKeptIsFound() {
        let fault = fault(.keepsItself)
        #expect(fault.contains("is still alive"), "\(fault)")
    }
}

/// Passes everything on, but forgets its value when it is asked for it without a subscription.
private struct Hasty<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream

    typealias _Answers = _Sometimes

    func _answer() -> _Answer<Output, Failure> {
        if case .value = upstream._answer() { .empty } else { .no }
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

private enum Planted {
    case forgetsOthers, asksForAll, asksOnce, answersLater, goesOn, goesOnInside, ignoresCancel, keepsItself
}

/// Passes everything on, with a fault.
private struct Broken<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    /// What its subscribers share.
    final class Shared: Sendable {
        let isCut = Atomic<Bool>(false)
    }

    let upstream: Upstream
    let fault: Planted
    let scheduler: TestScheduler
    let shared = Shared()

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.subscribe(Conduit(subscriber, fault, scheduler, shared))
    }

    private final class Conduit<S: Subscriber>: Subscriber, Subscription
    where S.Input == Output, S.Failure == Failure {
        private let downstream: S
        private let fault: Planted
        private let scheduler: TestScheduler
        private let shared: Shared
        private let isSubscribed = Atomic<Bool>(false)
        private let isCancelled = Atomic<Bool>(false)
        private let hasAsked = Atomic<Bool>(false)
        /// The thread that is inside of a value, or zero.
        private let inside = Atomic<UInt>(0)
        /// Written before anybody else hears of it.
        private var subscription: (any Subscription)?
        private var me: AnyObject?

        init(_ downstream: S, _ fault: Planted, _ scheduler: TestScheduler, _ shared: Shared) {
            (self.downstream, self.fault) = (downstream, fault)
            (self.scheduler, self.shared) = (scheduler, shared)
        }

        func receive(subscription: any Subscription) {
            self.subscription = subscription
            if fault == .keepsItself { me = self }
            downstream.receive(subscription: self)
            isSubscribed.store(true, ordering: .relaxed)
        }

        func request(_ demand: Subscribers.Demand) {
            let isFirst = !hasAsked.exchange(true, ordering: .relaxed)
            switch fault {
            case .asksForAll: subscription?.request(.unlimited)
            case .asksOnce: if isFirst { subscription?.request(demand) }
            case .answersLater where isSubscribed.load(ordering: .relaxed):
                nonisolated(unsafe) let subscription = subscription
                scheduler.schedule { subscription?.request(demand) }
            default: subscription?.request(demand)
            }
        }

        func cancel() {
            isCancelled.store(true, ordering: .relaxed)
            shared.isCut.store(true, ordering: .relaxed)
            switch fault {
            case .goesOn, .ignoresCancel: break
            case .goesOnInside where inside.load(ordering: .relaxed) == Threads.current: break
            default: subscription?.cancel()
            }
        }

        func receive(_ input: Output) -> Subscribers.Demand {
            inside.store(Threads.current, ordering: .relaxed)
            defer { inside.store(0, ordering: .relaxed) }
            return switch fault {
            case .forgetsOthers where shared.isCut.load(ordering: .relaxed): .max(1)
            case .ignoresCancel where isCancelled.load(ordering: .relaxed): .none
            default: downstream.receive(input)
            }
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            if fault == .ignoresCancel, isCancelled.load(ordering: .relaxed) { return }
            downstream.receive(completion: completion)
        }
    }
}
