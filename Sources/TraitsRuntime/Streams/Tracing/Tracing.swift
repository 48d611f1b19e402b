import Synchronization

/// Writes down what the streams of a running program do.
///
/// Mark publishers with `trace(_:file:line:)`, and switch tracing on from outside:
///
/// ```
/// TRAITS_TRACE=run.json swift run App
/// ```
///
/// Each subscription to such a publisher is then told of, event by event: its values, its demand, its end, its thread, and
/// the subscription that it was made for. As long as tracing is off, a subscription costs five instructions at most,
/// and a value costs nothing.
///
/// | in the environment | meaning |
/// | --- | --- |
/// | `TRAITS_TRACE` | the file to write; `%p` in it stands for the number of the process |
/// | `TRAITS_TRACE_NAMES` | the names to trace, with `*` and `?`, separated by commas: `search*,login` |
///
/// The environment is read once, when the first publisher that is traced is subscribed to. A subscription that is older than
/// ``start(to:names:)`` isn't traced.
///
/// The file is in the [Trace Event Format](https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU),
/// one event a line. Perfetto and `chrome://tracing` show it. A thread of its own writes it, some milliseconds late. A
/// program that exits normally writes all of it; what a program has written that is ended from outside can be read as well.
/// Where events come faster than they can be written, some are left out, and the file says how many: no stream ever waits.
///
/// The product `TraitsTracing` shows a running program on a live page, and sends its subscriptions to a collector of
/// OpenTelemetry.
///
/// A build with `-Xswiftc -DTRAITS_TRACE_ALL` traces all subscriptions of operators, sinks and subscribers without a change of
/// the code, under the names of the publishers' types: `Publishers.Map`. There `buffer(size:prefetch:whenFull:)` tells how
/// many values it keeps and drops as well. The build costs other builds nothing.
///
/// Threads have the names that the program gives them, of which Linux keeps the first 15 bytes.
///
/// - Threads: everything may be called on any thread.
///
/// ```swift
/// let path = "/tmp/traits-example.json"
/// try Tracing.start(to: path)
/// let cancellable = [1, 2].publisher.trace("numbers").sink { _ in }
/// Tracing.stop()
/// ```
public enum Tracing {
    /// Whether streams are being traced.
    public static var isOn: Bool { _TraceSwitch.isOff ? false : _TraceCenter.shared.isOn }

    /// Begins to write a file, beside those that are written already.
    ///
    /// - Parameters:
    ///   - path: the file, which is replaced if it exists; `%p` stands for the number of the process.
    ///   - names: the names to trace, with `*` and `?`, separated by commas.
    /// - Returns: what the file can be completed by, before the program ends.
    /// - Throws: ``TracingError`` if the file can't be made.
    @discardableResult
    public static func start(to path: String, names: String = "*") throws(TracingError) -> TraceSession {
        start(try _TraceFile(path), names: names)
    }

    /// Begins to hand events to a writer, beside those that are there already.
    ///
    /// - Parameters:
    ///   - writer: is called on a thread of its own; see ``TraceWriter``.
    ///   - names: the names to trace, with `*` and `?`, separated by commas.
    /// - Returns: what the writer can be closed by, before the program ends.
    @discardableResult
    public static func start(_ writer: any TraceWriter, names: String = "*") -> TraceSession {
        _TraceCenter.shared.start(writer, names)
    }

    /// Writes a file of events that a program has made itself, such as those of a recording in virtual time.
    ///
    /// The first events have to be a ``TraceEvent/Kind-swift.enum/process(name:)`` and a
    /// ``TraceEvent/Kind-swift.enum/clock(_:)``.
    ///
    /// - Parameters:
    ///   - events: what the file says, in this order.
    ///   - path: the file, which is replaced if it exists; `%p` stands for the number of the process.
    ///   - isComplete: whether nothing could follow. Otherwise subscriptions without an end are taken to go on.
    /// - Throws: ``TracingError`` if the file can't be made.
    public static func write(
        _ events: [TraceEvent], to path: String, isComplete: Bool = true
    ) throws(TracingError) {
        let file = try _TraceFile(path)
        file.write(events)
        file.close(isComplete: isComplete)
    }

    /// Ends all tracing, as ``TraceSession/stop()`` does for each session.
    public static func stop() { _TraceCenter.shared.stopAll() }
}

/// What has gone wrong with tracing, such as a file that can't be made.
public struct TracingError: Error, Sendable, CustomStringConvertible {
    /// What has gone wrong, as a sentence without a full stop.
    public let description: String

    /// Creates an error.
    public init(_ description: String) { self.description = description }
}

/// What each subscription looks at.
@usableFromInline
enum _TraceSwitch {
    #if DEBUG || TRAITS_SANITIZED
        @usableFromInline static let atomic = Atomic<Int>(0)

        /// One of the constants below.
        @inlinable @inline(__always)
        static var value: Int {
            get { atomic.load(ordering: .relaxed) }
            set { atomic.store(newValue, ordering: .releasing) }
        }
    #else
        // Clients know the address of an integer; for that of an `Atomic` they would call a function. The thread sanitizer takes
        // this way to the address for a change of the integer, so its builds have the other one.
        @exclusivity(unchecked)
        @usableFromInline nonisolated(unsafe) static var integer = 0

        /// One of the constants below. An atomic integer has the layout of an integer.
        @inlinable @inline(__always)
        static var value: Int {
            get { atomic.pointee.load(ordering: .relaxed) }
            set { atomic.pointee.store(newValue, ordering: .releasing) }
        }

        @inlinable @inline(__always)
        static var atomic: UnsafePointer<Atomic<Int>> {
            withUnsafeMutablePointer(to: &integer) {
                UnsafeRawPointer($0).assumingMemoryBound(to: Atomic<Int>.self)
            }
        }
    #endif

    /// Nobody has looked at the environment.
    @inlinable @inline(__always) static var unknown: Int { 0 }
    @inlinable @inline(__always) static var off: Int { 1 }
    @inlinable @inline(__always) static var on: Int { 2 }

    /// Whether tracing is known to be off.
    @inlinable @inline(__always)
    static var isOff: Bool { value == off }
}
