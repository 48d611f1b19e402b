import TraitsRuntime

/// What the service is doing: a view model, made of properties. Its parts may change on any thread; what is derived from them
/// always fits together.
public final class Status: Sendable {
    private let acceptedCount = MutableProperty(0)
    private let answeredCount = MutableProperty(0)
    private let failureCount = MutableProperty(0)
    private let stopping = MutableProperty(false)

    /// How many clients wait for an answer.
    public let waiting: Property<Int>

    /// All of it, for people.
    public let line: Property<String>

    public init() {
        waiting = acceptedCount.property.combineLatest(answeredCount.property) { $0 - $1 }
        line = waiting.combineLatest(answeredCount.property, failureCount.property, stopping.property) {
            waiting, answered, failures, isStopping in
            "\(isStopping ? "stopping" : "serving"), \(waiting) waiting, \(answered) answered, store busy \(failures) times"
        }
    }

    func accepted() { acceptedCount.modify { $0 += 1 } }
    func answered() { answeredCount.modify { $0 += 1 } }
    func failed() { failureCount.modify { $0 += 1 } }
    public func stop() { stopping.value = true }
}
