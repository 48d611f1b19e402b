import Testing
import TraitsRuntime
import TraitsTesting

/// The code that the plugin writes from Shop.traits: families of traits that a program's own table declares.
@Suite("Traits of one's own table") struct ShopTests {
    @Test func `conformances carry the trait through an operator`() {
        var paid: Result<String, Never>?
        let cancellable = Priced(upstream: Priced(upstream: Checkout())).eraseToAnyExactlyOnePublisher()
            .sinkExactlyOne { paid = $0 }
        #expect(paid == .success("paid"))
        withExtendedLifetime(cancellable) {}
    }

    @Test func `a trait of one value holds what it says`() {
        #expect([1].publisher.checkExactlyOne().record().log == "1 finished")
        let three = Catalogue().checkExactlyOne().record()
        #expect(three.values.isEmpty)
        #expect(three.completion == .failure(.tooManyElements))
        #expect(AnyExactlyOnePublisher<Int, TestFailure>.just(1).record().log == "1 finished")
    }

    @Test func `values that may be the last go through synchronously`() {
        let source = ManualPublisher<Int, TestFailure>()
        let recorder = source.checkAtLeastOne().record()
        source.send(1)
        #expect(recorder.values.isEmpty)
        source.send(2)
        #expect(recorder.values == [1, 2])
        source.send(completion: .failure(TestFailure()))
        #expect(recorder.completion == .failure(.upstream(TestFailure())))
    }

    @Test func `a trait of at least one value holds back a value that may not stand alone`() {
        let source = ManualPublisher<Int, TestFailure>()
        let recorder = source.checkAtLeastOne().record(demand: .atOnce(1))
        #expect(source.uses == [.requested(.max(1))])
        // The language says that one value is followed by the end or by another value.
        #expect(source.send(1) == .max(1))
        #expect(recorder.values.isEmpty)
        #expect(source.send(2) == .none)
        #expect(recorder.values == [1])
        recorder.request(.max(1))
        #expect(recorder.values == [1, 2])
        #expect([Int]().publisher.checkAtLeastOne().record().completion == .failure(.missingElement))
    }

    @Test func `a trait of immediate publishers looks at the clock`() {
        #expect(Catalogue().eraseToAnyPromptPublisher().record().log == "1 2 3 finished")
        let late = ManualPublisher<Int, TestFailure>()
        #expect(late.checkPrompt().record().completion == .failure(.notImmediate))
    }

    @Test func `a trait of a place has a scheduler of its actor`() async {
        var values: [Int] = []
        let stream = [1, 2].publisher.receive(on: .tillActor).assertTill()
        for await value in stream.values { values.append(value) }
        #expect(values == [1, 2])
    }

    @Test func `what can be deferred has its tools`() {
        let none = AnyCancellable {}
        let one = DeferredFutureExactlyOne<Int, TestFailure> {
            $0(.success(1)); return none
        }
        #expect(one.record().log == "1 finished")
        let option = DeferredFutureOption<Int, TestFailure> {
            $0(.finished); return none
        }
        #expect(option.record().log == "finished")
        var completion: Subscribers.Completion<TestFailure>?
        let done = DeferredFutureDone<Int, TestFailure> {
            $0(.finished); return none
        }
        let cancellable = done.sinkDone { completion = $0 }
        #expect(completion == .finished)
        withExtendedLifetime(cancellable) {}
    }
}

extension Recorder {
    /// The events, in order and in words.
    fileprivate var log: String {
        (values.map { "\($0)" } + (completion.map { ["\($0)"] } ?? [])).joined(separator: " ")
    }
}
