import TraitsRuntime

/// An input of a publisher under test. It sends numbers, by a script that the law kit chooses.
public struct LawUpstream<Failure: Error>: Publisher {
    /// Numbers that tell in which order, and from which input, values come.
    public typealias Output = Int

    let source: TestPublisher<Int, Failure>
    let answers: LawAnswers
    /// A publisher that sends in place of the script, for tests that drive a sample with a publisher of their own.
    var replacement: AnyPublisher<Int, Failure>?
    /// A closure that receives the type of each subscriber, for such a test.
    var onSubscriber: ((Any.Type) -> Void)?

    /// A closure that is called right before the first value is passed on.
    var onFirstValue: (() -> Void)?

    /// Indicates whether its subscription comes at the next tick, when the call that subscribes has returned.
    var isLate = false

    /// The way in which it treats demand.
    var habit = ScriptHabit.prompt

    /// The place of this input's events.
    var place = LawPlace.input(0)

    /// The virtual time of the run, for operators that need a scheduler.
    public let scheduler: TestScheduler

    /// The number of subscriptions that are neither ended nor cancelled.
    public var activeCount: Int { source.activeCount }

    /// The number of subscriptions that are over and still kept by an object, see ``TestPublisher/keptCount``.
    public var keptCount: Int { source.keptCount }

    /// Begins a subscription.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Failure {
        onSubscriber?(S.self)
        if let replacement { return replacement.receive(subscriber: subscriber) }
        if isLate {
            var punctual = self
            punctual.isLate = false
            scheduler.scheduleInOrder(after: scheduler.now.advanced(by: 1)) { [punctual] in
                punctual.receive(subscriber: subscriber)
            }
            return
        }
        let sender = LawSender(downstream: subscriber, place: place)
        guard let onFirstValue else { return source.begin(sender, habit) }
        source.begin(LawActingSender(sender, onFirstValue), habit)
    }

    /// Returns the same input with a closure that acts in the middle of its first value, before the value is passed on.
    ///
    /// ```swift
    /// let upstream = try scheduler.upstream("0-|").acting { scheduler.advance(by: 1) }
    /// ```
    ///
    /// - Parameter body: Called once for each subscriber.
    public func acting(_ body: @escaping () -> Void) -> LawUpstream {
        var upstream = self
        upstream.onFirstValue = body
        return upstream
    }

    /// Returns the same input with a subscription that comes at the next tick, as behind `subscribe(on:)`.
    ///
    /// ```swift
    /// let upstream = try scheduler.upstream("0|").late()
    /// ```
    public func late() -> LawUpstream {
        var upstream = self
        upstream.isLate = true
        return upstream
    }

    /// Returns the same input with answers that come late: each request counts from the next tick on.
    ///
    /// ```swift
    /// let upstream = try scheduler.upstream("0|").answeringLate()
    /// ```
    public func answeringLate() -> LawUpstream { following(.answersLate) }

    /// Returns the same input with values that come in their time, although they haven't been asked for.
    ///
    /// ```swift
    /// let upstream = try scheduler.upstream("012|").ignoringDemand()
    /// ```
    public func ignoringDemand() -> LawUpstream { following(.ignoresDemand) }

    private func following(_ habit: ScriptHabit) -> LawUpstream {
        var upstream = self
        upstream.habit = habit
        return upstream
    }

    /// The immediacy that the law kit sets for a run. In other tests an input may answer.
    public typealias _Answers = _Depends

    public static var _answering: _Answering { LawFacts.current.immediacy }

    /// A Boolean value that indicates whether the law kit lets types promise at most one value in a run.
    public static var _atMostOne: Bool { LawFacts.current.atMostOne }

    /// Returns the history without a subscription, if the run wants that and the history is short enough.
    public func _answer() -> _Answer<Int, Failure> {
        if let replacement { return replacement._answer() }
        switch answers {
        case .never: return .no
        case .partly: return .then(AnyPublisher(source))
        case .asked, .known: break
        }
        guard source.kind == .cold, source.script.allSatisfy({ $0.time <= .zero }) else { return .no }
        let signals = source.script.map { $0.signal }
        switch signals.count {
        case 1:
            if case .completion(.finished) = signals[0] { return .empty }
            if case .completion(.failure(let error)) = signals[0] { return .failure(error) }
        case 2:
            if case .value(let value) = signals[0], case .completion(.finished) = signals[1] {
                return .value(value)
            }
        default: break
        }
        return .no
    }
}

extension TestScheduler {
    /// Creates an input that follows a script in marbles, as the law kit's own inputs do, for tests of one history.
    ///
    /// ```swift
    /// let upstream = try scheduler.upstream("-0-1|")
    /// let recorder = upstream.prefix(1).record(on: scheduler)
    /// ```
    ///
    /// - Parameters:
    ///   - marbles: Digits are values, and so are `a` for 10 and the letters after it, and `n`, `m` and `l` for -1, -2
    ///     and -3; `|` is the end, `x` a failure.
    ///   - kind: The time at which the script starts: separately for each subscriber, or now.
    ///   - answers: The answer to a caller that asks for the values without a subscription.
    /// - Throws: ``MarbleError`` if the marbles are wrong.
    public func upstream(
        _ marbles: String, kind: TestPublisher<Int, TestFailure>.Kind = .cold, answers: LawAnswers = .never
    ) throws(MarbleError) -> LawUpstream<TestFailure> {
        try scripted(marbles, kind, answers)
    }

    /// Creates an input that follows a script in marbles and never fails, see ``upstream(_:kind:answers:)``.
    ///
    /// - Throws: ``MarbleError`` if the marbles are wrong.
    public func upstream(
        _ marbles: String, failing: Never.Type, kind: TestPublisher<Int, Never>.Kind = .cold,
        answers: LawAnswers = .never
    ) throws(MarbleError) -> LawUpstream<Never> {
        try scripted(marbles, kind, answers)
    }

    private func scripted<Failure: Error>(
        _ marbles: String, _ kind: TestPublisher<Int, Failure>.Kind, _ answers: LawAnswers
    ) throws(MarbleError) -> LawUpstream<Failure> {
        let script = try MarbleKey<Int, Failure>.inputs.signals(of: Marbles(marbles))
        return LawUpstream(
            source: TestPublisher(kind, script: script, on: self), answers: answers, scheduler: self)
    }
}

extension MarbleKey where Output == Int {
    /// The key of the inputs' values: numbers of more than one digit, and negative numbers, have letters.
    static var inputs: MarbleKey {
        MarbleKey(
            values: [
                "a": 10, "b": 11, "c": 12, "d": 13, "e": 14, "f": 15, "l": -3, "m": -2, "n": -1,
            ], areEqual: ==)
    }
}
