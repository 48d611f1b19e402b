/// A `@Published` property, seen from the object it belongs to.
protocol _PublishedProperty {
    /// Sends before the property is set, once it is set itself.
    var objectWillChange: ObservableObjectPublisher? { get }

    /// Lets the property send through a publisher, unless it has one.
    func adopt(_ publisher: ObservableObjectPublisher)
}

/// Finds the one publisher of each object.
///
/// An object has no room of its own for the publisher, so its `@Published` properties hold it, and it goes
/// when the object goes. An object without any has it held here. The table refers to objects weakly, which
/// makes it safe that a new object may stand where another one stood; entries of objects that are gone are
/// swept out whenever the table has doubled, so it stays in proportion to the living.
final class _ObjectPublishers: @unchecked Sendable {
    // Unchecked: `entries` and `limit` are touched under `lock` only.

    static let shared = _ObjectPublishers()

    private struct Entry {
        weak var object: AnyObject?
        weak var publisher: ObservableObjectPublisher?
        /// The same publisher, if no property of the object holds it.
        let held: ObservableObjectPublisher?
    }

    private let lock = _Lock()
    private var entries: [ObjectIdentifier: Entry] = [:]
    /// How large the table may grow before it is swept.
    private var limit = 64

    func publisher(of object: AnyObject) -> ObservableObjectPublisher {
        if let known = lock.withLock({ find(object) }) { return known }
        // Outside the lock: a mirror may run the object's own code.
        let properties = publishedProperties(of: object)
        let (publisher, garbage) = lock.withLock { install(object, properties) }
        // What is swept may run code of its own when it is released.
        withExtendedLifetime(garbage) {}
        return publisher
    }

    /// Under `lock`.
    private func find(_ object: AnyObject) -> ObservableObjectPublisher? {
        guard let entry = entries[ObjectIdentifier(object)], entry.object === object else { return nil }
        return entry.publisher
    }

    /// Under `lock`.
    private func install(
        _ object: AnyObject, _ properties: [any _PublishedProperty]
    ) -> (ObservableObjectPublisher, garbage: [Entry]) {
        if let known = find(object) { return (known, []) }
        let installed = properties.lazy.compactMap(\.objectWillChange).first
        let publisher = installed ?? ObservableObjectPublisher()
        for property in properties { property.adopt(publisher) }
        var garbage = reclaim()
        let entry = Entry(
            object: object, publisher: publisher, held: properties.isEmpty ? publisher : nil)
        if let old = entries.updateValue(entry, forKey: ObjectIdentifier(object)) { garbage.append(old) }
        return (publisher, garbage)
    }

    /// Under `lock`.
    private func reclaim() -> [Entry] {
        guard entries.count >= limit else { return [] }
        let dead = entries.filter { $0.value.object == nil }
        for key in dead.keys { entries[key] = nil }
        limit = max(64, entries.count * 2)
        return Array(dead.values)
    }

    private func publishedProperties(of object: AnyObject) -> [any _PublishedProperty] {
        var properties: [any _PublishedProperty] = []
        var mirror: Mirror? = Mirror(reflecting: object)
        while let level = mirror {
            for child in level.children {
                if let property = child.value as? any _PublishedProperty { properties.append(property) }
            }
            mirror = level.superclassMirror
        }
        return properties
    }
}
