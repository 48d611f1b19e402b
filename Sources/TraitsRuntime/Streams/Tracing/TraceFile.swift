#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Writes events into a file, one a line, between the brackets of an array.
///
/// A program that is ended from outside leaves the last bracket out, as the format allows, and each line complete.
// Safe to share: calls never overlap.
final class _TraceFile: TraceWriter, @unchecked Sendable {
    private var descriptor: Int32

    init(_ path: String) throws(TracingError) {
        let path = path.replacing("%p", with: "\(getpid())")
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        if descriptor < 0 {
            throw TracingError("\(path) can't be written: \(String(cString: strerror(errno)))")
        }
        put(Array("[\n".utf8))
    }

    func write(_ events: [TraceEvent]) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(events.count * 160)
        for event in events {
            event.writeLine(to: &bytes)
            bytes += [UInt8(ascii: ","), UInt8(ascii: "\n")]
        }
        put(bytes)
    }

    func close() { close(isComplete: true) }

    func close(isComplete: Bool) {
        if isComplete { put(Array("{}]\n".utf8)) }
        if descriptor < 0 { return }
        _ = closeFile(descriptor)
        descriptor = -1
    }

    private func put(_ bytes: [UInt8]) {
        if descriptor < 0 { return }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { writeFile(descriptor, $0.baseAddress!, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                // A full disk must not take the program down with it.
                _writeToStandardError("the trace ends here: \(String(cString: strerror(errno)))\n")
                _ = closeFile(descriptor)
                descriptor = -1
                return
            }
            rest = rest.dropFirst(count)
        }
    }
}

// The methods of the writer hide the functions.
private func writeFile(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

private func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }
