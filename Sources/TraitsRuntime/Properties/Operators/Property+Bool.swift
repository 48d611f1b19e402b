extension Property where Value == Bool {
    /// A property that is true while this one is false.
    @inlinable
    public func negate() -> Property<Bool> { map { !$0 } }

    /// A property that is true while this one and another are.
    ///
    /// ```
    /// a             t-----f-----t--|
    /// b             f--t-----f--t--|
    /// a.and(b)      f--t--f--f--t--|
    /// ```
    @inlinable
    public func and(_ other: Property<Bool>) -> Property<Bool> { combineLatest(other) { $0 && $1 } }

    /// A property that is true while this one or another is, or both.
    ///
    /// ```
    /// a             t-----f-----t--|
    /// b             f--t-----f--t--|
    /// a.or(b)       t--t--t--f--t--|
    /// ```
    @inlinable
    public func or(_ other: Property<Bool>) -> Property<Bool> { combineLatest(other) { $0 || $1 } }

    /// A property that is true while all of several properties are; true if there are none.
    ///
    /// It follows each change of each of them.
    ///
    /// - Completion: when all the properties have ended.
    /// - Complexity: linear in the number of properties for each change.
    @inlinable
    public static func all<C: Collection>(_ properties: C) -> Property<Bool>
    where C.Element == Property<Bool> {
        let properties = ContiguousArray(properties)
        return Property(
            _inputs: ContiguousArray(properties.map(\.node)),
            start: { properties.allSatisfy(\.working) })
    }

    /// A property that is true while all of several properties are; true if there are none.
    ///
    /// ```swift
    /// let canSend = Property.all(Property(true), Property(false))
    /// print(canSend.value)      // false
    /// ```
    @inlinable
    public static func all(_ properties: Property<Bool>...) -> Property<Bool> { all(properties) }

    /// A property that is true while any of several properties is; false if there are none.
    ///
    /// It follows each change of each of them.
    ///
    /// - Completion: when all the properties have ended.
    /// - Complexity: linear in the number of properties for each change.
    @inlinable
    public static func any<C: Collection>(_ properties: C) -> Property<Bool>
    where C.Element == Property<Bool> {
        let properties = ContiguousArray(properties)
        return Property(
            _inputs: ContiguousArray(properties.map(\.node)),
            start: { properties.contains(where: \.working) })
    }

    /// A property that is true while any of several properties is; false if there are none.
    @inlinable
    public static func any(_ properties: Property<Bool>...) -> Property<Bool> { any(properties) }
}

extension Collection where Element == Property<Bool> {
    /// A property that is true while all of these are; see ``Property/all(_:)-(C)``.
    @inlinable
    public func all() -> Property<Bool> { Property.all(self) }

    /// A property that is true while any of these is; see ``Property/any(_:)-(C)``.
    @inlinable
    public func any() -> Property<Bool> { Property.any(self) }
}
