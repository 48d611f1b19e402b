import Testing
import TraitsRuntime
import TraitsTesting

/// Every sample of the documents on maybe publishers, and what their text says about it.
@Suite("Maybe publishers, as documented") struct MaybeDocumentTests {
    struct MyMaybePublisher: Publisher {
        typealias Output = Int
        typealias Failure = Never
        func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
            Empty<Int, Never>().receive(subscriber: subscriber)
        }
    }

    // MARK: AnyMaybePublisher

    @Test func `the shortcut of the same`() {
        func namePublisher() -> AnyMaybePublisher<String, Error> {
            .just("Alice")
        }
        #expect(namePublisher().record().log == ["Alice", "finished"])
    }

    // MARK: sinkMaybe(receive:)

    @Test func `there are only three cases to handle`() {
        var handled: [String] = []
        func handleNoName() { handled.append("no name") }
        func handle(_ name: String) { handled.append(name) }
        func handle(_ error: Error) { handled.append("\(error)") }
        func consume(_ publisher: AnyMaybePublisher<String, Error>) -> AnyCancellable {
            publisher.sinkMaybe { (result: MaybeResult<String, Error>) in
                switch result {
                case .finished:
                    handleNoName()
                case let .success(name):
                    handle(name)
                case let .failure(error):
                    handle(error)
                }
            }
        }
        let cancellables = [consume(.empty()), consume(.just("Alice")), consume(.fail(MyError()))]
        #expect(handled == ["no name", "Alice", "MyError()"])
        withExtendedLifetime(cancellables) {}
    }

    // MARK: Building

    @Test func `a publisher of your own becomes one by an extension`() {
        let maybePublisher = MyMaybePublisher().eraseToAnyMaybePublisher()
        #expect(maybePublisher.record().log == ["finished"])
        var results: [MaybeResult<Int, Never>] = []
        let cancellable = MyMaybePublisher().sinkMaybe { result in results.append(result) }
        #expect(results == [.finished])
        withExtendedLifetime(cancellable) {}
    }

    // MARK: Basic maybe publishers

    @Test func `the factories`() {
        #expect(AnyMaybePublisher<Int, MyError>.empty().record().log == ["finished"])
        #expect(AnyMaybePublisher<Int, MyError>.just(1).record().log == ["1", "finished"])
        #expect(AnyMaybePublisher<Int, MyError>.fail(MyError()).record().log == ["failed with MyError()"])
        #expect(AnyMaybePublisher<Int, MyError>.never().record().log.isEmpty)
    }

    // MARK: DeferredFutureMaybe

    @Test func `it sends its outcome now or in the future, and cleans up`() {
        var cleanups = 0
        let pending = Pending<MaybeResult<String, MyError>>()
        let publisher = DeferredFutureMaybe<String, MyError> { promise in
            pending.fulfil = promise

            return AnyCancellable {
                cleanups += 1
            }
        }
        let outcomes: [(MaybeResult<String, MyError>, [String])] = [
            (.finished, ["finished"]), (.success("Alice"), ["Alice", "finished"]),
            (.failure(MyError()), ["failed with MyError()"]),
        ]
        for (outcome, log) in outcomes {
            let recorder = publisher.record()
            pending.fulfil?(outcome)
            #expect(recorder.log == log)
        }
        #expect(cleanups == 3)
    }

    @Test func `it forwards its job to another maybe publisher`() {
        let otherMaybePublisher = AnyMaybePublisher<String, MyError>.empty()
        let publisher = DeferredFutureMaybe<String, MyError> { promise in
            return otherMaybePublisher.sinkMaybe(receive: promise)
        }
        #expect(publisher.record().log == ["finished"])
    }

    // MARK: TraitSubscriptions.Maybe

    @Test func `a picker publishes the choice`() {
        let terminal = Terminal()
        var results: [MaybeResult<String, Never>] = []
        var cancellables: Set<AnyCancellable> = []
        MaybePhoneNumberPublisher(presentingContactPickerOn: terminal)
            .sinkMaybe { result in
                results.append(result)
            }
            .store(in: &cancellables)
        #expect(terminal.screen == ["1: Alice 555-1", "2: Bob 555-2"])
        terminal.type("1")
        #expect(results == [.success("Alice 555-1")])
    }

    @Test func `a picker that is dismissed publishes nothing`() {
        let terminal = Terminal()
        let recorder = MaybePhoneNumberPublisher(presentingContactPickerOn: terminal).record()
        terminal.type("no")
        #expect(recorder.log == ["finished"])
    }

    @Test func `a cancelled subscription dismisses its picker`() {
        let terminal = Terminal()
        let recorder = MaybePhoneNumberPublisher(presentingContactPickerOn: terminal).record()
        recorder.cancel()
        #expect(terminal.screen.last == "dismissed")
        terminal.type("1")
        #expect(recorder.values.isEmpty && recorder.completion == nil)
    }
}

extension MaybeDocumentTests.MyMaybePublisher: MaybePublisher {}
