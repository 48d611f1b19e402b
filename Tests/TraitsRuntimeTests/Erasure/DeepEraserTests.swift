import Testing
import TraitsRuntime
import TraitsTesting

/// Erasers that stand in one another, many more than a stack would hold.
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

    /// Each operator that has an upstream, and those with more than one, released with and without ever having
    /// been subscribed to.
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
            { $0.zip(Just(1)).map { $0 + $1 }.eraseToAnyPublisher() },
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
    func aLongRowIsReleased(
        around: @escaping @Sendable (AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never>
    ) {
        onASmallStack {
            let count = Token.Count()
            do {
                let token = Token(count)
                var publisher: Erased? = Self.nested(20_000, around)
                publisher = publisher.map { inner in
                    around(inner.map { value in withExtendedLifetime(token) { value } }.eraseToAnyPublisher())
                }
                for _ in 0..<20_000 { publisher = publisher.map(around) }
                #expect(publisher != nil)
                #expect(count.alive == 1)
            }
            #expect(count.alive == 0)
        }
    }

    /// Subscribing to a concatenation takes no stack either, however deep it is.
    @Test func concatenationsAreSentAndReleased() {
        onASmallStack {
            var sum = 0
            let publisher = Self.nested(100_000) { $0.append(1).eraseToAnyPublisher() }
            var cancellable: AnyCancellable? = publisher.sink { sum += $0 }
            #expect(sum == 100_000)
            cancellable = Self.nested(100_000) { $0.append(1).eraseToAnyPublisher() }
                .prefix(2).sink { sum += $0 }
            #expect(sum == 100_001)
            cancellable?.cancel()
        }
    }

    /// What is released behind a knot may itself release another long row.
    @Test func aLongRowReleasesAnother() {
        final class Owner {
            let publisher: Erased
            let token: Token
            init(_ publisher: Erased, _ token: Token) {
                self.publisher = publisher
                self.token = token
            }
        }
        onASmallStack {
            let count = Token.Count()
            var publisher: Erased? = Just(0).eraseToAnyPublisher()
            for _ in 0..<10 {
                let owner = Owner(publisher!, Token(count))
                publisher = Self.nested(10_000) { $0.map { $0 }.eraseToAnyPublisher() }
                    .map { owner.token.count.alive + $0 }.eraseToAnyPublisher()
            }
            #expect(count.alive == 10)
            publisher = nil
            #expect(count.alive == 0)
        }
    }

    @Test func longRowsAreReleasedOnSeveralThreadsAtOnce() {
        onThreads(
            stackSize: 512 << 10,
            (0..<4).map { _ in
                {
                    for _ in 0..<4 {
                        let count = Token.Count()
                        do {
                            let token = Token(count)
                            let publisher = Self.nested(5_000) {
                                $0.map { value in withExtendedLifetime(token) { value } }
                                    .eraseToAnyPublisher()
                            }
                            withExtendedLifetime(publisher) {}
                        }
                        #expect(count.alive == 0)
                    }
                }
            })
    }

    /// The history is the same on either side of a knot, by every path.
    @Test(arguments: [1, 63, 64, 65, 66, 130, 200])
    func aKnotChangesNothing(depth: Int) {
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
