/// A subscriber that checks the place where events arrive, and passes them on.
public struct PlaceCheck<Downstream: Subscriber>: Subscriber {
    public typealias Input = Downstream.Input
    public typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let look: () -> Void

    /// A check before `downstream`.
    ///
    /// - Parameters:
    ///   - downstream: The subscriber that receives.
    ///   - look: Called where an event arrives; stops the program if that is the wrong place.
    @inlinable
    public init(_ downstream: Downstream, _ look: @escaping () -> Void) {
        self.downstream = downstream
        self.look = look
    }

    @inlinable
    public var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

    @inlinable
    public func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    @inlinable
    public func receive(_ input: Input) -> Subscribers.Demand {
        look()
        return downstream.receive(input)
    }

    @inlinable
    public func receive(completion: Subscribers.Completion<Failure>) {
        look()
        downstream.receive(completion: completion)
    }
}
