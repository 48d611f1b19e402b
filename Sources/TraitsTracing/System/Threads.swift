#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Runs a closure on a new thread that gets no signals.
///
/// - Returns: the thread, or `nil` if the system has no thread left.
package func _startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    let argument = Unmanaged.passRetained(Body(body))
    #if canImport(Glibc)
        var thread = pthread_t()
    #else
        var thread: pthread_t?
    #endif
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    #if canImport(Darwin)
        let status = pthread_create(
            &thread, nil,
            {
                Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run()
                return nil
            }, argument.toOpaque())
    #else
        let status = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, argument.toOpaque())
    #endif
    if status == 0 { return thread }
    argument.release()
    return nil
}

/// The last part of the path to the running program.
package let _programName = String(CommandLine.arguments.first?.split(separator: "/").last ?? "program")

/// Returns the nanoseconds of a clock that only goes forward.
package func _steadyTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
}

/// Returns a variable of the environment, or `nil` in a program that runs with more rights than its caller.
///
/// Variables that name files come from the caller, so such a program must not follow them.
package func _variable(_ name: String) -> String? {
    #if canImport(Glibc) || canImport(Musl)
        let value = secureVariable(name)
    #elseif canImport(Android)
        // A program for Android can't have more rights than its caller.
        let value = getenv(name)
    #else
        let value = issetugid() == 0 ? getenv(name) : nil
    #endif
    return value.map { String(cString: $0) }
}

#if canImport(Glibc) || canImport(Musl)
    // The headers declare the function only for GNU programs, and Swift imports them without that option.
    @_silgen_name("secure_getenv")
    private func secureVariable(_ name: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>?
#endif
