import Synchronization

/// The upstream subscription of a sink, and whether the sink is over: one word, no lock.
@usableFromInline
final class _SinkState: Cancellable {
    @usableFromInline static var awaiting: UInt8 { @inlinable @inline(__always) get { 0 } }
    @usableFromInline static var storing: UInt8 { @inlinable @inline(__always) get { 1 } }
    @usableFromInline static var subscribed: UInt8 { @inlinable @inline(__always) get { 2 } }
    @usableFromInline static var over: UInt8 { @inlinable @inline(__always) get { 3 } }

    @usableFromInline let state = Atomic<UInt8>(0)
    /// Written while `storing`, taken by whoever moves `subscribed` to `over`.
    @usableFromInline @exclusivity(unchecked) var upstream: _Node?

    @inlinable
    init() {}

    @inlinable @inline(__always)
    var isOver: Bool { state.load(ordering: .relaxed) == Self.over }

    /// Takes the subscription and asks it for everything; cancels it if there is one already.
    @inlinable
    func connect(_ node: _Node) {
        guard
            state.compareExchange(expected: Self.awaiting, desired: Self.storing, ordering: .relaxed)
                .exchanged
        else { return node.cancel() }
        upstream = node
        guard
            state.compareExchange(
                expected: Self.storing, desired: Self.subscribed, ordering: .acquiringAndReleasing
            ).exchanged
        else {
            upstream = nil  // cancelled meanwhile, by another thread
            return node.cancel()
        }
        node.request(.unlimited)
    }

    /// Ends the sink because its publisher has.
    ///
    /// - Returns: `false` if it was over before.
    @inlinable
    func complete() -> Bool {
        let before = state.exchange(Self.over, ordering: .acquiringAndReleasing)
        if before == Self.subscribed { upstream = nil }
        return before != Self.over
    }

    @inlinable
    func cancel() {
        guard state.exchange(Self.over, ordering: .acquiringAndReleasing) == Self.subscribed else { return }
        let node = upstream
        upstream = nil
        node?.cancel()
    }
}

// Safe to share: see `upstream`.
extension _SinkState: @unchecked Sendable {}
