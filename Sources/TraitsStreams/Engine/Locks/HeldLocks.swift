#if TRAITS_COUNT_LOCKS
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #else
        import Darwin
    #endif

    /// The locks that each thread holds, in a build with `-DTRAITS_COUNT_LOCKS`.
    ///
    /// Under a lock nothing foreign may be called or released, because foreign code may come back for the same lock. In such
    /// a build each ``_Lock`` counts itself. Each call to a subscriber, a subscription, a scheduler or a cancellable requires
    /// that the thread holds no lock, and so does each release of an object that keeps one of these or a value. The delivery
    /// lock isn't counted, because downstream is called inside it. Other builds contain none of this code.
    public enum _HeldLocks {
        private static let key: pthread_key_t = {
            var key = pthread_key_t()
            precondition(
                pthread_key_create(&key, nil) == 0, "there is no room for what is kept for each thread")
            return key
        }()

        /// The number of locks that the running thread holds.
        public static var count: Int { Int(bitPattern: pthread_getspecific(key)) }

        /// Counts locks that the running thread has taken, or released if the number is negative.
        public static func add(_ number: Int) {
            pthread_setspecific(key, UnsafeRawPointer(bitPattern: count + number))
        }

        /// Stops the program if the running thread holds a lock.
        public static func requireNone(_ call: StaticString) {
            if count != 0 { fatalError("\(call) under \(count) lock(s)") }
        }
    }

    /// A wrapper that checks that its subscriber is called under no lock. `subscribe(_:)` puts it around each subscriber.
    @usableFromInline
    struct _LockCheckedSubscriber<Base: Subscriber>: Subscriber, CustomStringConvertible, CustomReflectable {
        @usableFromInline typealias Input = Base.Input
        @usableFromInline typealias Failure = Base.Failure
        @usableFromInline typealias _Unlimited = Base._Unlimited
        @usableFromInline typealias _Drops = Base._Drops
        @usableFromInline typealias _Splices = Base._Splices

        @usableFromInline let base: Base

        @usableFromInline init(_ base: Base) { self.base = base }

        @usableFromInline static var _isUnlimited: Bool { Base._isUnlimited }
        @usableFromInline static var _dropsSubscription: Bool { Base._dropsSubscription }
        @usableFromInline var combineIdentifier: CombineIdentifier { base.combineIdentifier }
        @usableFromInline var description: String { _Reflection.description(of: base) }
        @usableFromInline var _splice: _Splice<Input, Failure>? { base._splice }
        @usableFromInline var customMirror: Mirror { _Reflection.mirror(of: base) }

        @usableFromInline func receive(subscription: any Subscription) {
            _callsOut("receive(subscription:)")
            base.receive(subscription: subscription)
        }

        @usableFromInline func receive(_ input: Input) -> Subscribers.Demand {
            _callsOut("receive(_:)")
            return base.receive(input)
        }

        @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
            _callsOut("receive(completion:)")
            base.receive(completion: completion)
        }

        @usableFromInline func _receive(live input: Input) -> Subscribers.Demand {
            _callsOut("receive(_:)")
            return base._receive(live: input)
        }

        @usableFromInline func _receive(checked input: Input) -> Subscribers.Demand {
            _callsOut("receive(_:)")
            return base._receive(checked: input)
        }

        @usableFromInline func _receive(node: _Node) {
            _callsOut("receive(subscription:)")
            base._receive(node: node)
        }

        @usableFromInline func _release() {
            _callsOut("the release of a subscriber")
            base._release()
        }
    }
#endif

/// Marks a call that may run any code: in a build that counts locks, the thread must hold none.
@_transparent @usableFromInline
func _callsOut(_ call: StaticString) {
    #if TRAITS_COUNT_LOCKS
        _HeldLocks.requireNone(call)
    #endif
}

/// Counts locks that the running thread has taken or released, in a build that counts locks.
@_transparent @usableFromInline
func _countLocks(_ number: Int) {
    #if TRAITS_COUNT_LOCKS
        _HeldLocks.add(number)
    #endif
}
