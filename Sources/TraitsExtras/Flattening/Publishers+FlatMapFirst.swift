import Synchronization
import TraitsRuntime

extension Publisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Turns a value into a publisher, sends its values, and leaves out the values that arrive before it has ended.
        ///
        /// ```
        ///                    --a-----b-----c-->
        ///                      1--2--3|
        ///                                  4--5|
        /// flatMapFirst(_:)   --1--2--3-----4--5-->
        /// ```
        ///
        /// Use it for work that has to finish before it may begin again, such as a download that a button starts. A single of
        /// singles stays a single. The name and the meaning are those of RxSwift and CombineExt; other libraries say
        /// `exhaustMap`.
        ///
        /// - Demand: this publisher is asked for everything. The inner publisher gets the subscriber's demand, and its unmet
        ///   demand is asked of the next one.
        /// - Failure: a failure of this publisher or of the inner publisher ends the stream.
        /// - Completion: when this publisher and the inner publisher have finished.
        /// - Threads: the closure runs wherever this publisher sends, values are sent wherever the inner publisher sends.
        /// - Cancellation: cancels this publisher and the inner publisher.
        ///
        /// ```swift
        /// let taps = PassthroughSubject<Int, Never>(), answer = PassthroughSubject<String, Never>()
        /// let cancellable = taps.flatMapFirst { tap in answer.first().map { "\(tap): \($0)" } }.sink { print($0) }
        /// taps.send(1)
        /// taps.send(2)
        /// answer.send("yes")     // Prints: 1: yes
        /// ```
        ///
        /// - Parameter transform: makes a publisher of a value.
        @_disfavoredOverload
        public func flatMapFirst<P: Publisher>(
            _ transform: @escaping (Output) -> P
        ) -> Exhausted<Self, P> where P.Failure == Failure {
            exhausting(transform)
        }
    #endif

    func exhausting<P: Publisher>(_ transform: @escaping (Output) -> P) -> Exhausted<Self, P>
    where P.Failure == Failure {
        Publishers.SwitchToLatest(
            upstream: Publishers.Map(upstream: MorePublishers.WhileIdle(upstream: self)) { value, gate in
                Publishers.HandleEvents(
                    upstream: transform(value),
                    // What only the closure owns is needed for as long as this inner publisher runs. A failure opens no
                    // gate: another thread's value would take the place of this inner publisher, and the failure would be
                    // lost.
                    receiveCompletion: { end in
                        if case .finished = end { gate.open() }
                        extendLifetime(transform)
                    },
                    receiveRequest: nil)
            })
    }
}

/// The publisher of `flatMapFirst(_:)`.
public typealias Exhausted<Upstream: Publisher, P: Publisher> = Publishers.SwitchToLatest<
    Publishers.HandleEvents<P>, Publishers.Map<MorePublishers.WhileIdle<Upstream>, Publishers.HandleEvents<P>>
> where P.Failure == Upstream.Failure

extension MorePublishers {
    /// A publisher that lets a value through while nothing runs, together with the gate that it closes; see `flatMapFirst(_:)`.
    public struct WhileIdle<Upstream: Publisher>: StageOperator {
        /// The type of the values that the publisher sends.
        public typealias Output = (value: Upstream.Output, gate: ExtraParts.Gate)
        /// The type of the publisher's failures.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are let through.
        public let upstream: Upstream

        /// Creates a publisher that lets values through while nothing runs.
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Creates the stage of one subscription.
        public func makeStage() -> ExtraParts.Gatekeeper<Upstream.Output, Failure> { .init() }
    }
}

extension ExtraParts {
    /// The stage of ``TraitsRuntime/MorePublishers/WhileIdle``.
    public struct Gatekeeper<Input, Failure: Error>: OperatorStage {
        private let gate = Gate()

        init() {}

        /// The operator's name.
        public static var name: String { "WhileIdle" }

        /// Lets a value through if the gate is open.
        public func receive(_ input: Input) -> OperatorStep<(value: Input, gate: Gate), Failure> {
            gate.close() ? .next((input, gate)) : .skip
        }
    }

    /// A flag that is set while an inner publisher runs.
    public final class Gate: Sendable {
        private let isClosed = Atomic<Bool>(false)

        init() {}

        /// - Returns: whether the gate was open.
        func close() -> Bool { !isClosed.exchange(true, ordering: .acquiringAndReleasing) }

        /// Lets the next value through.
        public func open() { isClosed.store(false, ordering: .releasing) }
    }
}

extension MorePublishers.WhileIdle: Sendable where Upstream: Sendable {}
