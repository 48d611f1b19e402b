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

/// A page that shows what streams do, while they do it.
extension Tracing {
    /// Shows what the streams of this program do, while they do it, on a page that a browser opens.
    ///
    /// ```swift
    /// let server = try Tracing.serve(port: 8077)
    /// print("open \(server.address)")
    /// defer { server.stop() }
    /// ```
    ///
    /// The page draws each event as it arrives: the marbles of all streams that have a name by `trace(_:values:file:line:)`, and
    /// the findings in words. It needs no network beside this program.
    ///
    /// - Late pages: a page that is opened later sees the latest ten thousand events, and of older ones the open
    ///   subscriptions with the last that was known of each. It says how many events are missing.
    /// - Slow pages: no stream waits for a page. One that is too slow begins again with the latest events, and says how
    ///   many are missing. 32 pages follow at most; one that takes nothing gives way to a new one.
    /// - Privacy: values are shown as they are. The server can be reached from this machine alone, and refuses requests that
    ///   pages of other sites make; other users of the machine can read it.
    /// - Threads: may be called on any thread. The server has a thread of its own.
    /// - Lifetime: the server goes on until it is stopped or the program exits, also if nobody keeps the result.
    ///
    /// - Parameters:
    ///   - port: the port of `127.0.0.1` to listen on. Zero picks one that is free; the result tells it.
    ///   - names: the names to trace, with `*` and `?`, separated by commas.
    /// - Returns: where the page is, and what stops the server.
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

/// A page that shows what the streams of this program do, for as long as it is served.
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

    /// Ends the server; returns when all connections are closed and the port is free.
    ///
    /// Pages get the events that have happened before, if they take them within a fifth of a second, and keep what they show.
    /// Does nothing the second time. `Tracing.stop()` ends the server, too.
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
