import Synchronization

/// A cancellable that cancels itself when it is released.
///
/// This is what ``Publisher/sink(receiveCompletion:receiveValue:)`` returns: keep it as long as you want
/// values, in a property or with ``store(in:)-(Set<AnyCancellable>)``.
///
/// The work is cancelled exactly once, however many threads call ``cancel()`` or release the last
/// reference, and what it captured is released then.
public final class AnyCancellable: Cancellable, Hashable {
    // What there is to cancel: at most one of the two, and each sees to it that this happens once. They don't
    // share an enum, because what is taken out of one has its references counted. No atomics stand here: they
    // would keep the compiler from laying `_inert` out as a constant.
    @usableFromInline let sink: _SinkState?
    @usableFromInline let once: _CancelOnce?

    /// Creates a cancellable that runs a closure when it is cancelled or released.
    ///
    /// - Parameter cancel: run at most once.
    @inlinable
    public init(_ cancel: @escaping () -> Void) {
        sink = nil
        once = _CancelOnce(cancel)
    }

    /// Creates a cancellable that cancels another one when it is cancelled or released.
    @inlinable
    public init<C: Cancellable>(_ canceller: C) {
        sink = nil
        once = _CancelOnce(canceller.cancel)
    }

    /// - Parameters:
    ///   - cancel: run at most once.
    ///   - state: tells when the stream has ended by itself.
    init(_ cancel: @escaping () -> Void, endingWith state: _SinkState) {
        sink = nil
        once = _CancelOrEnd(cancel, state)
    }

    /// Whether nothing is left to cancel: it has been cancelled, or the stream it is for has ended.
    ///
    /// Of a closure it is known only whether it has run.
    var _isOver: Bool {
        sink?.isOver ?? once?.isOver ?? true
    }

    @inlinable
    init(_sink: __owned _SinkState) {
        sink = _sink
        once = nil
    }

    @usableFromInline
    init(_inert: Void) {
        sink = nil
        once = nil
    }

    /// One object for all that have nothing to cancel: a constant of the program, whose references are not
    /// counted.
    private static let inert = AnyCancellable(_inert: ())

    /// What a subscription that was over before `sink` returned hands out.
    ///
    /// The attribute tells clients' optimizer that references held around the call need no extra count.
    @usableFromInline @_effects(releasenone)
    static func _inert() -> AnyCancellable { inert }

    @inlinable
    deinit { cancel() }

    @inlinable
    public func cancel() {
        if let sink {
            // `self` keeps it for the call.
            Unmanaged.passUnretained(sink)._withUnsafeGuaranteedRef { $0.cancel() }
        } else {
            once?.cancel()
        }
    }

    public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// Keeps this object in a collection, so that it lives as long as the collection does.
    @inlinable
    public func store<C: RangeReplaceableCollection>(in collection: inout C)
    where C.Element == AnyCancellable {
        collection.append(self)
    }

    /// Keeps this object in a set, so that it lives as long as the set does.
    // Not inlinable: each client would have a copy of the set's code.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self)
    }
}

extension AnyCancellable: Sendable {}

/// A closure that is called at most once, and released then.
@usableFromInline
class _CancelOnce {
    @usableFromInline final let isDone = Atomic<Bool>(false)
    @usableFromInline @exclusivity(unchecked) final var closure: (() -> Void)?

    @inlinable
    init(_ closure: @escaping () -> Void) { self.closure = closure }

    var isOver: Bool { isDone.load(ordering: .acquiring) }

    @inlinable
    final func cancel() {
        // The plain load spares the usual second call, from `AnyCancellable.deinit`, the exchange.
        if isDone.load(ordering: .acquiring) || isDone.exchange(true, ordering: .acquiringAndReleasing) {
            return
        }
        let closure = closure
        self.closure = nil
        closure?()
    }
}

/// A closure for a stream that may also end by itself, which the closure is not told.
private final class _CancelOrEnd: _CancelOnce, @unchecked Sendable {
    private let state: _SinkState

    init(_ closure: @escaping () -> Void, _ state: _SinkState) {
        self.state = state
        super.init(closure)
    }

    override var isOver: Bool { state.isOver || super.isOver }
}

// Safe to share: `closure` is touched only by the thread that turned `isDone` on, and by `init`. That what it runs may
// run on any thread is part of the contract of `Cancellable`.
extension _CancelOnce: @unchecked Sendable {}
