extension Publishers.FlatMap {
    /// The subscriber of a `flatMap` whose children have their value synchronously and can't fail. It is `compactMap`, except
    /// for an end that upstream sends inside a value: the child of that value still runs, so the end waits for it.
    @frozen @usableFromInline
    struct Immediate<Downstream: Subscriber>: _Transparent, _DemandPassing
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline let downstream: Downstream
        @usableFromInline let transform: (Upstream.Output) -> NewPublisher
        @usableFromInline let state = _ImmediateChildren()

        @inlinable @inline(__always)
        init(_ downstream: Downstream, _ transform: @escaping (Upstream.Output) -> NewPublisher) {
            (self.downstream, self.transform) = (downstream, transform)
        }

        @usableFromInline var description: String { "FlatMap" }

        @inlinable func receive(_ input: Upstream.Output) -> Subscribers.Demand {
            guard let value = value(of: input) else { return .none }
            state.running += 1
            _ = downstream.receive(value)
            state.running -= 1
            if state.isEnded && state.running == 0 { downstream.receive(completion: .finished) }
            return .none
        }

        @inlinable func receive(completion: Subscribers.Completion<Upstream.Failure>) {
            if state.running == 0 { downstream.receive(completion: completion) } else { state.isEnded = true }
        }

        /// A source that sends all it has while it is subscribed to sends no end inside a value.
        @inlinable @inline(__always) func _receive(live input: Upstream.Output) -> Subscribers.Demand {
            value(of: input).map { downstream._receive(live: $0) } ?? .none
        }

        @inlinable @inline(__always) func value(of input: Upstream.Output) -> Output? {
            switch transform(input)._answer() {
            case .value(let value): return value
            case .empty: return nil
            case .then(let traced): return _onlyValue(of: traced)
            case .no, .failure:
                _brokenContract("\(NewPublisher.self)", "said it has its value synchronously, but has not")
            }
        }
    }
}

/// The value of a child that has it synchronously, and is subscribed to since it is traced.
@usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
func _onlyValue<Output, Failure>(of child: AnyPublisher<Output, Failure>) -> Output? {
    var value: Output?
    _ = child._sink(receiveCompletion: { _ in }, receiveValue: { value = $0 })
    return value
}

/// The state of a ``Publishers/FlatMap`` whose children have their value synchronously. It belongs to upstream, whose calls
/// overlap only if they are nested.
///
/// Not nested in the generic type: making an object of a generic class takes a search for its type's metadata.
@usableFromInline
final class _ImmediateChildren {
    @usableFromInline @exclusivity(unchecked) var running = 0
    @usableFromInline @exclusivity(unchecked) var isEnded = false

    @inlinable init() {}
}
