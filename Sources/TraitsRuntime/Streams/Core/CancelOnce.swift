import Synchronization

/// What is cancelled at most once: the upstream subscription of a sink, or a closure.
///
/// One word and no lock, and one class for both, so that an ``AnyCancellable`` is no larger than one reference.
@usableFromInline
class _CancelOnce: @unchecked Sendable {
    /// `awaiting`, `over`, or else the address of a subscription, with a reference of its own. The thread that replaces that
    /// with `over` takes the reference.
    // A plain number: a type of its own would be compared and converted by generic functions in a debug build.
    @usableFromInline final let link = Atomic<UInt>(0)

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
    final var isOver: Bool { link.load(ordering: .relaxed) == Self.over }

    /// Whether there is nothing to cancel any more, as a handle tells it.
    var hasNothingLeft: Bool { isOver }

    // Not inlined: so the handle's reference is borrowed for the call.
    @inlinable @inline(never)
    final func cancel() {
        // The plain load spares the usual second call, from the handle's `deinit`, the exchange.
        if isOver { return }
        let before = link.exchange(Self.over, ordering: .acquiringAndReleasing)
        if let node = Self.node(before) {
            node._withUnsafeGuaranteedRef { $0.cancel() }
            node.release()
        } else if before == Self.awaiting {
            cancelUnconnected()
        }
    }

    /// Cancels what has no subscription: called at most once.
    @usableFromInline
    func cancelUnconnected() {}
}

/// A closure that is called at most once, and released then.
// Safe to share: `closure` is touched only by `init` and by the one call of `cancelUnconnected()`. That what it runs may
// run on any thread is part of the contract of `Cancellable`.
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

/// A closure for a stream that may also end by itself, which the closure is not told.
final class _CancelOrEnd: _CancelClosure, @unchecked Sendable {
    private let state: _SinkState

    init(_ closure: @escaping () -> Void, _ state: _SinkState) {
        self.state = state
        super.init(closure)
    }

    override var hasNothingLeft: Bool { state.isOver || isOver }
}
