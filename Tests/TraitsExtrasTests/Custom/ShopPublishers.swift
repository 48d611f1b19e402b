import TraitsRuntime

// The publishers of Shop.traits.

/// Three values, synchronously.
struct Catalogue: Publisher {
    typealias Output = Int
    typealias Failure = Never

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        [1, 2, 3].publisher.receive(subscriber: subscriber)
    }
}

/// What upstream publishes, as it is.
struct Priced<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.receive(subscriber: subscriber)
    }
}

/// One value.
struct Checkout: Publisher {
    typealias Output = String
    typealias Failure = Never

    func receive<S: Subscriber>(subscriber: S) where S.Input == String, S.Failure == Never {
        Just("paid").receive(subscriber: subscriber)
    }
}

/// The actor of a trait that promises a place.
@globalActor actor TillActor {
    static let shared = TillActor()
}
