extension MutableProperty {
    /// Sets this property to each value of a publisher, until the returned object is cancelled or released, or
    /// the publisher completes.
    ///
    /// The binding does not keep this property alive, nor does the publisher's completion end it. A property can
    /// have several bindings, and be changed by hand meanwhile.
    ///
    /// ```swift
    /// let temperature = MutableProperty(20)
    /// let sensor = PassthroughSubject<Int, Never>()
    /// let binding = temperature.bind(to: sensor)
    /// sensor.send(21)
    /// print(temperature.value)      // 21
    /// binding.cancel()
    /// ```
    ///
    /// - Parameter publisher: sends the values; asked for all it has.
    /// - Returns: the lifetime of the binding.
    @inlinable
    public func bind<P: Publisher>(to publisher: P) -> AnyCancellable
    where P.Output == Value, P.Failure == Never {
        if let write {
            let receive: (Value) -> Void = { newValue in
                write {
                    $0 = newValue
                    return true
                }
            }
            return publisher._sink(receiveValue: receive)
        }
        let node = property.node
        return publisher._sink { node.change(to: $0) }
    }

    /// Sets this property to another property's value, now and whenever that one changes, until the returned
    /// object is cancelled or released.
    ///
    /// Each change of the other property is followed by one of this one, before the call that made it returns. What
    /// is to change at the same instant should be derived from the other property instead. Two properties
    /// that are bound to each other need a `removeDuplicates()` somewhere on the way round.
    ///
    /// - Parameter other: the property to follow; the binding holds it.
    /// - Returns: the lifetime of the binding.
    @inlinable
    public func bind(to other: Property<Value>) -> AnyCancellable { bind(to: other.allValues) }
}
