/// A type that receives the events of traced streams: to write a file, to send them, or to keep them for a test.
///
/// ```swift
/// final class Counter: TraceWriter {
///     nonisolated(unsafe) var count = 0
///     func write(_ events: [TraceEvent]) { count += events.count }
///     func close() { print("\(count) events") }
/// }
/// ```
///
/// - Threads: calls come on the thread of tracing, and never overlap. A writer may be slow: the streams go on meanwhile, and
///   events are left out when the buffer is full.
/// - Contents: the events of a writer are complete by themselves. The first event is a
///   ``TraceEvent/Kind-swift.enum/process(name:)``, and each subscription has its ``TraceEvent/Kind-swift.enum/begin`` ahead of
///   its other events.
/// - Streams: a stream that a writer subscribes to is traced, too. A writer that traces its own streams causes events without
///   end.
public protocol TraceWriter: Sendable {
    /// Receives the events since the last call, in the order in which they were recorded.
    func write(_ events: [TraceEvent])

    /// Ends the writer: no events follow.
    func close()
}
