/// Returns the same closure with the type that queues and timers require.
///
/// `Scheduler` doesn't require `@Sendable`; neither does Combine's. The cast changes no bits. The caller of `schedule` makes it
/// sound; the operators of this package pass closures that use only their own nodes, which guard themselves, and one value,
/// which only the closure owns from then on.
func sendable(_ action: @escaping () -> Void) -> @Sendable () -> Void {
    // The structures avoid the thunk that wraps a bare function on its way through a generic function.
    unsafeBitCast(Work(run: action), to: SendableWork.self).run
}

private struct Work {
    let run: () -> Void
}

private struct SendableWork {
    let run: @Sendable () -> Void
}

/// A closure that an observer or a task calls with one argument.
// Unchecked: the objects that the closures of this package use guard themselves.
package struct Callback<Argument>: @unchecked Sendable {
    package let run: (Argument) -> Void

    package init(_ run: @escaping (Argument) -> Void) { self.run = run }
}
