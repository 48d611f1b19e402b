/// Takes the events of traced streams: writes a file, sends them somewhere, keeps them for a test.
///
/// ```swift
/// final class Counter: TraceWriter {
///     nonisolated(unsafe) var count = 0
///     func write(_ events: [TraceEvent]) { count += events.count }
///     func close() { print("\(count) events") }
/// }
/// ```
///
/// - Threads: calls come on the thread of tracing, and never overlap. A writer may take its time: the streams go on
///   meanwhile, and events are left out when there is no more room for them.
/// - Contents: what a writer gets is complete by itself. The first event is a ``TraceEvent/Kind-swift.enum/process(name:)``,
///   and each subscription has its ``TraceEvent/Kind-swift.enum/begin`` ahead of its other events.
/// - Streams: one that a writer subscribes to is traced as any other; a writer that has itself traced never comes to an end.
public protocol TraceWriter: Sendable {
    /// Takes the events that have happened since the last call, in the order in which they were told.
    func write(_ events: [TraceEvent])

    /// Tracing has ended: nothing follows.
    func close()
}
