import Synchronization

// How code that only reads a property learns that it has changed, as Swift's `Observation` offers it.
//
// This module doesn't import `Observation`: each client would carry it, and each read would ask it whether somebody tracks
// reads. `TraitsObservation` does, and conforms `_ReadTracking` to `_TracksReads`. The graph looks for that conformance
// once. If it is there, all nodes have the flag ``_GraphFlags/tracked``, so that each read takes the slow path that it takes
// during a publication. Without it, reads take the fast path.

/// Conformed to by `_ReadTracking`, in a module that wants to know which properties are read.
public protocol _TracksReads {
    /// Creates the object that notes the reads of one property.
    static func reads() -> _PropertyReads
}

/// The place for the conformance to `_TracksReads`.
public enum _ReadTracking {}

/// An object that knows of the tracked reads of one property, and is told of the property's changes.
///
/// A property that is made for one read, such as `$name.map { … }.value`, is released when that read returns, although its
/// trackers still wait for a change. The properties that it depended on inherit its reads then, and tell the trackers of
/// the next change. Reads that nobody tracks are not inherited: `key` tells them apart.
open class _PropertyReads {
    /// An object that is held by each tracker of a read of the property, and by this object as long as there may be reads.
    public final var key: AnyObject?
    private final weak var sharedKey: AnyObject?
    private let lock = _Lock()
    private final var heirs: [_PropertyReads] = []
    /// The number of heirs above which the heirs that nobody tracks any more are removed.
    private final var limit = 8

    public init() {}

    /// Sets `key`, once, before the object is used.
    public final func begin(key: AnyObject) {
        self.key = key
        sharedKey = key
    }

    /// Notes that the property is being read. Called on the thread of the read; must call no foreign code.
    open func note() {}

    /// Tells the trackers that the property has changed. Called with no lock held.
    ///
    /// - Parameter key: the object that was passed to `begin(key:)`.
    open func tell(_ key: AnyObject) {}

    final var heirCount: Int { lock.withLock { heirs.count } }

    final func changed() {
        lock.lock()
        // Another thread may have released the property meanwhile.
        let key = key ?? sharedKey
        let heirs = self.heirs
        self.heirs = []
        limit = 8
        lock.unlock()
        if let key { tell(key) }
        for heir in heirs { if let key = heir.sharedKey { heir.tell(key) } }
    }

    /// Ends the reads of a property that is being released.
    ///
    /// - Returns: the reads that are still tracked, including inherited ones.
    final func end() -> [_PropertyReads] {
        lock.lock()
        var tracked = heirs
        heirs = []
        let key = self.key.take()
        lock.unlock()
        _ = consume key
        tracked.append(self)
        return tracked.filter { $0.sharedKey != nil }
    }

    final func inherit(_ reads: [_PropertyReads]) {
        var gone: [_PropertyReads] = []
        lock.lock()
        heirs += reads
        if heirs.count > limit {
            swap(&gone, &heirs)
            heirs = gone.filter { $0.sharedKey != nil }
            limit = max(8, heirs.count * 2)
        }
        lock.unlock()
    }
}

// Safe to share: the lock guards the heirs, and the key once no thread can read the property any more.
extension _PropertyReads: @unchecked Sendable {}

extension _GraphNode {
    /// Notes that the node is being read, if reads are tracked in this program, and waits for the end of a publication.
    @usableFromInline @inline(never)
    final func beginRead() {
        let flags = flagsWord.load(ordering: .acquiring)
        if flags & _GraphFlags.tracked.rawValue != 0 { trackedReads().note() }
        // A publication only stores values, so the wait is short.
        if flags & _GraphFlags.changed.rawValue != 0 { lockPublication().publication.unlock() }
    }

    /// Returns the object that notes the reads of this node, made when it is needed first.
    private final func trackedReads() -> _PropertyReads {
        if let reads { return reads }
        let new = Unmanaged.passRetained(_PropertyGraph.tracking!.reads())
        let exchange = readsAddress.compareExchange(
            expected: 0, desired: UInt(bitPattern: new.toOpaque()), ordering: .acquiringAndReleasing)
        if !exchange.exchanged {
            // Another thread was faster.
            new.release()
            return reads!
        }
        // A plain node shows its value and tells nobody.
        let graph = lockPublication()
        isPlain = false
        graph.publication.unlock()
        return new.takeUnretainedValue()
    }

    /// Hands the reads of a released node to its inputs, which tell them of changes. For the thread with the writer lock,
    /// before the node leaves its inputs.
    final func bequeathReads() {
        guard let tracked = reads?.end(), !tracked.isEmpty else { return }
        for input in inputs {
            input.node._withUnsafeGuaranteedRef { if !$0.isDone { $0.trackedReads().inherit(tracked) } }
        }
    }

    /// The object that knows of reads of this node, if there were any.
    final var reads: _PropertyReads? {
        UnsafeRawPointer(bitPattern: readsAddress.load(ordering: .acquiring)).map {
            Unmanaged.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// Has the trackers of this node's reads told. For a change that is being published, of a node that is tracked.
    @usableFromInline @inline(never)
    final func wakeReads(in session: _PropertyGraph?) {
        wake(
            in: session,
            _PropertyDelivery(reads!) { _unsafeUncheckedDowncast($0, to: _PropertyReads.self).changed() })
    }

    @usableFromInline @inline(never)
    final func releaseReads() {
        UnsafeRawPointer(bitPattern: readsAddress.load(ordering: .acquiring)).map {
            Unmanaged<_PropertyReads>.fromOpaque($0).release()
        }
    }
}
