#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

import TraitgenCore

/// Standard output, standard error or a file. It is unbuffered: lines come out in the order in which they are written, and the
/// caller gets an error if they don't.
struct StandardStream {
    let descriptor: Int32

    static let output = StandardStream(descriptor: STDOUT_FILENO)
    static let errors = StandardStream(descriptor: STDERR_FILENO)

    func write(line: String) throws(CommandFileError) { try write(Array((line + "\n").utf8)) }

    func write(_ bytes: [UInt8]) throws(CommandFileError) {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { buffer in
                #if canImport(Darwin)
                    Darwin.write(descriptor, buffer.baseAddress, buffer.count)
                #elseif canImport(Glibc)
                    Glibc.write(descriptor, buffer.baseAddress, buffer.count)
                #elseif canImport(Musl)
                    Musl.write(descriptor, buffer.baseAddress, buffer.count)
                #endif
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw CommandFileError(reason: String(cString: strerror(errno))) }
            bytes = bytes.dropFirst(count)
        }
    }
}
