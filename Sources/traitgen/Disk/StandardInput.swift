import TraitgenCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Standard input, read in pieces as they arrive.
package struct StandardInput: Sendable {
    package init() {}

    /// Waits for bytes, fills a buffer with them, and returns their number; zero at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        OpenFile.read(STDIN_FILENO, into: buffer)
    }

    /// A Boolean value that indicates whether reading wouldn't wait: bytes are there, or the end.
    package var isReady: Bool {
        var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) > 0
    }
}

/// Writes bytes to standard output.
package func writeStandardOutput(_ bytes: [UInt8]) throws(CommandFileError) {
    try StandardStream.output.write(bytes)
}
