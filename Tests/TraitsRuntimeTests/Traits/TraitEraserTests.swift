import Testing
import TraitsRuntime
import TraitsTesting

@Suite struct TraitEraserTests {
    @Test func `each eraser has the factories that its trait allows`() {
        #expect(AnySinglePublisher<Int, MyError>.just(1).record().log == ["1", "finished"])
        #expect(AnySinglePublisher<Int, MyError>.fail(MyError()).record().log == ["failed with MyError()"])
        #expect(AnySinglePublisher<Int, MyError>.never().record().log.isEmpty)
        #expect(AnyMaybePublisher<Int, MyError>.empty().record().log == ["finished"])
        #expect(AnyMaybePublisher<Int, MyError>.just(1).record().log == ["1", "finished"])
        #expect(AnyCompletablePublisher<Int, MyError>.empty().record().log == ["finished"])
        #expect(
            AnyCompletablePublisher<Int, MyError>.fail(MyError()).record().log == ["failed with MyError()"])
        #expect(AnyImmediatePublisher<Int, MyError>.just(1).record().log == ["1", "finished"])
        #expect(AnyImmediatePublisher<Int, MyError>.fail(MyError()).record().log == ["failed with MyError()"])
    }

    @Test func `an eraser sends what the publisher inside sends`() {
        let source = ManualPublisher<Int, MyError>()
        let recorder = source.uncheckedSingle().eraseToAnySinglePublisher().eraseToAnyPublisher().record(
            demand: .none)
        #expect(source.uses.isEmpty)
        recorder.request(.max(1))
        #expect(source.uses == [.requested(.max(1))])
        source.send(1)
        source.send(completion: .finished)
        #expect(recorder.log == ["1", "finished"])
    }

    @Test func `erasing what is erased changes nothing but the trait`() {
        let single: AnySinglePublisher<Int, Never> = .just(1)
        let again: AnySinglePublisher<Int, Never> = single.eraseToAnySinglePublisher()
        let maybe: AnyMaybePublisher<Int, Never> = again.eraseToAnyMaybePublisher()
        #expect(maybe.record().log == ["1", "finished"])
        #expect("\(single) \(maybe)" == "AnySinglePublisher AnyMaybePublisher")
    }

    @Test func `the primary associated types name a single of strings`() {
        func names() -> some SinglePublisher<String, Never> { Just("Alice") }
        func run(_ publisher: any MaybePublisher<String, Never>) -> AnyCancellable? {
            publisher.sinkMaybe { #expect($0 == .success("Alice")) }
        }
        #expect(run(names()) != nil)
    }

    @Test func `a cast to a trait tells the truth`() {
        #expect(Just(1) as Any is any SinglePublisher)
        #expect(!([1].publisher as Any is any SinglePublisher))
        #expect(!(Just(1).filter { _ in true } as Any is any SinglePublisher))
    }
}
