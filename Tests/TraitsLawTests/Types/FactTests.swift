import Testing
import TraitsRuntime
@_spi(Samples) import TraitsTesting

/// What a type is known for says the same as its static properties: one that was stated wrongly would leave out the only
/// branch there is.
@Suite("Facts about types")
struct FactTests {
    @Test func `the facts of rows say what their properties say`() {
        var looked = 0
        for type in LawTable.types {
            let visit = FactVisit()
            let row = LawTable.row(type)
            for sample in row.sampleTexts.indices { row.visit(sample, with: visit) }
            #expect(visit.contradictions == [], "\(type)")
            looked += visit.subscribers
        }
        #expect(looked > 300)
    }

    /// All that subscribe without an operator in between, and those that an eraser puts there.
    @Test func `the facts of subscribers say what their properties say`() {
        var types: [any Subscriber.Type] = []
        let watched = FactProbe { types.append($0) }
        var kept: Set<AnyCancellable> = []
        watched.sink { _ in }.store(in: &kept)
        watched.sink(receiveCompletion: { _ in }, receiveValue: { _ in }).store(in: &kept)
        watched.assign(to: \.value, on: Target()).store(in: &kept)
        watched.eraseToAnyPublisher().sink { _ in }.store(in: &kept)
        watched.eraseToAnyPublisher().subscribe(AnySubscriber<Int, Never>())
        watched.subscribe(Subscribers.Sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
        watched.subscribe(PassthroughSubject<Int, Never>()).store(in: &kept)
        #expect(types.count == 7)
        for type in types { #expect(contradictions(of: type) == []) }
    }

    /// The check itself finds both kinds.
    @Test func `a wrong fact is found`() {
        #expect(contradictions(of: Boaster.self) == ["_Unlimited", "_Drops"])
        #expect(contradictions(ofPublisher: Promiser.self) == ["_Answers"])
    }
}

private func contradictions<S: Subscriber>(of type: S.Type) -> [String] {
    (_Fact<S._Unlimited>.holds(S._isUnlimited) == S._isUnlimited ? [] : ["_Unlimited"])
        + (_Fact<S._Drops>.holds(S._dropsSubscription) == S._dropsSubscription ? [] : ["_Drops"])
}

private func contradictions<P: Publisher>(ofPublisher type: P.Type) -> [String] {
    let (answers, all) = (P._answering != .never, P._answering == .always)
    return _Fact<P._Answers>.mayHold(answers) == answers && _Fact<P._Answers>.holds(all) == all
        ? [] : ["_Answers"]
}

/// Looks at each publisher of the samples, and at the subscribers of its inputs.
private final class FactVisit: LawSampleVisitor {
    private(set) var contradictions: [String] = []
    private(set) var subscribers = 0

    func visit<P: Publisher>(_ make: @escaping (TestScheduler, LawInputMaker) -> P) {
        contradictions += TraitsLawTests.contradictions(ofPublisher: P.self)
        let maker = LawInputMaker(
            { Record(output: [0, 1, 2], completion: .finished).eraseToAnyPublisher() },
            infallible: { Record(output: [0, 1, 2], completion: .finished).eraseToAnyPublisher() },
            onSubscriber: { type in
                guard let type = type as? any Subscriber.Type else { return }
                self.subscribers += 1
                self.contradictions += TraitsLawTests.contradictions(of: type)
            })
        let scheduler = TestScheduler()
        let publisher = make(scheduler, maker)
        // Subscribers that ask for everything, and subscribers that count: the types between differ.
        publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in }).cancel()
        var subscription: (any Subscription)?
        publisher.subscribe(
            AnySubscriber(
                receiveSubscription: {
                    subscription = $0
                    $0.request(.max(1))
                },
                receiveValue: { _ in .none }, receiveCompletion: { _ in }))
        subscription?.cancel()
    }
}

private final class Target { var value = 0 }

/// Reports its subscribers, and is silent.
private struct FactProbe: Publisher {
    typealias Output = Int
    typealias Failure = Never

    let note: (any Subscriber.Type) -> Void

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        note(S.self)
        Empty(completeImmediately: false).receive(subscriber: subscriber)
    }
}

private struct Boaster: Subscriber {
    typealias _Unlimited = _Yes
    typealias _Drops = _No
    static var _isUnlimited: Bool { false }
    static var _dropsSubscription: Bool { true }

    let combineIdentifier = CombineIdentifier()
    func receive(subscription: any Subscription) {}
    func receive(_ input: Int) -> Subscribers.Demand { .none }
    func receive(completion: Subscribers.Completion<Never>) {}
}

private struct Promiser: Publisher {
    typealias Output = Int
    typealias Failure = Never
    typealias _Answers = _Yes
    static var _answering: _Answering { .maybe }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {}
}
