// `merge(with:)` of two to eight publishers, each a type of its own, is written by the template `_Merge.mustache` out of
// the rows of the table.

extension Publisher {
    /// Sends the values of this publisher and of another of the same type, as they come; otherwise like
    /// ``merge(with:)-(P)``.
    @inlinable
    public func merge(with other: Self) -> Publishers.MergeMany<Self> {
        Publishers.MergeMany([self, other])
    }
}

extension Publishers {
    /// A publisher that sends the values of any number of others of one type as they come; see `merge(with:)`. Without any it
    /// finishes immediately.
    @frozen
    public struct MergeMany<Upstream: Publisher>: _NodePublisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publishers whose values are sent.
        public let publishers: [Upstream]

        /// Creates a publisher that merges others.
        @inlinable
        public init(_ upstream: Upstream...) { publishers = upstream }

        /// Creates a publisher that merges the elements of a sequence.
        @inlinable
        public init<S: Swift.Sequence>(_ upstream: S) where Upstream == S.Element {
            publishers = Array(upstream)
        }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            let count = publishers.count
            _MachineNode(_MergeMachine(of: count), downstream, inputs: count).run { node in
                if count == 0 { node.finish() }
                for (index, publisher) in publishers.enumerated() {
                    publisher.subscribe(node.input(_AnyInput(index)))
                }
            }
        }

        /// Merges one publisher more.
        @inlinable
        public func merge(with other: Upstream) -> MergeMany<Upstream> { MergeMany(publishers + [other]) }
    }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}
extension Publishers.MergeMany: Sendable where Upstream: Sendable {}

/// The machine of `merge`, for any number of inputs.
@frozen @usableFromInline
struct _MergeMachine<Output, Failure: Error>: _Machine {
    /// The number of inputs that still run.
    @usableFromInline var running: Int

    @inlinable
    init(of count: Int) { running = count }

    @usableFromInline static var name: String { "Merge" }
    @inlinable @inline(__always) static var cancelsFailed: Bool { true }
    @usableFromInline typealias HoldsInputs = _Yes
    @inlinable @inline(__always) static var acceptsZeroDemand: Bool { true }

    @inlinable @inline(__always)
    mutating func on(_ event: _Event<Output, Failure>) -> _Action<Output, Failure> {
        switch event {
        case .value(let value):
            return .next(value)
        case .end(_, .finished):
            running -= 1
            return running == 0 ? .finish : .wait
        case .end(_, .failure(let error)):
            return .fail(error)
        }
    }
}
