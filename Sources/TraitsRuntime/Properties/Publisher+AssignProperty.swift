extension Publisher {
    /// Not for use: a mutable property is bound to a publisher.
    @_documentation(visibility: internal)
    @available(
        *, unavailable,
        message: "to let a mutable property follow a publisher, use 'property.bind(to: publisher)'"
    )
    public func assign(to property: MutableProperty<Output>) -> AnyCancellable { fatalError() }
}
