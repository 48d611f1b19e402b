extension Publisher {
    /// Leaves out the values of this publisher until another publisher sends one.
    ///
    /// ```
    ///       --1--2--3--4--|-->
    ///       --------o|
    /// drop  --------3--4--|-->
    /// ```
    ///
    /// - Demand: passes through; a value left out isn't replaced. The other publisher is asked for one value.
    /// - Failure: passes through; so does a failure of the other publisher before its first value.
    /// - Completion: when this publisher finishes, or the other finishes without a value.
    /// - Threads: values are sent wherever this publisher sends.
    /// - Cancellation: cancels both publishers.
    ///
    /// ```swift
    /// let readings = PassthroughSubject<Double, Never>(), warmedUp = PassthroughSubject<Void, Never>()
    /// let cancellable = readings.drop(untilOutputFrom: warmedUp).sink { print($0) }
    /// ```
    ///
    /// - Parameter publisher: the publisher to wait for; subscribed to first.
    @inlinable
    public func drop<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.DropUntilOutput<Self, P>
    where Failure == P.Failure {
        Publishers.DropUntilOutput(upstream: self, other: publisher)
    }
}

extension Publishers {
    /// A publisher that leaves out the values of one publisher until another sends; see
    /// `drop(untilOutputFrom:)`.
    @frozen
    public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: _NodePublisher
    where Upstream.Failure == Other.Failure {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are sent.
        public let upstream: Upstream

        /// The publisher that is waited for.
        public let other: Other

        /// Creates a publisher that leaves out the values of one publisher until another sends.
        @inlinable
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            let machine = _DropUntilMachine<Output, Other.Output, Failure>()
            _MachineNode(machine, consume downstream, inputs: 2).run { node in
                node.subscribe(to: upstream, steeredBy: other)
            }
        }
    }
}

/// The machine of ``Publishers/DropUntilOutput``.
@frozen @usableFromInline
struct _DropUntilMachine<Input, Signal, Failure: Error>: OperatorMachine, _SubscriptionShowing {
    @usableFromInline var isOpen = false

    @inlinable init() {}

    @usableFromInline static var name: String { "DropUntilOutput" }
    @usableFromInline static var demand: MachineDemand { .asSubscriber }
    @inlinable @inline(__always) static var _demand: _MachineDemand { .answered(.opens) }
    @inlinable @inline(__always) static var _code: _MachineCode { .own }
    @inlinable @inline(__always) static var _acceptsZeroDemand: Bool { true }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> OperatorStep<Input, Failure> { isOpen ? .next(input) : .skip }

    @inlinable @inline(__always)
    mutating func receive(signal: Signal) -> OperatorStep<Input, Failure> {
        isOpen = true
        return .skip
    }

    /// Once the other has opened, its end doesn't matter.
    @inlinable @inline(__always)
    func receive(signalCompletion: Subscribers.Completion<Failure>) -> OperatorStep<Input, Failure> {
        isOpen ? .skip : .end(signalCompletion)
    }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}
extension Publishers.DropUntilOutput: Sendable where Upstream: Sendable, Other: Sendable {}
