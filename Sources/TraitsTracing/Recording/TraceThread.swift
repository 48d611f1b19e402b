import TraitsRuntime

#if canImport(Dispatch)
    import Dispatch
#endif
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
    let isMain: Bool
    /// The innermost subscription that is being made, or whose value is being delivered. Its node retains it that long.
    @exclusivity(unchecked) var innermost: Unmanaged<TracedSubscription>?
    @exclusivity(unchecked) var isSubscribing = false

    private lazy var ownNumber = Self.names.add(isMain ? "main" : Self.name, isOfPool: Self.isOfPool)
    /// The label of the queue that ran last on this thread, and the number of its events here.
    @exclusivity(unchecked) private var lastQueue: (label: UnsafeMutablePointer<CChar>, number: Int)?

    private init() { isMain = Self.isMainThread }

    deinit { free(lastQueue?.label) }

    /// The number of events that happen now: the running queue's, or the thread's if no queue with a program's label runs.
    ///
    /// A queue runs on many threads of Dispatch's pool, and a program knows only its label.
    var number: Int {
        guard let label = Self.queueLabel else { return ownNumber }
        if let lastQueue, strcmp(lastQueue.label, label) == 0 { return lastQueue.number }
        let name = String(cString: label)
        let isOnMainQueue = name == "com.apple.main-thread"
        let number =
            isOnMainQueue && !isMain
            ? Self.names.number(ofQueue: "main queue")
            : isOnMainQueue || Self.isInternal(name) ? ownNumber : Self.names.number(ofQueue: name)
        free(lastQueue?.label)
        lastQueue = strdup(label).map { ($0, number) }
        return number
    }

    /// The state of the running thread, which retains it.
    static var current: Unmanaged<TraceThread> {
        if let known = pthread_getspecific(key) { return .fromOpaque(known) }
        let new = Unmanaged.passRetained(TraceThread())
        pthread_setspecific(key, new.toOpaque())
        return new
    }

    /// The number of threads and queues whose names are kept.
    static let mostNames = 4096

    /// Returns the name of a recorded thread or queue.
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
            // The path of the main thread has the number of its process twice: `12/task/12`.
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
                buffer[max(0, readlink("/proc/thread-self", buffer.baseAddress!, 63))] = 0
                let path = String(cString: buffer.baseAddress!).split(separator: "/")
                return path.first == path.last && !path.isEmpty
            }
        #endif
    }

    /// The label of the running queue. Outside of a queue it has a default.
    private static var queueLabel: UnsafePointer<CChar>? {
        #if canImport(Dispatch) && canImport(Darwin)
            __dispatch_queue_get_label(nil)
        #elseif canImport(Dispatch)
            labelOfQueue(nil)
        #else
            nil
        #endif
    }

    /// Returns a Boolean value that indicates whether a queue has its label from a library, or no label.
    private static func isInternal(_ label: String) -> Bool {
        label.isEmpty || label.hasPrefix("com.apple.root.") || label.hasPrefix("NSOperationQueue 0x")
            || label == "Swift global concurrent queue"
    }

    /// The name that the program has given to the running thread, if any.
    private static var name: String? {
        let name = systemName
        // On Linux a thread without a name has the program's.
        return name.isEmpty || isOfPool || _programName.hasPrefix(name) ? nil : name
    }

    /// A Boolean value that indicates whether the running thread belongs to Dispatch's pool.
    ///
    /// On Linux such a thread has the name of a global queue, of which the system keeps 15 bytes.
    private static var isOfPool: Bool {
        let name = systemName
        return name.hasSuffix("-qos") || name.hasSuffix("-qos.overcommit")
    }

    private static var systemName: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            #if canImport(Darwin)
                let count = pthread_getname_np(pthread_self(), buffer.baseAddress!, 64) == 0 ? 63 : 0
            #else
                let file = open("/proc/thread-self/comm", O_RDONLY | O_CLOEXEC)
                defer { close(file) }
                let count = max(0, read(file, buffer.baseAddress!, 63))
            #endif
            buffer[count] = 0
            return String(String(cString: buffer.baseAddress!).prefix { !$0.isNewline })
        }
    }
}

#if canImport(Dispatch) && !canImport(Darwin)
    // Dispatch's Swift interface has the label of a given queue, but not of the running queue.
    @_silgen_name("dispatch_queue_get_label")
    private func labelOfQueue(_ queue: UnsafeRawPointer?) -> UnsafePointer<CChar>?
#endif

/// The names of the threads and queues that were recorded last.
final class TraceThreadNames: Sendable {
    private let limit: Int
    private let state = Guarded((count: 0, names: [String?](), queues: [String: Int]()))

    init(limit: Int) { self.limit = limit }

    /// Adds a thread.
    ///
    /// - Returns: the number, which counts from one.
    func add(_ name: String?, isOfPool: Bool = false) -> Int {
        state.withLock { state in
            add(isOfPool && name == nil ? "pool thread \(state.count + 1)" : name, to: &state)
        }
    }

    /// Returns the number for a label, which all queues with the label share as long as the label is kept.
    func number(ofQueue label: String) -> Int {
        state.withLock { state in
            if let known = state.queues[label], state.count - known < limit { return known }
            if state.queues.count >= limit { state.queues = [:] }
            let new = add(label, to: &state)
            state.queues[label] = new
            return new
        }
    }

    private func add(
        _ name: String?, to state: inout (count: Int, names: [String?], queues: [String: Int])
    ) -> Int {
        if state.count < limit {
            state.names.append(name)
        } else {
            state.names[state.count % limit] = name
        }
        state.count += 1
        return state.count
    }

    subscript(number: Int) -> String {
        state.withLock { state in
            (state.count - number < limit ? state.names[(number - 1) % limit] : nil) ?? "thread \(number)"
        }
    }
}
