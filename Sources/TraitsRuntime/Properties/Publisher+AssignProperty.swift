extension Publisher {
    /// Not for use: a mutable property is bound to a publisher.
    @_documentation(visibility: internal)
    @available(
        *, unavailable, message: "a mutable property follows a publisher with 'property.bind(to: publisher)'"
    )
    public func assign(to property: MutableProperty<Output>) -> AnyCancellable { fatalError() }
}
