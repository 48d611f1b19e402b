import TraitsRuntime
@_spi(Proof) import TraitsTesting

/// The streams themselves.
final class RealWorld: World {
    /// The path that a program takes to the same publisher.
    struct Path: Hashable, CustomStringConvertible {
        /// A subscriber of the test's own, or `sink`.
        var isSink: Bool
        /// Indicates whether each stage is erased.
        var isErased: Bool
        /// Indicates whether erasers keep what a stage promises.
        var keepsTraits = false
        /// Indicates whether the sink is that of the trait which the publisher keeps.
        var takesOutcome = false
        /// Indicates whether each stage is traced.
        var isTraced = false

        static let traitSink = "sink of the trait"

        var description: String {
            let taker = takesOutcome ? Self.traitSink : isSink ? "sink" : "plain subscriber"
            let erasure = isErased ? keepsTraits ? "erased to its traits" : "erased" : "unerased"
            return "\(taker), \(erasure)\(isTraced ? ", traced" : "")"
        }
    }

    let scheduler: TestScheduler
    let probes: [any Subject<Int, Fault>]
    let passthrough = PassthroughSubject<Int, Fault>()
    let current = CurrentValueSubject<Int, Fault>(50)
    let object = ProgramObject()
    let property = MutableProperty(60)
    private let path: Path
    private let watch: StepWatch?
    private let lock = Lock()
    private var kept: [AnyObject] = []
    private var publisher: (any Publisher<Int, Fault>)?
    private var users: [[Int]: UserCode] = [:]
    /// Carries out what closures do.
    weak var run: Run?

    convenience init(
        _ pipeline: Pipeline, _ path: Path, _ trace: Trace, _ scheduling: Program.Scheduling = .inOrder
    ) {
        let probes = (0..<2).map { number in
            Probe { [unowned trace] in trace.note("probe\(number) \($0)") }
        }
        self.init(pipeline, path, probes: probes, scheduling: scheduling)
    }

    init(
        _ pipeline: Pipeline, _ path: Path, probes: [any Subject<Int, Fault>], watch: StepWatch? = nil,
        scheduling: Program.Scheduling = .inOrder
    ) {
        scheduler = scheduling.scheduler
        self.probes = probes
        self.path = path
        self.watch = watch
        publisher = build(pipeline, value: 0, at: [])
    }

    /// What the compiler knows of the publisher.
    var promise: Promise { publisher.map { Promise(of: $0) } ?? [] }

    /// Keeps something for as long as the program runs.
    func keep(_ object: AnyObject) { lock.withLock { kept.append(object) } }

    /// - Parameter place: Where this is in the whole pipeline: the number of an input, of that one's input, and so on.
    private func build(_ pipeline: Pipeline, value: Int, at place: [Int]) -> any Publisher<Int, Fault> {
        let operation = pipeline.operation
        let user = users[place] ?? UserCode(self, pipeline.deeds)
        users[place] = user
        let other =
            operation.inputs == .two ? build(pipeline.inputs[1], value: value, at: place + [1]) : nil
        var child: ((Int) -> any Publisher<Int, Fault>)?
        if operation.inputs == .child {
            child = { [unowned self] in build(pipeline.inputs[1], value: $0, at: place + [1]) }
        }
        let call = RealCall(
            world: self, name: pipeline.name, numbers: pipeline.numbers, other: other, child: child,
            value: value, user: user)
        let publisher =
            operation.isSource
            ? call.source() : call.apply(to: build(pipeline.inputs[0], value: value, at: place + [0]))
        let result = watch.map { watched(publisher, pipeline, $0) } ?? publisher
        if !user.looksOn { return erased(result) }
        return erased(user.lookingOn(erased(result)))
    }

    private func watched<P: Publisher>(
        _ publisher: P, _ pipeline: Pipeline, _ watch: StepWatch
    ) -> any Publisher<Int, Fault> where P.Output == Int, P.Failure == Fault {
        func watched() -> Publishers.HandleEvents<P> {
            let part = watch.part(pipeline)
            let isSource = pipeline.operation.isSource
            return publisher.handleEvents(
                receiveSubscription: { _ in if isSource { watch.cameTo(pipeline) } },
                receiveOutput: { _ in watch.sent(by: part) },
                receiveCompletion: { _ in watch.ended(part) },
                receiveCancel: { if isSource { watch.left(pipeline) } },
                receiveRequest: { _ in if isSource { watch.asked(part) } })
        }
        return watch.countsSubscriptions ? Deferred(createPublisher: watched) : watched()
    }

    private func erased(_ publisher: any Publisher<Int, Fault>) -> any Publisher<Int, Fault> {
        if path.isTraced { return traced(publisher) }
        guard path.isErased else { return publisher }
        guard path.keepsTraits else { return publisher.eraseToAnyPublisher() }
        return switch publisher {
        case let publisher as any SinglePublisher<Int, Fault>: publisher.eraseToAnySinglePublisher()
        case let publisher as any CompletablePublisher<Int, Fault>: publisher.eraseToAnyCompletablePublisher()
        case let publisher as any MaybePublisher<Int, Fault>: publisher.eraseToAnyMaybePublisher()
        case let publisher as any ImmediatePublisher<Int, Fault>: publisher.eraseToAnyImmediatePublisher()
        default: publisher.eraseToAnyPublisher()
        }
    }

    private func traced<P: Publisher>(_ publisher: P) -> any Publisher<Int, Fault>
    where P.Output == Int, P.Failure == Fault {
        // All children of one `flatMap` have to be of one type.
        path.isSink ? publisher.trace("between stages") : publisher.trace(String("between stages"))
    }

    func subscribe(_ observer: Observer) {
        guard let publisher else { return }
        if path.takesOutcome {
            sinkOfTrait(publisher, observer)
        } else if path.isSink {
            sink(publisher, observer)
        } else {
            subscribe(publisher, observer)
        }
    }

    private func subscribe<P: Publisher>(_ publisher: P, _ observer: Observer)
    where P.Output == Int, P.Failure == Fault { publisher.subscribe(PlainSubscriber(observer)) }

    private func sink<P: Publisher>(_ publisher: P, _ observer: Observer)
    where P.Output == Int, P.Failure == Fault {
        observer.beginAsSink()
        let cancellable = publisher.sink(
            receiveCompletion: { observer.end($0.fault) }, receiveValue: { _ = observer.value($0) })
        observer.onCancel = { cancellable.cancel() }
    }

    private func sinkOfTrait(_ publisher: any Publisher<Int, Fault>, _ observer: Observer) {
        observer.beginAsSink()
        let cancellable: AnyCancellable? =
            switch publisher {
            case let publisher as any SinglePublisher<Int, Fault>:
                publisher.sinkSingle { observer.outcome(.init($0)) }
            case let publisher as any CompletablePublisher<Int, Fault>:
                publisher.sinkCompletable { observer.outcome($0.fault.map { .failure($0) } ?? .finished) }
            case let publisher as any MaybePublisher<Int, Fault>: publisher.sinkMaybe { observer.outcome($0) }
            // An eraser keeps one trait of several, and the one that is needed may be another.
            default: nil
            }
        guard let cancellable else { return sink(publisher, observer) }
        observer.onCancel = { cancellable.cancel() }
    }

    /// Subscribes for a program that several threads carry out.
    func subscribe(_ subscriber: RacedSubscriber) {
        guard let publisher else { return }
        if path.isSink { sink(publisher, subscriber) } else { subscribe(publisher, subscriber) }
    }

    private func subscribe<P: Publisher>(_ publisher: P, _ subscriber: RacedSubscriber)
    where P.Output == Int, P.Failure == Fault { publisher.subscribe(subscriber) }

    private func sink<P: Publisher>(_ publisher: P, _ subscriber: RacedSubscriber)
    where P.Output == Int, P.Failure == Fault {
        subscriber.beginAsSink()
        subscriber.hold(
            publisher.sink(
                receiveCompletion: { subscriber.receive(completion: $0) },
                receiveValue: { _ = subscriber.receive($0) }))
    }

    func beginAct() { watch?.beginAct() }

    func endActs() { watch?.endActs() }

    func send(_ value: Int, to subject: Int) {
        switch subject {
        case 0, 1: probes[subject].send(value)
        case 2: passthrough.send(value)
        case 3: current.send(value)
        case 4: object.number = value
        default: property.value = value
        }
    }

    func end(_ fault: Fault?, _ subject: Int) {
        let completion = fault.map { Subscribers.Completion.failure($0) } ?? .finished
        switch subject {
        case 0, 1: probes[subject].send(completion: completion)
        case 2: passthrough.send(completion: completion)
        case 3: current.send(completion: completion)
        default: break
        }
    }

    func advance(by ticks: Int) { scheduler.advance(by: .init(ticks: ticks)) }

    func release() {
        publisher = nil
        lock.withLock { kept = [] }
        users = [:]
        for case let probe as Probe in probes { probe.release() }
    }
}

extension RealCall {
    func apply(to upstream: any Publisher<Int, Fault>) -> any Publisher<Int, Fault> {
        apply(opening: upstream)
    }

    private func apply<P: Publisher>(opening upstream: P) -> any Publisher<Int, Fault>
    where P.Output == Int, P.Failure == Fault {
        if let other { return combine(upstream, other) }
        if let child { return flatten(upstream, child(0)) }
        let families: [() -> (any Publisher<Int, Fault>)?] = [
            { upstream.mapping(self) }, { upstream.filtering(self) }, { upstream.ending(self) },
            { upstream.reducing(self) }, { upstream.several(self) }, { upstream.retrying(self) },
            { upstream.timing(self) }, { upstream.sharing(self) }, { upstream.traits(self) },
            { upstream.properties(self) },
        ]
        for family in families {
            if let result = family() { return result }
        }
        fatalError("there is no operator called \(name)")
    }

    private func combine<A: Publisher, B: Publisher>(_ a: A, _ b: B) -> any Publisher<Int, Fault>
    where A.Output == Int, A.Failure == Fault, B.Output == Int, B.Failure == Fault {
        guard let result = a.combining(self, b) else { fatalError("there is no operator called \(name)") }
        return result
    }

    private func flatten<A: Publisher, B: Publisher>(_ a: A, _ prototype: B) -> any Publisher<Int, Fault>
    where A.Output == Int, A.Failure == Fault, B.Output == Int, B.Failure == Fault {
        guard let result = a.flattening(self, prototype) else {
            fatalError("there is no operator called \(name)")
        }
        return result
    }
}

extension Program.Scheduling {
    /// A scheduler that does so.
    var scheduler: TestScheduler {
        let limit = 10_000
        return switch self {
        case .inOrder: TestScheduler(actionLimit: limit)
        case .newestFirst: TestScheduler(order: .newestFirst, actionLimit: limit)
        case .inline: TestScheduler(manner: .inline, actionLimit: limit)
        case .immediate: TestScheduler(manner: .immediate, actionLimit: limit)
        case .twice: TestScheduler(manner: .twice, actionLimit: limit)
        case .late: TestScheduler(manner: .late, actionLimit: limit)
        case .never: TestScheduler(manner: .never, actionLimit: limit)
        }
    }
}

/// An object with a published property. A program is carried out by one thread.
final class ProgramObject: ObservableObject {
    @Published var number = 70
}

extension Subscribers.Completion where Failure == Fault {
    var fault: Fault? { if case .failure(let fault) = self { fault } else { nil } }
}

/// A subscriber of the test's own, of which the library knows nothing.
private final class PlainSubscriber: Subscriber {
    typealias Input = Int
    typealias Failure = Fault

    private let observer: Observer

    init(_ observer: Observer) { self.observer = observer }

    func receive(subscription: any Subscription) {
        observer.onRequest = { subscription.request($0) }
        observer.onCancel = { subscription.cancel() }
        observer.begin()
    }

    func receive(_ input: Int) -> Demand { observer.value(input) }

    func receive(completion: Subscribers.Completion<Fault>) { observer.end(completion.fault) }
}
