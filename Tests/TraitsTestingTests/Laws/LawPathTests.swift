import Testing
import TraitsRuntime
import TraitsTesting

/// What a program can see on one path alone is caught.
@Suite(.allPlans) struct LawsOnEveryPathTests {
    private func violation(
        _ promise: LawPromise = .sameShape, _ inputs: LawInputs = 1,
        _ build: (LawUpstream<TestFailure>) -> some Publisher<Int, TestFailure>
    ) -> LawViolation? {
        #expect(throws: LawViolation.self) {
            try Laws.check("upstream.broken()", promise: promise, inputs: inputs, build)
        }
    }

    @Test func inputsSendMoreThanZero() {
        #expect(violation(.single, [.single]) { $0.filter { $0 % 2 == 0 } }?.inputs == ["1|"])
        #expect(violation(.single, [.single]) { $0.filter { $0 >= 0 } }?.inputs == ["n|"])
        #expect(violation(.single, [.single]) { $0.filter { $0 < 5 } }?.inputs == ["9|"])
        #expect(violation { $0.removeDuplicates() }?.inputs == ["11"])
        #expect(violation { $0.removeDuplicates() }?.observed == "1")
    }

    /// The shortcut of `sink` answers something else than the subscription.
    @Test func aShortcut() {
        let violation = violation(.anything) { Shortcut(upstream: $0, path: .immediate) }
        #expect(violation?.law == .path)
        #expect(violation?.detail == "a subscriber that asks for all sees |")
        #expect(violation?.inputs == ["|"])
        #expect(violation?.subscriber == "the first, sink; inputs answer if they can")
        #expect(
            violation?.test == """
                @Test func sendsTheSameEveryWay() throws {
                    let scheduler = TestScheduler()
                    let upstream = try scheduler.upstream("|", answers: .asked)
                    let publisher = upstream.broken()
                    var seen: [String] = []
                    func see(_ event: Any) { seen.append("\\(scheduler.now.ticks): \\(event)") }
                    let cancellable = publisher.sink(
                        receiveCompletion: { see($0) }, receiveValue: { see($0) })
                    see("subscribed")
                    scheduler.advance(to: 18)
                    #expect(seen == ["0: finished", "0: subscribed"])
                    cancellable.cancel()
                    try scheduler.run()
                }
                """)
    }

    @Test func anEraser() {
        let violation = violation(.anything) { Shortcut(upstream: $0, path: .erased) }
        #expect(violation?.law == .path)
        #expect(violation?.subscriber == "the first, unlimited demand, erased")
        #expect(violation?.inputs == ["|"])
    }

    @Test func aSubscriberThatTellsThatItWantsAll() {
        let violation = violation(.anything) { Shortcut(upstream: $0, path: .unlimited) }
        #expect(violation?.law == .sink)
        #expect(violation?.inputs == ["|"])
    }

    @Test func aTypeThatTells() {
        let violation = violation(.anything) { Shortcut(upstream: $0, path: .known) }
        #expect(violation?.law == .path)
        #expect(violation?.inputs == ["|"])
        #expect(violation?.subscriber.hasSuffix("; inputs answer, and their types tell so") == true)
        #expect(
            violation?.test.contains("try Laws.withInputs(alwaysAnswering: true, atMostOne: true) {") == true)
    }

    /// What has run in part goes on with the rest.
    @Test func aRest() {
        let violation = violation(.anything) { Shortcut(upstream: $0, path: .rest) }
        #expect(violation?.law == .path)
        #expect(violation?.subscriber == "the first, sink; inputs have run in part")
    }

    @Test func aPublisherThatPassesEverythingOn() throws {
        let report = try Laws.check(promise: .sameShape, inputs: 1) { Shortcut(upstream: $0, path: .none) }
        #expect(report.paths > 20)
    }

    // MARK: Schedulers

    /// Each value has an action of its own, so they overtake each other where a queue is concurrent.
    @Test func valuesThatOvertake() {
        let violation = #expect(throws: LawViolation.self) {
            try Laws.check(promise: .anything, inputs: 1, ignoring: [.release, .leak, .cancellation, .path]) {
                Postponed(upstream: $0, scheduler: $0.scheduler)
            }
        }
        #expect(violation?.law == .order)
        #expect(violation?.detail == "in order it is -01")
        #expect(violation?.observed == "-10")
        #expect(
            violation?.subscriber
                == "the first, unlimited demand, what is due at one tick runs newestFirst")
        #expect(violation?.test.contains("let scheduler = TestScheduler(order: .newestFirst)") == true)
    }

    /// An end that overtakes breaks the promise.
    @Test func anEndThatOvertakes() {
        let violation = #expect(throws: LawViolation.self) {
            try Laws.check(
                promise: .single, inputs: [.single], ignoring: [.release, .leak, .cancellation, .path]
            ) {
                Postponed(upstream: $0, scheduler: $0.scheduler)
            }
        }
        #expect(violation?.law == .promise)
        #expect(violation?.inputs == ["0|"])
        #expect(violation?.observed == "-|")
    }

    @Test(.allPlans) func threadsShowIt() {
        let violation = #expect(throws: RaceViolation.self) {
            try Laws.raceInOrder("Postponed", seeds: 1...500) { Postponed(upstream: $0, scheduler: $1) }
        }
        #expect(violation?.law == .order)
    }
}

/// Passes everything on, but for one path.
private struct Shortcut<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    enum Path {
        case none, immediate, erased, unlimited, known, rest
    }

    let upstream: Upstream
    let path: Path

    typealias _Answers = Upstream._Answers
    static var _answering: _Answering { Upstream._answering }

    func _answer() -> _Answer<Output, Failure> {
        switch (path, upstream._answer()) {
        case (.immediate, .empty): return .then(Empty(completeImmediately: false).eraseToAnyPublisher())
        case (.rest, .then): return .empty
        case (_, let answer): return answer
        }
    }

    func _erased() -> AnyPublisher<Output, Failure> {
        path == .erased ? AnyPublisher(Silent()) : AnyPublisher(upstream)
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let isSilent =
            path == .unlimited && S._isUnlimited || path == .known && Upstream._answering == .always
        if isSilent {
            Silent().receive(subscriber: subscriber)
        } else {
            upstream.subscribe(subscriber)
        }
    }

    private struct Silent: Publisher {
        typealias Output = Upstream.Output
        typealias Failure = Upstream.Failure

        func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            Empty(completeImmediately: false).receive(subscriber: subscriber)
        }
    }
}
