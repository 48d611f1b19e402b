#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A file that this program writes for its user alone: a trace, or a record of tests.
///
/// Its name may come from the environment, and its contents may be secret. So it is readable by its owner alone, isn't reached
/// through a link, and replaces nothing but an earlier file of its kind.
package struct PrivateFile: ~Copyable {
    private let descriptor: Int32

    /// Creates a file, or empties an earlier one of its kind.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - beginning: the bytes with which each file of its kind begins. A shorter file may hold only a part of them.
    /// - Throws: ``TracingError`` if there is a file of another kind, or the file can't be made.
    package init(_ path: String, replacing beginning: String) throws(TracingError) {
        func failure(_ reason: String) -> TracingError { TracingError("\(path) can't be written: \(reason)") }
        let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        var file = open(path, flags | O_CREAT | O_EXCL, 0o600)
        if file < 0 && errno == EEXIST {
            file = open(path, flags)
            if file < 0 {
                throw failure(errno == ELOOP ? "it is a link" : String(cString: strerror(errno)))
            }
            if let reason = Self.objection(to: file, Array(beginning.utf8)) {
                _ = closeFile(file)
                throw failure(reason)
            }
        }
        if file < 0 { throw failure(String(cString: strerror(errno))) }
        descriptor = file
    }

    deinit { _ = closeFile(descriptor) }

    /// Empties a file, or returns the reason why it must not be emptied.
    private static func objection(to file: Int32, _ beginning: [UInt8]) -> String? {
        var status = stat()
        guard fstat(file, &status) == 0 else { return String(cString: strerror(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { return "it is no ordinary file" }
        guard status.st_uid == geteuid() else { return "it belongs to another user" }
        guard status.st_nlink == 1 else { return "it has another name as well" }
        var bytes = [UInt8](repeating: 0, count: beginning.count)
        let count = max(0, pread(file, &bytes, bytes.count, 0))
        guard bytes.prefix(count) == beginning.prefix(count),
            count == min(beginning.count, Int(status.st_size))
        else { return "there is a file of another kind; remove it, or choose another name" }
        guard fchmod(file, 0o600) == 0, ftruncate(file, 0) == 0 else {
            return String(cString: strerror(errno))
        }
        return nil
    }

    /// Writes all bytes.
    package borrowing func write(_ bytes: [UInt8]) throws(TracingError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { writeFile(descriptor, $0.baseAddress!, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw TracingError(String(cString: strerror(errno))) }
            rest = rest.dropFirst(count)
        }
    }
}

// The methods of the file hide the functions.
private func writeFile(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

private func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }
