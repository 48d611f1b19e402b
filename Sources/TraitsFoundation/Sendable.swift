/// The same closure with the type that queues and timers want.
///
/// `Scheduler` doesn't ask for `@Sendable`, as Combine doesn't. The cast changes no bits. That it is sound is
/// up to who calls `schedule`; the operators of this package pass closures that touch only their own nodes,
/// which guard themselves, and one value, which the closure alone owns from then on.
func sendable(_ action: @escaping () -> Void) -> @Sendable () -> Void {
    unsafeBitCast(action, to: (@Sendable () -> Void).self)
}

/// The same for the closure of an observer.
func sendable<Value>(_ action: @escaping (Value) -> Void) -> @Sendable (Value) -> Void {
    unsafeBitCast(action, to: (@Sendable (Value) -> Void).self)
}

/// The same for the closure that takes the three parts of an answer.
func sendable<A, B, C>(_ action: @escaping (A, B, C) -> Void) -> @Sendable (A, B, C) -> Void {
    unsafeBitCast(action, to: (@Sendable (A, B, C) -> Void).self)
}
