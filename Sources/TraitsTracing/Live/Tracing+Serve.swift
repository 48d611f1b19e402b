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

/// A page that shows the events of streams live.
extension Tracing {
    /// Shows the events of this program's streams live, on a page in a browser.
    ///
    /// ```swift
    /// let server = try Tracing.serve(port: 8077)
    /// print("open \(server.address)")
    /// defer { server.stop() }
    /// ```
    ///
    /// The page draws each event as it arrives: the marbles of all streams that have a name by `trace(_:values:file:line:)`,
    /// and the findings in words. It needs no network except this program.
    ///
    /// - Late pages: a page that is opened later gets the latest ten thousand events. Of older events, it gets the open
    ///   subscriptions and the last known state of each. It shows the number of missing events.
    /// - Slow pages: no stream waits for a page. A page that is too slow begins again with the latest events, and shows the
    ///   number of missing events. At most 32 pages follow; a page that takes nothing gives way to a new page.
    /// - Privacy: values are shown as they are. The server can be reached from this machine alone, and refuses requests of
    ///   pages from other sites; other users of the machine can read it.
    /// - Threads: may be called on any thread. The server has its own thread.
    /// - Lifetime: the server runs until it is stopped or the program exits, even if the result is released.
    ///
    /// - Parameters:
    ///   - port: the port of `127.0.0.1` to listen on. Zero picks a free port; see `TraceServer.port`.
    ///   - names: the names to trace, with `*` and `?`, separated by commas.
    /// - Returns: the server, which has the page's address and can be stopped.
    /// - Throws: `TracingError` if the port is in use or may not be used, or the program has too many threads or files.
    @discardableResult
    public static func serve(port: UInt16, names: String = "*") throws(TracingError) -> TraceServer {
        try serve(port: port, names: names, TraceHistory())
    }

    static func serve(port: UInt16, names: String, _ history: TraceHistory) throws(TracingError)
        -> TraceServer
    {
        let (feed, server): (TraceFeed, HTTPServer)
        do throws(SystemError) {
            feed = try TraceFeed(history)
            server = try HTTPServer(port: port, feed)
        } catch {
            throw TracingError(TraceServer.words(error, port: port))
        }
        let writer = try TraceFeedWriter(feed, server)
        do throws(TracingError) {
            return TraceServer(server.port, try TraceSession(writer, names))
        } catch {
            writer.close()
            throw error
        }
    }
}

/// A server whose page shows the events of this program's streams.
///
/// `Tracing.serve(port:names:)` makes it.
public final class TraceServer: Sendable {
    /// The port of `127.0.0.1` that a browser connects to.
    public let port: UInt16

    private let session: TraceSession

    init(_ port: UInt16, _ session: TraceSession) {
        self.port = port
        self.session = session
    }

    /// The page's address.
    public var address: String { "http://127.0.0.1:\(port)/" }

    /// Ends the server. Returns when all connections are closed and the port is free.
    ///
    /// Pages get all earlier events, if they take them within a fifth of a second, and stay as they are. The second call does
    /// nothing. `Tracing.stop()` ends the server, too.
    ///
    /// - Threads: may be called on any thread.
    public func stop() { session.stop() }

    static func words(_ error: SystemError, port: UInt16) -> String {
        switch error.code {
        case EADDRINUSE:
            "port \(port) is in use: end the program that uses it, choose another port, or let port 0 pick one"
        case EACCES, EPERM:
            "port \(port) may not be used by this program: choose one from 1024, or let port 0 pick one"
        default: "the trace can't be served: \(error.call): \(error)"
        }
    }
}
