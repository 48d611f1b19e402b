/// Tracks objects without keeping them, and reports the objects that are still alive.
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
/// - Threads: All members may be used from any thread.
public final class LeakTracker: @unchecked Sendable {
    // Unchecked, because weak references can't be sendable: they are touched under `lock` only.

    private struct Tracked {
        weak var object: AnyObject?
        let entry: LeakError.Entry
    }

    private let lock = Lock()
    private var tracked: [Tracked] = []

    /// Creates a tracker without objects.
    public init() {}

    /// Tracks an object.
    ///
    /// - Parameters:
    ///   - object: The object; it is not kept.
    ///   - name: The name of the object in a report; its type if no name is given.
    ///   - fileID: The file that a report gives as the place of the call.
    ///   - line: The line that a report gives as the place of the call.
    /// - Returns: The object.
    @discardableResult
    public func track<Object: AnyObject>(
        _ object: Object, _ name: String? = nil, fileID: String = #fileID, line: UInt = #line
    ) -> Object {
        let entry = LeakError.Entry(name: name ?? "\(type(of: object))", fileID: fileID, line: line)
        lock.withLock { tracked.append(Tracked(object: object, entry: entry)) }
        return object
    }

    /// Creates and tracks an object: send it as a value, or capture it in a closure, and see whether it is released.
    ///
    /// ```swift
    /// let publisher = Just(leaks.token("value")).map { token in token.name }
    /// ```
    public func token(_ name: String, fileID: String = #fileID, line: UInt = #line) -> LeakToken {
        track(LeakToken(name), name, fileID: fileID, line: line)
    }

    /// Creates and tracks an object that acts when it is released.
    @_spi(Proof)
    public func token(
        _ name: String, fileID: String = #fileID, line: UInt = #line,
        atRelease action: @escaping @Sendable () -> Void
    ) -> LeakToken {
        track(LeakToken(name, action), name, fileID: fileID, line: line)
    }

    /// The tracked objects that are still alive, in the order in which they were tracked.
    public var alive: [LeakError.Entry] {
        lock.withLock { tracked.filter { $0.object != nil }.map(\.entry) }
    }

    /// Throws if any tracked object is still alive.
    ///
    /// - Throws: ``LeakError``, which names the objects that are alive.
    public func expectAllReleased() throws(LeakError) {
        let alive = alive
        if !alive.isEmpty { throw LeakError(alive: alive) }
    }
}

/// An error that says that tracked objects are still alive.
public struct LeakError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A tracked object, as a report names it.
    public struct Entry: Hashable, Sendable, CustomStringConvertible {
        /// The name given to the object.
        public let name: String
        /// The file in which the object was tracked.
        public let fileID: String
        /// The line on which the object was tracked.
        public let line: UInt

        /// The name and the place.
        public var description: String { "\(name) (tracked at \(fileID):\(line))" }
    }

    /// The objects that are alive, in the order in which they were tracked.
    public let alive: [Entry]

    /// The objects that are alive, each on a line.
    public var description: String {
        (["still alive:"] + alive.map { "  \($0)" }).joined(separator: "\n")
    }
}

/// An object with a name, made by ``LeakTracker/token(_:fileID:line:)``.
public final class LeakToken: Sendable, CustomStringConvertible {
    /// The name.
    public let name: String

    private let atRelease: (@Sendable () -> Void)?

    init(_ name: String, _ atRelease: (@Sendable () -> Void)? = nil) {
        self.name = name
        self.atRelease = atRelease
    }

    deinit {
        requireNoLock("the release of a value")
        atRelease?()
    }

    /// The name.
    public var description: String { name }
}
