import Testing
import TraitsRuntime
import TraitsTesting

/// The samples of the documents on maybe publishers that other operators take part in.
@Suite("Maybe publishers among operators, as documented") struct MaybeDocumentOperatorTests {
    @Test func `a chain that is maybe erases to AnyMaybePublisher`() {
        func namePublisher() -> AnyMaybePublisher<String, Error> {
            Just("Alice")
                .setFailureType(to: Error.self)
                .eraseToAnyMaybePublisher()
        }
        #expect(namePublisher().record().log == ["Alice", "finished"])
    }

    @Test func `a publisher is checked at run time`() {
        let nameSubject = CurrentValueSubject<String, Never>("Alice")
        func namePublisher() -> AnyMaybePublisher<String, Never> {
            nameSubject.prefix(1).assertMaybe().eraseToAnyMaybePublisher()
        }
        #expect(namePublisher().record().log == ["Alice", "finished"])
    }

    @Test func `a publisher is believed`() {
        let someSubject = PassthroughSubject<Int, Never>()
        #expect([Int]().publisher.uncheckedMaybe().record().log == ["finished"])
        #expect([1].publisher.uncheckedMaybe().record().log == ["1", "finished"])
        #expect([1, 2].publisher.prefix(1).uncheckedMaybe().record().log == ["1", "finished"])
        let recorder = someSubject.prefix(1).uncheckedMaybe().record()
        someSubject.send(1)
        someSubject.send(2)
        #expect(recorder.log == ["1", "finished"])
    }

    @Test func `the wrong promises are found by a check`() {
        let error = MyError()
        #expect([1, 2].publisher.checkMaybe().record().completion == .failure(.tooManyElements))
        #expect(
            Just(1).setFailureType(to: MyError.self).append(Fail(error: error)).checkMaybe().record()
                .completion
                == .failure(.bothElementAndError(error)))
    }
}
