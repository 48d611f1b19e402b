#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The signals by which a program stops: a failed precondition, an overflow, `abort()`, an invalid address.
///
/// Their handler stops a thread that belongs to a ``Ward`` for ever, and lets every other thread end the process as before.
enum TrapSignals {
    private static let all = [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSEGV, SIGBUS]

    /// The actions that the signals had before, by number. The handler reads them without a lock.
    nonisolated(unsafe) private static let before: UnsafeMutablePointer<sigaction> = {
        let count = Int(all.max() ?? 0) + 1
        let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: count)
        actions.initialize(repeating: sigaction(), count: count)
        return actions
    }()

    /// Sets the handlers, once in a process.
    static let areHandled: Void = {
        _ = Ward.key
        var action = sigaction()
        let handler: @convention(c) (Int32) -> Void = { TrapSignals.handle($0) }
        #if canImport(Glibc)
            action.__sigaction_handler.sa_handler = handler
        #elseif canImport(Musl)
            action.__sa_handler.sa_handler = handler
        #else
            action.__sigaction_u.__sa_handler = handler
        #endif
        action.sa_flags = Int32(SA_ONSTACK)
        for signal in all { sigaction(signal, &action, before + Int(signal)) }
    }()

    private static func handle(_ signal: Int32) {
        if let ward = Ward.current { Ward.stop(ward, UInt8(signal)) }
        // The instruction that traps, or `abort()`, goes on with the action that the signal had before.
        sigaction(signal, before + Int(signal), nil)
    }

    #if os(tvOS) || os(watchOS)
        /// These systems have no stacks for handlers.
        static func withStack(_ body: () -> Void) { body() }
    #else
        /// Runs a closure on a thread that has a stack for handlers: a stack that has overflowed has no room for one.
        static func withStack(_ body: () -> Void) {
            let size = 1 << 16
            let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
            var stack = stack_t()
            stack.ss_sp = memory
            stack.ss_size = .init(size)
            sigaltstack(&stack, nil)
            body()
            stack.ss_flags = Int32(SS_DISABLE)
            sigaltstack(&stack, nil)
            memory.deallocate()
        }
    #endif

    /// The words for a signal.
    static func name(_ signal: UInt8) -> String {
        let names: [Int32: String] = [
            SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGFPE: "SIGFPE", SIGSEGV: "SIGSEGV",
            SIGBUS: "SIGBUS",
        ]
        return names[Int32(signal)] ?? "signal \(signal)"
    }
}
