import Testing
import TraitsRuntime
import TraitsTesting

/// The samples of the documents on single publishers that other operators take part in.
@Suite("Single publishers among operators, as documented") struct SingleDocumentOperatorTests {
    @Test func `a chain that is single erases to AnySinglePublisher`() {
        func namePublisher() -> AnySinglePublisher<String, Error> {
            Just("Alice")
                .setFailureType(to: Error.self)
                .eraseToAnySinglePublisher()
        }
        #expect(namePublisher().record().log == ["Alice", "finished"])
    }

    @Test func `a publisher is checked at run time`() {
        let nameSubject = CurrentValueSubject<String, Never>("Alice")
        func namePublisher() -> AnySinglePublisher<String, Never> {
            nameSubject.prefix(1).assertSingle().eraseToAnySinglePublisher()
        }
        #expect(namePublisher().record().log == ["Alice", "finished"])
    }

    @Test func `a publisher is believed`() {
        #expect([1].publisher.uncheckedSingle().record().log == ["1", "finished"])
        #expect([1, 2].publisher.prefix(1).uncheckedSingle().record().log == ["1", "finished"])
    }

    @Test func `the wrong promises are found by a check`() {
        let error = MyError()
        #expect(Empty<Int, Never>().checkSingle().record().completion == .failure(.missingElement))
        #expect([1, 2].publisher.checkSingle().record().completion == .failure(.tooManyElements))
        #expect(
            Just(1).setFailureType(to: MyError.self).append(Fail(error: error)).checkSingle().record()
                .completion
                == .failure(.bothElementAndError(error)))
        let someSubject = PassthroughSubject<Int, Never>()
        let recorder = someSubject.prefix(1).checkSingle().record()
        someSubject.send(completion: .finished)
        #expect(recorder.completion == .failure(.missingElement))
    }
}
