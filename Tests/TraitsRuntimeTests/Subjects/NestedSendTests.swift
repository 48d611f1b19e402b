import Testing
import TraitsRuntime
import TraitsTesting

/// Subscribers that answer a value with another one.
@Suite("Sending from inside a delivery")
struct NestedSendTests {
    private final class Model: ObservableObject {
        @Published var value = 0
    }

    /// As in Combine: whoever stands further back in the list gets the later value first.
    @Test func aNestedValueIsDeliveredBeforeSendReturns() {
        let subject = PassthroughSubject<Int, Never>()
        var log: [String] = []
        let first = subject.sink {
            log.append("first \($0)")
            if $0 < 3 { subject.send($0 + 1) }
            log.append("after \($0)")
        }
        let second = subject.sink { log.append("second \($0)") }
        subject.send(1)
        #expect(
            log == [
                "first 1", "first 2", "first 3", "after 3", "second 3", "after 2", "second 2", "after 1",
                "second 1",
            ])
        withExtendedLifetime((first, second)) {}
    }

    @Test func aMillionAnswersNeedNoStack() {
        let subject = PassthroughSubject<Int, Never>()
        var last = -1
        let cancellable = subject.sink { value in
            #expect(value == last + 1)
            last = value
            if value < 1_000_000 { subject.send(value + 1) }
        }
        subject.send(0)
        #expect(last == 1_000_000)
        cancellable.cancel()
    }

    @Test func aCurrentValueIsTheLastOneSent() {
        let subject = CurrentValueSubject<Int, Never>(0)
        var count = 0
        let cancellable = subject.sink { value in
            count += 1
            if value < 100_000 {
                subject.value = value + 1
                // Even where the delivery has to wait.
                if subject.value <= value { Issue.record("\(subject.value) after \(value + 1) was set") }
            }
        }
        #expect(count == 100_001)
        #expect(subject.value == 100_000)
        cancellable.cancel()
    }

    @Test func aPublishedPropertyAnswersItself() {
        let model = Model()
        var count = 0
        let cancellable = model.$value.sink { value in
            count += 1
            if value < 100_000 { model.value = value + 1 }
        }
        #expect(count == 100_001)
        cancellable.cancel()
    }

    @Test func twoSubjectsAnswerEachOther() {
        let ping = PassthroughSubject<Int, Never>()
        let pong = PassthroughSubject<Int, Never>()
        var last = 0
        let cancellables = [
            ping.map { $0 + 1 }.sink(receiveValue: pong.send),
            pong.share().filter { $0 < 100_000 }.sink {
                last = $0
                ping.send($0)
            },
        ]
        ping.send(0)
        #expect(last == 99_999)
        withExtendedLifetime(cancellables) {}
    }

    /// The innermost delivery sends what is postponed, one value after the other, and the end after that. What
    /// the outer ones were about to send then comes too late.
    @Test func whatIsPostponedComesInItsOrder() throws {
        let subject = PassthroughSubject<Int, TestError>()
        let count = 20_000
        let answering = subject.sink(receiveCompletion: { _ in }) { value in
            guard value < count else { return subject.send(completion: .failure(TestError())) }
            subject.send(value + 1)
        }
        let limited = subject.record(demand: .atATime(1))
        let unlimited = subject.record()
        subject.send(0)
        for recorder in [limited, unlimited] {
            let innermost = try #require(recorder.values.first)
            #expect(innermost < count - 1000, "nothing was postponed")
            #expect(recorder.values == Array(innermost...count))
            #expect(recorder.completion == .failure(TestError()))
        }
        withExtendedLifetime(answering) {}
    }

    @Test func whatIsPostponedIsReleased() throws {
        let leaks = LeakTracker()
        do {
            let subject = leaks.track(PassthroughSubject<Tracked, Never>(), "subject")
            var count = 0
            var cancellable: AnyCancellable?
            cancellable = subject.sink { value in
                count += 1
                if count == 10_000 { cancellable = nil }
                subject.send(leaks.track(Tracked(), "value \(count)"))
            }
            subject.send(Tracked())
            #expect(count == 10_000)
            withExtendedLifetime(cancellable) {}
        }
        try leaks.expectAllReleased()
    }

    /// How deep sends nest is a number: the order of events is the same in every build and at every depth of the stack.
    @Test(arguments: [0, 50]) func theOrderFollowsACount(around: Int) {
        let subject = PassthroughSubject<Int, Never>()
        var publisher = subject.eraseToAnyPublisher()
        for _ in 0..<around { publisher = publisher.map { $0 }.eraseToAnyPublisher() }
        let first = publisher.sink { if $0 < 200 { subject.send($0 + 1) } }
        let recorder = subject.record()
        subject.send(0)
        // 64 deliveries are inside each other; the innermost one sends the rest in a loop.
        #expect(recorder.values == Array(63...200) + (0...62).reversed())
        first.cancel()
    }

    private final class Tracked {}
}
