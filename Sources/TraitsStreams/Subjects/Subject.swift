/// A publisher that sends the events passed to its methods.
///
/// A subject carries values from imperative code, or from other publishers, to any number of subscribers.
/// Its methods may be called from any thread and from inside any call it makes; calls to one subscriber
/// never overlap.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Sends a value to the subscribers.
    func send(_ value: Output)

    /// Finishes or fails; later values and completions are ignored, later subscribers get the completion.
    func send(completion: Subscribers.Completion<Failure>)

    /// Gives the subject an upstream subscription, which it asks for values when it has subscribers for them.
    func send(subscription: any Subscription)
}

extension Subject where Output == Void {
    /// Sends a value to the subscribers of a subject of `Void`.
    @inlinable
    public func send() { send(()) }
}
