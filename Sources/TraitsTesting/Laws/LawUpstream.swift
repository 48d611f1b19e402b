import TraitsRuntime

/// An input of a publisher under test. It sends numbers, by a script that the law kit chooses.
public struct LawUpstream<Failure: Error>: Publisher {
    /// Numbers that tell in which order, and from which input, values come.
    public typealias Output = Int

    let source: TestPublisher<Int, Failure>

    /// The virtual time of the run, for operators that need a scheduler.
    public let scheduler: TestScheduler

    /// Begins a subscription.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Failure {
        source.receive(subscriber: subscriber)
    }
}
