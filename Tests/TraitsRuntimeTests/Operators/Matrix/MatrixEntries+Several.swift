import TraitsRuntime
import TraitsTesting

// Operators of several publishers, of time, of sharing, and those that look on.

extension MatrixEntry {
    static let runsAhead = "a publisher that isn't asked for more can't come to its end"

    static let passesEarly = "as in Combine what comes before the subscription passes"
    static let countsEarly = "a side may send before it has given its subscription"
    static let sparesNone: [Check: String] = [
        .earlyEvents: countsEarly,
        .failedInputs: "as in Combine a side that has failed is cancelled with the others",
    ]

    static let combining: [MatrixEntry] = [
        MatrixEntry("Publishers.Zip", exempt: sparesNone) { harness in
            harness.input().zip(harness.input())
        },
        MatrixEntry("Publishers.Zip3", as: "Zip", exempt: sparesNone) { harness in
            harness.input().zip(harness.input(), harness.input())
        },
        MatrixEntry("Publishers.Zip4", as: "Zip", exempt: sparesNone) { harness in
            harness.input().zip(harness.input(), harness.input(), harness.input())
        },
        MatrixEntry("Publishers.CombineLatest", exempt: [.patience: runsAhead, .earlyEvents: countsEarly]) {
            harness in
            harness.input().combineLatest(harness.input())
        },
        MatrixEntry(
            "Publishers.CombineLatest3", as: "CombineLatest",
            exempt: [.patience: runsAhead, .earlyEvents: countsEarly]
        ) {
            harness in harness.input().combineLatest(harness.input(), harness.input())
        },
        MatrixEntry(
            "Publishers.CombineLatest4", as: "CombineLatest",
            exempt: [.patience: runsAhead, .earlyEvents: countsEarly]
        ) {
            harness in harness.input().combineLatest(harness.input(), harness.input(), harness.input())
        },
        MatrixEntry("Publishers.Merge", exempt: sparesNone) { harness in
            harness.input().merge(with: harness.input())
        },
        MatrixEntry("Publishers.Merge3", as: "Merge", exempt: sparesNone) { harness in
            harness.input().merge(with: harness.input(), harness.input())
        },
        MatrixEntry("Publishers.Merge4", as: "Merge", exempt: sparesNone) { harness in
            harness.input().merge(with: harness.input(), harness.input(), harness.input())
        },
        MatrixEntry("Publishers.Merge5", as: "Merge", exempt: sparesNone) { harness in
            harness.input().merge(with: harness.input(), harness.input(), harness.input(), harness.input())
        },
        MatrixEntry("Publishers.Merge6", as: "Merge", exempt: sparesNone) { harness in
            harness.input().merge(
                with: harness.input(), harness.input(), harness.input(), harness.input(), harness.input())
        },
        MatrixEntry("Publishers.Merge7", as: "Merge", exempt: sparesNone) { harness in
            harness.input().merge(
                with: harness.input(), harness.input(), harness.input(), harness.input(), harness.input(),
                harness.input())
        },
        MatrixEntry("Publishers.Merge8", as: "Merge", exempt: sparesNone) { harness in
            harness.input().merge(
                with: harness.input(), harness.input(), harness.input(), harness.input(), harness.input(),
                harness.input(), harness.input())
        },
        MatrixEntry("Publishers.MergeMany", as: "Merge", exempt: sparesNone) { harness in
            Publishers.MergeMany((0..<3).map { _ in harness.input() })
        },
        MatrixEntry("Publishers.Concatenate", exempt: counting) { harness in
            harness.input().append(harness.input())
        },
        MatrixEntry("Publishers.FlatMap") { harness in
            harness.input().flatMap(harness.plain { _ in harness.input() })
        },
        MatrixEntry("Publishers.SwitchToLatest", exempt: [.patience: "what is replaced is lost"]) { harness in
            harness.input().map(harness.plain { _ in harness.input() }).switchToLatest()
        },
    ]

    static let dependsOnTime = "what gets through depends on when it comes"

    static let time: [MatrixEntry] = [
        MatrixEntry("Publishers.MeasureInterval") { harness in
            harness.input().measureInterval(using: harness.scheduler)
        },
        MatrixEntry("Publishers.CollectByTime", exempt: [.patience: dependsOnTime]) { harness in
            harness.input().collect(.byTimeOrCount(harness.scheduler, 2, 2))
        },
        MatrixEntry("Publishers.Timeout") { harness in
            harness.input().timeout(
                50, scheduler: harness.scheduler, customError: harness.plain { TestError() })
        },
        MatrixEntry("Publishers.Delay") { harness in
            harness.input().delay(for: 1, scheduler: harness.scheduler)
        },
        MatrixEntry("Publishers.ReceiveOn") { harness in harness.input().receive(on: harness.scheduler) },
        MatrixEntry("Publishers.SubscribeOn") { harness in harness.input().subscribe(on: harness.scheduler) },
        MatrixEntry("Publishers.Debounce", exempt: [.patience: dependsOnTime]) { harness in
            harness.input().debounce(for: 1, scheduler: harness.scheduler)
        },
        MatrixEntry("Publishers.Throttle", exempt: [.patience: dependsOnTime]) { harness in
            harness.input().throttle(for: 2, scheduler: harness.scheduler, latest: true)
        },
        MatrixEntry("Publishers.Buffer") { harness in
            harness.input().buffer(
                size: 3, prefetch: .keepFull, whenFull: .customError(harness.plain { TestError() }))
        },
    ]

    static let sharing: [MatrixEntry] = [
        MatrixEntry("Publishers.Share", as: "Multicast", exempt: [.patience: dropsValues]) { harness in
            harness.input().share()
        },
        MatrixEntry("Publishers.ShareReplay") { harness in harness.input().share(replay: 9) },
        MatrixEntry(
            "Publishers.MakeConnectable", as: "Multicast",
            exempt: counting.merging([.patience: dropsValues, .cancelling: connectionCancels]) { $1 }
        ) { harness in
            Connected(harness, harness.infallible().makeConnectable())
        },
        MatrixEntry(
            "Publishers.Multicast", exempt: [.patience: dropsValues, .cancelling: connectionCancels]
        ) { harness in
            Connected(harness, harness.input().multicast(harness.plain { IntSubject() }))
        },
        MatrixEntry("Publishers.Autoconnect", as: "Multicast", exempt: [.patience: dropsValues]) { harness in
            harness.input().multicast(harness.plain { IntSubject() }).autoconnect()
        },
    ]

    static let connectionCancels = "the connection is cancelled by who has made it"

    static let handsOn = "who looks on sees all there is, and hands it on"

    static let effects: [MatrixEntry] = [
        MatrixEntry("Publishers.HandleEvents", exempt: [.earlyEvents: handsOn]) { harness in
            harness.input().handleEvents(receiveOutput: harness.plain { _ in })
        },
        MatrixEntry("Publishers.Print", exempt: [.earlyEvents: handsOn]) { harness in
            harness.input().print("", to: Silence())
        },
        MatrixEntry("Publishers.Breakpoint", as: "ManualPublisher", exempt: through) { harness in
            harness.input().breakpoint(receiveOutput: harness.plain { _ in false })
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

    let harness: MatrixHarness
    let upstream: Upstream

    init(_ harness: MatrixHarness, _ upstream: Upstream) {
        self.harness = harness
        self.upstream = upstream
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.subscribe(subscriber)
        harness.kept.append(upstream.connect())
    }
}
