extension MutableProperty {
    /// A part of this property that can be read, observed and changed like any mutable property.
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
    /// - Changes inside of `modify`: the closure has the whole, so it must not change another part of it, which stops the program.
    /// - Complexity: a change is compared for each part of the same property that is observed.
    ///
    /// - Parameter keyPath: the way from the whole to the part.
    @inlinable
    public func lens<Part>(_ keyPath: WritableKeyPath<Value, Part>) -> MutableProperty<Part> {
        let property = property.map(keyPath)
        let place = _range(of: keyPath, in: part?.place)
        property.node.becomePart(place)
        let part = _Part<Part>(place: place) { [self] place, time, body in
            let change = { (whole: inout Value) -> Bool in
                var part = whole[keyPath: keyPath]
                guard body(&part) else { return false }
                whole[keyPath: keyPath] = part
                return true
            }
            if let whole = self.part {
                whole.change(place, time, change)
            } else {
                self.property.node.update(as: .init(part: place, time: time), change)
            }
        }
        return MutableProperty<Part>(_property: property, part: part)
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

/// The way from a part of a property to the whole.
@usableFromInline
final class _Part<Value> {
    // A class: a property that is no part of another one has one word for it.
    @usableFromInline typealias Change = (_ place: Range<Int>, _ time: UInt64, _ body: (inout Value) -> Bool)
        -> Void

    /// The bytes of the part in the whole.
    @usableFromInline let place: Range<Int>
    /// Changes some bytes of this part, given the time at which they count as set; zero means now.
    @usableFromInline let change: Change

    @inlinable
    init(place: Range<Int>, change: @escaping Change) {
        self.place = place
        self.change = change
    }

    @inlinable
    func update(at time: UInt64 = 0, _ body: (inout Value) -> Bool) { change(place, time, body) }

    @inlinable
    func set(_ value: Value) {
        update {
            $0 = value
            return true
        }
    }
}

/// Returns the bytes that a part takes in the whole; all bytes if the part has no place in memory.
@inlinable
func _range<Whole, Part>(of keyPath: WritableKeyPath<Whole, Part>, in whole: Range<Int>?) -> Range<Int> {
    // Inside of a part without a place, nothing has one.
    guard whole != _PropertySetting.all, let offset = MemoryLayout<Whole>.offset(of: keyPath) else {
        return _PropertySetting.all
    }
    let start = (whole?.lowerBound ?? 0) + offset
    return start..<start + max(MemoryLayout<Part>.size, 1)
}
