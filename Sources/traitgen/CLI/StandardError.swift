#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The stream for diagnostics. It is unbuffered: lines come out in the order they are written.
struct StandardError: TextOutputStream {
    mutating func write(_ string: String) {
        var bytes = Array(string.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { buffer in
                #if canImport(Darwin)
                    Darwin.write(STDERR_FILENO, buffer.baseAddress, buffer.count)
                #elseif canImport(Glibc)
                    Glibc.write(STDERR_FILENO, buffer.baseAddress, buffer.count)
                #elseif canImport(Musl)
                    Musl.write(STDERR_FILENO, buffer.baseAddress, buffer.count)
                #endif
            }
            // Who can't be told of an error can't be told of that either.
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
