import TraitsRuntime

/// A deferred publisher with a closure of an operator, which passes on closures that it was given. Its method has made sure that
/// these may run anywhere.
func deferred<P: Publisher>(_ make: @escaping () -> P) -> Deferred<P> {
    nonisolated(unsafe) let make = make
    return Deferred(createPublisher: make)
}
