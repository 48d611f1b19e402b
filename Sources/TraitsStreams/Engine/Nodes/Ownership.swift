import Synchronization

/// A subscriber that a node owns: the node releases it when it has sent the completion, and when it is cancelled.
///
/// A subscriber that isn't the library's may keep its subscription for any time. If the subscription retained the
/// subscriber in return, the two would leak. So an operator whose subscription is an object of its own owns the
/// subscribers that don't promise ``Subscriber/_dropsSubscription``, and calls ``Subscriber/_release()`` when it is
/// cancelled. It stores all other subscribers directly, at no cost.
///
/// A cancellation may come from another thread while a value is being delivered. The current calls are counted, and the
/// last thread that leaves releases the subscriber; a cancelling thread never waits.
@frozen @usableFromInline
package struct _Owned<Base: Subscriber>: Subscriber, CustomStringConvertible, CustomReflectable {
    @usableFromInline package typealias Input = Base.Input
    @usableFromInline package typealias Failure = Base.Failure

    @usableFromInline let ownership: _Ownership<Base>

    @inlinable
    package init(_ base: Base) { ownership = _Ownership(base) }

    @usableFromInline package typealias _Unlimited = Base._Unlimited
    @usableFromInline package typealias _Drops = _No
    @usableFromInline package typealias _Splices = Base._Splices

    @inlinable @inline(__always)
    package static var _isUnlimited: Bool { Base._isUnlimited }

    @usableFromInline package var combineIdentifier: CombineIdentifier {
        ownership.use { $0.combineIdentifier } ?? CombineIdentifier(ownership)
    }

    @usableFromInline package var _splice: _Splice<Input, Failure>? { ownership.use { $0._splice } ?? nil }

    @usableFromInline package var description: String {
        ownership.use { _Reflection.description(of: $0) } ?? "nil"
    }

    /// The mirror of the subscriber, or an empty mirror after its release.
    @usableFromInline package var customMirror: Mirror {
        ownership.use { _Reflection.mirror(of: $0) } ?? Mirror(self, children: EmptyCollection())
    }

    // No closures: each client would compile each of them for each type.

    @inlinable
    package func receive(subscription: any Subscription) {
        guard ownership.enter() else { return }
        ownership.base.pointee.receive(subscription: subscription)
        ownership.leave()
    }

    @inlinable
    package func _receive(node: _Node) {
        guard ownership.enter() else { return }
        ownership.base.pointee._receive(node: node)
        ownership.leave()
    }

    @inlinable
    package func receive(_ input: Input) -> Subscribers.Demand {
        guard ownership.enter() else { return .none }
        let more = ownership.base.pointee.receive(input)
        ownership.leave()
        return more
    }

    @inlinable
    package func receive(completion: Subscribers.Completion<Failure>) {
        guard ownership.enter() else { return }
        ownership.end()
        ownership.base.pointee.receive(completion: completion)
        ownership.leave()
    }

    @inlinable
    package func _release() { ownership.end() }
}

/// The state of a subscriber that is ``_Owned``, or of a stage whose node has such a subscriber.
@usableFromInline
final class _Ownership<Base> {
    /// The state of an owned subscriber or stage. It counts calls by addition, so it is no `Atomic` of this type.
    @frozen @usableFromInline
    struct Use: _WordState {
        @usableFromInline let rawValue: Int
        @inlinable @inline(__always) init(rawValue: Int) { self.rawValue = rawValue }

        /// One current call.
        @inlinable @inline(__always) static var call: Use { Use(rawValue: 2) }
        /// No further call may begin. If no other bit is set, no call is under way.
        @inlinable @inline(__always) static var ended: Use { Use(rawValue: 1) }
        /// A thread has begun to release the subscriber or stage.
        @inlinable @inline(__always) static var released: Use { Use(rawValue: .min | 1) }

        @inlinable @inline(__always) var isEnded: Bool { rawValue & 1 != 0 }
    }

    @usableFromInline let uses = Atomic<Int>(0)
    /// The memory of the subscriber or stage. It is no optional property, because freeing one in a generic class takes a
    /// search for its type's metadata.
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

    /// Begins a call.
    ///
    /// - Returns: `false` if no further call may begin.
    @inlinable @inline(__always)
    func enter() -> Bool {
        if Use(rawValue: uses.load(ordering: .relaxed)).isEnded { return false }
        let before = Use(rawValue: uses.add(Use.call.rawValue, ordering: .acquiring).oldValue)
        if !before.isEnded { return true }
        leave()
        return false
    }

    /// Ends a call.
    @inlinable @inline(__always)
    func leave() {
        let after = uses.subtract(Use.call.rawValue, ordering: .acquiringAndReleasing).newValue
        if Use(rawValue: after) == .ended { release() }
    }

    /// Calls a body with the subscriber or stage, unless it has been released.
    func use<R>(_ body: (Base) -> R) -> R? {
        guard enter() else { return nil }
        defer { leave() }
        return body(base.pointee)
    }

    /// Prevents further calls, and releases the subscriber or stage if no call is under way.
    @inlinable
    func end() {
        let after = uses.bitwiseOr(Use.ended.rawValue, ordering: .acquiringAndReleasing).newValue
        if Use(rawValue: after) == .ended { release() }
    }

    /// Releases the subscriber or stage after the last use. Several threads may call this; exactly one releases.
    @inlinable @inline(never)
    func release() {
        let (isOurs, _) = uses.compareExchange(
            expected: Use.ended.rawValue, desired: Use.released.rawValue, ordering: .acquiringAndReleasing)
        if isOurs { base.deinitialize(count: 1) }
    }
}
