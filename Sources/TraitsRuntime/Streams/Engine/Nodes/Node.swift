import Synchronization

/// What can be asked of a subscription.
@frozen @usableFromInline
enum _Operation {
    case request(Subscribers.Demand)
    case cancel
}

/// The root of the engine's own subscriptions.
///
/// Swift doesn't specialise the methods of a generic class that are called through its vtable, so a source
/// that calls its subscriber's subscription would run generic code for each request. Instead each node
/// carries a closure that captures nothing and was specialised where the chain was built; it gets the node
/// back as its argument and casts it to the type it knows.
///
/// All storage that can't be copied (atomics, locks) lives here and not in subclasses: an inlinable subclass
/// with such a property crashes the optimizer of Swift 6.3 in client modules. What a subclass keeps in ``word`` and
/// ``flag``, the protocols that it conforms to say: ``_StateNode``, ``_DemandNode`` and so on.
///
/// Requests and cancellations may come from any thread; atomics and locks guard what they touch. All else in
/// a node belongs to the one delivery that is going on, which is why it may be marked
/// `@exclusivity(unchecked)`. Where they arrive says ``_OperatorNode``.
public class _Node: Subscription, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible
{
    @usableFromInline typealias Thunk = (_Node, _Operation) -> Void

    @usableFromInline let thunk: Thunk
    @usableFromInline let word = Atomic<Int>(0)
    @usableFromInline let flag = Atomic<Int>(0)
    @usableFromInline let delivery = _DeliveryLock()
    @usableFromInline let lock = _Lock()

    @usableFromInline
    init(_ thunk: @escaping Thunk) { self.thunk = thunk }

    /// The same, compiled with each chain of a client: for a node that values pass in the function that makes it, where the
    /// compiler knows then what it holds.
    @inlinable
    init(inlined: Void, _ thunk: @escaping Thunk) { self.thunk = thunk }

    @inlinable
    public final func request(_ demand: Subscribers.Demand) {
        #if TRAITS_COUNT_LOCKS
            _callsOut("request(_:)")
        #endif
        thunk(self, .request(demand))
    }

    @inlinable
    public final func cancel() {
        #if TRAITS_COUNT_LOCKS
            _callsOut("cancel()")
        #endif
        thunk(self, .cancel)
    }

    #if TRAITS_COUNT_LOCKS
        // It may keep values, subscribers and closures.
        deinit { _callsOut("the release of a node") }
    #endif

    /// The name of the operator, as `print()` shows it.
    public var description: String { "Subscription" }

    public var customMirror: Mirror {
        Mirror(self, children: EmptyCollection(), ancestorRepresentation: .suppressed)
    }

    public var playgroundDescription: Any { description }
}

/// A node with the two methods that what downstream asks for arrives at.
@usableFromInline
protocol _OperatorNode: _Node {
    /// Whether a request for no values is handled like any other; else it stops the program. Operators differ in
    /// this, and programs written for Combine see it.
    static var acceptsZeroDemand: Bool { get }

    /// Downstream wants more values. May be called from any thread.
    func requested(_ demand: Subscribers.Demand)

    /// Downstream wants nothing any more. May be called from any thread, and more than once.
    func cancelled()
}

extension _OperatorNode {
    @inlinable @inline(__always)
    static var acceptsZeroDemand: Bool { false }
}

/// The closure that hands what downstream asks for to the methods of a node's own class.
@inlinable @inline(__always)
func _handled<Node: _OperatorNode>(by type: Node.Type) -> _Node.Thunk {
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

/// The subscription of a publisher that has nothing more to say.
@usableFromInline
final class _EmptyNode: _Node {
    // Safe to share: it has no state.
    @usableFromInline nonisolated(unsafe) static let shared: _Node = _EmptyNode()

    init() { super.init { _, _ in } }

    override var description: String { "Empty" }
}

/// A subscription that isn't the engine's, wrapped once so that inside there is only one kind.
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
    /// The subscription itself if it is the engine's, or a wrapper of it.
    @usableFromInline
    static func wrapping(_ subscription: any Subscription) -> _Node {
        subscription as? _Node ?? _ForeignNode(subscription)
    }
}

/// A subscription that is there to be cancelled.
@usableFromInline
final class _Canceller: _Node {
    private let onCancel: () -> Void

    @usableFromInline
    init(_ onCancel: @escaping () -> Void) {
        self.onCancel = onCancel
        super.init { node, operation in
            if case .cancel = operation { unsafeDowncast(node, to: _Canceller.self).onCancel() }
        }
    }
}
