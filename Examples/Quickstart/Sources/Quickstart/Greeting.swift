import TraitsRuntime

/// A publisher of our own: greets one person.
struct Greeting: Publisher {
    typealias Output = String
    typealias Failure = Never

    let name: String

    func receive<S: Subscriber>(subscriber: S) where S.Input == String, S.Failure == Never {
        Just("Hello, \(name)").receive(subscriber: subscriber)
    }
}
