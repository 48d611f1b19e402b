extension Property {
    /// A property that has this one's value now and changes on an actor, some time after this one.
    ///
    /// An observer on the actor gets the value synchronously and later values there:
    ///
    /// ```swift
    /// @MainActor final class Label {
    ///     var text = ""
    ///
    ///     func show(_ name: Property<String>) -> AnyCancellable {
    ///         name.receive(on: #isolation).allValues.sink { self.text = $0 }
    ///     }
    /// }
    /// ```
    ///
    /// Otherwise it is like ``receive(on:options:)`` with an ``ActorScheduler``.
    ///
    /// - Parameter actor: the actor on which the result changes; `MainActor.shared` for the main actor.
    public func receive(on actor: any Actor) -> Property { receive(on: ActorScheduler(actor)) }
}
