#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A connection to the server. It belongs to the server's thread.
final class HTTPConnection {
    private enum State {
        /// The request isn't complete.
        case asking
        /// The answer is being sent.
        case answered
        /// The answer has no end: lines follow.
        case following(place: Int?)
        /// All is sent. Further input is read and ignored, since closing before that could destroy the answer.
        case draining
        case closed
    }

    let descriptor: Int32
    private let feed: TraceFeed
    private var state = State.asking
    private var input: [UInt8] = []
    private var output: [UInt8] = []
    private var sent = 0

    /// The approximate number of bytes that are prepared to be sent.
    private static var portion: Int { 1 << 16 }

    init(_ descriptor: Int32, _ feed: TraceFeed) {
        self.descriptor = descriptor
        self.feed = feed
    }

    deinit { close(descriptor) }

    var isClosed: Bool { if case .closed = state { true } else { false } }
    var isFollowing: Bool { if case .following = state { true } else { false } }
    private var isSending: Bool { sent < output.count }
    /// A Boolean value that indicates whether a page hasn't taken all earlier bytes yet.
    var isStalled: Bool { isFollowing && isSending }

    /// Closes the connection, in favour of another page.
    func giveWay() { state = .closed }

    /// The events of the socket that the connection waits for.
    var events: Int16 {
        switch state {
        case .asking, .draining: Int16(POLLIN)
        case .answered: Int16(POLLOUT)
        case .following: Int16(isSending ? POLLIN | POLLOUT : POLLIN)
        case .closed: 0
        }
    }

    /// - Parameter canFollow: returns whether another page may follow.
    func handle(_ ready: Int16, canFollow: () -> Bool) {
        if ready & Int16(POLLIN | POLLHUP | POLLERR | POLLNVAL) != 0 { receive(canFollow: canFollow) }
        if ready & Int16(POLLOUT) != 0 && !isClosed { send() }
    }

    /// Sends as many bytes as the socket takes now.
    func send() {
        while true {
            while isSending {
                let count = Socket.send(output[sent...], to: descriptor)
                if count < 0 { state = .closed }
                if count <= 0 { return }
                sent += count
            }
            (output, sent) = ([], 0)
            switch state {
            case .following(var place):
                output = feed.read(from: &place, atMost: Self.portion)
                state = .following(place: place)
                if output.isEmpty { return }
            case .answered:
                shutdown(descriptor, Int32(SHUT_WR))
                state = .draining
                return
            case .asking, .draining, .closed: return
            }
        }
    }

    /// A Boolean value that indicates whether the other side hasn't taken all bytes yet.
    var isOwed: Bool {
        switch state {
        case .following(let place): isSending || !feed.isAtEnd(place)
        case .answered: true
        case .asking, .draining, .closed: false
        }
    }

    /// Sends the end of the trace, if everything else is sent.
    func sayGoodbye() {
        if !isFollowing || isOwed { return }
        // The last line of a file that is complete.
        output = TraceHistory.message("{}]")
        state = .answered
        send()
    }

    private func receive(canFollow: () -> Bool) {
        switch Socket.receive(from: descriptor) {
        case .nothingYet: break
        case .end: state = .closed
        case .bytes(let bytes):
            // Bytes after the request are ignored.
            guard case .asking = state else { return }
            input += bytes
            if let head = Self.head(of: input) {
                answer(head, canFollow: canFollow)
            } else if input.count > HTTPRequest.limit {
                reply(HTTPResponse.tooLong)
            }
        }
    }

    private func answer(_ head: [UInt8], canFollow: () -> Bool) {
        let request: HTTPRequest
        do {
            request = try HTTPRequest(head)
        } catch {
            return reply(error == .foreign ? HTTPResponse.forbidden : HTTPResponse.malformed)
        }
        let headOnly = request.method == "HEAD"
        guard headOnly || request.method == "GET" else {
            return reply(HTTPResponse.problem("405 Method Not Allowed", "Use GET.", ["Allow: GET, HEAD"]))
        }
        switch request.path {
        case "/": reply(HTTPResponse.page(headOnly: headOnly))
        case "/events" where headOnly: reply(HTTPResponse.events)
        case "/events" where !canFollow(): reply(HTTPResponse.tooMany)
        case "/events":
            output = HTTPResponse.events
            state = .following(place: nil)
            send()
        default:
            reply(
                HTTPResponse.problem(
                    "404 Not Found", "There is / for people and /events for programs.", headOnly: headOnly))
        }
    }

    private func reply(_ answer: [UInt8]) {
        output = answer
        state = .answered
        send()
    }

    /// Returns the bytes before the first empty line; `nil` if there is no empty line yet.
    private static func head(of input: [UInt8]) -> [UInt8]? {
        let newline = UInt8(ascii: "\n"), carriage = UInt8(ascii: "\r")
        var lineStart = 0
        for (index, byte) in input.enumerated() where byte == newline {
            let length = index - lineStart
            if length == 0 || length == 1 && input[lineStart] == carriage {
                // The head ends before the last line break.
                var end = max(0, lineStart - 1)
                if end > 0, input[end - 1] == carriage { end -= 1 }
                return Array(input[..<end])
            }
            lineStart = index + 1
        }
        return nil
    }
}
