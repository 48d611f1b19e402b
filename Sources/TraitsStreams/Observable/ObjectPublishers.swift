import Synchronization

/// Finds the one publisher of each object.
///
/// An object has no field for the publisher, so a table has it. The table doesn't look for the object's `@Published`
/// properties: each property gets its object whenever it is set, looks into the table then, and keeps the publisher that
/// it finds. So the mirror of a class makes no difference.
///
/// The table refers to objects weakly, since a new object may have the address of a released one. When an object is released, a
/// property that has found the publisher removes the entry. Entries that no property has found are removed whenever the table
/// has doubled, so the table stays in proportion to the objects that are alive.
final class _ObjectPublishers: @unchecked Sendable {
    // Unchecked: `entries` and `limit` are touched under `lock` only.

    static let shared = _ObjectPublishers()

    private struct Entry {
        weak var object: AnyObject?
        let publisher: ObservableObjectPublisher
    }

    private let lock = _Lock()
    private var entries: [ObjectIdentifier: Entry] = [:]
    /// The number of entries at which the table is swept.
    private var limit = 64

    /// The number of publishers that have been made. A property that has found none need not look again before this number
    /// changes.
    let made = Atomic<Int>(0)

    /// Returns the publisher of an object, and makes it if there is none.
    func publisher(of object: AnyObject) -> ObservableObjectPublisher {
        // Releasing the garbage may run a program's code: not under the lock.
        let (publisher, garbage) = lock.withLock { install(object) }
        withExtendedLifetime(garbage) {}
        return publisher
    }

    /// Returns the publisher of an object, if anybody has asked for it.
    func known(of object: AnyObject) -> ObservableObjectPublisher? { lock.withLock { find(object) } }

    /// Removes an object's entry if the object is being released. Called when a property is released that has found the
    /// publisher.
    func leave(_ key: ObjectIdentifier) {
        let garbage: (Entry?, AnyObject?) = lock.withLock {
            // Kept until after the lock: this may become the last reference to the object.
            if let object = entries[key]?.object { return (nil, object) }
            return (entries.removeValue(forKey: key), nil)
        }
        withExtendedLifetime(garbage) {}
    }

    /// Under `lock`. The caller holds the object.
    private func find(_ object: AnyObject) -> ObservableObjectPublisher? {
        guard let entry = entries[ObjectIdentifier(object)], entry.object === object else { return nil }
        return entry.publisher
    }

    /// Under `lock`. The caller holds the object.
    ///
    /// - Returns: the publisher, and the entries and objects to release after the lock.
    private func install(_ object: AnyObject) -> (ObservableObjectPublisher, garbage: [Any]) {
        if let known = find(object) { return (known, []) }
        let publisher = ObservableObjectPublisher()
        var garbage = sweep()
        let entry = Entry(object: object, publisher: publisher)
        if let old = entries.updateValue(entry, forKey: ObjectIdentifier(object)) { garbage.append(old) }
        made.add(1, ordering: .releasing)
        return (publisher, garbage)
    }

    /// Under `lock`.
    ///
    /// - Returns: the garbage to release after the lock: the entries that were removed, and the objects that were looked at.
    ///   This may have become the last reference to any of these.
    private func sweep() -> [Any] {
        guard entries.count >= limit else { return [] }
        var garbage: [Any] = []
        garbage.reserveCapacity(entries.count)
        for (key, entry) in entries {
            if let object = entry.object {
                garbage.append(object)
            } else {
                garbage.append(entry)
                entries[key] = nil
            }
        }
        limit = max(64, entries.count * 2)
        return garbage
    }
}

/// The link between a `@Published` property and the object it belongs to, for properties of any type.
@usableFromInline
class _PublishedRoot {
    private final let lock = _Lock()
    /// The publisher of the object, once it has been found; never replaced. Under `lock`.
    @exclusivity(unchecked) private final var change: ObservableObjectPublisher?
    /// The identity of the object whose publisher was found. Under `lock`.
    @exclusivity(unchecked) private final var key: ObjectIdentifier?
    /// The number of publishers that had been made when there was none for the object. Under `lock`.
    @exclusivity(unchecked) private final var seen = 0
    /// The object, for changes that come through the projection, such as those of `assign(to: &$name)`. Under `lock`.
    @exclusivity(unchecked) private final weak var owner: AnyObject?
    private final let isOwned = Atomic<Bool>(false)

    @usableFromInline
    init() {}

    deinit {
        if let key { _ObjectPublishers.shared.leave(key) }
    }

    /// Notes the object that the property belongs to.
    @usableFromInline
    final func belong(to object: AnyObject) {
        if isOwned.load(ordering: .acquiring) { return }
        lock.withLock {
            if owner == nil { owner = object }
        }
        isOwned.store(true, ordering: .releasing)
    }

    /// Tells that an object is about to change, if anybody has asked for its publisher.
    @usableFromInline
    final func announce(_ object: AnyObject) {
        (lock.withLock { change } ?? look(for: object))?.send()
    }

    /// Tells that the object is about to change, for a change that comes through the projection.
    final func announce() {
        if let known = lock.withLock({ change }) { return known.send() }
        if let object = lock.withLock({ owner }) { look(for: object)?.send() }
    }

    private final func look(for object: AnyObject) -> ObservableObjectPublisher? {
        // Before the table is looked at: a publisher that is made meanwhile makes the next change look again.
        let made = _ObjectPublishers.shared.made.load(ordering: .acquiring)
        if lock.withLock({ seen }) == made { return nil }
        let found = _ObjectPublishers.shared.known(of: object)
        lock.withLock {
            if change == nil, let found {
                change = found
                key = ObjectIdentifier(object)
            } else {
                seen = made
            }
        }
        return found
    }
}
