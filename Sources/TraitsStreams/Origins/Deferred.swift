/// A publisher that is made separately for each subscriber, when it subscribes.
///
/// ```
/// Deferred { Just(clock.now) }     t1|     for one subscriber
///                                  t2|     for another, later one
/// ```
///
/// Use it to put off work, or to give each subscriber a publisher of its own.
///
/// - Demand, failure, threads, cancellation: those of the publisher that is made; the subscriber is attached
///   straight to it.
///
/// ```swift
/// let dice = Deferred { Just(Int.random(in: 1...6)) }
/// let first = dice.sink { print($0) }
/// let second = dice.sink { print($0) }      // another throw
/// ```
@frozen
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
    public typealias Output = DeferredPublisher.Output
    public typealias Failure = DeferredPublisher.Failure

    /// Makes the publisher, once for each subscriber.
    public let createPublisher: () -> DeferredPublisher

    #if !StrictIsolation  // strict: sending
        /// Creates a deferred publisher.
        ///
        /// - Parameter createPublisher: called once for each subscriber, inside the call that subscribes.
        @inlinable
        public init(createPublisher: @escaping () -> DeferredPublisher) {
            self.createPublisher = createPublisher
        }
    #endif

    /// For operators, which pass on a closure that they were given.
    @_disfavoredOverload
    @inlinable
    package init(_create createPublisher: @escaping () -> DeferredPublisher) {
        self.createPublisher = createPublisher
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        createPublisher().subscribe(subscriber)
    }

    public typealias _Answers = DeferredPublisher._Answers

    @inlinable @inline(__always)
    public static var _answering: _Answering { DeferredPublisher._answering }

    @inlinable
    public func _answer() -> _Answer<Output, Failure> {
        guard _Fact<_Answers>.mayHold(DeferredPublisher._answering != .never) else { return .no }
        let publisher = createPublisher()
        let answer = publisher._answer()
        // The closure has run and must not run again for this subscriber.
        if case .no = answer { return .then(publisher._erased()) }
        return answer
    }
}
