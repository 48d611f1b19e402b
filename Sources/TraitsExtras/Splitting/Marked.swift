import TraitsRuntime

/// An event of a publisher, or a signal from another publisher.
@usableFromInline
enum Marked<Value> {
    case value(Value)
    case signal
    /// The publisher has finished.
    case end

    @usableFromInline typealias Values<Upstream: Publisher> = Publishers.Concatenate<
        Publishers.Map<Upstream, Marked>, Publishers.Sequence<[Marked], Upstream.Failure>
    >

    /// Returns the values of a publisher, followed by its finish as a value.
    @inlinable
    static func values<Upstream: Publisher>(of upstream: Upstream) -> Values<Upstream>
    where Upstream.Output == Value {
        Publishers.Concatenate(
            prefix: Publishers.Map(upstream: upstream, transform: Marked.value),
            suffix: Publishers.Sequence(sequence: [.end]))
    }

    @inlinable
    static func signals<Signal: Publisher>(of signal: Signal) -> Publishers.Map<Signal, Marked> {
        Publishers.Map(upstream: signal) { _ in .signal }
    }
}
