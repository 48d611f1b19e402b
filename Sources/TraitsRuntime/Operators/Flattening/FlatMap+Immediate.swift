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
            switch transform(input)._immediate() {
            case .value(let value): return downstream.receive(value)
            case .empty: return .none
            case .no, .failure, .then:
                _brokenContract("\(NewPublisher.self)", "said it has its value at once, but has not")
            }
        }
    }
}
