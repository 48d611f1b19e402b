import TraitsRuntime

/// A value that sends another value into its streams from its `deinit`.
final class Value: Comparable {
    let number: Int
    private let stage: ValueStage

    init(_ stage: ValueStage) {
        self.stage = stage
        number = stage.begin()
    }

    deinit { stage.released(number) }

    static func == (a: Value, b: Value) -> Bool { a.number == b.number }
    static func < (a: Value, b: Value) -> Bool { a.number < b.number }
}

/// The sources of an operator whose values send from their `deinit`.
final class ValueStage {
    typealias Source = PassthroughSubject<Value, Oops>

    let upstream = Source()
    let other = Source()
    let scheduler = VirtualScheduler()
    private var count = 0
    private var alive: Set<Int> = []
    /// The number of values that may still be sent by a `deinit`.
    private var budget = 24
    private(set) var faults: [String] = []

    func begin() -> Int {
        count += 1
        alive.insert(count)
        return count
    }

    func released(_ number: Int) {
        if alive.remove(number) == nil { faults.append("a value is released twice") }
        if budget == 0 { return }
        budget -= 1
        (number % 3 == 0 ? other : upstream).send(Value(self))
    }

    func report(_ fault: String) { faults.append(fault) }

    /// Reports the values that live although the stream is over.
    func finish() {
        budget = 0
        scheduler.stop()
        if !alive.isEmpty { faults.append("\(alive.count) values are kept") }
    }
}

/// A subscriber that keeps its subscription.
private final class Keeper<Input, Failure: Error>: Subscriber {
    private let stage: ValueStage
    private let cancelsInside: Bool
    private let demand: Subscribers.Demand
    private var values = 0
    private var isOver = false
    var subscription: (any Subscription)?

    init(_ stage: ValueStage, _ demand: Subscribers.Demand, cancelsInside: Bool) {
        (self.stage, self.demand, self.cancelsInside) = (stage, demand, cancelsInside)
    }

    func receive(subscription: any Subscription) {
        self.subscription = subscription
        subscription.request(demand)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        if isOver { stage.report("a value after the end") }
        values += 1
        if cancelsInside && values == 2 { subscription?.cancel() }
        return demand == .unlimited ? .none : .max(1)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        if isOver { stage.report("a second end") }
        isOver = true
    }
}

/// The way in which a check subscribes.
private enum Reader: CaseIterable {
    case sink, erasedSink, keeper, slowKeeper
}

extension Check {
    /// A check of an operator whose values send from their `deinit`.
    init<P: Publisher>(_ name: String, _ build: @escaping (ValueStage) -> P) {
        self.init(name: "values, \(name)") {
            Reader.allCases.flatMap { reader in
                Ending.allCases.flatMap { ending in
                    Self.faults(reader, ending, build).map { "\(reader), \(ending): \($0)" }
                }
            }
        }
    }

    private static func faults<P: Publisher>(
        _ reader: Reader, _ ending: Ending, _ build: (ValueStage) -> P
    ) -> [String] {
        let stage = ValueStage()
        play(stage, reader, ending, build)
        stage.finish()
        return stage.faults
    }

    /// A function of its own, at whose return its references have gone.
    @inline(never)
    private static func play<P: Publisher>(
        _ stage: ValueStage, _ reader: Reader, _ ending: Ending, _ build: (ValueStage) -> P
    ) {
        let cancel = subscribe(to: build(stage), stage, reader, ending)
        stage.scheduler.advance(by: 1)
        for _ in 1...5 {
            stage.upstream.send(Value(stage))
            stage.other.send(Value(stage))
            stage.scheduler.advance(by: 3)
        }
        switch ending {
        case .finish: for source in [stage.upstream, stage.other] { source.send(completion: .finished) }
        case .fail: for source in [stage.upstream, stage.other] { source.send(completion: .failure(Oops())) }
        case .cancel, .cancelInside: break
        }
        stage.scheduler.advance(by: 50)
        cancel()
        stage.scheduler.advance(by: 50)
    }

    @inline(never)
    private static func subscribe<P: Publisher>(
        to publisher: P, _ stage: ValueStage, _ reader: Reader, _ ending: Ending
    ) -> () -> Void {
        let isInside = ending == .cancelInside
        switch reader {
        case .sink, .erasedSink:
            var handle: AnyCancellable?
            var values = 0
            let receive: (P.Output) -> Void = { _ in
                values += 1
                if isInside && values == 2 { handle?.cancel() }
            }
            handle =
                reader == .sink
                ? publisher.sink(receiveCompletion: { _ in }, receiveValue: receive)
                : publisher.eraseToAnyPublisher().sink(receiveCompletion: { _ in }, receiveValue: receive)
            return {
                handle?.cancel()
                handle = nil
            }
        case .keeper, .slowKeeper:
            let keeper = Keeper<P.Output, P.Failure>(
                stage, reader == .keeper ? .unlimited : .max(1), cancelsInside: isInside)
            publisher.subscribe(keeper)
            return { keeper.subscription?.cancel() }
        }
    }
}
