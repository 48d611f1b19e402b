import Testing
import TraitsRuntime
import TraitsTesting

/// Every sample of the documents on single publishers, and what their text says about it.
@Suite("Single publishers, as documented") struct SingleDocumentTests {
    struct MySinglePublisher: Publisher {
        typealias Output = Int
        typealias Failure = Never
        func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
            Just(1).receive(subscriber: subscriber)
        }
    }

    // MARK: AnySinglePublisher

    @Test func `the shortcut of the same`() {
        func namePublisher() -> AnySinglePublisher<String, Error> {
            .just("Alice")
        }
        #expect(namePublisher().record().log == ["Alice", "finished"])
    }

    // MARK: sinkSingle(receive:)

    @Test func `there are only two cases to handle`() {
        var handled: [String] = []
        func handle(_ name: String) { handled.append(name) }
        func handle(_ error: Error) { handled.append("\(error)") }
        func consume(_ publisher: AnySinglePublisher<String, Error>) -> AnyCancellable {
            publisher.sinkSingle { (result: Result<String, Error>) in
                switch result {
                case let .success(name):
                    handle(name)
                case let .failure(error):
                    handle(error)
                }
            }
        }
        let cancellables = [consume(.just("Alice")), consume(.fail(MyError()))]
        #expect(handled == ["Alice", "MyError()"])
        withExtendedLifetime(cancellables) {}
    }

    // MARK: Composing

    @Test func `map and flatMap do not lose the trait`() {
        struct APIModel {}
        struct Model { init(_ apiModel: APIModel) {} }
        var saved = 0
        func downloadPublisher() -> AnySinglePublisher<APIModel, Error> { .just(APIModel()) }
        func savePublisher(_ model: Model) -> AnySinglePublisher<Void, Error> {
            saved += 1
            return .just(())
        }
        func refreshPublisher() -> AnySinglePublisher<Void, Error> {
            downloadPublisher()
                .map { apiModel in Model(apiModel) }
                .flatMap { model in savePublisher(model) }
                .eraseToAnySinglePublisher()
        }
        var isDone = false
        let cancellable = refreshPublisher().sinkSingle { _ in isDone = true }
        #expect(saved == 1 && isDone)
        withExtendedLifetime(cancellable) {}
    }

    // MARK: Building

    @Test func `a publisher of your own becomes one by an extension`() {
        let singlePublisher = MySinglePublisher().eraseToAnySinglePublisher()
        #expect(singlePublisher.record().log == ["1", "finished"])
        var results: [Result<Int, Never>] = []
        let cancellable = MySinglePublisher().sinkSingle { result in results.append(result) }
        #expect(results == [.success(1)])
        withExtendedLifetime(cancellable) {}
    }

    // MARK: Basic single publishers

    @Test func `the factories need no types where nothing else is said`() {
        let just: AnySinglePublisher<Int, Never> = AnySinglePublisher.just(1)
        let fail: AnySinglePublisher<Never, any Error> = AnySinglePublisher.fail(MyError() as any Error)
        let never = AnySinglePublisher.never()
        #expect(just.record().log == ["1", "finished"])
        #expect(AnySinglePublisher.just(1).record().log == ["1", "finished"])
        #expect(fail.record().log == ["failed with MyError()"])
        #expect(AnySinglePublisher.fail(MyError()).record().log == ["failed with MyError()"])
        #expect(never.record().log.isEmpty)
        #expect(AnyMaybePublisher.empty().record().log == ["finished"])
        #expect(AnyMaybePublisher.just(1).record().log == ["1", "finished"])
        #expect(AnyCompletablePublisher.empty().record().log == ["finished"])
    }

    @Test func `the plain sink has more cases to handle`() {
        var handled: [String] = []
        func consume(_ publisher: AnySinglePublisher<String, Error>) -> AnyCancellable {
            publisher.sink(
                receiveCompletion: { completion in
                    switch completion {
                    case .finished: break
                    case let .failure(error): handled.append("\(error)")
                    }
                },
                receiveValue: { name in handled.append(name) })
        }
        let cancellables = [consume(.just("Alice")), consume(.fail(MyError()))]
        #expect(handled == ["Alice", "MyError()"])
        withExtendedLifetime(cancellables) {}
    }

    @Test func `the factories`() {
        #expect(AnySinglePublisher<Int, MyError>.just(1).record().log == ["1", "finished"])
        #expect(AnySinglePublisher<Int, MyError>.fail(MyError()).record().log == ["failed with MyError()"])
        #expect(AnySinglePublisher<Int, MyError>.never().record().log.isEmpty)
    }

    // MARK: DeferredFutureSingle

    @Test func `it sends success or failure, now or in the future, and cleans up`() {
        var cleanups = 0
        let pending = Pending<Result<String, MyError>>()
        let publisher = DeferredFutureSingle<String, MyError> { promise in
            pending.fulfil = promise

            return AnyCancellable {
                cleanups += 1
            }
        }
        let first = publisher.record()
        pending.fulfil?(.success("Alice"))
        #expect(first.log == ["Alice", "finished"])
        let second = publisher.record()
        pending.fulfil?(.failure(MyError()))
        #expect(second.log == ["failed with MyError()"])
        #expect(cleanups == 2)
    }

    @Test func `it forwards its job to another single publisher`() {
        let otherSinglePublisher = AnySinglePublisher<String, MyError>.just("Alice")
        let publisher = DeferredFutureSingle<String, MyError> { promise in
            return otherSinglePublisher.sinkSingle(receive: promise)
        }
        #expect(publisher.record().log == ["Alice", "finished"])
    }

    // MARK: TraitSubscriptions.Single

    @Test func `a picker publishes the choice`() {
        let terminal = Terminal()
        var picked: [String?] = []
        var cancellables: Set<AnyCancellable> = []
        SinglePhoneNumberPublisher(presentingContactPickerOn: terminal)
            .sink { contact in
                picked.append(contact)
            }
            .store(in: &cancellables)
        #expect(terminal.screen == ["1: Alice 555-1", "2: Bob 555-2"])
        terminal.type("2")
        #expect(picked == ["Bob 555-2"])
    }

    @Test func `a picker that is dismissed publishes nil`() {
        let terminal = Terminal()
        let recorder = SinglePhoneNumberPublisher(presentingContactPickerOn: terminal).record()
        terminal.type("")
        #expect(recorder.values == [nil])
        #expect(recorder.completion == .finished)
    }

    @Test func `a cancelled subscription dismisses its picker`() {
        let terminal = Terminal()
        let recorder = SinglePhoneNumberPublisher(presentingContactPickerOn: terminal)
            .eraseToAnySinglePublisher().record()
        recorder.cancel()
        #expect(terminal.screen.last == "dismissed")
        terminal.type("1")
        #expect(recorder.values.isEmpty && recorder.completion == nil)
    }
}

extension SingleDocumentTests.MySinglePublisher: SinglePublisher {}
