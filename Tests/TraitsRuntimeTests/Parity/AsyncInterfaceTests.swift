import Testing
import TraitsRuntime
import TraitsTesting

@Suite("Asynchronous sequences as in Combine")
struct AsyncInterfaceTests {
    /// A wrapper that keeps an iterator, as programs have it, which the compiler of Swift 6.3 can't compile for an
    /// iterator with typed throws.
    private actor Kept<Iterator: AsyncIteratorProtocol> {
        private var iterator: Iterator

        init(_ iterator: Iterator) { self.iterator = iterator }

        func next() async rethrows -> Iterator.Element? {
            // Used by one call after the other.
            nonisolated(unsafe) var copy = iterator
            let element = try await copy.next()
            iterator = copy
            return element
        }
    }

    @Test(.limited)
    func aRethrowingWrapperCatchesTheFailure() async throws {
        let iterator = Kept(Fail<Int, TestError>(error: TestError()).values.makeAsyncIterator())
        var isCaught = false
        do { _ = try await iterator.next() } catch is TestError { isCaught = true }
        #expect(isCaught)
        #expect(try await iterator.next() == nil)
        let buffered = Kept(
            Fail<Int, TestError>(error: TestError()).values(buffering: .unbounded).makeAsyncIterator())
        await #expect(throws: TestError()) { _ = try await buffered.next() }
    }

    @Test(.limited)
    func aValueBeforeTheSubscriptionEndsTheWait() async {
        let upstream = ManualPublisher<Int, Never>(subscribing: .byHand)
        let waiting = Task {
            var iterator = upstream.values.makeAsyncIterator()
            return await iterator.next()
        }
        // Sent again and again: whether somebody waits for it can't be seen from here.
        let sender = Task {
            while !Task.isCancelled {
                upstream.send(1)
                await Task.yield()
            }
        }
        #expect(await waiting.value == nil)
        sender.cancel()
    }

    @Test func theSubscriberCanBeCancelled() throws {
        final class Keeper: Publisher {
            typealias Output = Int
            typealias Failure = Never
            var subscriber: Any?
            let subscription = TestSubscription()

            func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
                self.subscriber = subscriber
                subscriber.receive(subscription: subscription)
            }
        }
        let upstream = Keeper()
        let iterator = upstream.values.makeAsyncIterator()
        try #require(upstream.subscriber as? any Cancellable).cancel()
        #expect(upstream.subscription.history == [.cancelled])
        withExtendedLifetime(iterator) {}
    }
}
