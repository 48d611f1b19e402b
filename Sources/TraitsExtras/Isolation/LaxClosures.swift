import TraitsRuntime

/// Creates a deferred publisher from a closure of an operator, which captures closures of the operator's caller. The operator's
/// method has made sure that these may run anywhere.
@inlinable
func deferred<P: Publisher>(_ make: @escaping () -> P) -> Deferred<P> {
    nonisolated(unsafe) let make = make
    return Deferred(createPublisher: make)
}
