/// Publishing the elements of a sequence.
extension Sequence {
    /// A publisher of the elements of this sequence, in order.
    ///
    /// ```
    /// [1, 2, 3].publisher     123|
    /// ```
    ///
    /// - Demand: elements are drawn as they are requested; a loop, not recursion, however they are requested.
    /// - Threads: sends inside the calls that request.
    /// - Cancellation: no element is drawn after it.
    ///
    /// ```swift
    /// let cancellable = (1...3).publisher.sink { print($0) }      // 1, 2, 3
    /// ```
    @inlinable
    public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}

extension Publishers {
    /// A publisher of the elements of a sequence; see `Sequence.publisher`.
    @frozen
    public struct Sequence<Elements: Swift.Sequence, Failure: Error>: _NodePublisher {
        public typealias Output = Elements.Element

        /// The sequence whose elements are sent.
        public let sequence: Elements

        /// Creates a publisher of the elements of a sequence.
        @inlinable @inline(__always)
        public init(sequence: Elements) { self.sequence = sequence }

        @inlinable @inline(__always)
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            if Downstream._asksForAll {
                sendAll(to: downstream)
            } else if Downstream.self == _AsyncSubscriber<Output, Failure>.self,
                let loop = downstream as? _AsyncSubscriber<Output, Failure>, loop.receive(elements: sequence)
            {
                // The loop takes the elements itself.
            } else {
                _SequenceNode(downstream, sequence, .finished, isRecord: false).start()
            }
        }
    }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}
extension Publishers.Sequence: Sendable where Elements: Sendable {}
