import Testing
import TraitsRuntime
import TraitsTesting

/// Erasers that stand in one another, as many as a thread with a small stack bears.
@Suite("Deep erasers")
struct DeepEraserTests {
    private typealias Erased = AnyPublisher<Int, Never>

    /// Counts how many of its kind are alive.
    private final class Token {
        final class Count { var alive = 0 }

        let count: Count

        init(_ count: Count) {
            self.count = count
            count.alive += 1
        }

        deinit { count.alive -= 1 }
    }

    /// Runs a test on a thread with as little stack as a secondary thread has on Darwin.
    private func onASmallStack(_ body: @escaping @Sendable () -> Void) {
        #if TRAITS_SANITIZED  // which makes each frame several times as large
            onThreads(stackSize: 4 << 20, [body])
        #else
            onThreads(stackSize: 512 << 10, [body])
        #endif
    }

    /// Releasing takes stack for each operator; so do subscribing and sending, and more of it.
    private static let depth = 500

    private static func nested(_ depth: Int, _ around: (Erased) -> Erased) -> Erased {
        var publisher = Just(0).eraseToAnyPublisher()
        for _ in 0..<depth { publisher = around(publisher) }
        return publisher
    }

    @Test func aMillionErasersOfErasersAreOne() {
        onASmallStack {
            let publisher = Self.nested(1_000_000) {
                AnyPublisher($0.eraseToAnyPublisher()).uncheckedSingle().eraseToAnySinglePublisher()
                    .eraseToAnySinglePublisher().eraseToAnyMaybePublisher().eraseToAnyPublisher()
            }
            #expect(publisher.record().recording == "0|")
        }
    }

    /// Each kind of operator, released with and without ever having been subscribed to.
    @Test(
        arguments: [
            { $0.map { $0 + 1 }.eraseToAnyPublisher() },
            { $0.filter { $0 > 0 }.eraseToAnyPublisher() },
            { $0.map(\.description).compactMap(Int.init).eraseToAnyPublisher() },
            { $0.scan(0, +).eraseToAnyPublisher() },
            { $0.collect(2).map(\.count).eraseToAnyPublisher() },
            { $0.flatMap { Just($0) }.eraseToAnyPublisher() },
            { $0.map { Just($0) }.switchToLatest().eraseToAnyPublisher() },
            { $0.setFailureType(to: TestError.self).catch { _ in Just(1) }.eraseToAnyPublisher() },
            { $0.append(1).eraseToAnyPublisher() },
            { $0.prepend(1).eraseToAnyPublisher() },
            { Just(1).append($0).eraseToAnyPublisher() },
            { $0.merge(with: Just(1)).eraseToAnyPublisher() },
            { Just(1).merge(with: $0).eraseToAnyPublisher() },
            { $0.merge(with: Just(1), Just(2)).eraseToAnyPublisher() },
            { Publishers.MergeMany($0, Just(1).eraseToAnyPublisher()).eraseToAnyPublisher() },
            { $0.zip(Just(1)).map { $0 + $1 }.eraseToAnyPublisher() },
            { $0.zip(Just(1), Just(2)).map { $0 + $1 + $2 }.eraseToAnyPublisher() },
            { $0.race(with: Just(1)).eraseToAnyPublisher() },
            { $0.combineLatest(Just(1)).map { $0 + $1 }.eraseToAnyPublisher() },
            { $0.handleEvents().share().eraseToAnyPublisher() },
            { $0.print().retry(1).eraseToAnyPublisher() },
            { $0.receive(on: ImmediateScheduler.shared).eraseToAnyPublisher() },
            { $0.delay(for: 0, scheduler: ImmediateScheduler.shared).eraseToAnyPublisher() },
            { $0.uncheckedSingle().map { $0 }.eraseToAnySinglePublisher().eraseToAnyPublisher() },
            {
                $0.assertSingle().eraseToAnySinglePublisher().eraseToAnyMaybePublisher().eraseToAnyPublisher()
            },
        ] as [@Sendable (AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never>])
    func aLongChainIsReleased(
        around: @escaping @Sendable (AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never>
    ) {
        onASmallStack {
            let count = Token.Count()
            do {
                let token = Token(count)
                var publisher: Erased? = Self.nested(Self.depth, around)
                publisher = publisher.map { inner in
                    around(inner.map { value in withExtendedLifetime(token) { value } }.eraseToAnyPublisher())
                }
                for _ in 0..<Self.depth { publisher = publisher.map(around) }
                #expect(publisher != nil)
                #expect(count.alive == 1)
            }
            #expect(count.alive == 0)
        }
    }

    /// Subscribing to a chain of `append`, and sending through it, takes no stack.
    @Test func concatenationsAreSentAndReleased() {
        onASmallStack {
            var sum = 0
            let publisher = Self.nested(2 * Self.depth) { $0.append(1).eraseToAnyPublisher() }
            var cancellable: AnyCancellable? = publisher.sink { sum += $0 }
            #expect(sum == 2 * Self.depth)
            cancellable = publisher.prefix(2).sink { sum += $0 }
            #expect(sum == 2 * Self.depth + 1)
            cancellable?.cancel()
        }
    }

    /// Erasers in one another change nothing, by every path.
    @Test(arguments: [1, 64, 200])
    func erasersChangeNothing(depth: Int) {
        let single = Self.nested(depth) { $0.map { $0 + 1 }.eraseToAnyPublisher() }
        EveryPath(single).expect([depth], .finished)
        let filtered = (0..<depth).reduce([0, 1, 2].publisher.eraseToAnyPublisher()) { publisher, _ in
            publisher.filter { $0 != 1 }.eraseToAnyPublisher()
        }
        EveryPath(filtered).expect([0, 2], .finished)
        let subject = PassthroughSubject<Int, Never>()
        let late = (0..<depth).reduce(subject.eraseToAnyPublisher()) { publisher, _ in
            publisher.map { $0 + 1 }.eraseToAnyPublisher()
        }
        let recorder = late.record()
        subject.send(0)
        #expect(recorder.values == [depth])
        #expect(late.description == "AnyPublisher")
    }

    /// As deep as threads with a small stack go, in a build without optimization: it can be subscribed to, sent
    /// through, and cancelled.
    @Test func hundredsOfOperatorsWorkOnASmallStack() {
        onASmallStack {
            for isCancelled in [false, true] {
                let subject = PassthroughSubject<Int, Never>()
                var publisher = subject.eraseToAnyPublisher()
                for _ in 0..<200 { publisher = publisher.map { $0 + 1 }.eraseToAnyPublisher() }
                var values: [Int] = []
                let cancellable = publisher.sink { values.append($0) }
                subject.send(0)
                if isCancelled { cancellable.cancel() } else { subject.send(completion: .finished) }
                subject.send(1)
                #expect(values == [200])
            }
        }
    }
}
