extension Property {
    /// The same property with an optional value, for interfaces that require a property of optionals.
    ///
    /// ```
    /// property       1--2--3--|
    /// optional()     1--2--3--|      each as Optional
    /// ```
    @inlinable
    public func optional() -> Property<Value?> { Properties.MakeOptional(self).property() }

    /// A property with a replacement where this one has `nil`.
    ///
    /// ```
    /// property                 nil--1--nil--2--|
    /// replaceNil(with: 0)      0----1--0----2--|
    /// ```
    ///
    /// - Parameter output: the replacement.
    @inlinable
    public func replaceNil<T>(with output: T) -> Property<T> where Value == T? {
        Properties.ReplaceNil(self, output).property()
    }

    /// A property with this one's value, or another property's while this one has `nil`.
    ///
    /// ```
    /// a                  1-----nil-----2--|
    /// b                  7--8------9---|
    /// a.coalesce(b)      1--1--8---9---2--|
    /// ```
    ///
    /// ```swift
    /// let nickname = MutableProperty<String?>(nil), name = MutableProperty("Ann")
    /// let shown = nickname.property.coalesce(name.property)
    /// print(shown.value)      // Ann
    /// ```
    @inlinable
    public func coalesce<T>(_ fallback: Property<T>) -> Property<T> where Value == T? {
        Properties.Coalesce(self, fallback) { $0 }.property()
    }

    /// A property with this one's value, or another property's while this one has `nil`; both may have `nil`.
    @inlinable
    public func coalesce<T>(_ fallback: Property<T?>) -> Property<T?> where Value == T? {
        Properties.Coalesce(self, fallback) { $0 }.property()
    }
}

extension Properties {
    /// The operator of ``Property/optional()``.
    @frozen
    public struct MakeOptional<Value>: PropertyOperator {
        public typealias Output = Value?

        @usableFromInline let source: Property<Value>

        /// Creates the operator on a property.
        @inlinable
        public init(_ source: Property<Value>) { self.source = source }

        @inlinable
        public func _property(initial: (() -> Value?)?) -> Property<Value?> {
            Property(_inputs: [source.node], start: { source.working })
        }
    }

    /// The operator of ``Property/replaceNil(with:)``.
    @frozen
    public struct ReplaceNil<Output>: PropertyOperator {
        @usableFromInline let source: Property<Output?>
        @usableFromInline let replacement: Output

        /// Creates the operator on a property, with the parameters of ``Property/replaceNil(with:)``.
        @inlinable
        public init(_ source: Property<Output?>, _ replacement: Output) {
            self.source = source
            self.replacement = replacement
        }

        @inlinable
        public func _property(initial: (() -> Output)?) -> Property<Output> {
            Property(_inputs: [source.node], start: { source.working ?? replacement })
        }
    }

    /// The operator of ``Property/coalesce(_:)-(Property<T>)``.
    @frozen
    public struct Coalesce<Value, Output>: PropertyOperator {
        @usableFromInline let source: Property<Value?>
        @usableFromInline let fallback: Property<Output>
        @usableFromInline let wrap: (Value) -> Output

        /// Creates the operator on a property.
        ///
        /// - Parameters:
        ///   - source: has the value, or `nil`.
        ///   - fallback: has the value in place of `nil`.
        ///   - wrap: makes a value of the result from a value of `source`.
        @inlinable
        public init(
            _ source: Property<Value?>, _ fallback: Property<Output>, _ wrap: @escaping (Value) -> Output
        ) {
            self.source = source
            self.fallback = fallback
            self.wrap = wrap
        }

        @inlinable
        public func _property(initial: (() -> Output)?) -> Property<Output> {
            Property(
                _inputs: [source.node, fallback.node],
                start: { source.working.map(wrap) ?? fallback.working })
        }
    }
}
