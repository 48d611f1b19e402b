import TraitsRuntime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// The state of tracing that belongs to one thread.
final class TraceThread {
    /// A number that counts the threads that were recorded.
    let number: Int
    let isMain: Bool
    /// The subscription that is being made, or whose value is being delivered, the innermost one. Its node keeps it that long.
    @exclusivity(unchecked) var innermost: Unmanaged<TracedSubscription>?
    @exclusivity(unchecked) var isSubscribing = false

    private init() {
        isMain = Self.isMainThread
        number = Self.names.add(isMain ? "main" : Self.name)
    }

    /// The state of the running thread, which keeps it.
    static var current: Unmanaged<TraceThread> {
        if let known = pthread_getspecific(key) { return .fromOpaque(known) }
        let new = Unmanaged.passRetained(TraceThread())
        pthread_setspecific(key, new.toOpaque())
        return new
    }

    /// The number of threads whose names are kept.
    static let mostNames = 4096

    /// The name of a thread that was recorded.
    static func name(of number: Int) -> String { names[number] }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        #if canImport(Darwin)
            let status = pthread_key_create(&key) { Unmanaged<TraceThread>.fromOpaque($0).release() }
        #else
            let status = pthread_key_create(&key) { thread in
                if let thread { Unmanaged<TraceThread>.fromOpaque(thread).release() }
            }
        #endif
        precondition(status == 0, "there is no room for what is kept for each thread")
        return key
    }()

    private static let names = TraceThreadNames(limit: mostNames)

    private static var isMainThread: Bool {
        #if canImport(Darwin)
            pthread_main_np() != 0
        #else
            // The path of the main thread is that of its process, twice: `12/task/12`.
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
                buffer[max(0, readlink("/proc/thread-self", buffer.baseAddress!, 63))] = 0
                let path = String(cString: buffer.baseAddress!).split(separator: "/")
                return path.first == path.last && !path.isEmpty
            }
        #endif
    }

    /// The name that the program has given to the running thread, if it has.
    private static var name: String? {
        let name = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            #if canImport(Darwin)
                let count = pthread_getname_np(pthread_self(), buffer.baseAddress!, 64) == 0 ? 63 : 0
            #else
                let file = open("/proc/thread-self/comm", O_RDONLY | O_CLOEXEC)
                defer { close(file) }
                let count = max(0, read(file, buffer.baseAddress!, 63))
            #endif
            buffer[count] = 0
            return String(cString: buffer.baseAddress!).prefix { !$0.isNewline }
        }
        // On Linux a thread without a name has the program's, and a name has 15 bytes at most: those of Dispatch's pool end with
        // the end of a queue's name, and run many queues.
        let isOfPool = name.hasSuffix("-qos") || name.hasSuffix("-qos.overcommit")
        return name.isEmpty || isOfPool || _programName.hasPrefix(name) ? nil : String(name)
    }
}

/// The names of the threads that were recorded last.
final class TraceThreadNames: Sendable {
    private let limit: Int
    private let state = Guarded((count: 0, names: [String?]()))

    init(limit: Int) { self.limit = limit }

    /// - Returns: the number, which counts from one.
    func add(_ name: String?) -> Int {
        state.withLock { state in
            if state.count < limit {
                state.names.append(name)
            } else {
                state.names[state.count % limit] = name
            }
            state.count += 1
            return state.count
        }
    }

    subscript(number: Int) -> String {
        state.withLock { state in
            (state.count - number < limit ? state.names[(number - 1) % limit] : nil) ?? "thread \(number)"
        }
    }
}
