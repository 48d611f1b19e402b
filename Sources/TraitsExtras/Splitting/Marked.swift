import TraitsRuntime

/// What operators see of a publisher and of another one that sends signals.
enum Marked<Value> {
    case value(Value)
    case signal
    /// The publisher has finished.
    case end

    typealias All<Upstream: Publisher, Signal: Publisher> = Publishers.Merge<
        Publishers.Concatenate<
            Publishers.Map<Upstream, Marked>, Publishers.Sequence<[Marked], Upstream.Failure>
        >, Publishers.Map<Signal, Marked>
    > where Upstream.Failure == Signal.Failure

    /// The values of a publisher, the signals, and the finish of the publisher as a value. The signals are subscribed to last.
    static func signalled<Upstream: Publisher, Signal: Publisher>(
        _ upstream: Upstream, by signal: Signal
    ) -> All<Upstream, Signal> where Upstream.Output == Value, Upstream.Failure == Signal.Failure {
        let values = Publishers.Concatenate(
            prefix: Publishers.Map(upstream: upstream, transform: Marked.value),
            suffix: Publishers.Sequence<[Marked], Upstream.Failure>(sequence: [.end]))
        return Publishers.Merge(values, Publishers.Map(upstream: signal) { _ in .signal })
    }
}
