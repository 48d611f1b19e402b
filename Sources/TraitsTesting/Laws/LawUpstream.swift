import TraitsRuntime

/// An input of a publisher under test. It sends numbers, by a script that the law kit chooses.
public struct LawUpstream<Failure: Error>: Publisher {
    /// Numbers that tell in which order, and from which input, values come.
    public typealias Output = Int

    let source: TestPublisher<Int, Failure>

    /// The virtual time of the run, for operators that need a scheduler.
    public let scheduler: TestScheduler

    /// How many subscriptions are neither ended nor cancelled.
    public var activeCount: Int { source.activeCount }

    /// How many subscriptions are over, and somebody still keeps them, see ``TestPublisher/keptCount``.
    public var keptCount: Int { source.keptCount }

    /// Begins a subscription.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Failure {
        source.receive(subscriber: subscriber)
    }
}

extension TestScheduler {
    /// An input that does what the marbles say: what the law kit drives a publisher with, for tests of one history.
    ///
    /// ```swift
    /// let upstream = try scheduler.upstream("-0-1|")
    /// let recorder = upstream.prefix(1).record(on: scheduler)
    /// ```
    ///
    /// - Parameters:
    ///   - marbles: Digits are values, and so are `a` for 10 and the letters after it; `|` is the end, `x` a failure.
    ///   - kind: Whether it begins anew for each subscriber, or now.
    /// - Throws: ``MarbleError`` if the marbles are wrong.
    public func upstream(_ marbles: String, kind: TestPublisher<Int, TestFailure>.Kind = .cold)
        throws(MarbleError) -> LawUpstream<TestFailure>
    {
        try scripted(marbles, kind)
    }

    /// An input that does what the marbles say and never fails, see ``upstream(_:kind:)``.
    ///
    /// - Throws: ``MarbleError`` if the marbles are wrong.
    public func upstream(
        _ marbles: String, failing: Never.Type, kind: TestPublisher<Int, Never>.Kind = .cold
    ) throws(MarbleError) -> LawUpstream<Never> {
        try scripted(marbles, kind)
    }

    private func scripted<Failure: Error>(_ marbles: String, _ kind: TestPublisher<Int, Failure>.Kind)
        throws(MarbleError) -> LawUpstream<Failure>
    {
        let script = try MarbleKey<Int, Failure>.inputs.signals(of: Marbles(marbles))
        return LawUpstream(source: TestPublisher(kind, script: script, on: self), scheduler: self)
    }
}

extension MarbleKey where Output == Int {
    /// Numbers of more than one digit have letters.
    static var inputs: MarbleKey {
        MarbleKey(values: ["a": 10, "b": 11, "c": 12, "d": 13, "e": 14, "f": 15], areEqual: ==)
    }
}
