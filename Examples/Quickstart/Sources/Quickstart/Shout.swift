import TraitsRuntime

extension Publisher where Output == String {
    /// An operator of our own: makes each string louder.
    func shout() -> Shout<Self> { Shout(upstream: self) }
}

/// The publisher behind `shout()`.
struct Shout<Upstream: Publisher>: Publisher where Upstream.Output == String {
    typealias Output = String
    typealias Failure = Upstream.Failure

    let upstream: Upstream

    func receive<S: Subscriber>(subscriber: S) where S.Input == String, S.Failure == Failure {
        upstream.map { $0.uppercased() + "!" }.receive(subscriber: subscriber)
    }
}
