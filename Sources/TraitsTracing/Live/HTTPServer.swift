#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Serves a feed, and the page that shows it, on one thread.
// Safe to share: the mutable state belongs to the thread that runs the server.
final class HTTPServer: @unchecked Sendable {
    let port: UInt16
    private let listener: Int32
    private let feed: TraceFeed
    private var connections: [HTTPConnection] = []
    private var isShortOfFiles = false

    /// The most pages that follow at the same time, and the most connections.
    private static let (mostFollowing, mostConnections) = (32, 64)
    /// The limits of the server's end: the time in which at least one connection has to take bytes, in milliseconds, and the
    /// number of such rounds.
    private static let (patience, mostParts): (Int32, Int) = (200, 1000)

    init(port: UInt16, _ feed: TraceFeed) throws(SystemError) {
        (listener, self.port) = try Socket.listen(port: port)
        self.feed = feed
    }

    deinit { close(listener) }

    /// Serves until the feed ends.
    func run() {
        while !feed.hasEnded { serveOnce() }
        shutdown(listener, Int32(SHUT_RDWR))
        finish()
        connections = []
    }

    /// Waits for the next events, and handles them.
    private func serveOnce() {
        var files = [
            pollfd(fd: feed.wakeup.descriptor, events: Int16(POLLIN), revents: 0),
            // A program that has too many files open can't accept a connection; it may close a file soon.
            pollfd(fd: isShortOfFiles ? -1 : listener, events: Int16(POLLIN), revents: 0),
        ]
        files += connections.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
        Socket.wait(for: &files, milliseconds: isShortOfFiles ? 100 : -1)
        let isWoken = files[0].revents != 0
        if isWoken { feed.wakeup.clear() }
        for (connection, file) in zip(connections, files.dropFirst(2)) {
            if file.revents != 0 {
                connection.handle(file.revents, canFollow: hasSpace)
            }
            if isWoken && connection.isFollowing { connection.send() }
        }
        connections.removeAll(where: \.isClosed)
        if isShortOfFiles || files[1].revents != 0 { accept() }
    }

    /// Returns a Boolean value that indicates whether another page may follow. A page that takes nothing gives way.
    private func hasSpace() -> Bool {
        if connections.count(where: \.isFollowing) < Self.mostFollowing { return true }
        guard let stalled = connections.first(where: \.isStalled) else { return false }
        stalled.giveWay()
        return true
    }

    /// Accepts the connections that wait.
    private func accept() {
        isShortOfFiles = false
        while true {
            let descriptor = acceptConnection(listener)
            if descriptor < 0 {
                switch errno {
                case EMFILE, ENFILE, ENOBUFS, ENOMEM: isShortOfFiles = true
                case EINTR, ECONNABORTED: continue
                default: break
                }
                return
            }
            Socket.prepare(descriptor)
            // A connection that follows nothing gives way: browsers open connections that they may never use.
            if connections.count >= Self.mostConnections,
                let oldest = connections.firstIndex(where: { !$0.isFollowing })
            {
                connections.remove(at: oldest)
            }
            connections.append(HTTPConnection(descriptor, feed))
        }
    }

    /// Sends the rest to the connections, as long as they take it.
    private func finish() {
        for connection in connections where connection.isFollowing { connection.send() }
        for _ in 0..<Self.mostParts {
            for connection in connections { connection.sayGoodbye() }
            connections.removeAll { !$0.isOwed }
            if connections.isEmpty { return }
            var files = connections.map { pollfd(fd: $0.descriptor, events: Int16(POLLOUT), revents: 0) }
            Socket.wait(for: &files, milliseconds: Self.patience)
            if files.allSatisfy({ $0.revents == 0 }) { return }
            for (connection, file) in zip(connections, files) where file.revents != 0 { connection.send() }
        }
    }
}

// The methods of the server hide the function.
private func acceptConnection(_ listener: Int32) -> Int32 { accept(listener, nil, nil) }
