extension MutableProperty {
    /// Sets this property to each value of a publisher, until the returned object is cancelled or released, or
    /// the publisher completes.
    ///
    /// The binding does not keep this property alive, unless this is a lens, whose whole it keeps; nor does the publisher's
    /// completion end it. A property can have several bindings, and be changed by hand meanwhile.
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
    /// To bind two properties to each other, give each the other *property*: a publisher that is made from a property sends
    /// when observers are told, and its value may be old by then.
    ///
    /// - Parameter publisher: sends the values; asked for all it has.
    /// - Returns: the lifetime of the binding.
    @inlinable
    public func bind<P: Publisher>(to publisher: P) -> AnyCancellable
    where P.Output == Value, P.Failure == Never {
        if let part { return publisher._sink { part.set($0) } }
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
    /// Each change of the other property is followed by one of this one, before any observer of either is told. The binding
    /// copies the value that the other property has then. If both values must change at the same instant, derive one from
    /// the other property instead.
    ///
    /// Two properties can be bound to each other, and more in a ring, a chain or a star. Each change goes through all of
    /// them before an observer or another thread can make the next one. One rule decides the result: **the value that was
    /// set last stays**, and is copied to each property that follows the changed property, also if a transaction sets
    /// several of them. In a transaction, a property that follows nothing keeps the value that it was given. If a closure
    /// between two of them gives back another value than it is given, that is a correction of the value, and stays.
    ///
    /// Closures that never agree are given up: after 100 rounds the bindings stop until the next change, and a warning on the
    /// standard error names the lines that made them. The ring's values may differ then. A value that can't be compared
    /// goes through each binding once.
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
    /// - Parameters:
    ///   - other: the property to follow; the binding holds it.
    ///   - file: the file, for a ring that doesn't settle.
    ///   - line: the line in it.
    /// - Returns: the lifetime of the binding.
    @inlinable
    public func bind(
        to other: Property<Value>, file: StaticString = #fileID, line: UInt = #line
    ) -> AnyCancellable {
        follow(other, isSame: nil, .init(file: file, line: line, value: Value.self))
    }

    /// Sets this property to another property's value, now and whenever that one changes to a value that this one doesn't
    /// have, until the returned object is cancelled or released.
    ///
    /// It is ``bind(to:file:line:)-(Property<Value>,_,_)``, for values that can be compared: copying a value that is there
    /// already is no change.
    @inlinable
    public func bind(
        to other: Property<Value>, file: StaticString = #fileID, line: UInt = #line
    ) -> AnyCancellable where Value: Equatable {
        follow(other, isSame: ==, .init(file: file, line: line, value: Value.self))
    }

    /// Keeps this property and another one equal: this one takes the other one's value, and from then on each follows the
    /// other, until the returned object is cancelled or released.
    ///
    /// ```
    /// field    ----1-----2--
    /// model    1---------2--      field.bind(to: model), then either is set to 2
    /// ```
    ///
    /// Both have the value that was set last when an observer or another thread can make the next change, also if a
    /// transaction sets both; observers of the property that was set first are told its value, too. The binding keeps neither
    /// object, but the whole of a lens; it ends in the direction whose source is released.
    ///
    /// ```swift
    /// let model = MutableProperty("Ann"), field = MutableProperty("")
    /// let binding = field.bind(to: model)
    /// print(field.value)      // Ann
    /// field.value = "Bob"
    /// print(model.value)      // Bob
    /// Properties.transaction { model.value = "Cy"; field.value = "Dan" }
    /// print(model.value)      // Dan
    /// ```
    ///
    /// - Threads, cancellation: as for `bind(to:)` of a ``Property``.
    /// - Parameters:
    ///   - other: the property whose value is taken first.
    ///   - file: the file, for a ring that doesn't settle.
    ///   - line: the line in it.
    /// - Returns: the lifetime of the binding.
    @inlinable
    public func bind(
        to other: MutableProperty<Value>, file: StaticString = #fileID, line: UInt = #line
    ) -> AnyCancellable where Value: Equatable {
        bindBothWays(to: other, isSame: ==, .init(file: file, line: line, value: Value.self))
    }

    /// Keeps this property and another one equal, for values that are compared by a closure; see `bind(to:)` of a
    /// ``MutableProperty``.
    ///
    /// - Parameters:
    ///   - other: the property whose value is taken first.
    ///   - isSame: returns `true` if two values are the same, so that there is nothing to copy. Called where either
    ///     property is changed.
    ///   - file: the file, for a ring that doesn't settle.
    ///   - line: the line in it.
    /// - Returns: the lifetime of the binding.
    @inlinable
    public func bind(
        to other: MutableProperty<Value>, isSame: @escaping @Sendable (Value, Value) -> Bool,
        file: StaticString = #fileID, line: UInt = #line
    ) -> AnyCancellable {
        bindBothWays(to: other, isSame: isSame, .init(file: file, line: line, value: Value.self))
    }

    @inlinable
    func bindBothWays(
        to other: MutableProperty<Value>, isSame: @escaping (Value, Value) -> Bool,
        _ place: _BindingNode.Place
    ) -> AnyCancellable {
        let bindings = [
            follow(other.property, isSame: isSame, place), other.follow(property, isSame: isSame, place),
        ]
        return AnyCancellable { for binding in bindings { binding.cancel() } }
    }

    /// - Parameter isSame: `nil` if values can't be compared.
    @inlinable
    func follow(
        _ other: Property<Value>, isSame: ((Value, Value) -> Bool)?, _ place: _BindingNode.Place
    ) -> AnyCancellable {
        // Returns whether a value that was set at some time replaces the target's value.
        let isWanted = { (binding: _BindingNode, old: Value, node: _GraphNode, new: Value, time: UInt64) in
            if time < node.timeOfValue { return false }
            guard let isSame else { return time > binding.timeOfCopy && binding.beginCopy(time) }
            return !isSame(old, new) && binding.beginCopy(time)
        }
        if let part {
            // Captures the property: its node's place in the graph tells when the part was set. The part holds the whole
            // anyway.
            let property = property
            return _BindingNode.bind(to: other.node, place) { binding, time in
                let value = other.working
                part.update(at: time) {
                    guard isWanted(binding, $0, property.node, value, time) else { return false }
                    $0 = value
                    return true
                }
                property.node.wasSetAgain(time)
            }
        }
        // Captures the node only: the binding doesn't keep the property.
        let node = property.node
        return _BindingNode.bind(to: other.node, place) { binding, time in
            node.joinGraph()
            // A postponed setting is later than this one.
            if node.intention != nil { return }
            let value = other.working
            if isWanted(binding, node.working, node, value, time) {
                node.changeNow(to: value, .init(time: time))
            } else {
                node.wasSetAgain(time)
            }
        }
    }
}
