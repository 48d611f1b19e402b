import Synchronization

/// An operation of a subscription.
@frozen @usableFromInline
package enum _Operation {
    case request(Subscribers.Demand)
    case cancel
}

/// The root class of the engine's own subscriptions.
///
/// Swift doesn't specialise the methods of a generic class that are called through its vtable, so each request to a node
/// would run generic code. Instead each node carries a closure that captures nothing and was specialised where the chain
/// was built. The closure gets the node back as its argument and casts it to the type that it knows.
///
/// All storage that can't be copied (atomics, locks) lives here and not in subclasses: an inlinable subclass
/// with such a property crashes the optimizer of Swift 6.3 in client modules. The protocols that a subclass conforms to
/// give ``word`` and ``flag`` their meaning: ``_StateNode``, ``_DemandNode`` and so on.
///
/// Requests and cancellations may come from any thread, and arrive at the methods of ``_OperatorNode``. Atomics and locks
/// guard the storage that these methods touch. All other storage of a node belongs to the current delivery, so it may be
/// marked `@exclusivity(unchecked)`.
open class _Node: Subscription, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible
{
    @usableFromInline package typealias Handler = (_Node, _Operation) -> Void

    @usableFromInline let handler: Handler
    @usableFromInline let word = Atomic<Int>(0)
    @usableFromInline let flag = Atomic<Int>(0)
    @usableFromInline let delivery = _DeliveryLock()
    @usableFromInline package let lock = _Lock()

    @usableFromInline
    package init(_ handler: @escaping Handler) { self.handler = handler }

    /// Creates a node, compiled with each chain of a client. For a node through which values pass in the function that creates
    /// it, so that the compiler knows the node's contents there.
    @inlinable
    init(inlined: Void, _ handler: @escaping Handler) { self.handler = handler }

    @inlinable
    public final func request(_ demand: Subscribers.Demand) {
        #if TRAITS_COUNT_LOCKS
            _callsOut("request(_:)")
        #endif
        handler(self, .request(demand))
    }

    @inlinable
    public final func cancel() {
        #if TRAITS_COUNT_LOCKS
            _callsOut("cancel()")
        #endif
        handler(self, .cancel)
    }

    #if TRAITS_COUNT_LOCKS
        // A node may keep values, subscribers and closures.
        deinit { _callsOut("the release of a node") }
    #endif

    /// The name of the operator, as `print()` shows it.
    open var description: String { "Subscription" }

    open var customMirror: Mirror {
        Mirror(self, children: EmptyCollection(), ancestorRepresentation: .suppressed)
    }

    public var playgroundDescription: Any { description }
}

/// A node with the two methods that receive downstream's requests and cancellations.
@usableFromInline
package protocol _OperatorNode: _Node {
    /// Indicates whether a request for no values is handled like any other; otherwise it stops the program. Operators differ
    /// in this, as they do in Combine.
    static var acceptsZeroDemand: Bool { get }

    /// Handles a request of downstream. May be called from any thread.
    func requested(_ demand: Subscribers.Demand)

    /// Handles a cancellation by downstream. May be called from any thread, and more than once.
    func cancelled()
}

extension _OperatorNode {
    @inlinable @inline(__always)
    package static var acceptsZeroDemand: Bool { false }
}

/// Returns the closure that passes downstream's requests and cancellations to the methods of a node's own class.
@inlinable @inline(__always)
package func _handled<Node: _OperatorNode>(by type: Node.Type) -> _Node.Handler {
    { node, operation in
        let node = _unsafeUncheckedDowncast(node, to: Node.self)
        switch operation {
        case .request(let demand):
            if !Node.acceptsZeroDemand {
                precondition(demand > .none, "a subscriber must request more than no values")
            }
            node.requested(demand)
        case .cancel:
            node.cancelled()
        }
    }
}

/// A subscription without effect: it ignores requests and cancellations.
@usableFromInline
final class _EmptyNode: _Node {
    // Safe to share: it has no state.
    @usableFromInline nonisolated(unsafe) static let shared: _Node = _EmptyNode()

    init() { super.init { _, _ in } }

    override var description: String { "Empty" }
}

/// A wrapper of a subscription that isn't the engine's, so that the engine deals with one kind of subscription only.
@usableFromInline
final class _ForeignNode: _Node {
    @usableFromInline let subscription: any Subscription

    @usableFromInline
    init(_ subscription: any Subscription) {
        self.subscription = subscription
        super.init { node, operation in
            let subscription = unsafeDowncast(node, to: _ForeignNode.self).subscription
            switch operation {
            case .request(let demand): subscription.request(demand)
            case .cancel: subscription.cancel()
            }
        }
    }

    override var description: String { String(describing: subscription) }
}

extension _Node {
    /// Returns the subscription itself if it is the engine's, otherwise a wrapper of it.
    @usableFromInline
    package static func wrapping(_ subscription: any Subscription) -> _Node {
        subscription as? _Node ?? _ForeignNode(subscription)
    }
}

/// A subscription that calls a closure when it is cancelled, and ignores requests.
@usableFromInline
package final class _Canceller: _Node {
    private let onCancel: () -> Void

    @usableFromInline
    package init(_ onCancel: @escaping () -> Void) {
        self.onCancel = onCancel
        super.init { node, operation in
            if case .cancel = operation { unsafeDowncast(node, to: _Canceller.self).onCancel() }
        }
    }
}
