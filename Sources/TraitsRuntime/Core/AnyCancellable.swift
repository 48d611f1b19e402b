import Synchronization

/// A cancellable that cancels itself when it is released.
///
/// This is what ``Publisher/sink(receiveCompletion:receiveValue:)`` returns: keep it as long as you want
/// values, in a property or with ``store(in:)-(Set<AnyCancellable>)``.
///
/// The work is cancelled exactly once, however many threads call ``cancel()`` or release the last
/// reference, and what it captured is released then.
public final class AnyCancellable: Cancellable, Hashable {
    @usableFromInline
    enum Work {
        case none
        case closure(() -> Void)
        case sink(_SinkState)
    }

    @usableFromInline let isDone = Atomic<Bool>(false)
    @usableFromInline @exclusivity(unchecked) var work: Work

    /// Creates a cancellable that runs a closure when it is cancelled or released.
    ///
    /// - Parameter cancel: run at most once.
    @inlinable
    public init(_ cancel: @escaping () -> Void) {
        work = .closure(cancel)
    }

    /// Creates a cancellable that cancels another one when it is cancelled or released.
    @inlinable
    public init<C: Cancellable>(_ canceller: C) {
        work = .closure(canceller.cancel)
    }

    @inlinable
    init(_sink: _SinkState) {
        work = .sink(_sink)
    }

    @usableFromInline
    init(_inert: Void) {
        work = .none
        isDone.store(true, ordering: .relaxed)
    }

    /// What a subscription that was over before `sink` returned hands out: one object for all.
    @usableFromInline static let _inert = AnyCancellable(_inert: ())

    @inlinable
    deinit { cancel() }

    @inlinable
    public func cancel() {
        // The plain load spares the usual second call, from `deinit`, the exchange.
        if isDone.load(ordering: .acquiring) || isDone.exchange(true, ordering: .acquiringAndReleasing) {
            return
        }
        let todo = work
        work = .none
        switch todo {
        case .none: break
        case .closure(let cancel): cancel()
        case .sink(let state): state.cancel()
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
    @inlinable
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self)
    }
}

// Safe to share: `work` is touched only by whoever turned `isDone` on, and by `init`. That what it runs may
// run on any thread is part of the contract of `Cancellable`.
extension AnyCancellable: @unchecked Sendable {}
