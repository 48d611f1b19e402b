public import TraitsRuntime

extension Publisher {
    /// Sends the newest value whenever another publisher sends, unless that value has been sent already.
    ///
    /// ```
    ///             --1--2-----3---|
    ///             -------x--x--x--->
    /// sample(on:) -------2-----3-|
    /// ```
    ///
    /// The meaning is that of `sample` of RxSwift and ReactiveSwift, except that the stream also ends when the other publisher
    /// finishes.
    ///
    /// - Demand: both publishers are asked for everything. A value that the subscriber hasn't asked for is
    ///   left out.
    /// - Failure: a failure of either publisher ends all.
    /// - Completion: when either publisher finishes. A value that hasn't been sent by then is left out.
    /// - Threads: values are sent wherever the other publisher sends.
    /// - Cancellation: cancels both publishers.
    ///
    /// ```swift
    /// let positions = PassthroughSubject<Int, Never>(), frames = PassthroughSubject<Void, Never>()
    /// let cancellable = positions.sample(on: frames).sink { print($0) }
    /// positions.send(1)
    /// positions.send(2)
    /// frames.send()          // Prints: 2
    /// frames.send()
    /// ```
    ///
    /// - Parameter ticks: the publisher whose values trigger a send; subscribed to last.
    @_disfavoredOverload
    @inlinable
    public func sample<Ticks: Publisher>(on ticks: Ticks) -> MorePublishers.Sample<Self, Ticks>
    where Ticks.Failure == Failure {
        MorePublishers.Sample(sampled: self, ticks: ticks)
    }
}

extension MorePublishers {
    /// A publisher that sends the newest value of one publisher each time that another sends; see
    /// `sample(on:)`.
    @frozen
    public struct Sample<Sampled: Publisher, Ticks: Publisher>: MachineOperator
    where Sampled.Failure == Ticks.Failure {
        /// The type of the values that the publisher sends.
        public typealias Output = Sampled.Output
        /// The type of the publisher's failures.
        public typealias Failure = Sampled.Failure

        /// The publisher whose values are sent.
        public let sampled: Sampled

        /// The publisher whose values trigger a send.
        public let ticks: Ticks

        /// Creates a publisher that sends the newest value of one publisher each time that another sends.
        @inlinable
        public init(sampled: Sampled, ticks: Ticks) {
            self.sampled = sampled
            self.ticks = ticks
        }

        /// The publisher whose values trigger a send.
        @inlinable
        public var upstream: Ticks { ticks }

        /// The publisher whose values are sent.
        @inlinable
        public var other: Sampled { sampled }

        /// Makes the machine of one subscription.
        @inlinable
        public func makeMachine() -> ExtraParts.Sampling<Ticks.Output, Output, Failure> { .init() }
    }
}

extension ExtraParts {
    /// The machine of `MorePublishers.Sample`: ticks are its input, and the sampled values are its signals.
    @frozen
    public struct Sampling<Input, Signal, Failure: Error>: OperatorMachine {
        @usableFromInline var newest: Signal?

        @inlinable
        init() {}

        /// The operator's name.
        public static var name: String { "Sample" }
        /// The demand towards upstream.
        @inlinable public static var demand: MachineDemand { .unlimited }
        /// Of several values of the other publisher, the newest one matters.
        @inlinable public static var keepsNewestSignal: Bool { true }

        /// Handles a value.
        @inlinable
        public mutating func receive(_ input: Input) -> OperatorStep<Signal, Failure> {
            guard let value = newest else { return .skip }
            newest = nil
            return .next(value)
        }

        /// Handles a value of the other publisher.
        @inlinable
        public mutating func receive(signal: Signal) -> OperatorStep<Signal, Failure> {
            newest = signal
            return .skip
        }

        /// Handles the end of the other publisher.
        @inlinable
        public func receive(
            signalCompletion: Subscribers.Completion<Failure>
        ) -> OperatorStep<Signal, Failure> {
            switch signalCompletion {
            case .finished: .finish
            case .failure(let error): .fail(error)
            }
        }
    }
}

extension MorePublishers.Sample: Sendable where Sampled: Sendable, Ticks: Sendable {}
