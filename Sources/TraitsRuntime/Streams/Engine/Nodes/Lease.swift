import Synchronization

/// A subscriber that a node holds on lease: it is let go of when it is sent the completion, and when it
/// cancels.
///
/// A subscriber that isn't the library's may keep its subscription for as long as it likes. If that
/// subscription were to keep the subscriber in return, the two would never be freed. So an operator whose
/// subscription is an object of its own takes subscribers that don't promise
/// ``Subscriber/_dropsSubscription`` on lease, and calls ``Subscriber/_letGo()`` when it is cancelled; it holds
/// all others as they are, at no cost.
///
/// A cancellation may come from another thread while a value is being delivered. The lease counts the calls
/// that are under way, and whoever leaves last releases the subscriber; a canceller waits for no one.
@frozen @usableFromInline
struct _Leased<Base: Subscriber>: Subscriber, CustomStringConvertible, CustomReflectable {
    @usableFromInline typealias Input = Base.Input
    @usableFromInline typealias Failure = Base.Failure

    @usableFromInline let lease: _Lease<Base>

    @inlinable
    init(_ base: Base) { lease = _Lease(base) }

    @inlinable @inline(__always)
    static var _isUnlimited: Bool { Base._isUnlimited }

    @usableFromInline var combineIdentifier: CombineIdentifier {
        lease.use { $0.combineIdentifier } ?? CombineIdentifier(lease)
    }

    @usableFromInline var _splice: _Splice<Input, Failure>? { lease.use { $0._splice } ?? nil }

    @usableFromInline var description: String {
        lease.use { _Portrait.description(of: $0) } ?? "nil"
    }

    /// What a debugger shows in the place of this: the subscriber, while there is one.
    @usableFromInline var customMirror: Mirror {
        lease.use { _Portrait.mirror(of: $0) } ?? Mirror(self, children: EmptyCollection())
    }

    @inlinable
    func receive(subscription: any Subscription) { lease.use { $0.receive(subscription: subscription) } }

    @inlinable
    func _receive(node: _Node) { lease.use { $0._receive(node: node) } }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand { lease.use { $0.receive(input) } ?? .none }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        lease.use { base in
            lease.end()
            base.receive(completion: completion)
        }
    }

    @inlinable
    func _letGo() { lease.end() }
}

/// The state of a ``_Leased`` subscriber.
@usableFromInline
final class _Lease<Base: Subscriber> {
    /// Twice the number of calls that are under way, and one more once no further call may begin; negative
    /// from the moment when somebody has taken it on to release the subscriber.
    @usableFromInline let word = Atomic<Int>(0)
    /// Not an optional property: to free one in a generic class takes a search for its type's metadata.
    @usableFromInline let base: UnsafeMutablePointer<Base>

    @inlinable
    init(_ base: Base) {
        self.base = .allocate(capacity: 1)
        self.base.initialize(to: base)
    }

    @inlinable
    deinit {
        if word.load(ordering: .relaxed) >= 0 { base.deinitialize(count: 1) }
        base.deallocate()
    }

    /// Calls the subscriber, unless the lease is over.
    @inlinable @inline(__always) @discardableResult
    func use<R>(_ body: (Base) -> R) -> R? {
        if word.load(ordering: .relaxed) & 1 != 0 { return nil }
        let before = word.add(2, ordering: .acquiring).oldValue
        defer {
            if word.subtract(2, ordering: .acquiringAndReleasing).newValue == 1 { release() }
        }
        return before & 1 == 0 ? body(base.pointee) : nil
    }

    /// No further call begins.
    @inlinable
    func end() {
        if word.bitwiseOr(1, ordering: .acquiringAndReleasing).newValue == 1 { release() }
    }

    /// Nobody uses the subscriber any more; exactly one of those who find that out releases it.
    @inlinable @inline(never)
    func release() {
        guard
            word.compareExchange(expected: 1, desired: .min | 1, ordering: .acquiringAndReleasing).exchanged
        else { return }
        base.deinitialize(count: 1)
    }
}
