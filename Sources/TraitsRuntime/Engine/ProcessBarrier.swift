import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A memory barrier on all threads of the process, run by one of them: the expensive side of an asymmetric
/// fence, whose other side costs nothing.
///
/// On Linux it is the system call `membarrier`. The kernel wants to know in advance who will use it, and in a
/// process with several threads that takes it some ten milliseconds; a thread of its own waits for that. Where
/// the call is missing or forbidden, and on other systems, the barrier never gets ready. A build with
/// `-DTRAITS_NO_PROCESS_BARRIER` does without it.
enum _ProcessBarrier {
    private static let untried = 0
    private static let beingTried = 1
    private static let usable = 2
    private static let missing = 3

    private static let state = Atomic<Int>(untried)

    /// Whether there is one that can be run. The first to ask sees to it that later ones get a yes if possible.
    static var isReady: Bool {
        switch state.load(ordering: .acquiring) {
        case usable: return true
        case untried:
            let isFirst = state.compareExchange(
                expected: untried, desired: beingTried, ordering: .relaxed
            ).exchanged
            if isFirst { prepare() }
            return state.load(ordering: .acquiring) == usable
        default: return false
        }
    }

    /// Whether it is certain that there will never be one.
    static var isMissing: Bool { state.load(ordering: .relaxed) == missing }

    #if os(Linux) && (arch(x86_64) || arch(arm64)) && !TRAITS_NO_PROCESS_BARRIER
        #if arch(x86_64)
            private static let number = 324
        #else
            private static let number = 283
        #endif
        private static let privateExpedited = 8
        private static let registerPrivateExpedited = 16

        private typealias SystemCall = @convention(c) (Int, Int, Int, Int) -> Int

        // `syscall` takes any number of arguments, and Swift doesn't import such functions. On these two
        // architectures words are passed to it as to any other function. A program without a dynamic linker
        // doesn't find it, and does without the barrier.
        private static let call: SystemCall? = dlsym(nil, "syscall").map {
            unsafeBitCast($0, to: SystemCall.self)
        }

        /// Runs the barrier. Only once it is ready.
        static func run() {
            while call!(number, privateExpedited, 0, 0) != 0 {
                // Want of memory passes. A filter that forbids the call after it was registered does not, and whoever
                // goes on without a barrier may let two threads in.
                precondition(errno == ENOMEM, "membarrier was allowed, and is no longer")
                sched_yield()
            }
        }

        private static func prepare() {
            // With one thread in the process there is nothing to wait for.
            let isSingleThreaded = dlsym(nil, "__libc_single_threaded")?.load(as: CChar.self) ?? 0
            if isSingleThreaded != 0 { return register() }
            var thread = pthread_t()
            let failure = pthread_create(
                &thread, nil,
                { _ in
                    _ProcessBarrier.register()
                    return nil
                }, nil)
            if failure == 0 { pthread_detach(thread) } else { register() }
        }

        private static func register() {
            let succeeded = call.map { $0(number, registerPrivateExpedited, 0, 0) == 0 } ?? false
            state.store(succeeded ? usable : missing, ordering: .releasing)
        }
    #else
        static func run() { preconditionFailure("there is no barrier") }

        private static func prepare() { state.store(missing, ordering: .releasing) }
    #endif
}
