/// The same closure with the type that queues and timers want.
///
/// `Scheduler` doesn't ask for `@Sendable`, as Combine doesn't. The cast changes no bits. The caller of `schedule`
/// makes it sound; the operators of this package pass closures that touch only their own nodes, which guard
/// themselves, and one value, which the closure alone owns from then on.
func sendable(_ action: @escaping () -> Void) -> @Sendable () -> Void {
    // In structures: a bare function would be wrapped in a thunk on its way through a generic function.
    unsafeBitCast(Work(run: action), to: SendableWork.self).run
}

private struct Work {
    let run: () -> Void
}

private struct SendableWork {
    let run: @Sendable () -> Void
}

/// A closure that an observer or a task calls, with what it calls it with.
// Unchecked: what the closures of this package touch guards itself.
package struct Callback<Argument>: @unchecked Sendable {
    package let run: (Argument) -> Void

    package init(_ run: @escaping (Argument) -> Void) { self.run = run }
}
