import TraitsRuntime
import TraitsTesting

// Operators of several publishers, of time, of sharing, and those that look on.

extension MatrixEntry {
    static let runsAhead = "a publisher that isn't asked for more can't come to its end"

    static let passesEarly = "as in Combine what comes before the subscription passes"
    static let countsEarly = "a side may send before it has given its subscription"

    static let combining: [MatrixEntry] = [
        MatrixEntry("Publishers.Zip", exempt: [.earlyEvents: countsEarly]) { bench in
            bench.input().zip(bench.input())
        },
        MatrixEntry("Publishers.Zip3", as: "Zip", exempt: [.earlyEvents: countsEarly]) { bench in
            bench.input().zip(bench.input(), bench.input())
        },
        MatrixEntry("Publishers.Zip4", as: "Zip", exempt: [.earlyEvents: countsEarly]) { bench in
            bench.input().zip(bench.input(), bench.input(), bench.input())
        },
        MatrixEntry("Publishers.CombineLatest", exempt: [.patience: runsAhead, .earlyEvents: countsEarly]) {
            bench in
            bench.input().combineLatest(bench.input())
        },
        MatrixEntry(
            "Publishers.CombineLatest3", as: "CombineLatest",
            exempt: [.patience: runsAhead, .earlyEvents: countsEarly]
        ) {
            bench in bench.input().combineLatest(bench.input(), bench.input())
        },
        MatrixEntry(
            "Publishers.CombineLatest4", as: "CombineLatest",
            exempt: [.patience: runsAhead, .earlyEvents: countsEarly]
        ) {
            bench in bench.input().combineLatest(bench.input(), bench.input(), bench.input())
        },
        MatrixEntry("Publishers.Merge", exempt: [.earlyEvents: countsEarly]) { bench in
            bench.input().merge(with: bench.input())
        },
        MatrixEntry("Publishers.Merge3", as: "Merge", exempt: [.earlyEvents: countsEarly]) { bench in
            bench.input().merge(with: bench.input(), bench.input())
        },
        MatrixEntry("Publishers.Merge4", as: "Merge", exempt: [.earlyEvents: countsEarly]) { bench in
            bench.input().merge(with: bench.input(), bench.input(), bench.input())
        },
        MatrixEntry("Publishers.Merge5", as: "Merge", exempt: [.earlyEvents: countsEarly]) { bench in
            bench.input().merge(with: bench.input(), bench.input(), bench.input(), bench.input())
        },
        MatrixEntry("Publishers.Merge6", as: "Merge", exempt: [.earlyEvents: countsEarly]) { bench in
            bench.input().merge(
                with: bench.input(), bench.input(), bench.input(), bench.input(), bench.input())
        },
        MatrixEntry("Publishers.Merge7", as: "Merge", exempt: [.earlyEvents: countsEarly]) { bench in
            bench.input().merge(
                with: bench.input(), bench.input(), bench.input(), bench.input(), bench.input(),
                bench.input())
        },
        MatrixEntry("Publishers.Merge8", as: "Merge", exempt: [.earlyEvents: countsEarly]) { bench in
            bench.input().merge(
                with: bench.input(), bench.input(), bench.input(), bench.input(), bench.input(),
                bench.input(), bench.input())
        },
        MatrixEntry("Publishers.MergeMany", as: "Merge", exempt: [.earlyEvents: countsEarly]) { bench in
            Publishers.MergeMany((0..<3).map { _ in bench.input() })
        },
        MatrixEntry("Publishers.Concatenate", exempt: counting) { bench in bench.input().append(bench.input())
        },
        MatrixEntry("Publishers.FlatMap") { bench in
            bench.input().flatMap(bench.plain { _ in bench.input() })
        },
        MatrixEntry("Publishers.SwitchToLatest", exempt: [.patience: "what is replaced is lost"]) { bench in
            bench.input().map(bench.plain { _ in bench.input() }).switchToLatest()
        },
    ]

    static let dependsOnTime = "what gets through depends on when it comes"

    static let time: [MatrixEntry] = [
        MatrixEntry("Publishers.MeasureInterval") { bench in
            bench.input().measureInterval(using: bench.scheduler)
        },
        MatrixEntry("Publishers.CollectByTime", exempt: [.patience: dependsOnTime]) { bench in
            bench.input().collect(.byTimeOrCount(bench.scheduler, 2, 2))
        },
        MatrixEntry("Publishers.Timeout") { bench in
            bench.input().timeout(50, scheduler: bench.scheduler, customError: bench.plain { TestError() })
        },
        MatrixEntry("Publishers.Delay") { bench in bench.input().delay(for: 1, scheduler: bench.scheduler) },
        MatrixEntry("Publishers.ReceiveOn") { bench in bench.input().receive(on: bench.scheduler) },
        MatrixEntry("Publishers.SubscribeOn") { bench in bench.input().subscribe(on: bench.scheduler) },
        MatrixEntry("Publishers.Debounce", exempt: [.patience: dependsOnTime]) { bench in
            bench.input().debounce(for: 1, scheduler: bench.scheduler)
        },
        MatrixEntry("Publishers.Throttle", exempt: [.patience: dependsOnTime]) { bench in
            bench.input().throttle(for: 2, scheduler: bench.scheduler, latest: true)
        },
        MatrixEntry("Publishers.Buffer") { bench in
            bench.input().buffer(
                size: 3, prefetch: .keepFull, whenFull: .customError(bench.plain { TestError() }))
        },
    ]

    static let sharing: [MatrixEntry] = [
        MatrixEntry("Publishers.Share", as: "Multicast", exempt: [.patience: dropsValues]) { bench in
            bench.input().share()
        },
        MatrixEntry(
            "Publishers.MakeConnectable", as: "Multicast",
            exempt: counting.merging([.patience: dropsValues, .cancelling: connectionCancels]) { $1 }
        ) { bench in
            Connected(bench, bench.infallible().makeConnectable())
        },
        MatrixEntry(
            "Publishers.Multicast", exempt: [.patience: dropsValues, .cancelling: connectionCancels]
        ) { bench in
            Connected(bench, bench.input().multicast(bench.plain { IntSubject() }))
        },
        MatrixEntry("Publishers.Autoconnect", as: "Multicast", exempt: [.patience: dropsValues]) { bench in
            bench.input().multicast(bench.plain { IntSubject() }).autoconnect()
        },
    ]

    static let connectionCancels = "the connection is cancelled by who has made it"

    static let handsOn = "who looks on sees all there is, and hands it on"

    static let effects: [MatrixEntry] = [
        MatrixEntry("Publishers.HandleEvents", exempt: [.earlyEvents: handsOn]) { bench in
            bench.input().handleEvents(receiveOutput: bench.plain { _ in })
        },
        MatrixEntry("Publishers.Print", exempt: [.earlyEvents: handsOn]) { bench in
            bench.input().print("", to: Silence())
        },
        MatrixEntry("Publishers.Breakpoint", as: "ManualPublisher", exempt: through) { bench in
            bench.input().breakpoint(receiveOutput: bench.plain { _ in false })
        },
    ]
}

private struct Silence: TextOutputStream {
    mutating func write(_ string: String) {}
}

/// Connects a publisher after its first subscriber.
private struct Connected<Upstream: ConnectablePublisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let bench: MatrixBench
    let upstream: Upstream

    init(_ bench: MatrixBench, _ upstream: Upstream) {
        self.bench = bench
        self.upstream = upstream
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.subscribe(subscriber)
        bench.kept.append(upstream.connect())
    }
}
