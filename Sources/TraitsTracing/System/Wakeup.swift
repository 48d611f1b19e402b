#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A signal that ends a thread's wait for its files. Any thread may call it, and several calls count as one call.
final class Wakeup: Sendable {
    /// The file that the waiting thread polls together with its other files.
    let descriptor: Int32
    private let entrance: Int32

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError("pipe") }
        (descriptor, entrance) = (ends[0], ends[1])
        for end in ends { Socket.prepare(end) }
    }

    deinit {
        close(descriptor)
        close(entrance)
    }

    func wake() {
        var byte: UInt8 = 0
        // A pipe that is full wakes as well.
        _ = write(entrance, &byte, 1)
    }

    /// Forgets the calls so far.
    func clear() {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            while read(descriptor, buffer.baseAddress!, 64) == 64 {}
        }
    }

    /// Waits for a call, or until a time of the steady clock.
    ///
    /// A signal may end the wait early.
    ///
    /// - Returns: a Boolean value that indicates whether there was a call, which is forgotten.
    @discardableResult
    func wait(until time: UInt64?) -> Bool {
        let now = _steadyTime()
        let rest = time.map { Int32(clamping: ($0 - min($0, now)) / 1_000_000 + 1) }
        var files = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        Socket.wait(for: &files, milliseconds: rest ?? -1)
        if files[0].revents == 0 { return false }
        clear()
        return true
    }
}
