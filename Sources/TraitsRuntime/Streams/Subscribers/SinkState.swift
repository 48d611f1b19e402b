import Synchronization

/// The upstream subscription of a sink, and whether the sink is over: one word, no lock.
@usableFromInline
final class _SinkState: Cancellable, Sendable {
    /// `awaiting`, `over`, or else the address of the subscription, with a reference of its own. The thread that replaces that
    /// with `over` takes the reference.
    // A plain number: a type of its own would be compared and converted by generic functions in a debug build.
    @usableFromInline let link = Atomic<UInt>(0)

    @inlinable @inline(__always) static var awaiting: UInt { 0 }
    @inlinable @inline(__always) static var over: UInt { 1 }

    @inlinable @inline(__always)
    static func node(_ link: UInt) -> Unmanaged<_Node>? {
        link <= 1 ? nil : .fromOpaque(UnsafeRawPointer(bitPattern: link)!)
    }

    @inlinable
    init() {}

    @inlinable
    deinit { Self.node(link.load(ordering: .relaxed))?.release() }

    @inlinable @inline(__always)
    var isOver: Bool { link.load(ordering: .relaxed) == Self.over }

    @usableFromInline
    var isConnected: Bool { link.load(ordering: .relaxed) > Self.over }

    /// For mirrors. Without the subscription, which another thread may be releasing just now.
    var status: String {
        switch link.load(ordering: .relaxed) {
        case Self.awaiting: "awaitingSubscription"
        case Self.over: "terminal"
        default: "subscribed"
        }
    }

    /// Takes the subscription and asks it for everything; cancels it if there is one already, or all is over.
    @inlinable
    func connect(_ node: _Node) {
        let reference = Unmanaged.passRetained(node)
        let (isFirst, _) = link.compareExchange(
            expected: Self.awaiting, desired: UInt(bitPattern: reference.toOpaque()),
            ordering: .acquiringAndReleasing)
        if isFirst {
            node.request(.unlimited)
        } else {
            reference.release()
            node.cancel()
        }
    }

    /// Ends the sink because its publisher has.
    ///
    /// - Returns: `false` if it was over before.
    @inlinable
    func complete() -> Bool {
        let before = link.exchange(Self.over, ordering: .acquiringAndReleasing)
        Self.node(before)?.release()
        return before != Self.over
    }

    // Not inlined: so the handle's reference is borrowed for the call.
    @inlinable @inline(never)
    func cancel() {
        // The plain load spares the usual second call, from the handle's `deinit`, the exchange.
        if isOver { return }
        guard let node = Self.node(link.exchange(Self.over, ordering: .acquiringAndReleasing)) else { return }
        node._withUnsafeGuaranteedRef { $0.cancel() }
        node.release()
    }
}
