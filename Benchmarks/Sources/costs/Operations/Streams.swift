import TraitsExtras
import TraitsRuntime
import TraitsTesting

/// Factories, subjects, and operators of users.
nonisolated(unsafe) let ofStreams: [Operation] = [
    .ofSubjects("merge()") { $0.merge() },
    .ofSubjects("zip()") { $0.zip() },
    .ofSubjects("combineLatest()") { $0.combineLatest() },
    .ofSubjects("an InputsOperator") { Newest(upstreams: $0) },
    .ofSubjects("flatMap of so many") { subjects in subjects.publisher.flatMap { $0 } },

    Operation("a MachineOperator") { size, phases in
        let (values, signals) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Void, Never>())
        let cancellable = Gathering(upstream: values, other: signals).sink { _ in }
        phases.meter(.value, size) { for number in 0..<size { values.send(number) } }
        signals.send()
        phases.weigh(.drained)
        cancellable.cancel()
    },
    Operation("a StageOperator") { size, phases in
        let values = PassthroughSubject<Int, Never>()
        let cancellable = Counting(upstream: values).sink { _ in }
        phases.meter(.value, size) { for number in 0..<size { values.send(number) } }
        cancellable.cancel()
    },

    .ofSubscribers("AnyPublisher.create") {
        var subjects: [PassthroughSubject<Int, Never>] = []
        let publisher = AnyPublisher<Int, Never>.create { subject in
            subjects.append(subject)
            return AnyCancellable {}
        }
        return (publisher, { for subject in subjects { subject.send(1) } })
    },
    .ofSubscribers("AnyPublisher.interval") {
        let scheduler = TestScheduler()
        return (.interval(1, scheduler: scheduler) as AnyPublisher<Int, Never>, { scheduler.advance(by: 1) })
    },
    .ofSubscribers("ReplaySubject") {
        let subject = ReplaySubject<Int, Never>(bufferSize: 10)
        for number in 0..<20 { subject.send(number) }
        return (subject, { subject.send(1) })
    },
    .ofSubscribers("Future") {
        var promise: ((Result<Int, Never>) -> Void)?
        return (Future<Int, Never> { promise = $0 }, { promise?(.success(1)) })
    },
]

/// The newest value of any publisher, beside those of the others.
private struct Newest<Upstream: Publisher>: InputsOperator {
    typealias Output = Upstream.Output

    let upstreams: [Upstream]

    func makeMachine() -> Machine { Machine(newest: Array(repeating: nil, count: upstreams.count)) }

    struct Machine: OperatorInputsMachine {
        var newest: [Upstream.Output?]

        static var name: String { "Newest" }

        mutating func receive(_ input: Output, from index: Int) -> OperatorStep<Output, Upstream.Failure> {
            newest[index] = input
            return .next(input)
        }
    }
}

/// Gathers values until a signal comes.
private struct Gathering<Upstream: Publisher, Other: Publisher>: MachineOperator
where Other.Failure == Upstream.Failure {
    typealias Output = [Upstream.Output]

    let upstream: Upstream
    let other: Other

    func makeMachine() -> Machine { Machine() }

    struct Machine: OperatorMachine {
        var values: [Upstream.Output] = []

        static var name: String { "Gathering" }
        static var demand: MachineDemand { .unlimited }

        mutating func receive(_ input: Upstream.Output) -> OperatorStep<Output, Upstream.Failure> {
            values.append(input)
            return .skip
        }

        mutating func receive(signal: Other.Output) -> OperatorStep<Output, Upstream.Failure> {
            defer { values = [] }
            return .next(values)
        }
    }
}

private struct Counting<Upstream: Publisher>: StageOperator {
    typealias Output = Int

    let upstream: Upstream

    func makeStage() -> Stage { Stage() }

    struct Stage: OperatorStage {
        var values: [Upstream.Output] = []

        static var name: String { "Counting" }

        mutating func receive(_ input: Upstream.Output) -> OperatorStep<Int, Upstream.Failure> {
            values.append(input)
            return .next(values.count)
        }
    }
}
