#if TRAITS_COUNT_LOCKS
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #else
        import Darwin
    #endif
    import TraitsRuntime

    /// Checks, at the start of a function, that the library holds no lock if the function is one of a test.
    ///
    /// `.ci/variant locks` has the compiler call `.ci/locks.c` at the start of each function, which calls this function: for
    /// closures, subscribers, schedulers, clocks, `==`, and the `deinit` of each class whose instances streams keep.
    ///
    /// - Parameter address: a place at the start of the function.
    @_cdecl("traits_function_begins")
    public func _functionBegins(_ address: UInt) {
        let count = _HeldLocks.count
        if count != 0 { HeldLockProbe.check(address, count) }
    }

    @_silgen_name("__sanitizer_symbolize_pc")
    private func symbolize(
        _ address: UInt, _ format: UnsafePointer<CChar>, _ result: UnsafeMutableRawPointer, _ size: Int)

    @_silgen_name("__sanitizer_print_stack_trace")
    private func printStack()

    /// Distinguishes functions of a test from those of the library and those that the compiler has generated.
    ///
    /// The latter run under locks, too: values are copied there. The check is called from anywhere, inside of the Swift runtime
    /// as well, so it uses no generic types.
    private enum HeldLockProbe {
        nonisolated(unsafe) private static let mutex: UnsafeMutablePointer<pthread_mutex_t> = {
            let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
            pthread_mutex_init(mutex, nil)
            return mutex
        }()
        private static let capacity = 1 << 16
        /// The addresses of functions that may run under locks.
        nonisolated(unsafe) private static let allowed = UnsafeMutablePointer<UInt>(
            OpaquePointer(calloc(capacity, MemoryLayout<UInt>.size)!))
        private static let lineLimit = 2048
        nonisolated(unsafe) private static let line = UnsafeMutablePointer<CChar>(
            OpaquePointer(malloc(lineLimit)!))

        @inline(never)
        static func check(_ address: UInt, _ count: Int) {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            var slot = Int(address) & (capacity - 1)
            while allowed[slot] != 0 {
                if allowed[slot] == address { return }
                slot = (slot + 1) & (capacity - 1)
            }
            symbolize(address, "%f at %S", line, lineLimit)
            if strstr(line, ".swift:") != nil, strstr(line, "/Sources/Traits") == nil,
                strstr(line, "/Sources/Streams") == nil, strstr(line, "/Sources/TracePage") == nil
            {
                fputs("The library calls under \(count) lock(s): \(String(cString: line))\n", stderr)
                printStack()
                if getenv("TRAITS_LOCKS_GO_ON") == nil { abort() }
            }
            allowed[slot] = address
        }
    }
#endif
