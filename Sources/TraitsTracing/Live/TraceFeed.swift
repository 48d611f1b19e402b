#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

import TraitsRuntime

/// The history that one thread writes and another thread serves.
final class TraceFeed: Sendable {
    private struct State {
        var history: TraceHistory
        /// Indicates whether a reader has read everything, and waits for more.
        var isAwaited = false
        var hasEnded = false
    }

    private let state: Guarded<State>
    let wakeup: Wakeup

    init(_ history: TraceHistory) throws(SystemError) {
        state = Guarded(State(history: history))
        wakeup = try Wakeup()
    }

    /// Adds events. Never waits for a reader.
    func add(_ events: [TraceEvent]) {
        let isAwaited = state.withLock { state in
            for event in events { state.history.add(event) }
            defer { state.isAwaited = false }
            return state.isAwaited
        }
        if isAwaited { wakeup.wake() }
    }

    /// Ends the feed: no events follow.
    func end() {
        state.withLock { $0.hasEnded = true }
        wakeup.wake()
    }

    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Returns the lines after a reader's place, about as many bytes as are asked for. If the reader has all lines, it returns
    /// no bytes, and the feed wakes the server when there are more.
    ///
    /// - Parameter place: the number of the reader's next line, or nil for a new reader.
    func read(from place: inout Int?, atMost limit: Int) -> [UInt8] {
        state.withLock { state in
            let history = state.history
            var bytes: [UInt8] = []
            var number = place ?? -1
            if number < history.start {
                bytes = history.beginning()
                number = history.start
            }
            history.read(from: &number, into: &bytes, atMost: limit)
            place = number
            if bytes.isEmpty { state.isAwaited = true }
            return bytes
        }
    }

    /// Returns a Boolean value that indicates whether a reader has all lines.
    func isAtEnd(_ place: Int?) -> Bool { state.withLock { $0.history.end == place } }
}

/// A writer that puts events into a feed, and serves them on its own thread.
// Safe to share: calls never overlap.
final class TraceFeedWriter: TraceWriter, @unchecked Sendable {
    private let feed: TraceFeed
    private var thread: pthread_t?

    /// - Throws: ``TracingError`` if there is no thread left.
    init(_ feed: TraceFeed, _ server: HTTPServer) throws(TracingError) {
        self.feed = feed
        thread = _startThread { server.run() }
        if thread == nil { throw TracingError("the trace can't be served: the program has too many threads") }
    }

    func write(_ events: [TraceEvent]) { feed.add(events) }

    func close() {
        feed.end()
        if let thread { pthread_join(thread, nil) }
        thread = nil
    }
}
