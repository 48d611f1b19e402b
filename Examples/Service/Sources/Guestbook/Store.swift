import Dispatch
import Synchronization
import TraitsExtras
import TraitsRuntime

/// Keeps entries.
public protocol Store: Sendable {
    /// Adds an entry, and says how many there are then. It is there for good before that.
    func add(_ text: String) -> AnySinglePublisher<Int, StoreError>

    /// All entries, the oldest first.
    func entries() -> AnySinglePublisher<[String], StoreError>
}

public enum StoreError: Error, Equatable {
    /// Another program writes just now.
    case busy
    case broken(code: Int32)
}

/// Keeps entries in a file, by SQLite.
public struct FileStore: Store {
    private let database: Database
    // A database takes one statement at a time.
    private let queue = DispatchQueue(label: "store")

    public init(_ database: Database) throws(StoreError) {
        self.database = database
        try database.run("CREATE TABLE IF NOT EXISTS entries (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
    }

    public func add(_ text: String) -> AnySinglePublisher<Int, StoreError> {
        work { database throws(StoreError) in
            try database.run("INSERT INTO entries (text) VALUES (?)", [text])
            return try database.run("SELECT count(*) FROM entries").first.flatMap { Int($0) } ?? 0
        }
    }

    public func entries() -> AnySinglePublisher<[String], StoreError> {
        work { database throws(StoreError) in try database.run("SELECT text FROM entries ORDER BY id") }
    }

    /// Each subscriber has the work done on the queue, once: another attempt is another subscription.
    private func work<T: Sendable>(
        _ body: @escaping @Sendable (Database) throws(StoreError) -> T
    ) -> AnySinglePublisher<T, StoreError> {
        .create { [database, queue] promise in
            queue.async { promise(Result { () throws(StoreError) in try body(database) }) }
            return AnyCancellable {}
        }
    }
}

/// Keeps entries until the program ends, where the system has no SQLite.
public final class MemoryStore: Store {
    private let texts = Mutex<[String]>([])

    public init() {}

    public func add(_ text: String) -> AnySinglePublisher<Int, StoreError> {
        Deferred { [self] in
            Just(
                texts.withLock { texts in
                    texts.append(text)
                    return texts.count
                })
        }.setFailureType(to: StoreError.self).eraseToAnySinglePublisher()
    }

    public func entries() -> AnySinglePublisher<[String], StoreError> {
        Deferred { [self] in Just(texts.withLock { $0 }) }
            .setFailureType(to: StoreError.self).eraseToAnySinglePublisher()
    }
}
