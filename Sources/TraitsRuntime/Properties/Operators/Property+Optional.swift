extension Property {
    /// The same property with an optional value: for interfaces that ask for one.
    ///
    /// ```
    /// property       1--2--3--|
    /// optional()     1--2--3--|      each as Optional
    /// ```
    @inlinable
    public func optional() -> Property<Value?> { map { $0 } }

    /// A property with a replacement where this one has `nil`.
    ///
    /// ```
    /// property                 nil--1--nil--2--|
    /// replaceNil(with: 0)      0----1--0----2--|
    /// ```
    ///
    /// - Parameter output: the replacement.
    @inlinable
    public func replaceNil<T>(with output: T) -> Property<T> where Value == T? { map { $0 ?? output } }

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
        combineLatest(fallback) { $0 ?? $1 }
    }

    /// A property with this one's value, or another property's while this one has `nil`; both may.
    @inlinable
    public func coalesce<T>(_ fallback: Property<T?>) -> Property<T?> where Value == T? {
        combineLatest(fallback) { $0 ?? $1 }
    }
}
