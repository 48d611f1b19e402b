/// A closure with the type that queues and tasks want.
///
/// `Scheduler` doesn't ask for `@Sendable`, as Combine doesn't, and a queue runs its closures elsewhere. The cast
/// changes no bits. The caller of `schedule` makes it sound; the operators of this library pass closures that
/// touch only their own nodes, which guard themselves, and one value, which the closure alone owns from then on.
///
/// The closure travels in a struct, because a bare one would be wrapped twice on its way through the
/// generic `unsafeBitCast`.
@frozen @usableFromInline
struct _SendableWork {
    @usableFromInline let run: @Sendable () -> Void

    @inlinable @inline(__always)
    static func sendable(_ action: @escaping () -> Void) -> @Sendable () -> Void {
        unsafeBitCast(_Work(run: action), to: _SendableWork.self).run
    }
}

@frozen @usableFromInline
struct _Work {
    @usableFromInline let run: () -> Void

    @inlinable @inline(__always)
    init(run: @escaping () -> Void) { self.run = run }
}
