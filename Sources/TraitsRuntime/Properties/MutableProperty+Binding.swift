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
    /// To bind two properties to each other, give each the other *property*: a value of a publisher that is made of one
    /// comes when observers are told, and may be an old one by then.
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
    /// ```
    /// a                   1----2---------3--
    /// b.bind(to: a)       1----2----5----3--      5: changed by hand
    /// ```
    ///
    /// Each change of the other property is followed by one of this one, before any observer of either is told. The
    /// binding copies the value that the other property has then. What is to change at the same instant should be
    /// derived from the other property instead.
    ///
    /// Two properties can be bound to each other, and more in a ring. Each change goes through all of them before an
    /// observer or another thread can make the next one, so all end with the value that was set last. Values that can't
    /// be compared need a `removeDuplicates(by:)` somewhere in the ring; otherwise the change never ends.
    ///
    /// ```swift
    /// let model = MutableProperty("Ann")
    /// let field = MutableProperty("")
    /// let bindings = [
    ///     field.bind(to: model.property), model.bind(to: field.property),
    ///     field.subsequentValues.sink { if $0.hasSuffix(" ") { field.value.removeLast() } },
    /// ]
    /// field.value = "Bob "
    /// print(model.value)      // Bob
    /// ```
    ///
    /// - Threads: copies are part of the change, as closures of operators are: other threads' changes wait for them.
    /// - Cancellation: waits for a change that another thread is making, not for its observers. Nothing is copied after
    ///   that.
    /// - Parameter other: the property to follow; the binding holds it.
    /// - Returns: the lifetime of the binding.
    @inlinable
    public func bind(to other: Property<Value>) -> AnyCancellable {
        follow(other) { _, _ in false }
    }

    /// Sets this property to another property's value, now and whenever that one changes to a value that this one doesn't
    /// have, until the returned object is cancelled or released.
    ///
    /// It is ``bind(to:)-(Property<Value>)``, for values that can be compared: to copy one that is there already is no
    /// change.
    @inlinable
    public func bind(to other: Property<Value>) -> AnyCancellable where Value: Equatable {
        follow(other, isSame: ==)
    }

    /// Keeps this property and another one equal: this one takes the other one's value, and from then on each follows the
    /// other, until the returned object is cancelled or released.
    ///
    /// ```
    /// field    ----1-----2--
    /// model    1---------2--      field.bind(to: model), then either is set to 2
    /// ```
    ///
    /// Both have the value that was set last when an observer or another thread can make the next change. The binding keeps
    /// neither object; it ends in the direction whose source is released.
    ///
    /// ```swift
    /// let model = MutableProperty("Ann"), field = MutableProperty("")
    /// let binding = field.bind(to: model)
    /// print(field.value)      // Ann
    /// field.value = "Bob"
    /// print(model.value)      // Bob
    /// ```
    ///
    /// - Threads, cancellation: as for `bind(to:)` of a ``Property``.
    /// - Parameter other: the property whose value is taken first.
    /// - Returns: the lifetime of the binding.
    @inlinable
    public func bind(to other: MutableProperty<Value>) -> AnyCancellable where Value: Equatable {
        bindBothWays(to: other, isSame: ==)
    }

    /// Keeps this property and another one equal, for values that are compared by a closure; see `bind(to:)` of a
    /// ``MutableProperty``.
    ///
    /// - Parameters:
    ///   - other: the property whose value is taken first.
    ///   - isSame: whether two values are the same, so that there is nothing to copy. Called where either property is changed.
    /// - Returns: the lifetime of the binding.
    @inlinable
    public func bind(
        to other: MutableProperty<Value>, isSame: @escaping @Sendable (Value, Value) -> Bool
    ) -> AnyCancellable {
        bindBothWays(to: other, isSame: isSame)
    }

    @inlinable
    func bindBothWays(
        to other: MutableProperty<Value>, isSame: @escaping (Value, Value) -> Bool
    ) -> AnyCancellable {
        let bindings = [follow(other.property, isSame: isSame), other.follow(property, isSame: isSame)]
        return AnyCancellable { for binding in bindings { binding.cancel() } }
    }

    @inlinable
    func follow(_ other: Property<Value>, isSame: @escaping (Value, Value) -> Bool) -> AnyCancellable {
        if let write {
            return _BindingNode.bind(to: other.node) {
                let value = other.working
                write {
                    if isSame($0, value) { return false }
                    $0 = value
                    return true
                }
            }
        }
        // Not the property: the binding doesn't keep it.
        let node = property.node
        return _BindingNode.bind(to: other.node) {
            node.joinGraph()
            let value = other.working
            if !isSame(node.working, value) { node.changeNow(to: value) }
        }
    }
}
