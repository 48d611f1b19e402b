import Synchronization
public import TraitsRuntime

/// The recording of a running program's streams.
///
/// Give publishers a name with `trace(_:values:file:line:)`, let the environment switch tracing on when the program begins:
///
/// ```swift
/// import TraitsTracing
///
/// Tracing.startFromEnvironment()
/// ```
///
/// and name a file:
///
/// ```
/// TRAITS_TRACE=run.json swift run App
/// ```
///
/// Each subscription to such a publisher is then recorded, event by event: its values, its demand, its end, its thread, and
/// the subscription that it was made for. As long as tracing is off, a subscription costs five instructions at most,
/// and a value costs nothing. A subscription that is older than ``start(to:names:)`` isn't traced.
///
/// The file is in the [Trace Event Format](https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU),
/// one event a line. Perfetto and `chrome://tracing` show it. A separate thread writes it, some milliseconds late. A program
/// that exits normally writes all events; the file of a program that is killed can be read as well.
///
/// A build with `-Xswiftc -DTRAITS_TRACE_ALL` traces all subscriptions of operators, sinks and subscribers without a change of
/// the streams, under the names of the publishers' types: `Publishers.Map`. In such a build, `buffer(size:prefetch:whenFull:)`
/// also records the numbers of values that it keeps and drops. Other builds have no cost.
///
/// - Limits: a name has at most 256 bytes, a value 60 characters and 320 bytes, a text that a program makes of a value 1,024
///   bytes; longer texts are cut. 65,536 events wait, whose long texts have at most 16 MB together. Further events are left
///   out, and the trace tells their number: no stream ever waits. Threads have the names that the program gives them, of which
///   Linux keeps the first 15 bytes.
/// - Privacy: values are shown, unless `values` or ``values`` hides them. A file is readable by its owner alone. It isn't written
///   through a link, and replaces nothing but an earlier trace.
/// - Threads: everything may be called on any thread.
///
/// ```swift
/// let path = "/tmp/traits-example.json"
/// try Tracing.start(to: path)
/// let cancellable = [1, 2].publisher.trace("numbers").sink { _ in }
/// Tracing.stop()
/// ```
public enum Tracing {
    private static let hidesValues = Atomic<Bool>(false)

    /// The choice for publishers and properties that make none: whether traces show their values.
    ///
    /// A server in production sets this to `.hidden`, and passes `values: .shown` to `trace` where values are harmless.
    public static var values: TraceValues {
        get { hidesValues.load(ordering: .relaxed) ? .hidden : .shown }
        set { hidesValues.store(newValue == .hidden, ordering: .relaxed) }
    }

    /// Starts a trace if the environment asks for one. The second call does nothing.
    ///
    /// | in the environment | meaning |
    /// | --- | --- |
    /// | `TRAITS_TRACE` | the file to write; `%p` in it stands for the number of the process |
    /// | `TRAITS_TRACE_NAMES` | the names to trace, with `*` and `?`, separated by commas: `search*,login` |
    /// | `TRAITS_TRACE_VALUES` | `hidden` sets ``values``, `shown` leaves them; any other text hides them too, since it may be a misspelt `hidden` |
    ///
    /// If the file can't be made, standard error says why. A program that runs with more rights than the user that started it
    /// ignores these variables.
    public static func startFromEnvironment() { _ = fromEnvironment }

    private static let fromEnvironment: Void = {
        // The program may start another trace.
        if hidesValues(variable: _variable("TRAITS_TRACE_VALUES")) { values = .hidden }
        guard let path = _variable("TRAITS_TRACE"), !path.isEmpty else { return }
        do throws(TracingError) {
            try start(to: path, names: _variable("TRAITS_TRACE_NAMES") ?? "*")
        } catch {
            _writeToStandardError("TRAITS_TRACE: \(error)\n")
        }
    }()

    /// Indicates whether the text of `TRAITS_TRACE_VALUES` hides values. A misspelt text must not show them.
    package static func hidesValues(variable: String?) -> Bool { !["", "shown"].contains(variable ?? "") }

    /// A Boolean value that indicates whether streams are being traced.
    public static var isOn: Bool { TraceCenter.shared.isOn }

    /// Starts a trace that writes a file. Other traces go on.
    ///
    /// - Parameters:
    ///   - path: the file, which may replace an earlier trace; `%p` stands for the number of the process.
    ///   - names: the names to trace, with `*` and `?`, separated by commas.
    /// - Returns: the session, whose ``TraceSession/stop()`` completes the file before the program ends.
    /// - Throws: ``TracingError`` if the file can't be made, or there is a file of another kind.
    @discardableResult
    public static func start(to path: String, names: String = "*") throws(TracingError) -> TraceSession {
        try TraceSession(try TraceFile(path), names)
    }

    /// Starts a trace that passes events to a writer. Other traces go on.
    ///
    /// - Parameters:
    ///   - writer: receives the events on a separate thread; see ``TraceWriter``.
    ///   - names: the names to trace, with `*` and `?`, separated by commas.
    /// - Returns: the session, whose ``TraceSession/stop()`` closes the writer before the program ends. If the program has
    ///   too many threads, standard error says so, the writer is closed, and the session is over.
    @discardableResult
    public static func start(_ writer: any TraceWriter, names: String = "*") -> TraceSession {
        do throws(TracingError) {
            return try TraceSession(writer, names)
        } catch {
            _writeToStandardError("\(error)\n")
            writer.close()
            return TraceSession()
        }
    }

    /// Writes a file of events that a program has made itself, such as those of a recording in virtual time.
    ///
    /// The first events have to be a ``TraceEvent/Kind-swift.enum/process(name:)`` and a
    /// ``TraceEvent/Kind-swift.enum/clock(_:)``.
    ///
    /// - Parameters:
    ///   - events: the events of the file, in order.
    ///   - path: the file, which may replace an earlier trace; `%p` stands for the number of the process.
    ///   - isComplete: whether no event could follow. Otherwise subscriptions without an end count as open.
    /// - Throws: ``TracingError`` if the file can't be made, or there is a file of another kind.
    public static func write(
        _ events: [TraceEvent], to path: String, isComplete: Bool = true
    ) throws(TracingError) {
        let file = try TraceFile(path)
        file.write(events)
        file.close(isComplete: isComplete)
    }

    /// Ends all tracing, as ``TraceSession/stop()`` does for each session.
    public static func stop() { TraceCenter.shared.stopAll() }
}

/// An error of tracing, such as a file that can't be made.
public struct TracingError: Error, Sendable, CustomStringConvertible {
    /// A description of the problem, as a sentence without a full stop.
    public let description: String

    /// Creates an error.
    public init(_ description: String) { self.description = description }
}
