import Synchronization

/// A cancellable that cancels itself when it is released.
///
/// This is what ``Publisher/sink(receiveCompletion:receiveValue:)`` returns: keep it as long as you want
/// values, in a property or with ``store(in:)-(Set<AnyCancellable>)``.
///
/// The work is cancelled exactly once, however many threads call ``cancel()`` or release the last
/// reference, and what it captured is released then.
public final class AnyCancellable: Cancellable, Hashable {
    @usableFromInline let work: _CancelOnce?

    /// Creates a cancellable that runs a closure when it is cancelled or released.
    ///
    /// - Parameter cancel: run at most once.
    @inlinable
    public init(_ cancel: @escaping () -> Void) { work = _CancelClosure(cancel) }

    /// Creates a cancellable that cancels another one when it is cancelled or released.
    @inlinable
    public init<C: Cancellable>(_ canceller: C) { work = _CancelClosure(canceller.cancel) }

    /// - Parameters:
    ///   - cancel: run at most once.
    ///   - state: tells when the stream has ended by itself.
    init(_ cancel: @escaping () -> Void, endingWith state: _SinkState) { work = _CancelOrEnd(cancel, state) }

    /// Whether nothing is left to cancel: it has been cancelled, or the stream it is for has ended.
    ///
    /// Of a closure it is known only whether it has run.
    var _isOver: Bool { work?.hasNothingLeft ?? true }

    @inlinable
    init(_sink: __owned _SinkState) { work = _sink }

    /// What a subscription that was over before `sink` returned hands out: it has nothing to cancel.
    ///
    /// An object for each, since it counts as one in a set. Where it goes no further than the caller, the optimizer
    /// sees that, and allocates nothing: for that all of it is inlinable.
    @inlinable
    init(_inert: Void) { work = nil }

    @inlinable @inline(__always)
    static func _inert() -> AnyCancellable { AnyCancellable(_inert: ()) }

    @inlinable
    deinit { cancel() }

    @inlinable
    public func cancel() {
        guard let work else { return }
        _callsOut("cancel()")
        // `self` keeps it for the call.
        Unmanaged.passUnretained(work)._withUnsafeGuaranteedRef { $0.cancel() }
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
