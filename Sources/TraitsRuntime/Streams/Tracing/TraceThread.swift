import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// What tracing knows of one thread.
final class _TraceThread {
    /// A small number, in the order in which threads were first told of.
    let number: Int
    let isMain: Bool
    /// The subscription that is being made, or whose value is being delivered, the innermost one. Its node keeps it that long.
    @exclusivity(unchecked) var innermost: Unmanaged<_TracedSubscription>?
    @exclusivity(unchecked) var isSubscribing = false

    private init() {
        isMain = Self.isMainThread
        number = Self.names.add(isMain ? "main" : Self.name)
    }

    /// That of the running thread, which keeps it.
    static var current: Unmanaged<_TraceThread> {
        if let known = pthread_getspecific(key) { return .fromOpaque(known) }
        let new = Unmanaged.passRetained(_TraceThread())
        pthread_setspecific(key, new.toOpaque())
        return new
    }

    /// The name of a thread that was told of.
    static func name(of number: Int) -> String { names[number] }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        #if canImport(Darwin)
            let status = pthread_key_create(&key) { Unmanaged<_TraceThread>.fromOpaque($0).release() }
        #else
            let status = pthread_key_create(&key) { thread in
                if let thread { Unmanaged<_TraceThread>.fromOpaque(thread).release() }
            }
        #endif
        precondition(status == 0, "there is no room for what is kept for each thread")
        return key
    }()

    private static let names = _TraceThreadNames()

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
        // On Linux a thread without a name has the program's, and a name has 15 bytes at most.
        return name.isEmpty || _programName.hasPrefix(name) ? nil : String(name)
    }
}

/// The names of all threads that were told of.
// Safe to share: the lock guards all state.
private final class _TraceThreadNames: @unchecked Sendable {
    private let lock = _Lock()
    private var names: [String] = []

    /// - Returns: the number, which counts from one.
    func add(_ name: String?) -> Int {
        lock.withLock {
            names.append(name ?? "thread \(names.count + 1)")
            return names.count
        }
    }

    subscript(number: Int) -> String { lock.withLock { names[number - 1] } }
}

/// The last part of the path to the running program.
public let _programName = String(CommandLine.arguments.first?.split(separator: "/").last ?? "program")

/// Nanoseconds of a clock that only goes forward.
public func _steadyTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
}
