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
            _MachineNode(_MergeMachine(), consume downstream, inputs: publishers.count).run {
                $0.subscribe(to: publishers)
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
struct _MergeMachine<Output, Failure: Error>: OperatorInputsMachine {
    @inlinable init() {}

    @usableFromInline static var name: String { "Merge" }
    @inlinable @inline(__always) static var _code: _MachineCode { .own }

    @inlinable @inline(__always)
    func receive(_ input: Output, from index: Int) -> OperatorStep<Output, Failure> { .next(input) }
}
