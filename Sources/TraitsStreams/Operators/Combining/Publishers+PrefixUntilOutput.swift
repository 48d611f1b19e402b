extension Publisher {
    /// Sends the values of this publisher until another publisher sends one, then finishes.
    ///
    /// ```
    ///         --1--2--3--4-->
    ///         --------o|
    /// prefix  --1--2--|----->
    /// ```
    ///
    /// - Demand: passes through; the other publisher is asked for one value.
    /// - Failure: passes through. How the other publisher ends doesn't matter.
    /// - Threads: values are sent wherever this publisher sends, the end wherever the other does; one call at
    ///   a time.
    /// - Cancellation: cancels both publishers.
    ///
    /// ```swift
    /// let ticks = PassthroughSubject<Int, Never>(), stop = PassthroughSubject<Void, Never>()
    /// let cancellable = ticks.prefix(untilOutputFrom: stop).sink { print($0) }
    /// stop.send()      // no tick is printed after this
    /// ```
    ///
    /// - Parameter publisher: the publisher whose first value ends this one; subscribed to first.
    @inlinable
    public func prefix<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P> {
        Publishers.PrefixUntilOutput(upstream: self, other: publisher)
    }
}

extension Publishers {
    /// A publisher that sends the values of one publisher until another sends; see
    /// `prefix(untilOutputFrom:)`.
    @frozen
    public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: _NodePublisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are sent.
        public let upstream: Upstream

        /// The publisher whose first value is the end.
        public let other: Other

        /// Creates a publisher that sends the values of one publisher until another sends.
        @inlinable
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            typealias Values = _OneOf<Upstream.Output, Other.Output>
            let machine = _PrefixUntilMachine<Output, Other.Output, Failure>()
            _MachineNode(machine, consume downstream, inputs: 2).run { node in
                other.subscribe(_StopSubscriber<_, Other.Failure, _>(downstream: node.input(Values.B())))
                upstream.subscribe(node.input(Values.A()))
            }
        }
    }
}

/// The machine of ``Publishers/PrefixUntilOutput``.
@frozen @usableFromInline
struct _PrefixUntilMachine<Input, Signal, Failure: Error>: OperatorMachine, _SubscriptionShowing {
    @usableFromInline var isOver = false

    @inlinable init() {}

    @usableFromInline static var name: String { "PrefixUntilOutput" }
    @usableFromInline static var demand: MachineDemand { .asSubscriber }
    @inlinable @inline(__always) static var _demand: _MachineDemand { .answered(.closes) }
    @inlinable @inline(__always) static var _code: _MachineCode { .own }
    @inlinable @inline(__always) static var _acceptsZeroDemand: Bool { true }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> OperatorStep<Input, Failure> { isOver ? .skip : .next(input) }

    @inlinable @inline(__always)
    mutating func receive(signal: Signal) -> OperatorStep<Input, Failure> {
        isOver = true
        return .finish
    }

    @inlinable @inline(__always)
    func receive(completion: Subscribers.Completion<Failure>) -> OperatorStep<Input, Failure> {
        isOver ? .finish : .end(completion)
    }

    @inlinable @inline(__always)
    func receive(signalCompletion: Subscribers.Completion<Failure>) -> OperatorStep<Input, Failure> { .skip }
}

/// The subscriber of the other publisher, whose failure means no more than its finish.
@frozen @usableFromInline
struct _StopSubscriber<Input, Failure: Error, Downstream: Subscriber>: _Transparent, _DemandPassing
where Downstream.Input == Input {
    @usableFromInline let downstream: Downstream

    @inlinable
    init(downstream: Downstream) { self.downstream = downstream }

    @usableFromInline var description: String { "PrefixUntilOutput" }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        downstream.receive(completion: .finished)
    }
}

extension Publishers.PrefixUntilOutput: Sendable where Upstream: Sendable, Other: Sendable {}
