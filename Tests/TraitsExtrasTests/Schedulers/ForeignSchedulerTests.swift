import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

/// Each operator of the module that takes a scheduler, on schedulers that drop, repeat, nest, delay and reorder work.
@Suite("Foreign schedulers, additional operators")
struct ForeignSchedulerTests {
    typealias Numbers = AnyPublisher<Int, Never>

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let build: @Sendable (Numbers, FaultyScheduler) -> Numbers

        init(_ name: String, _ build: @escaping @Sendable (Numbers, FaultyScheduler) -> Numbers) {
            (testDescription, self.build) = (name, build)
        }
    }

    static let rows = [
        Row("AnyScheduler") { $0.receive(on: $1.eraseToAnyScheduler()).eraseToAnyPublisher() },
        Row("AnyScheduler, delay") {
            $0.delay(for: 2, scheduler: $1.eraseToAnyScheduler()).eraseToAnyPublisher()
        },
        Row("prefix(for:)") { $0.prefix(for: 1000, scheduler: $1).eraseToAnyPublisher() },
        Row("window(for:)") { $0.window(for: 5, scheduler: $1).flatMap { $0 }.eraseToAnyPublisher() },
        Row("timeout with a fallback") {
            $0.timeout(1000, scheduler: $1, fallback: Just(-1)).eraseToAnyPublisher()
        },
        Row("share(stopTimeout:)") { $0.share(stopTimeout: 3, scheduler: $1).eraseToAnyPublisher() },
        Row("a custom TimeOperator") { $0.spaced(by: 1, on: $1).eraseToAnyPublisher() },
    ]

    /// The scheduler misbehaves for some values, and then behaves. The values of dropped work come with later values, and
    /// the end comes.
    @Test(arguments: rows, FaultyScheduler.Fault.allCases)
    func nothingIsDuplicatedOrLeftBehind(_ row: Row, _ fault: FaultyScheduler.Fault) {
        let scheduler = FaultyScheduler(reversing: fault == .reorders)
        let subject = PassthroughSubject<Int, Never>()
        let recorder = row.build(subject.eraseToAnyPublisher(), scheduler).record()
        scheduler.clock.advance(by: 10)
        scheduler.fault = fault
        for number in 1...7 {
            subject.send(number)
            if number.isMultiple(of: 2) { scheduler.clock.advance(by: 10) }
        }
        scheduler.clock.advance(by: 10)
        scheduler.fault = .none
        subject.send(8)
        scheduler.clock.advance(by: 20)
        #expect(recorder.values == Array(1...8))
        subject.send(completion: .finished)
        scheduler.clock.advance(by: 10)
        #expect(recorder.completion == .finished)
        #expect(recorder.values == Array(1...8))
    }

    @Test(arguments: rows, FaultyScheduler.Fault.allCases)
    func nothingIsKept(_ row: Row, _ fault: FaultyScheduler.Fault) throws {
        let leaks = LeakTracker()
        let scheduler = FaultyScheduler(reversing: fault == .reorders)
        let subject = PassthroughSubject<Int, Never>()
        do {
            let token = leaks.token("closure")
            let source = subject.leakTracked(by: leaks, "source").eraseToAnyPublisher()
            let cancellable = row.build(source, scheduler).sink { _ in _ = token }
            scheduler.clock.advance(by: 10)
            scheduler.fault = fault
            for number in 1...3 { subject.send(number) }
            scheduler.clock.advance(by: 1)
            scheduler.fault = .none
            cancellable.cancel()
            scheduler.clock.advance(by: 2000)
        }
        try leaks.expectAllReleased()
    }

    @Test(arguments: FaultyScheduler.Fault.allCases)
    func eachAttemptOfRetryIsMadeOnce(_ fault: FaultyScheduler.Fault) {
        let scheduler = FaultyScheduler(reversing: fault == .reorders)
        var attempts = 0
        let recorder = Deferred { () -> Fail<Int, TestFailure> in
            attempts += 1
            return Fail(error: "x")
        }
        .retry(3, backoff: .constant(.milliseconds(2)), scheduler: scheduler).record()
        scheduler.fault = fault
        scheduler.clock.advance(by: 100)
        #expect(attempts == 4 || fault == .drops)
        #expect(recorder.completion == (fault == .drops ? nil : .failure("x")))
    }

    /// Upstream would run on without a subscriber if the time-out were a closure that runs once.
    @Test func aStopTimeoutThatIsDroppedComesLater() {
        let scheduler = FaultyScheduler()
        let source = ManualPublisher<Int, Never>()
        let shared = source.share(stopTimeout: 3, scheduler: scheduler.onceOnly)
        scheduler.fault = .drops
        shared.sink { _ in }.cancel()
        scheduler.clock.advance(by: 5)
        #expect(source.uses == [.requested(.unlimited)])
        scheduler.clock.advance(by: 1)
        #expect(source.uses == [.requested(.unlimited), .cancelled])
    }
}

extension FaultyScheduler {
    /// A scheduler that can't cancel work that runs once, as one of a program can't.
    var onceOnly: OnceOnly { OnceOnly(base: self) }

    struct OnceOnly: Scheduler {
        let base: FaultyScheduler

        var now: VirtualTime { base.now }
        var minimumTolerance: VirtualTime.Stride { 0 }

        func schedule(options: Never?, _ action: @escaping () -> Void) { base.schedule(action) }

        func schedule(
            after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?,
            _ action: @escaping () -> Void
        ) { base.schedule(after: date, action) }

        func schedule(
            after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride,
            options: Never?, _ action: @escaping () -> Void
        ) -> any Cancellable { base.schedule(after: date, interval: interval, action) }
    }
}
