extension Publishers.FlatMap {
    /// Every child has its value at once and can't fail: `flatMap` is `compactMap`, and needs no state.
    @frozen @usableFromInline
    struct Immediate<Downstream: Subscriber>: _PassThrough
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = Upstream.Failure

        @usableFromInline let downstream: Downstream
        @usableFromInline let transform: (Upstream.Output) -> NewPublisher

        @inlinable @inline(__always)
        init(_ downstream: Downstream, _ transform: @escaping (Upstream.Output) -> NewPublisher) {
            self.downstream = downstream
            self.transform = transform
        }

        @usableFromInline var description: String { "FlatMap" }

        @inlinable
        func receive(_ input: Upstream.Output) -> Subscribers.Demand {
            value(of: input).map { downstream.receive($0) } ?? .none
        }

        @inlinable @inline(__always)
        func _receive(live input: Upstream.Output) -> Subscribers.Demand {
            value(of: input).map { downstream._receive(live: $0) } ?? .none
        }

        @inlinable @inline(__always)
        func value(of input: Upstream.Output) -> Output? {
            switch transform(input)._immediate() {
            case .value(let value): return value
            case .empty: return nil
            case .no, .failure, .then:
                _brokenContract("\(NewPublisher.self)", "said it has its value at once, but has not")
            }
        }
    }
}
