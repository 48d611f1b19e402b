import Synchronization

/// The upstream subscription of a sink, and whether the sink is over: one word, no lock.
@usableFromInline
final class _SinkState: Cancellable, Sendable {
    @usableFromInline static var awaiting: UInt { @inlinable @inline(__always) get { 0 } }
    @usableFromInline static var over: UInt { @inlinable @inline(__always) get { 1 } }

    /// `awaiting`, `over`, or else the address of the subscription, with a reference of its own. Whoever
    /// replaces that with `over` takes the reference.
    @usableFromInline let word = Atomic<UInt>(0)

    @inlinable
    init() {}

    @inlinable
    deinit { Self.reference(word.load(ordering: .relaxed))?.release() }

    @inlinable @inline(__always)
    var isOver: Bool { word.load(ordering: .relaxed) == Self.over }

    @usableFromInline
    var isConnected: Bool { word.load(ordering: .relaxed) > Self.over }

    /// For mirrors. Without the subscription, which another thread may be releasing just now.
    var status: String {
        switch word.load(ordering: .relaxed) {
        case Self.awaiting: "awaitingSubscription"
        case Self.over: "terminal"
        default: "subscribed"
        }
    }

    /// Takes the subscription and asks it for everything; cancels it if there is one already, or all is over.
    @inlinable
    func connect(_ node: _Node) {
        let reference = Unmanaged.passRetained(node)
        let isFirst = word.compareExchange(
            expected: Self.awaiting, desired: UInt(bitPattern: reference.toOpaque()),
            ordering: .acquiringAndReleasing
        ).exchanged
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
        let before = word.exchange(Self.over, ordering: .acquiringAndReleasing)
        Self.reference(before)?.release()
        return before != Self.over
    }

    // Not inlined: so the handle's reference is borrowed for the call.
    @inlinable @inline(never)
    func cancel() {
        // The plain load spares the usual second call, from the handle's `deinit`, the exchange.
        if isOver { return }
        guard let node = take() else { return }
        node._withUnsafeGuaranteedRef { $0.cancel() }
        node.release()
    }

    @inlinable
    func take() -> Unmanaged<_Node>? {
        Self.reference(word.exchange(Self.over, ordering: .acquiringAndReleasing))
    }

    @inlinable @inline(__always)
    static func reference(_ word: UInt) -> Unmanaged<_Node>? {
        word <= over ? nil : .fromOpaque(UnsafeRawPointer(bitPattern: word)!)
    }
}
