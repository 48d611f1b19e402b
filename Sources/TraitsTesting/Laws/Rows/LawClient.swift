import TraitsRuntime

/// What a program does with a publisher whose type it knows, formed where that type is known: in an optimised build
/// all generic code in between is specialised.
///
/// The law kit itself sees no types. It drives each publisher both ways.
@frozen
public struct LawClient<P: Publisher> {
    @usableFromInline typealias Sink = (
        P, @escaping (Subscribers.Completion<P.Failure>) -> Void, @escaping (P.Output) -> Void
    ) -> AnyCancellable

    @usableFromInline let sink: Sink

    /// Forms the calls here.
    @inlinable @inline(__always)
    public init() {
        sink = { $0._sink(receiveCompletion: $1, receiveValue: $2) }
    }
}
