import Synchronization

/// The upstream subscription of a sink, and whether the sink is over: one word, no lock.
open class _SinkState: _CancelOnce, Cancellable, @unchecked Sendable {
    @inlinable
    package override init() {}

    @usableFromInline
    final var isConnected: Bool { link.load(ordering: .relaxed) > Self.over }

    /// For mirrors. Without the subscription, which another thread may be releasing just now.
    final var status: String {
        switch link.load(ordering: .relaxed) {
        case Self.awaiting: "awaitingSubscription"
        case Self.over: "terminal"
        default: "subscribed"
        }
    }

    /// Takes the subscription and asks it for everything; cancels it if there is one already, or if the sink is over.
    @inlinable
    package final func connect(_ node: _Node) {
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

    /// Ends the sink because its publisher has ended.
    ///
    /// - Returns: `false` if it was over before.
    @inlinable
    package final func complete() -> Bool {
        let before = link.exchange(Self.over, ordering: .acquiringAndReleasing)
        Self.node(before)?.release()
        return before != Self.over
    }
}
