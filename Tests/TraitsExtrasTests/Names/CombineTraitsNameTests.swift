import Foundation
import Testing
import TraitsExtras
import TraitsFoundation

/// Every name of CombineTraits compiles, and does what it says there.
@Suite("Names of CombineTraits", .timeLimit(.minutes(60)))
struct CombineTraitsNameTests {
    struct Offline: Error, Hashable {}
    typealias Single = AnySinglePublisher<Int, Offline>
    typealias Maybe = AnyMaybePublisher<Int, Offline>

    private let numbers = [1].publisher.setFailureType(to: Offline.self)

    @Test func erasers() async throws {
        let singles: [Single] = [
            AnySinglePublisher(Just(1).setFailureType(to: Offline.self)), .just(1),
            .just(1, failureType: Offline.self), numbers.uncheckedSingle(),
            Maybe.just(1).replaceEmpty(withError: Offline()),
            Just(1).setFailureType(to: Offline.self).eraseToAnySinglePublisher(),
        ]
        for single in singles { #expect(try await single.value == 1) }
        let failures: [Single] = [
            .fail(Offline()), .fail(Offline(), outputType: Int.self),
            Maybe.empty().replaceEmpty(withError: Offline()),
        ]
        for failure in failures {
            var result: Result<Int, Offline>?
            failure.sinkSingle { result = $0 }.cancel()
            #expect(result == .failure(Offline()))
        }
        let maybes: [Maybe] = [
            AnyMaybePublisher(Empty()), .empty(), .empty(outputType: Int.self, failureType: Offline.self),
            Empty().eraseToAnyMaybePublisher(),
        ]
        for maybe in maybes {
            var result: MaybeResult<Int, Offline>?
            maybe.sinkMaybe { result = $0 }.cancel()
            #expect(result == .finished)
        }
        let unchecked: AnyMaybePublisher<Int, Offline> = numbers.uncheckedMaybe()
        let immediate: AnyImmediatePublisher<Int, Offline> = numbers.uncheckedImmediate()
        for publisher in [unchecked.eraseToAnyPublisher(), immediate.eraseToAnyPublisher()] {
            var values: [Int] = []
            publisher.sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) }).cancel()
            #expect(values == [1])
        }
        _ = [Single.never(), .never(outputType: Int.self, failureType: Offline.self)]
        _ = [Maybe.never(), .never(outputType: Int.self, failureType: Offline.self)]
        _ = [
            AnyImmediatePublisher<Int, Offline>.just(1), .fail(Offline()),
            .just(1, failureType: Offline.self),
        ]
    }

    @Test func checks() {
        let asserted:
            (
                AssertSinglePublisher<Just<Int>>, AssertMaybePublisher<Just<Int>>,
                AssertImmediatePublisher<Just<Int>>
            ) = (
                TraitPublishers.AssertSingle(upstream: Just(1)),
                TraitPublishers.AssertMaybe(upstream: Just(1)),
                TraitPublishers.AssertImmediate(upstream: Just(1))
            )
        var values: [Int] = []
        let kept = [
            asserted.0.sink { values.append($0) }, asserted.1.sink { values.append($0) },
            asserted.2.sink { values.append($0) },
        ]
        #expect(values == [1, 1, 1])
        var errors: [String] = []
        let none = Empty<Int, Never>()
        let checked = [
            CheckSinglePublisher(upstream: none).sink(
                receiveCompletion: { if case .failure(.missingElement) = $0 { errors.append("single") } },
                receiveValue: { _ in }),
            CheckMaybePublisher(upstream: [1, 2].publisher).sink(
                receiveCompletion: { if case .failure(.tooManyElements) = $0 { errors.append("maybe") } },
                receiveValue: { _ in }),
            CheckImmediatePublisher(upstream: none).sink(
                receiveCompletion: { if case .failure = $0 { errors.append("immediate") } },
                receiveValue: { _ in }),
        ]
        #expect(errors == ["single", "maybe", "immediate"])
        let asserts: AssertSinglePublisher<Publishers.Sequence<[Int], Offline>> = numbers.assertSingle(
            "", file: #file, line: #line)
        _ = (asserts, numbers.assertMaybe(), numbers.assertImmediate())
        withExtendedLifetime((kept, checked)) {}
    }

    @Test func results() throws {
        let result = MaybeResult<Int, Offline>.success(1)
        #expect(result.map { $0 + 1 } == .success(2))
        #expect(result.mapError { _ in Offline() } == result)
        #expect(result.flatMap { _ in MaybeResult<Int, Offline>.finished } == .finished)
        #expect(MaybeResult<Int, Offline>.failure(Offline()).flatMapError { _ in result } == result)
        #expect(try result.get() == 1)
        #expect(Set([result, .finished]).count == 2)
    }

    @Test func publishersOfClosures() async throws {
        let single = TraitPublishers.Single<Int, Never> { promise in
            promise(.success(1))
            return AnyCancellable {}
        }
        #expect(try await single.value == 1)
        var result: MaybeResult<Int, Never>?
        let maybe = TraitPublishers.Maybe<Int, Never> { promise in
            promise(.finished)
            return AnyCancellable {}
        }
        maybe.sinkMaybe { result = $0 }.cancel()
        #expect(result == .finished)
        #expect(
            try await DeferredFutureSingle<Int, Never> {
                $0(.success(2)); return AnyCancellable {}
            }.value == 2)
    }

    @Test func operators() async throws {
        let all = TraitPublishers.ZipSingle(collection: [Just(1), Just(2)])
        #expect(all.collection.count == 2)
        #expect(try await all.value == [1, 2])
        #expect(try await [Just(1), Just(2)].zipSingle().value == [1, 2])
        #expect(try await TraitPublishers.PreventCancellation(upstream: Just(1)).value == 1)
        #expect(try await Just(1).preventCancellation().value == 1)
        Empty<Never, Never>().eraseToAnyMaybePublisher().fireAndForget()
        Fail<Never, Offline>(error: Offline()).eraseToAnyMaybePublisher().fireAndForgetIgnoringFailure()
    }

    @Test func bags() {
        let bag = CancelBag()
        #expect(bag.isEmpty)
        let subject = PassthroughSubject<Int, Never>()
        var seen: [Int] = []
        subject.sink(in: bag) { seen.append($0) }
        subject.sink(in: bag, receiveCompletion: { _ in }, receiveValue: { seen.append($0) })
        subject.first().sinkMaybe(in: bag) { _ in }
        Just(5).sinkSingle(in: bag) { seen.append($0.get()) }
        AnyCancellable {}.store(in: bag)
        subject.send(1)
        #expect(seen == [5, 1, 1])
        bag.cancel()
        #expect(bag.isEmpty)
    }

    /// The closure of a subscription that a user writes.
    private final class Subscription<Downstream: Subscriber>: TraitSubscriptions.Single<Downstream, Int>
    where Downstream.Input == Int, Downstream.Failure == Never {
        override func start(with context: Int) { receive(.success(context)) }
        override func didCancel(with context: Int) {}
        override func didComplete(with context: Int) {}
    }

    private struct Source: SinglePublisher {
        typealias Output = Int
        typealias Failure = Never
        func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
            subscriber.receive(subscription: Subscription(downstream: subscriber, context: 3))
        }
    }

    @Test func subscriptions() async throws { #expect(try await Source().value == 3) }

    // MARK: - Operations

    @Test func asynchronousOperations() async {
        let queue = OperationQueue(
            name: "in turn", qualityOfService: .utility, maxConcurrentOperationCount: 1)
        #expect((queue.name, queue.maxConcurrentOperationCount) == ("in turn", 1))
        let operation = AsynchronousOperation<Int, Offline>.blockOperation { $0.finish(with: .success(1)) }
        let result = await withCheckedContinuation { continuation in
            operation.handleCompletion(onQueue: nil) { continuation.resume(returning: $0) }
            queue.addOperation(operation)
        }
        #expect(result == .success(1))
        #expect(
            (operation.isFinished, operation.isExecuting, operation.isAsynchronous) == (true, false, true))
        operation.finish(with: .failure(Offline()))
        #expect(operation.result == .success(1))
    }

    private final class Counting: AsynchronousOperation<Int, Offline>, @unchecked Sendable {
        // Unchecked: one thread after the other.
        var completions = 0
        override func main() { cancel() }
        override func didComplete() { completions += 1 }
    }

    @Test func cancelledOperations() async {
        let queue = OperationQueue(qualityOfService: .utility)
        for isEarly in [false, true] {
            let operation = Counting()
            if isEarly { operation.cancel() }
            let result = await withCheckedContinuation { continuation in
                operation.handleCompletion(onQueue: .global()) { continuation.resume(returning: $0) }
                queue.addOperation(operation)
            }
            #expect(result == nil)
            #expect((operation.isCancelled, operation.isFinished, operation.completions) == (true, true, 1))
        }
    }

    /// One that has its result before its queue starts it is finished then, and its work isn't begun.
    @Test func aResultBeforeTheStart() async {
        let operation = Counting()
        operation.finish(with: .success(7))
        #expect(!operation.isFinished)
        let result = await withCheckedContinuation { continuation in
            operation.handleCompletion(onQueue: nil) { continuation.resume(returning: $0) }
            OperationQueue(qualityOfService: .utility).addOperation(operation)
        }
        #expect(result == .success(7))
        #expect(!operation.isCancelled)
    }

    @Test func publishersAsOperations() async throws {
        let queue = OperationQueue(qualityOfService: .utility)
        let operation: SinglePublisherOperation<Just<Int>> = Just(1).makeOperation()
        queue.addOperation(operation)
        let publisher = TraitPublishers.AsOperation(
            upstream: Just(2), operationQueue: queue, queuePriority: .normal)
        #expect(publisher.operationQueue === queue)
        #expect(publisher.queuePriority == .normal)
        #expect(try await publisher.value == 2)
        #expect(try await Just(3).asOperation(in: queue).value == 3)
        await withCheckedContinuation { continuation in queue.addBarrierBlock { continuation.resume() } }
        #expect(operation.result == .success(1))
    }
}
