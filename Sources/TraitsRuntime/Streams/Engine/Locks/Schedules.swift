#if TRAITS_SCHEDULES
    public import Synchronization

    /// What a thread asks, in a build with `-DTRAITS_SCHEDULES`, before each step that another thread can notice.
    ///
    /// Where two threads meet in a window of a few instructions, a test that waits for luck passes. In such a build
    /// the test chooses which thread goes on at each step instead, so that every window is as wide as any other.
    /// Locks and atomic words are all that this library's threads meet in, and they ask here; whoever runs the
    /// schedule answers. Any other build contains nothing of this.
    public enum _Schedules {
        /// Whether the running thread is under a schedule.
        nonisolated(unsafe) public static var isOn: () -> Bool = { false }
        /// Called before a step.
        nonisolated(unsafe) public static var step: () -> Void = {}
        /// Called by a thread under a schedule that can't go on until another one has done something.
        ///
        /// - Parameter canEnd: whether the thread would go on after some time in any case.
        /// - Returns: whether it should look again.
        nonisolated(unsafe) public static var wait: (_ canEnd: Bool) -> Bool = { _ in true }
        /// The same for one that waits for a thread that will not wait for it.
        nonisolated(unsafe) public static var waitFor: (_ thread: UInt) -> Void = { _ in }
    }

    /// What takes the place of `Synchronization.Atomic`, with a step before each operation: a type of the module's own hides
    /// one that is imported.
    ///
    /// All is in one order here. What a weaker one would let happen is for the thread sanitizer to see.
    @frozen @usableFromInline
    struct Atomic<Value: Equatable & Sendable>: ~Copyable, Sendable {
        @usableFromInline let mutex: Mutex<Value>

        @inlinable
        init(_ value: Value) { mutex = Mutex(value) }

        @inlinable
        borrowing func update(_ change: (Value) -> Value) -> (oldValue: Value, newValue: Value) {
            _Schedules.step()
            return mutex.withLock { value in
                let old = value
                value = change(old)
                return (old, value)
            }
        }

        @inlinable
        borrowing func load(ordering: AtomicLoadOrdering) -> Value { update { $0 }.oldValue }

        @inlinable
        borrowing func store(_ new: Value, ordering: AtomicStoreOrdering) { _ = update { _ in new } }

        @inlinable @discardableResult
        borrowing func exchange(_ new: Value, ordering: AtomicUpdateOrdering) -> Value {
            update { _ in new }.oldValue
        }

        @inlinable @discardableResult
        borrowing func compareExchange(expected: Value, desired: Value, ordering: AtomicUpdateOrdering)
            -> (exchanged: Bool, original: Value)
        {
            let old = update { $0 == expected ? desired : $0 }.oldValue
            return (old == expected, old)
        }

        @inlinable @discardableResult
        borrowing func weakCompareExchange(expected: Value, desired: Value, ordering: AtomicUpdateOrdering)
            -> (exchanged: Bool, original: Value)
        { compareExchange(expected: expected, desired: desired, ordering: ordering) }
    }

    extension Atomic where Value: FixedWidthInteger {
        @usableFromInline typealias Update = (oldValue: Value, newValue: Value)

        @inlinable @discardableResult
        borrowing func add(_ value: Value, ordering: AtomicUpdateOrdering) -> Update { update { $0 + value } }

        @inlinable @discardableResult
        borrowing func subtract(_ value: Value, ordering: AtomicUpdateOrdering) -> Update {
            update { $0 - value }
        }

        @inlinable @discardableResult
        borrowing func bitwiseOr(_ value: Value, ordering: AtomicUpdateOrdering) -> Update {
            update { $0 | value }
        }

        @inlinable @discardableResult
        borrowing func bitwiseAnd(_ value: Value, ordering: AtomicUpdateOrdering) -> Update {
            update { $0 & value }
        }
    }
#endif
