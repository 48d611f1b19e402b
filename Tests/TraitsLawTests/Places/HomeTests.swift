import Dispatch
import Synchronization
import Testing
import TraitsRuntime
@_spi(Samples) import TraitsTesting

/// Where the inputs deliver on one queue, what is made of them arrives there too, whoever subscribes meanwhile.
///
/// Virtual time shows which part calls which. Here threads meet: one subscribes while the queue delivers.
@Suite struct HomeTests {
    @Test(arguments: Home.types) func eventsArriveAtHome(_ type: String) {
        let row = LawTable.row(type)
        for sample in row.sampleTexts.indices where !row.sampleTexts[sample].contains("scheduler") {
            for seed in 0..<Home.seeds {
                let visit = HomeVisit(seed: seed)
                row.visit(sample, with: visit)
                #expect(visit.strays == [], "\(row.sampleTexts[sample]), seed \(seed)")
            }
        }
    }

    @Test func someRowsFollowTheirInputs() { #expect(Home.types.count > 60) }
}

/// The queue that inputs deliver on.
private enum Home {
    static let seeds: UInt64 = 48
    private static let key = DispatchSpecificKey<Bool>()
    static let queue = {
        let queue = DispatchQueue(label: "home")
        queue.setSpecific(key: key, value: true)
        return queue
    }()

    /// But for the one that stops the program at a failure.
    static let types = LawTable.types.filter {
        LawTable.row($0).deliversWhereInputsSend && $0 != "Publishers.AssertNoFailure"
    }

    static var isHere: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}

/// Subscribes to a sample over inputs that deliver at home, at the same time.
private final class HomeVisit: LawSampleVisitor {
    private let seed: UInt64
    private(set) var strays: [String] = []

    init(seed: UInt64) { self.seed = seed }

    func visit<P: Publisher>(_ make: @escaping (TestScheduler, LawInputMaker) -> P) {
        var number = seed
        let maker = LawInputMaker(
            {
                number += 1
                return Self.input(number, failure: TestFailure())
            },
            infallible: {
                number += 1
                return Self.input(number, failure: Never?.none)
            })
        let subscriber = HomeSubscriber<P.Output, P.Failure>(isPatient: seed % 3 == 0)
        make(TestScheduler(), maker).subscribe(subscriber)
        // What was delivered may have begun something else, which is delivered at home as well.
        for _ in 0..<8 { Home.queue.sync {} }
        subscriber.cancel()
        strays = subscriber.strays
    }

    /// Up to two values, and an end or none.
    private static func input<Failure: Error>(_ number: UInt64, failure: Failure?) -> AnyPublisher<
        Int, Failure
    > {
        let values = Array(0..<Int(number % 3)).publisher.setFailureType(to: Failure.self)
        let end: AnyPublisher<Int, Failure>
        switch (number / 3 % 4, failure) {
        case (0, _): end = Empty(completeImmediately: false).eraseToAnyPublisher()
        case (1, let failure?): end = Fail(error: failure).eraseToAnyPublisher()
        default: end = Empty().eraseToAnyPublisher()
        }
        return values.append(end).receive(on: Home.queue).eraseToAnyPublisher()
    }
}

/// Asks for what it wants when it has its subscription, or at home, and looks where it is called.
private final class HomeSubscriber<Input, Failure: Error>: Subscriber, @unchecked Sendable {
    // Unchecked: what changes is touched under `lock` alone.
    private let lock = Mutex(())
    private var subscription: (any Subscription)?
    private var elsewhere: [String] = []
    private let isPatient: Bool

    init(isPatient: Bool) { self.isPatient = isPatient }

    var strays: [String] { lock.withLock { _ in elsewhere } }

    func cancel() {
        lock.withLock { _ in subscription }?.cancel()
        lock.withLock { _ in subscription = nil }
    }

    func receive(subscription: any Subscription) {
        lock.withLock { _ in self.subscription = subscription }
        subscription.request(isPatient ? .max(1) : .unlimited)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        look("\(input)")
        return isPatient ? .max(1) : .none
    }

    func receive(completion: Subscribers.Completion<Failure>) { look("\(completion)") }

    private func look(_ event: String) {
        if !Home.isHere { lock.withLock { _ in elsewhere.append(event) } }
    }
}
