import Synchronization

/// A cancellable that cancels itself when it is released.
///
/// ``Publisher/sink(receiveCompletion:receiveValue:)`` returns one: keep it as long as you want values, in a property
/// or with ``store(in:)-(Set<AnyCancellable>)``.
///
/// The work is cancelled exactly once, even if several threads call ``cancel()`` or release the last reference. The
/// objects that it captured are released then.
public final class AnyCancellable: Cancellable, Hashable {
    @usableFromInline let work: _CancelOnce?

    /// Creates a cancellable that runs a closure when it is cancelled or released.
    ///
    /// - Parameter cancel: a closure that is called at most once.
    @inlinable
    public init(_ cancel: @escaping () -> Void) { work = _CancelClosure(cancel) }

    /// Creates a cancellable that cancels another cancellable when it is cancelled or released.
    @inlinable
    public init<C: Cancellable>(_ canceller: C) { work = _CancelClosure(canceller.cancel) }

    /// - Parameters:
    ///   - cancel: a closure that is called at most once.
    ///   - state: the state of the sink, which shows whether the stream has ended by itself.
    init(_ cancel: @escaping () -> Void, endingWith state: _SinkState) { work = _CancelOrEnd(cancel, state) }

    /// A Boolean value that indicates whether nothing is left to cancel, after a cancellation or the end of the stream.
    ///
    /// A handle made of a closure only knows whether the closure has run.
    var _isOver: Bool { work?.hasNothingLeft ?? true }

    @inlinable
    package init(_sink: __owned _SinkState) { work = _sink }

    /// Creates a handle without anything to cancel, for a subscription that was over before `sink` returned.
    ///
    /// Each is a separate object, because it counts as an element of a set. It is inlinable so that the optimizer can
    /// avoid the allocation if the handle doesn't leave the caller.
    @inlinable
    init(_inert: Void) { work = nil }

    @inlinable @inline(__always)
    package static func _inert() -> AnyCancellable { AnyCancellable(_inert: ()) }

    @inlinable
    deinit { cancel() }

    @inlinable
    public func cancel() {
        guard let work else { return }
        _callsOut("cancel()")
        // `self` retains the work during the call.
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
