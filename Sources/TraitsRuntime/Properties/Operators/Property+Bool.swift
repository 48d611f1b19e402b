extension Property where Value == Bool {
    /// A property that is true while this one is false.
    @inlinable
    public func negate() -> Property<Bool> { Properties.Negate(self).property() }

    /// A property that is true while this one and another are.
    ///
    /// ```
    /// a             t-----f-----t--|
    /// b             f--t-----f--t--|
    /// a.and(b)      f--t--f--f--t--|
    /// ```
    @inlinable
    public func and(_ other: Property<Bool>) -> Property<Bool> { Properties.And(self, other).property() }

    /// A property that is true while this one or another is, or both.
    ///
    /// ```
    /// a             t-----f-----t--|
    /// b             f--t-----f--t--|
    /// a.or(b)       t--t--t--f--t--|
    /// ```
    @inlinable
    public func or(_ other: Property<Bool>) -> Property<Bool> { Properties.Or(self, other).property() }

    /// A property that is true while all of several properties are; true if there are none.
    ///
    /// It follows each change of each of them.
    ///
    /// - Completion: when all the properties have ended.
    /// - Complexity: linear in the number of properties for each change.
    @inlinable
    public static func all<C: Collection>(_ properties: C) -> Property<Bool>
    where C.Element == Property<Bool> {
        Properties.AllOf(properties).property()
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
        Properties.AnyOf(properties).property()
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

extension Properties {
    /// The operator of ``Property/negate()``.
    @frozen
    public struct Negate: PropertyOperator {
        public typealias Output = Bool

        @usableFromInline let source: Property<Bool>

        /// Creates the operator on a property.
        @inlinable
        public init(_ source: Property<Bool>) { self.source = source }

        @inlinable
        public func _property(initial: (() -> Bool)?) -> Property<Bool> {
            Property(_inputs: [source.node], start: { !source.working })
        }
    }

    /// The operator of ``Property/and(_:)``.
    @frozen
    public struct And: PropertyOperator {
        public typealias Output = Bool

        @usableFromInline let a: Property<Bool>
        @usableFromInline let b: Property<Bool>

        /// Creates the operator on two properties.
        @inlinable
        public init(_ a: Property<Bool>, _ b: Property<Bool>) {
            self.a = a
            self.b = b
        }

        @inlinable
        public func _property(initial: (() -> Bool)?) -> Property<Bool> {
            Property(_inputs: [a.node, b.node], start: { a.working && b.working })
        }
    }

    /// The operator of ``Property/or(_:)``.
    @frozen
    public struct Or: PropertyOperator {
        public typealias Output = Bool

        @usableFromInline let a: Property<Bool>
        @usableFromInline let b: Property<Bool>

        /// Creates the operator on two properties.
        @inlinable
        public init(_ a: Property<Bool>, _ b: Property<Bool>) {
            self.a = a
            self.b = b
        }

        @inlinable
        public func _property(initial: (() -> Bool)?) -> Property<Bool> {
            Property(_inputs: [a.node, b.node], start: { a.working || b.working })
        }
    }

    /// The operator of ``Property/all(_:)-(C)``.
    @frozen
    public struct AllOf: PropertyOperator {
        public typealias Output = Bool

        @usableFromInline let properties: ContiguousArray<Property<Bool>>

        /// Creates the operator on several properties.
        @inlinable
        public init<C: Collection>(_ properties: C) where C.Element == Property<Bool> {
            self.properties = ContiguousArray(properties)
        }

        @inlinable
        public func _property(initial: (() -> Bool)?) -> Property<Bool> {
            Property(
                _inputs: ContiguousArray(properties.map(\.node)), start: { properties.allSatisfy(\.working) })
        }
    }

    /// The operator of ``Property/any(_:)-(C)``.
    @frozen
    public struct AnyOf: PropertyOperator {
        public typealias Output = Bool

        @usableFromInline let properties: ContiguousArray<Property<Bool>>

        /// Creates the operator on several properties.
        @inlinable
        public init<C: Collection>(_ properties: C) where C.Element == Property<Bool> {
            self.properties = ContiguousArray(properties)
        }

        @inlinable
        public func _property(initial: (() -> Bool)?) -> Property<Bool> {
            Property(
                _inputs: ContiguousArray(properties.map(\.node)),
                start: { properties.contains(where: \.working) })
        }
    }
}
