import TraitsRuntime
import TraitsTracing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// The observations of a failing expectation, as a trace in virtual time.
///
/// If `TRAITS_TRACE_FAILURES=folder` is in the environment, each failure writes such a file.
@_spi(Proof) public struct FailureTrace {
    private var spans = 0
    private var isOpen = false
    private var events: [(ticks: Int, event: TraceEvent)] = []

    /// Adds a subscription with its events and their times, in ticks.
    ///
    /// - Returns: The number by which other subscriptions name it as their parent.
    @discardableResult
    public mutating func add(
        _ name: String, publisher: String, source: String? = nil, parent: UInt64? = nil,
        from start: Int = 0, _ kinds: [(ticks: Int, kind: TraceEvent.Kind)]
    ) -> UInt64 {
        spans += 1
        let span = TraceSpan(
            id: UInt64(spans), name: name, publisher: publisher, source: source, parent: parent)
        var isOver = false
        for (ticks, kind) in [(start, .begin)] + kinds {
            // A publisher that breaks the contract sends events after its end, for which a trace has no place.
            if isOver { break }
            if case .end = kind { isOver = true }
            let time = UInt64(max(0, ticks)) * 1_000_000
            events.append((ticks, TraceEvent(time: time, thread: 1, span: span, kind)))
        }
        if !isOver { isOpen = true }
        return span.id
    }

    /// Adds a subscription with the events of marbles.
    @discardableResult
    public mutating func add(
        _ name: String, publisher: String, source: String? = nil, parent: UInt64? = nil,
        marbles: String
    ) -> UInt64 {
        let marks = (try? Marbles(marbles))?.marks ?? []
        return add(
            name, publisher: publisher, source: source, parent: parent,
            marks.map { mark in
                let kind: TraceEvent.Kind =
                    switch mark.symbol {
                    case .name("x"): .end(.failed("x"))
                    case .name(let name): .value(String(name), outstanding: .unlimited)
                    case .finished: .end(.finished)
                    case .cancelled: .end(.cancelled)
                    }
                return (mark.tick, kind)
            })
    }

    /// All events in the order of their times, after the events with which a file begins.
    var all: [TraceEvent] {
        let sorted = events.enumerated().sorted {
            ($0.element.ticks, $0.offset) < ($1.element.ticks, $1.offset)
        }
        return [
            TraceEvent(time: 0, .process(name: "test")),
            TraceEvent(time: 0, .clock(TraceEvent.Clock(started: time(nil), isVirtual: true))),
            TraceEvent(time: 0, thread: 1, .thread(name: "virtual time")),
        ] + sorted.map(\.element.event)
    }

    /// Writes the trace.
    ///
    /// - Parameter path: The file to write. Its last bracket is left out if a subscription is open.
    func write(to path: String) throws(TracingError) {
        try Tracing.write(all, to: path, isComplete: !isOpen)
    }

    // MARK: - The environment

    private static let lock = Lock()
    nonisolated(unsafe) private static var written: [String: Int] = [:]

    /// Writes the trace of a failure, if the environment asks for traces.
    ///
    /// - Parameters:
    ///   - name: The place of the failure or the name of a test. The second file of a name gets a number.
    ///   - fill: Adds the observations.
    /// - Returns: The path of the file, or the reason for its absence; `nil` if the environment asks for no traces.
    public static func write(_ name: String, _ fill: (inout FailureTrace) -> Void) -> String? {
        guard let folder = _variable("TRAITS_TRACE_FAILURES"), !folder.isEmpty else { return nil }
        // Traces contain values, so the folder is accessible to its owner alone, and isn't reached through a link.
        _ = mkdir(folder, 0o700)
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if descriptor < 0 { return "none, \(folder) is no folder that can be opened, or a link" }
        close(descriptor)
        let plain = String(name.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" })
        let count = lock.withLock {
            written[plain, default: 0] += 1
            return written[plain]!
        }
        let path = "\(folder)/\(plain)\(count == 1 ? "" : "-\(count)").json"
        var trace = FailureTrace()
        fill(&trace)
        do throws(TracingError) {
            try trace.write(to: path)
            return path
        } catch {
            return "none, \(error)"
        }
    }
}
