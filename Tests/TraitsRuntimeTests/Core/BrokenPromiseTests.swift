import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

/// A publisher that breaks its promise at run time is never silent: the program stops, or a handler is told.
@Suite("Promises broken at run time", .serialized)
struct BrokenPromiseTests {
    /// A conformance that was written by hand, and is wrong.
    struct Liar<Failure: Error>: SinglePublisher, CompletablePublisher {
        typealias Output = Int
        let record: Record<Int, Failure>

        init(_ values: [Int], _ completion: Subscribers.Completion<Failure> = .finished) {
            record = Record(output: values, completion: completion)
        }

        func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Failure {
            record.subscribe(subscriber)
        }
    }

    /// What the handler was told, and what the closure in between saw.
    private func reports(_ body: () throws -> Void) rethrows -> [String] {
        let seen = Mutex<[String]>([])
        BrokenPromise.handler = { report in seen.withLock { $0.append(report.description) } }
        defer { BrokenPromise.handler = nil }
        try body()
        return seen.withLock { $0 }
    }

    @Test func aSingleWithoutAValueIsReported() {
        var outcomes = 0
        let seen = reports { _ = Empty<Int, Never>().uncheckedSingle().sinkSingle { _ in outcomes += 1 } }
        #expect(outcomes == 0)
        #expect(
            seen == [
                "UncheckedSingle<Empty<Int, Never>> has broken the promise of SinglePublisher: it finished without a value"
            ])
    }

    @Test func aSecondValueIsReportedAndDropped() {
        var outcomes: [Result<Int, TestError>] = []
        let seen = reports {
            _ = Liar<TestError>([1, 2, 3], .failure(TestError())).sinkSingle { outcomes.append($0) }
        }
        #expect(outcomes == [.success(1)])
        #expect(seen.count == 1 && seen[0].hasSuffix("it sent a second value"))
    }

    @Test func aFailureAfterAValueIsReported() {
        let seen = reports { _ = Liar<TestError>([1], .failure(TestError())).sinkMaybe { _ in } }
        #expect(seen.count == 1 && seen[0].contains("MaybePublisher: it failed after its value: TestError()"))
    }

    @Test func aValueOfACompletableIsReported() {
        var outcomes = 0
        let seen = reports { _ = Liar<Never>([1]).sinkCompletable { _ in outcomes += 1 } }
        #expect(outcomes == 0)
        #expect(seen.count == 1 && seen[0].hasSuffix("CompletablePublisher: it sent a value"))
    }

    @Test func anErasedPublisherIsReported() {
        let seen = reports {
            _ = Empty<Int, Never>().uncheckedSingle().eraseToAnySinglePublisher().sinkSingle { _ in }
        }
        #expect(seen.count == 1 && seen[0].hasPrefix("AnySinglePublisher<Int, Never>"))
    }

    @Test func aSecondValueInsideOfTheClosureIsReported() {
        let subject = PassthroughSubject<Int, Never>()
        var outcomes = 0
        let seen = reports {
            let cancellable = subject.uncheckedSingle().sinkSingle { _ in
                outcomes += 1
                if outcomes == 1 { subject.send(2) }
            }
            subject.send(1)
            subject.send(3)
            withExtendedLifetime(cancellable) {}
        }
        #expect(outcomes == 1)
        #expect(seen.count == 1 && seen[0].hasSuffix("it sent a second value"))
    }

    @Test func sinksInABagReport() {
        let bag = CancelBag()
        let seen = reports {
            Liar<Never>([]).sinkSingle(in: bag) { _ in }
            Liar<Never>([1, 2]).sinkMaybe(in: bag) { _ in }
            Liar<Never>([1]).sinkCompletable(in: bag) { _ in }
        }
        #expect(seen.count == 3)
    }

    @Test @MainActor func sinksOfAnActorReport() {
        let seen = reports {
            _ = Liar<Never>([]).uncheckedMainActor().sinkSingle { @MainActor _ in }
        }
        #expect(seen.count == 1 && seen[0].hasPrefix("UncheckedMainActor<Liar"))
    }

    @Test func aTaskThatWaitsGetsTheReport() async {
        BrokenPromise.handler = { _ in }
        defer { BrokenPromise.handler = nil }
        let publisher = Liar<any Error>([]).eraseToAnySinglePublisher()
        await #expect(throws: BrokenPromise.self) { _ = try await publisher.value }
        await #expect(throws: BrokenPromise.self) { _ = try await publisher.value(onCancel: TestError()) }
        let completable = Liar<any Error>([1]).eraseToAnyCompletablePublisher()
        await #expect(throws: BrokenPromise.self) { try await completable.value }
    }

    /// What a handler owns may use the handler as it is released.
    @Test func aHandlerIsReplacedUnderNoLock() {
        final class Owned: Sendable {
            deinit { BrokenPromise.handler = nil }
        }
        weak var released: Owned?
        do {
            let owned = Owned()
            released = owned
            BrokenPromise.handler = { _ in withExtendedLifetime(owned) {} }
        }
        #expect(released != nil)
        BrokenPromise.handler = nil
        #expect(released == nil)
    }

    @Test func whatKeepsItsPromiseIsNotReported() {
        let seen = reports {
            _ = Just(1).sinkSingle { _ in }
            _ = Empty<Int, Never>().sinkMaybe { _ in }
            _ = Fail<Int, TestError>(error: TestError()).sinkSingle { _ in }
        }
        #expect(seen == [])
    }

    @Test func theProgramStopsWithoutAHandler() async {
        await #expect(processExitsWith: .failure) {
            _ = Empty<Int, Never>().uncheckedSingle().sinkSingle { _ in }
        }
        await #expect(processExitsWith: .failure) {
            _ = [1, 2].publisher.uncheckedMaybe().sinkMaybe { _ in }
        }
        await #expect(processExitsWith: .failure) {
            _ = try? await Empty<Int, Never>().uncheckedSingle().value
        }
    }

    @Test func theProgramStopsWhereATaskCannotBeTold() async {
        await #expect(processExitsWith: .failure) {
            BrokenPromise.handler = { _ in }
            _ = try? await Empty<Int, Never>().uncheckedSingle().value
        }
    }

    @Test func theProgramStopsWithoutACurrentValue() async {
        await #expect(processExitsWith: .failure) {
            _ = Property(PassthroughSubject<Int, Never>().uncheckedCurrentValue())
        }
    }

    @Test func theTextNamesThePublisherAndThePromise() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Empty<Int, Never>().uncheckedSingle().sinkSingle { _ in }
            })
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("UncheckedSingle<Empty<Int, Never>> has broken the promise of SinglePublisher"))
    }
}
