extension MutableProperty {
    /// A part of this property that can be read, observed and changed like a property of its own.
    ///
    /// A change of the part is a change of the whole, with the rest as it is at that moment; a change of the whole
    /// is a change of the part. Both happen at the same instant.
    ///
    /// ```swift
    /// struct Address { var street: String, city: String }
    /// let address = MutableProperty(Address(street: "Main St", city: "Springfield"))
    /// let city = address.lens(\.city)
    /// city.value = "Shelbyville"
    /// print(address.value.city)      // Shelbyville
    /// ```
    ///
    /// - Lifetime: the part holds the whole. It ends with the whole.
    ///
    /// - Parameter keyPath: the way from the whole to the part.
    @inlinable
    public func lens<Part>(_ keyPath: WritableKeyPath<Value, Part>) -> MutableProperty<Part> {
        MutableProperty<Part>(_property: property.map(keyPath)) { [self] body in
            let change = { (whole: inout Value) -> Bool in
                var part = whole[keyPath: keyPath]
                guard body(&part) else { return false }
                whole[keyPath: keyPath] = part
                return true
            }
            if let write { write(change) } else { property.node.update(change) }
        }
    }

    /// A part of this property, by its name: `address.lens.city` is `address.lens(\.city)`.
    @inlinable
    public var lens: Lenses { Lenses(whole: self) }

    /// The parts of a mutable property, by name.
    @frozen @dynamicMemberLookup
    public struct Lenses {
        @usableFromInline let whole: MutableProperty<Value>

        @inlinable
        init(whole: MutableProperty<Value>) { self.whole = whole }

        /// The part that a key path leads to.
        @inlinable
        public subscript<Part>(dynamicMember keyPath: WritableKeyPath<Value, Part>) -> MutableProperty<Part> {
            whole.lens(keyPath)
        }
    }
}
