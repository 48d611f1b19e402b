/// Watches objects without keeping them, and says which of them are still alive.
///
/// ```swift
/// let leaks = LeakTracker()
/// do {
///     let model = leaks.track(SearchModel(), "model")
///     model.search("swift")
/// }
/// try leaks.expectAllReleased()
/// ```
///
/// - Threads: everything may be called from every thread.
public final class LeakTracker: @unchecked Sendable {
    // Unchecked, because weak references can't be sendable: they are touched under `lock` only.

    private struct Tracked {
        weak var object: AnyObject?
        let entry: LeakError.Entry
    }

    private let lock = Lock()
    private var tracked: [Tracked] = []

    /// Creates a tracker that watches nothing yet.
    public init() {}

    /// Watches an object.
    ///
    /// - Parameters:
    ///   - object: The object; it is not kept.
    ///   - name: How a report calls it; its type if none is given.
    ///   - fileID: The file in which a report says it was tracked.
    ///   - line: The line on which a report says it was tracked.
    /// - Returns: The object.
    @discardableResult
    public func track<Object: AnyObject>(
        _ object: Object, _ name: String? = nil, fileID: String = #fileID, line: UInt = #line
    ) -> Object {
        let entry = LeakError.Entry(name: name ?? "\(type(of: object))", fileID: fileID, line: line)
        lock.withLock { tracked.append(Tracked(object: object, entry: entry)) }
        return object
    }

    /// A new object that is watched: send it as a value, capture it in a closure, and see whether it is let
    /// go.
    ///
    /// ```swift
    /// let publisher = Just(leaks.token("value")).map { token in token.name }
    /// ```
    public func token(_ name: String, fileID: String = #fileID, line: UInt = #line) -> LeakToken {
        track(LeakToken(name), name, fileID: fileID, line: line)
    }

    /// What is still alive, in the order in which it was tracked.
    public var alive: [LeakError.Entry] {
        lock.withLock { tracked.filter { $0.object != nil }.map(\.entry) }
    }

    /// Throws if anything that was tracked is still alive.
    ///
    /// - Throws: ``LeakError``, which names what is alive.
    public func expectAllReleased() throws(LeakError) {
        let alive = alive
        if !alive.isEmpty { throw LeakError(alive: alive) }
    }
}

/// Something that is tracked is still alive.
public struct LeakError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Something that was tracked.
    public struct Entry: Hashable, Sendable, CustomStringConvertible {
        /// The name it was given.
        public let name: String
        /// The file in which it was tracked.
        public let fileID: String
        /// The line on which it was tracked.
        public let line: UInt

        /// The name and the place.
        public var description: String { "\(name) (tracked at \(fileID):\(line))" }
    }

    /// What is alive, in the order in which it was tracked.
    public let alive: [Entry]

    /// What is alive, one on each line.
    public var description: String {
        (["still alive:"] + alive.map { "  \($0)" }).joined(separator: "\n")
    }
}

/// An object with a name, made by ``LeakTracker/token(_:fileID:line:)``.
public final class LeakToken: Sendable, CustomStringConvertible {
    /// The name.
    public let name: String

    init(_ name: String) {
        self.name = name
    }

    deinit { requireNoLock("the release of a value") }

    /// The name.
    public var description: String { name }
}
