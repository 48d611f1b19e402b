import TraitsRuntime

/// The calls of a program to a publisher of a known type, compiled where that type is known: in an optimised build all generic
/// code between them is specialised.
///
/// The law kit itself sees no types. It drives each publisher both with these calls and with its own.
@frozen
public struct LawClient<P: Publisher> {
    @usableFromInline typealias Sink = (
        P, @escaping (Subscribers.Completion<P.Failure>) -> Void, @escaping (P.Output) -> Void
    ) -> AnyCancellable

    @usableFromInline let sink: Sink

    /// Creates the calls, specialised for the caller's types.
    @inlinable @inline(__always)
    public init() {
        sink = { $0._sink(receiveCompletion: $1, receiveValue: $2) }
    }
}
