/// Code for parts of Apple's platforms that libraries of Combine operators use and Linux lacks. It is added to the copy of a
/// library that mentions them.
enum StandIns {
    private static let locks = """
        import Glibc

        /// Stands for the lock of Apple's platforms, and stops the program where that would: at a second lock by one thread.
        struct os_unfair_lock_s {
            fileprivate var mutex = pthread_mutex_t()

            init() { mutex.__data.__kind = 2 }
        }

        typealias os_unfair_lock = os_unfair_lock_s
        typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>

        func os_unfair_lock_lock(_ lock: os_unfair_lock_t) {
            if pthread_mutex_lock(&lock.pointee.mutex) != 0 { fatalError("os_unfair_lock is locked twice") }
        }

        func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool {
            pthread_mutex_trylock(&lock.pointee.mutex) == 0
        }

        func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) {
            if pthread_mutex_unlock(&lock.pointee.mutex) != 0 { fatalError("os_unfair_lock is not locked here") }
        }

        struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
            fileprivate final class Storage {
                var lock = os_unfair_lock_s()
                var state: State

                init(_ state: State) { self.state = state }
            }

            fileprivate let storage: Storage

            init(initialState: State) { storage = Storage(initialState) }
            init(uncheckedState: State) { storage = Storage(uncheckedState) }

            func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
                os_unfair_lock_lock(&storage.lock)
                defer { os_unfair_lock_unlock(&storage.lock) }
                return try body(&storage.state)
            }

            func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
                try withLock(body)
            }
        }

        extension OSAllocatedUnfairLock where State == Void {
            init() { self.init(initialState: ()) }
            func lock() { os_unfair_lock_lock(&storage.lock) }
            func unlock() { os_unfair_lock_unlock(&storage.lock) }
        }

        """

    private static let hashTable = """
        /// Stands for the set of weak references of Apple's Foundation.
        final class NSHashTable<Object: AnyObject> {
            private struct Weak {
                weak var object: Object?
            }

            private var entries: [Weak] = []

            static func weakObjects() -> NSHashTable { NSHashTable() }

            var allObjects: [Object] { entries.compactMap(\\.object) }
            var anyObject: Object? { allObjects.first }
            var count: Int { allObjects.count }

            func contains(_ object: Object?) -> Bool { allObjects.contains { $0 === object } }
            func removeAllObjects() { entries = [] }
            func remove(_ object: Object?) { entries.removeAll { $0.object == nil || $0.object === object } }

            func add(_ object: Object?) {
                guard let object, !contains(object) else { return }
                entries.append(Weak(object: object))
            }
        }

        """

    /// The file that a module needs; nil if it mentions nothing of it.
    static func file(for sources: [String]) -> String? {
        let parts = [
            (["os_unfair_lock", "OSAllocatedUnfairLock"], locks), (["NSHashTable"], hashTable),
        ].filter { names, _ in sources.contains { source in names.contains(where: source.contains) } }
        return parts.isEmpty ? nil : parts.map(\.1).joined(separator: "\n")
    }

    /// A source whose imports of Apple's modules are imports of the C library, and that imports what is a part of Foundation there.
    static func adapted(_ source: String) -> String {
        let adapted = source.replacing(/(?m)^( *)import (?:Darwin(?:\.\w+)*|os(?:\.\w+)?|OSLog) *$/) {
            "\($0.output.1)import Glibc"
        }.replacing(/\bPTHREAD_MUTEX_(?:RECURSIVE|NORMAL|ERRORCHECK|DEFAULT)\b/) {
            // The kinds of a mutex are of another type in glibc.
            "Int32(\($0.output))"
        }
        // A dot ends no word in Swift's regular expressions, so names are looked for as parts.
        guard ["URLSession", "URLRequest", "URLResponse", "URLProtocol"].contains(where: adapted.contains),
            !adapted.contains("import FoundationNetworking")
        else { return adapted }
        // On the same line, so that the compiler's errors name the library's lines.
        return adapted.replacing(/(?m)^( *)import Foundation *$/) {
            "\($0.output.1)import Foundation; import FoundationNetworking"
        }
    }
}
