import Foundation
import Testing
import TraitsRuntime
@_spi(Proof) @testable import TraitsTesting

/// `zip` and `combineLatest` give downstream its subscription when all inputs have theirs. An input may end before that, on
/// another thread, while one of the inputs is slow to subscribe.
@Suite("An input ends while another one is subscribed to", .limited)
struct StartThreadTests {
    enum Operator: CaseIterable {
        case zip
        case combineLatest
    }

    private static let endings: [Subscribers.Completion<TestFailure>] = [.finished, .failure("x")]

    private func combined<A: Publisher, B: Publisher>(
        _ kind: Operator, _ a: A, _ b: B
    ) -> AnyPublisher<Int, TestFailure>
    where A.Output == Int, B.Output == Int, A.Failure == TestFailure, B.Failure == TestFailure {
        switch kind {
        case .zip: a.zip(b, +).eraseToAnyPublisher()
        case .combineLatest: a.combineLatest(b, +).eraseToAnyPublisher()
        }
    }

    /// The sender waits for nobody, and what it ends is over when it returns, where it was sent.
    @Test(arguments: Operator.allCases, endings)
    func anEndWaitsForNoSubscription(kind: Operator, end: Subscribers.Completion<TestFailure>) {
        // Nothing is left for `combineLatest` to wait for only if it fails.
        if kind == .combineLatest, case .finished = end { return }
        let (isStarting, isSent) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let a = PassthroughSubject<Int, TestFailure>()
        let late = ManualPublisher<Int, TestFailure>()
        // What its closure uses is safe to share.
        nonisolated(unsafe) let publisher = combined(
            kind, a,
            Deferred {
                isStarting.signal()
                isSent.wait()
                return late
            })
        let events = Locked<[String]>([])
        let (sender, endThread) = (Locked<ObjectIdentifier?>(nil), Locked<ObjectIdentifier?>(nil))
        let seenWhenSent = Locked<[String]>([])
        onThreads(2) { thread in
            if thread == 0 {
                publisher.subscribe(
                    AnySubscriber(
                        receiveSubscription: {
                            events.withLock { $0.append("subscription") }
                            $0.request(.unlimited)
                        },
                        receiveValue: { _ in .none },
                        receiveCompletion: { end in
                            events.withLock { $0.append("\(end)") }
                            endThread.withLock { $0 = ObjectIdentifier(Thread.current) }
                        }))
                return
            }
            isStarting.wait()
            sender.withLock { $0 = ObjectIdentifier(Thread.current) }
            a.send(completion: end)
            seenWhenSent.withLock { $0 = events.withLock { $0 } }
            isSent.signal()
        }
        #expect(seenWhenSent.withLock { $0 } == ["subscription", "\(end)"])
        #expect(events.withLock { $0 } == ["subscription", "\(end)"])
        #expect(endThread.withLock { $0 } == sender.withLock { $0 })
        #expect(late.uses == [.cancelled])
    }

    /// A finish that leaves something to wait for is noted, and its sender goes on.
    @Test func aFinishThatDecidesNothingIsNoted() {
        let (isStarting, isSent) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let (a, b) = (PassthroughSubject<Int, TestFailure>(), PassthroughSubject<Int, TestFailure>())
        // What its closure uses is safe to share.
        nonisolated(unsafe) let publisher = a.combineLatest(
            Deferred {
                isStarting.signal()
                isSent.wait()
                return b
            }, +)
        let recorder = Locked<Recorder<Int, TestFailure>?>(nil)
        onThreads(2) { thread in
            if thread == 0 {
                let made = publisher.record()
                recorder.withLock { $0 = made }
                return
            }
            isStarting.wait()
            a.send(completion: .finished)
            isSent.signal()
        }
        let made = recorder.withLock { $0 }
        #expect(made?.completion == nil)
        b.send(completion: .finished)
        #expect(made?.completion == .finished)
    }

    /// The end comes after the subscription, once, and while the subscriber does nothing else, however the threads meet.
    @Test(arguments: Operator.allCases, Laws.seeds(1...200)) func theEndFollowsTheSubscription(
        kind: Operator, seed: UInt64
    ) {
        let a = PassthroughSubject<Int, TestFailure>()
        let b = PassthroughSubject<Int, TestFailure>()
        nonisolated(unsafe) let publisher = combined(kind, a, Deferred { b })
        let events = Locked<[String]>([])
        let subscribing = {
            publisher.subscribe(
                AnySubscriber(
                    receiveSubscription: {
                        events.withLock { $0.append("subscription") }
                        $0.request(.unlimited)
                    },
                    receiveValue: { _ in .none },
                    receiveCompletion: { end in events.withLock { $0.append("\(end)") } }))
        }
        Threads.race(
            [subscribing, { a.send(completion: .failure("x")) }, { b.send(completion: .failure("x")) }],
            seed: seed)
        a.send(completion: .failure("x"))
        b.send(completion: .failure("x"))
        let failure = "\(Subscribers.Completion<TestFailure>.failure("x"))"
        #expect(events.withLock { $0 } == ["subscription", failure], "seed \(seed)")
    }
}
