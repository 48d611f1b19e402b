import TraitsRuntime

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
/// If the program is killed, the last bracket is missing, which the format allows, and the last line may be cut: the system ends a
/// write when it kills the program. The reader leaves such a line out.
// Safe to share: calls never overlap.
final class TraceFile: TraceWriter, @unchecked Sendable {
    private var file: PrivateFile?

    /// The first bytes of every trace.
    private static let beginning = "[\n{\"ph\":\"M\",\"name\":\"process_name\""

    init(_ path: String) throws(TracingError) {
        file = try PrivateFile(path.replacing("%p", with: "\(getpid())"), replacing: Self.beginning)
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
        file = nil
    }

    private func put(_ bytes: [UInt8]) {
        do throws(TracingError) {
            try file?.write(bytes)
        } catch {
            // A full disk must not take the program down with it.
            _writeToStandardError("the trace ends here: \(error)\n")
            file = nil
        }
    }
}
