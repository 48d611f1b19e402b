import Synchronization

/// A subscriber that a node owns: the node releases it when it has sent the completion, and when it is cancelled.
///
/// A subscriber that isn't the library's may keep its subscription for as long as it likes. If that
/// subscription were to keep the subscriber in return, the two would never be freed. So an operator whose
/// subscription is an object of its own owns subscribers that don't promise ``Subscriber/_dropsSubscription``,
/// and calls ``Subscriber/_release()`` when it is cancelled; it holds all others as they are, at no cost.
///
/// A cancellation may come from another thread while a value is being delivered. The calls that are under way are
/// counted, and the thread that leaves last releases the subscriber; a canceller waits for no one.
@frozen @usableFromInline
struct _Owned<Base: Subscriber>: Subscriber, CustomStringConvertible, CustomReflectable {
    @usableFromInline typealias Input = Base.Input
    @usableFromInline typealias Failure = Base.Failure

    @usableFromInline let ownership: _Ownership<Base>

    @inlinable
    init(_ base: Base) { ownership = _Ownership(base) }

    @usableFromInline typealias _Unlimited = Base._Unlimited
    @usableFromInline typealias _Drops = _No
    @usableFromInline typealias _Splices = Base._Splices

    @inlinable @inline(__always)
    static var _isUnlimited: Bool { Base._isUnlimited }

    @usableFromInline var combineIdentifier: CombineIdentifier {
        ownership.use { $0.combineIdentifier } ?? CombineIdentifier(ownership)
    }

    @usableFromInline var _splice: _Splice<Input, Failure>? { ownership.use { $0._splice } ?? nil }

    @usableFromInline var description: String {
        ownership.use { _Reflection.description(of: $0) } ?? "nil"
    }

    /// What a debugger shows in the place of this: the subscriber, while there is one.
    @usableFromInline var customMirror: Mirror {
        ownership.use { _Reflection.mirror(of: $0) } ?? Mirror(self, children: EmptyCollection())
    }

    // No closures: each would be compiled, for each type, in each client.

    @inlinable
    func receive(subscription: any Subscription) {
        guard ownership.enter() else { return }
        ownership.base.pointee.receive(subscription: subscription)
        ownership.leave()
    }

    @inlinable
    func _receive(node: _Node) {
        guard ownership.enter() else { return }
        ownership.base.pointee._receive(node: node)
        ownership.leave()
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard ownership.enter() else { return .none }
        let more = ownership.base.pointee.receive(input)
        ownership.leave()
        return more
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard ownership.enter() else { return }
        ownership.end()
        ownership.base.pointee.receive(completion: completion)
        ownership.leave()
    }

    @inlinable
    func _release() { ownership.end() }
}

/// The state of a subscriber that is ``_Owned``, or of a stage whose node has such a subscriber.
@usableFromInline
final class _Ownership<Base> {
    /// The uses of what is owned: a number that is added to, so not an `Atomic` of this type.
    @frozen @usableFromInline
    struct Use: _WordState {
        @usableFromInline let rawValue: Int
        @inlinable @inline(__always) init(rawValue: Int) { self.rawValue = rawValue }

        /// A call that is under way.
        @inlinable @inline(__always) static var call: Use { Use(rawValue: 2) }
        /// No further call may begin. Alone: none is under way.
        @inlinable @inline(__always) static var ended: Use { Use(rawValue: 1) }
        /// A thread has begun to release what was owned.
        @inlinable @inline(__always) static var released: Use { Use(rawValue: .min | 1) }

        @inlinable @inline(__always) var isEnded: Bool { rawValue & 1 != 0 }
    }

    @usableFromInline let uses = Atomic<Int>(0)
    /// Not an optional property: to free one in a generic class takes a search for its type's metadata.
    @usableFromInline let base: UnsafeMutablePointer<Base>

    @inlinable
    init(_ base: Base) {
        self.base = .allocate(capacity: 1)
        self.base.initialize(to: base)
    }

    @inlinable
    deinit {
        if uses.load(ordering: .relaxed) >= 0 { base.deinitialize(count: 1) }
        base.deallocate()
    }

    /// A call begins, unless nothing is owned any longer.
    @inlinable @inline(__always)
    func enter() -> Bool {
        if Use(rawValue: uses.load(ordering: .relaxed)).isEnded { return false }
        let before = Use(rawValue: uses.add(Use.call.rawValue, ordering: .acquiring).oldValue)
        if !before.isEnded { return true }
        leave()
        return false
    }

    /// A call is over.
    @inlinable @inline(__always)
    func leave() {
        let after = uses.subtract(Use.call.rawValue, ordering: .acquiringAndReleasing).newValue
        if Use(rawValue: after) == .ended { release() }
    }

    /// Asks what is owned something, if there still is anything.
    func use<R>(_ body: (Base) -> R) -> R? {
        guard enter() else { return nil }
        defer { leave() }
        return body(base.pointee)
    }

    /// No further call begins.
    @inlinable
    func end() {
        let after = uses.bitwiseOr(Use.ended.rawValue, ordering: .acquiringAndReleasing).newValue
        if Use(rawValue: after) == .ended { release() }
    }

    /// Nobody uses it any more; exactly one of the threads that find that out releases it.
    @inlinable @inline(never)
    func release() {
        let (isOurs, _) = uses.compareExchange(
            expected: Use.ended.rawValue, desired: Use.released.rawValue, ordering: .acquiringAndReleasing)
        if isOurs { base.deinitialize(count: 1) }
    }
}
