import Synchronization

/// The upstream subscription of a sink, and whether the sink is over: one word, no lock.
@usableFromInline
final class _SinkState: Cancellable, Sendable {
    /// `awaiting`, `over`, or else the address of the subscription, with a reference of its own. The thread that replaces that
    /// with `over` takes the reference.
    @frozen @usableFromInline
    struct Link: RawRepresentable, Equatable, AtomicRepresentable, Sendable {
        @usableFromInline let rawValue: UInt

        @inlinable @inline(__always)
        init(rawValue: UInt) { self.rawValue = rawValue }

        @inlinable @inline(__always)
        init(_ node: Unmanaged<_Node>) { rawValue = UInt(bitPattern: node.toOpaque()) }

        @inlinable @inline(__always) static var awaiting: Link { Link(rawValue: 0) }
        @inlinable @inline(__always) static var over: Link { Link(rawValue: 1) }

        @inlinable
        var node: Unmanaged<_Node>? {
            @inline(__always) get {
                rawValue <= 1 ? nil : .fromOpaque(UnsafeRawPointer(bitPattern: rawValue)!)
            }
        }
    }

    @usableFromInline let link = Atomic<Link>(.awaiting)

    @inlinable
    init() {}

    @inlinable
    deinit { link.load(ordering: .relaxed).node?.release() }

    @inlinable @inline(__always)
    var isOver: Bool { link.load(ordering: .relaxed) == .over }

    @usableFromInline
    var isConnected: Bool { link.load(ordering: .relaxed).node != nil }

    /// For mirrors. Without the subscription, which another thread may be releasing just now.
    var status: String {
        switch link.load(ordering: .relaxed) {
        case .awaiting: "awaitingSubscription"
        case .over: "terminal"
        default: "subscribed"
        }
    }

    /// Takes the subscription and asks it for everything; cancels it if there is one already, or all is over.
    @inlinable
    func connect(_ node: _Node) {
        let reference = Unmanaged.passRetained(node)
        let (isFirst, _) = link.compareExchange(
            expected: .awaiting, desired: Link(reference), ordering: .acquiringAndReleasing)
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
        let before = link.exchange(.over, ordering: .acquiringAndReleasing)
        before.node?.release()
        return before != .over
    }

    // Not inlined: so the handle's reference is borrowed for the call.
    @inlinable @inline(never)
    func cancel() {
        // The plain load spares the usual second call, from the handle's `deinit`, the exchange.
        if isOver { return }
        guard let node = link.exchange(.over, ordering: .acquiringAndReleasing).node else { return }
        node._withUnsafeGuaranteedRef { $0.cancel() }
        node.release()
    }
}
