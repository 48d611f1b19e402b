import TraitsRuntime
import TraitsTesting

/// What the inputs of a sample promise, as the sample's text says.
enum InputPromise {
    /// Any number of values.
    case nothing
    /// A current value, and any number of further values.
    case currentValue
    /// One value, and the end.
    case oneValue
    /// The end alone.
    case noValue

    init(ofSample text: String) {
        if text.contains("Completable()") || text.contains("Completables()") {
            self = .noValue
        } else if text.contains("Single()") || text.contains("Maybe()") {
            self = .oneValue
        } else if text.contains("property(") || text.contains("CurrentValue()")
            || text.contains("Immediate()")
        {
            self = .currentValue
        } else {
            self = .nothing
        }
    }
}

/// An input of a sample: a subject. In this module it takes the place of the input of the law kit.
struct LawUpstream<Failure: Error>: Publisher {
    typealias Output = Int

    let scheduler: TestScheduler
    private let subject: any Subject<Int, Failure>
    private let erased: AnyPublisher<Int, Failure>

    init(_ promise: InputPromise, on scheduler: TestScheduler) {
        self.scheduler = scheduler
        if promise == .currentValue {
            let subject = CurrentValueSubject<Int, Failure>(0)
            (self.subject, erased) = (subject, AnyPublisher(subject))
        } else {
            let subject = PassthroughSubject<Int, Failure>()
            (self.subject, erased) = (subject, AnyPublisher(subject))
        }
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Failure {
        erased.receive(subscriber: subscriber)
    }

    func send(_ value: Int) { subject.send(value) }

    func finish() { subject.send(completion: .finished) }
}
