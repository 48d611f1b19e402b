#if TRAITS_COUNT_LOCKS
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #else
        import Darwin
    #endif
    import TraitsRuntime

    /// Checks, at the start of each function of the tests, that the library holds no lock.
    ///
    /// `.ci/locks` compiles the tests with `-sanitize-coverage=func,trace-pc`, which calls this function at the start of each
    /// function: closures, subscribers, schedulers, clocks, `==`, and the `deinit` of each class whose instances streams keep.
    @_cdecl("__sanitizer_cov_trace_pc")
    public func _functionBegins() {
        let count = _HeldLocks.count
        if count != 0 { HeldLockProbe.check(count) }
    }

    @_silgen_name("backtrace")
    private func backtrace(_ frames: UnsafeMutableRawPointer, _ count: Int32) -> Int32

    @_silgen_name("__sanitizer_symbolize_pc")
    private func symbolize(
        _ address: UInt, _ format: UnsafePointer<CChar>, _ result: UnsafeMutableRawPointer, _ size: Int)

    @_silgen_name("__sanitizer_print_stack_trace")
    private func printStack()

    /// Distinguishes functions of a test from functions that the compiler has generated or taken from the library.
    ///
    /// The latter run under locks, too: values are copied there, and generic functions of the library are compiled with each
    /// client. The check is called from anywhere, inside of the Swift runtime as well, so it uses no generic types.
    private enum HeldLockProbe {
        nonisolated(unsafe) private static let mutex: UnsafeMutablePointer<pthread_mutex_t> = {
            let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
            pthread_mutex_init(mutex, nil)
            return mutex
        }()
        private static let room = 1 << 16
        /// The addresses of allowed calls.
        nonisolated(unsafe) private static let allowed = UnsafeMutablePointer<UInt>(
            OpaquePointer(calloc(room, MemoryLayout<UInt>.size)!))
        /// The frame of the function that has begun, counted from the innermost frame.
        nonisolated(unsafe) private static var frame = 0
        private static let frameLimit = 16
        private static let lineLimit = 2048

        @inline(never)
        static func check(_ count: Int) {
            // Functions that the check itself calls aren't checked.
            _HeldLocks.add(-count)
            defer { _HeldLocks.add(count) }
            let frames = UnsafeMutablePointer<UInt>(
                OpaquePointer(malloc(frameLimit * MemoryLayout<UInt>.size)!))
            let line = UnsafeMutablePointer<CChar>(OpaquePointer(malloc(lineLimit)!))
            defer {
                free(frames)
                free(line)
            }
            let number = Int(backtrace(frames, Int32(frameLimit)))
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            if frame == 0 { frame = caller(in: frames, number, line) }
            // Some stacks can't be walked. Other calls on the same path are checked.
            guard frame > 0, frame < number else { return }
            let address = frames[frame]
            var slot = Int(address) & (room - 1)
            while allowed[slot] != 0 {
                if allowed[slot] == address { return }
                slot = (slot + 1) & (room - 1)
            }
            symbolize(address, "%f at %S", line, lineLimit)
            if strstr(line, ".swift:") != nil, strstr(line, "/Sources/Traits") == nil,
                strstr(line, "/Sources/Streams") == nil
            {
                fputs("The library calls under \(count) lock(s): \(String(cString: line))\n", stderr)
                printStack()
                if getenv("TRAITS_LOCKS_GO_ON") == nil { abort() }
            }
            allowed[slot] = address
        }

        /// The place of the function that has begun; 0 if the stack doesn't show it.
        private static func caller(
            in frames: UnsafeMutablePointer<UInt>, _ number: Int, _ line: UnsafeMutablePointer<CChar>
        ) -> Int {
            var found = 0
            for index in 0..<max(number - 1, 0) {
                symbolize(frames[index], "%f", line, lineLimit)
                // An optimised build leaves out the function that the compiler's calls go to.
                if strstr(line, "HeldLockProbe") != nil || strstr(line, "__sanitizer_cov_trace_pc") != nil {
                    found = index + 1
                } else if found > 0 {
                    return found
                }
            }
            return 0
        }
    }
#endif
