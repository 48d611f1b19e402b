import Testing
import TraitsRuntime
import TraitsTesting

/// A stream that several prints can share.
final class Lines: TextOutputStream {
    var text = ""
    func write(_ string: String) { text += string }
    var lines: [String] { text.split(separator: "\n").map(String.init) }
}

@Suite("print")
struct PrintTests {
    @Test func allTexts() {
        let lines = Lines()
        let source = ManualPublisher<Int, TestFailure>()
        let subscriber = TrackingSubscriber<Int, TestFailure>(
            receiveSubscription: { $0.request(.max(2)) },
            receiveValue: { $0 == 1 ? .max(3) : $0 == 2 ? .unlimited : .none })
        source.print("p", to: lines).subscribe(subscriber)
        source.send(1)
        source.send(2)
        source.send(3)
        subscriber.request(.unlimited)
        source.send(completion: .failure("x"))
        #expect(
            lines.lines == [
                "p: receive subscription: (ManualPublisher)",
                "p: request max: (2)",
                "p: receive value: (1)",
                "p: request max: (3) (synchronous)",
                "p: receive value: (2)",
                "p: request unlimited (synchronous)",
                "p: receive value: (3)",
                "p: request unlimited",
                "p: receive error: (\(TestFailure("x")))",
            ])
        #expect(subscriber.history.first == .subscription("Print"))
    }

    @Test func finishAndCancelWithoutPrefix() {
        let lines = Lines()
        let finished = [1].publisher.print(to: lines).sink { _ in }
        #expect(
            lines.lines == [
                "receive subscription: ([1])", "request unlimited", "receive value: (1)", "receive finished",
            ])
        finished.cancel()
        lines.text = ""
        let source = PassthroughSubject<Int, Never>()
        let cancelled = source.print(to: lines).sink { _ in }
        cancelled.cancel()
        #expect(
            lines.lines == [
                "receive subscription: (PassthroughSubject)", "request unlimited", "receive cancel",
            ])
    }

    @Test func eachLineIsWrittenAsPrintDoes() {
        final class Pieces: TextOutputStream {
            var pieces: [String] = []
            func write(_ string: String) { pieces.append(string) }
        }
        let pieces = Pieces()
        let cancellable = Empty<Int, Never>().print(to: pieces).sink { _ in }
        #expect(
            pieces.pieces.joined() == "receive subscription: (Empty)\nrequest unlimited\nreceive finished\n")
        cancellable.cancel()
    }
}

@Suite("handleEvents")
struct HandleEventsTests {
    @Test func seesEverythingInOrder() {
        var log: [String] = []
        let source = ManualPublisher<Int, Never>()
        let subscriber = TrackingSubscriber<Int, Never>(
            receiveSubscription: {
                log.append("downstream subscription \($0)")
                $0.request(.max(1))
            },
            receiveValue: {
                log.append("downstream \($0)")
                return $0 == 1 ? .max(2) : .none
            },
            receiveCompletion: { log.append("downstream \($0)") })
        source.handleEvents(
            receiveSubscription: { log.append("subscription \($0)") },
            receiveOutput: { log.append("output \($0)") },
            receiveCompletion: { log.append("completion \($0)") },
            receiveCancel: { log.append("cancel") },
            receiveRequest: { log.append("request \($0)") }
        ).subscribe(subscriber)
        #expect(source.send(1) == .max(2))
        #expect(source.send(2) == .none)
        source.send(completion: .finished)
        subscriber.cancel()
        #expect(
            log == [
                "subscription ManualPublisher", "downstream subscription HandleEvents", "request max(1)",
                "output 1", "downstream 1", "request max(2)",
                "output 2", "downstream 2",
                "completion finished", "downstream finished",
            ])
        #expect(source.uses == [.requested(.max(1))])
    }

    @Test func cancelOnceThenSilence() {
        var log: [String] = []
        let source = ManualPublisher<Int, Never>()
        let recorder = source.handleEvents(
            receiveOutput: { log.append("output \($0)") },
            receiveCompletion: { _ in log.append("completion") },
            receiveCancel: { log.append("cancel") },
            receiveRequest: { _ in log.append("request") }
        ).record()
        recorder.cancel()
        source.send(1)
        source.send(completion: .finished)
        #expect(log == ["request", "cancel"])
        #expect(source.uses == [.requested(.unlimited), .cancelled])
        #expect(recorder.recording == "!")
    }

    @Test func releasesItsClosures() throws {
        let leaks = LeakTracker()
        do {
            let token = leaks.token("closure")
            let subject = PassthroughSubject<Int, Never>()
            let cancellable = subject.handleEvents(receiveOutput: { _ in _ = token }).sink { _ in }
            subject.send(1)
            cancellable.cancel()
        }
        try leaks.expectAllReleased()
    }

    @Test func propertiesCanBeSet() {
        var count = 0
        var publisher = Just(1).handleEvents()
        publisher.receiveOutput = { count += $0 }
        let cancellable = publisher.sink { _ in }
        #expect(count == 1)
        cancellable.cancel()
    }
}

@Suite("breakpoint")
struct BreakpointTests {
    @Test func passesEventsThatAreNotWanted() {
        var seen: [String] = []
        let recorder = Record<Int, TestFailure>(output: [1, 2], completion: .failure("x"))
            .breakpoint(
                receiveSubscription: {
                    seen.append("\($0)")
                    return false
                },
                receiveOutput: {
                    seen.append("\($0)")
                    return false
                },
                receiveCompletion: {
                    seen.append("\($0)")
                    return false
                }
            ).record()
        #expect(recorder.recording == "12x")
        #expect(seen == ["[1, 2]", "1", "2", "\(Subscribers.Completion<TestFailure>.failure("x"))"])
    }

    @Test func onErrorLetsFinishPass() {
        #expect([1].publisher.breakpointOnError().record().recording == "1|")
    }

    @Test func stopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            let cancellable = Just(1).breakpoint(receiveOutput: { $0 == 1 }).sink { _ in }
            cancellable.cancel()
        }
    }

    @Test func errorStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            let cancellable = Fail<Int, TestFailure>(error: "x").breakpointOnError()
                .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
            cancellable.cancel()
        }
    }

    /// A subscription keeps the closures, and not the publisher that they were given to.
    @Test func aSubscriptionDoesNotKeepThePublisher() throws {
        let leaks = LeakTracker()
        final class Source: Publisher {
            typealias Output = Int
            typealias Failure = Never
            let subject: PassthroughSubject<Int, Never>
            init(_ subject: PassthroughSubject<Int, Never>) { self.subject = subject }
            func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
                subject.subscribe(subscriber)
            }
        }
        let subject = PassthroughSubject<Int, Never>()
        var values: [Int] = []
        func source() -> Source { leaks.track(Source(subject), "publisher") }
        let cancellables = [
            source().handleEvents(receiveOutput: { values.append($0) }).sink { _ in },
            source().breakpoint(receiveOutput: { _ in false }).sink { values.append($0) },
        ]
        try leaks.expectAllReleased()
        subject.send(1)
        #expect(values == [1, 1])
        withExtendedLifetime(cancellables) {}
    }
}
