import Synchronization

/// A work that is cancelled at most once: the upstream subscription of a sink, or a closure.
///
/// It has one word and no lock. One class serves both, so that an ``AnyCancellable`` is no larger than one reference.
open class _CancelOnce: @unchecked Sendable {
    /// The state: `awaiting`, `over`, or the address of a subscription, with a reference to it. The thread that replaces an
    /// address with `over` takes over the reference.
    // A plain number: in a debug build generic functions would compare and convert a type of its own.
    @usableFromInline final let link = Atomic<UInt>(0)

    @inlinable @inline(__always) static var awaiting: UInt { 0 }
    @inlinable @inline(__always) static var over: UInt { 1 }

    @inlinable @inline(__always)
    static func node(_ link: UInt) -> Unmanaged<_Node>? {
        link <= 1 ? nil : .fromOpaque(UnsafeRawPointer(bitPattern: link)!)
    }

    @inlinable
    package init() {}

    @inlinable
    deinit { Self.node(link.load(ordering: .relaxed))?.release() }

    @inlinable @inline(__always)
    package final var isOver: Bool { link.load(ordering: .relaxed) == Self.over }

    /// Indicates whether nothing is left to cancel, as a handle reports it.
    var hasNothingLeft: Bool { isOver }

    // Not inlined, so that the handle's reference is borrowed for the call.
    @inlinable @inline(never)
    public final func cancel() {
        // The plain load saves the exchange in the usual second call, from the handle's `deinit`.
        if isOver { return }
        let before = link.exchange(Self.over, ordering: .acquiringAndReleasing)
        if let node = Self.node(before) {
            node._withUnsafeGuaranteedRef { $0.cancel() }
            node.release()
        } else if before == Self.awaiting {
            cancelUnconnected()
        }
    }

    /// Cancels a work without a subscription. Called at most once.
    @usableFromInline
    func cancelUnconnected() {}
}

/// A closure that is called at most once, and released then.
// Safe to share: only `init` and the one call of `cancelUnconnected()` touch `closure`. By the contract of `Cancellable`,
// the closure may run on any thread.
@usableFromInline
class _CancelClosure: _CancelOnce, @unchecked Sendable {
    @usableFromInline @exclusivity(unchecked) final var closure: (() -> Void)?

    @inlinable
    init(_ closure: @escaping () -> Void) { self.closure = closure }

    @usableFromInline
    final override func cancelUnconnected() {
        let closure = closure
        self.closure = nil
        closure?()
    }
}

/// A closure for a stream that may also end by itself, without a call of the closure.
final class _CancelOrEnd: _CancelClosure, @unchecked Sendable {
    private let state: _SinkState

    init(_ closure: @escaping () -> Void, _ state: _SinkState) {
        self.state = state
        super.init(closure)
    }

    override var hasNothingLeft: Bool { state.isOver || isOver }
}
