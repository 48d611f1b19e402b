#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file that is read or written piece by piece, and closed with its last reference.
final class OpenFile {
    let descriptor: Int32

    init?(_ path: String, _ mode: Int32 = O_RDONLY) {
        let descriptor = open(path, mode)
        // The property has no value yet, so nothing is closed, and `errno` stays that of the call.
        if descriptor < 0 { return nil }
        self.descriptor = descriptor
    }

    /// Takes over a file that is open already.
    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Fills a buffer with the next bytes and returns their number; zero at the end, or if the disk fails.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int { Self.read(descriptor, into: buffer) }

    /// Reads from a descriptor; see ``read(into:)``.
    static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            #if canImport(Darwin)
                let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
            #elseif canImport(Glibc)
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            #elseif canImport(Musl)
                let count = Musl.read(descriptor, buffer.baseAddress, buffer.count)
            #endif
            if count < 0 && errno == EINTR { continue }
            return max(count, 0)
        }
    }
}
