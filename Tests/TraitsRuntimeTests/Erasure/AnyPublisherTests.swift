import Testing
import TraitsRuntime
import TraitsTesting

/// What an eraser holds: small values in place, anything else in a box.
@Suite("Erased publishers")
struct AnyPublisherTests {
    private struct Wide: Equatable {
        var (first, second, third) = (1, 2, 3)
        var name = "wide"
    }

    private final class Token {}

    /// A layout that depended on the types would have what isn't optimised look them up for each copy.
    @Test func allAreLaidOutTheSameWay() {
        let size = MemoryLayout<AnyPublisher<Int, Never>>.size
        #expect(MemoryLayout<AnyPublisher<Void, Never>>.size == size)
        #expect(MemoryLayout<AnyPublisher<String, Never>>.size == size)
        #expect(MemoryLayout<AnyPublisher<Wide, any Error>>.size == size)
        #expect(size <= 4 * MemoryLayout<Int>.size)
    }

    /// Layers that compare a stored publisher with a new one compare bytes, and padding isn't copied.
    @Test func copiesAreEqualByteForByte() {
        func check<T>(_ publisher: T, _ sourceLocation: SourceLocation = #_sourceLocation) {
            let copies = [0x00, 0xFF].map { (filler: UInt8) in
                let copy = UnsafeMutablePointer<T>.allocate(capacity: 1)
                defer { copy.deallocate() }
                let bytes = UnsafeMutableRawBufferPointer(start: copy, count: MemoryLayout<T>.stride)
                for index in bytes.indices { bytes[index] = filler }
                copy.initialize(to: publisher)
                defer { copy.deinitialize(count: 1) }
                return Array(bytes)
            }
            #expect(copies[0] == copies[1], "\(T.self)", sourceLocation: sourceLocation)
        }
        let token = Token()
        let publishers: [AnyPublisher<Int, Never>] = [
            Just(1).eraseToAnyPublisher(), Empty().eraseToAnyPublisher(),
            Deferred { Just(1) }.eraseToAnyPublisher(), PassthroughSubject().eraseToAnyPublisher(),
            Just(1).map { _ in ObjectIdentifier(token).hashValue }.eraseToAnyPublisher(),
        ]
        for publisher in publishers { check(publisher) }
        check(Just(true).eraseToAnyPublisher())
        check(Just(1).eraseToAnySendablePublisher())
        check(Just(1).eraseToAnySinglePublisher())
        check(Just(1).eraseToAnyMaybePublisher())
        check(Just(1).eraseToAnySendableImmediatePublisher())
        check(Just(1).receive(on: .mainActor).eraseToAnyMainActorPublisher())
    }

    /// Values of any size, for a subscriber that asks for one, one that asks for everything, and one that takes it
    /// synchronously.
    @Test func aValueOfAnySizeComesOut() {
        func check<Value: Equatable>(_ value: Value, _ sourceLocation: SourceLocation = #_sourceLocation) {
            let erased = [
                Just(value).eraseToAnyPublisher(), Optional(value).publisher.eraseToAnyPublisher(),
                Result<Value, Never>.success(value).publisher.eraseToAnyPublisher(),
            ]
            for (publisher, name) in zip(erased, ["Just", "Optional", "Once"]) {
                let subscriber = TrackingSubscriber<Value, Never>()
                publisher.subscribe(subscriber)
                #expect(subscriber.history == [.subscription(name)], sourceLocation: sourceLocation)
                subscriber.request(.max(1))
                #expect(subscriber.values == [value], sourceLocation: sourceLocation)
                #expect(subscriber.completions == [.finished], sourceLocation: sourceLocation)

                var seen: [Value] = []
                _ = publisher.sink { seen.append($0) }
                _ = publisher.map { $0 }.eraseToAnyPublisher().flatMap { Just($0) }.sink { seen.append($0) }
                #expect(seen == [value, value], sourceLocation: sourceLocation)
            }
        }
        check(true)
        check(-7)
        check(UInt8.max as UInt8?)
        check(Int.max as Int?)
        check(nil as Int?)
        check("a string that is too long to stand in place")
        check([1, 2, 3])
        check(SIMD4<Float>(1, 2, 3, 4))
        check(Wide())
    }

    @Test func failuresAndNothingComeOut() {
        typealias Completion = Subscribers.Completion<TestError>
        func endings<Output>(_ publisher: AnyPublisher<Output, TestError>) -> [Completion] {
            let waiting = TrackingSubscriber<Output, TestError>()
            publisher.subscribe(waiting)
            var all = waiting.completions
            _ = publisher.sink {
                all.append($0)
            } receiveValue: { _ in
                Issue.record("a value")
            }
            return all
        }
        let failed: [Completion] = [.failure(TestError()), .failure(TestError())]
        #expect(endings(Fail<Int, TestError>(error: TestError()).eraseToAnyPublisher()) == failed)
        let result = Result<Wide, TestError>.failure(TestError())
        #expect(endings(result.publisher.eraseToAnyPublisher()) == failed)
        #expect(endings(Empty<Wide, TestError>().eraseToAnyPublisher()) == [.finished, .finished])
    }

    @Test func aValueLivesAsLongAsItsEraser() {
        weak var token: Token?
        func use(_ publisher: AnyPublisher<Token, Never>) {
            var seen = 0
            _ = publisher.sink { seen += $0 === token ? 1 : 0 }
            #expect(seen == 1)
        }
        func make() -> AnyPublisher<Token, Never> {
            let made = Token()
            token = made
            return Just(made).eraseToAnyPublisher()
        }
        use(make())
        #expect(token == nil)
    }
}
