#if TRAITS_SCHEDULES
    public import Synchronization

    /// The hooks that a thread calls before each step that another thread can notice, in a build with `-DTRAITS_SCHEDULES`.
    ///
    /// A race may need two threads to meet within a few instructions, which a test rarely reaches by chance. In such a build
    /// the test chooses which thread goes on at each step, so that every window is equally likely. This library's threads
    /// meet only in locks and atomic words, which call these hooks; the test that runs the schedule sets them.
    /// Other builds contain none of this code.
    public enum _Schedules {
        /// Returns whether the running thread is under a schedule.
        nonisolated(unsafe) public static var isOn: () -> Bool = { false }
        /// Called before a step.
        nonisolated(unsafe) public static var step: () -> Void = {}
        /// Called by a thread under a schedule that can't go on until another thread has done something.
        ///
        /// - Parameter canEnd: whether the thread would go on after some time in any case.
        /// - Returns: whether it should look again.
        nonisolated(unsafe) public static var wait: (_ canEnd: Bool) -> Bool = { _ in true }
        /// Called by a thread under a schedule that waits for a known thread, which will not wait for it in turn.
        nonisolated(unsafe) public static var waitFor: (_ thread: UInt) -> Void = { _ in }
    }

    /// A replacement for `Synchronization.Atomic` that makes a step before each operation. A module's own type hides an
    /// imported type of the same name.
    ///
    /// Every operation is sequentially consistent here. The thread sanitizer finds the races that a weaker ordering allows.
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
