import TraitsRuntime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Sends one request over a connection of its own.
struct HTTPClient {
    struct Answer {
        var status = 0
        /// After how many seconds the server wants to be asked again.
        var retryAfter: Int?
        var body: [UInt8] = []
    }

    /// A request without an answer, in words.
    struct Failure: Error { let reason: String }

    let address: HTTPAddress
    let wakeup: Wakeup
    /// When to give up, by the steady clock. It may become sooner; the wakeup tells of that.
    let deadline: () -> UInt64

    /// The longest answer that is read.
    private static var limit: Int { 1 << 16 }

    func post(_ body: [UInt8], to path: String) throws(Failure) -> Answer {
        let descriptor = try connect()
        defer { close(descriptor) }
        let host = address.host.contains(":") ? "[\(address.host)]" : address.host
        let head = """
            POST \(path) HTTP/1.1\r
            Host: \(host):\(address.port)\r
            Content-Type: application/json\r
            Content-Length: \(body.count)\r
            User-Agent: trait-streams\r
            Connection: close\r
            \r

            """
        try send(Array(head.utf8) + body, descriptor)
        return try receive(descriptor)
    }

    private func connect() throws(Failure) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Socket.stream
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(address.host, address.port, &hints, &list)
        guard status == 0 else { throw Failure(reason: String(cString: gai_strerror(status))) }
        defer { freeaddrinfo(list) }
        var reason = "it has no address"
        var next = list
        while let info = next?.pointee {
            next = info.ai_next
            let descriptor = socket(info.ai_family, info.ai_socktype, info.ai_protocol)
            guard descriptor >= 0 else { continue }
            Socket.prepare(descriptor)
            do throws(Failure) {
                if startConnecting(descriptor, info.ai_addr, info.ai_addrlen) != 0 {
                    guard errno == EINPROGRESS else {
                        throw Failure(reason: SystemError("connect").description)
                    }
                    try wait(descriptor, POLLOUT)
                    var code: Int32 = 0
                    var length = socklen_t(MemoryLayout<Int32>.size)
                    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
                    if code != 0 { throw Failure(reason: SystemError("connect", code: code).description) }
                }
                return descriptor
            } catch {
                reason = error.reason
                close(descriptor)
            }
        }
        throw Failure(reason: reason)
    }

    private func send(_ bytes: [UInt8], _ descriptor: Int32) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Socket.send(rest, to: descriptor)
            // The server may have answered before it has read everything.
            if count < 0 { return }
            if count == 0 { try wait(descriptor, POLLOUT) }
            rest = rest.dropFirst(count)
        }
    }

    private func receive(_ descriptor: Int32) throws(Failure) -> Answer {
        var bytes: [UInt8] = []
        while true {
            switch Socket.receive(from: descriptor) {
            case .bytes(let more):
                bytes += more
                if let answer = Self.answer(bytes, isEnd: bytes.count > Self.limit) { return answer }
            case .nothingYet: try wait(descriptor, POLLIN)
            case .end:
                if let answer = Self.answer(bytes, isEnd: true) { return answer }
                throw Failure(reason: "the connection was closed without an answer")
            }
        }
    }

    /// Waits until the connection is ready, or it is too late.
    private func wait(_ descriptor: Int32, _ events: Int32) throws(Failure) {
        while true {
            let (now, end) = (_steadyTime(), deadline())
            guard now < end else { throw Failure(reason: "there was no answer in time") }
            var files = [
                pollfd(fd: descriptor, events: Int16(events), revents: 0),
                pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            Socket.wait(for: &files, milliseconds: Int32(clamping: (end - now) / 1_000_000 + 1))
            if files[1].revents != 0 { wakeup.clear() }
            if files[0].revents != 0 { return }
        }
    }

    /// What the bytes say; nil if they aren't complete.
    static func answer(_ bytes: [UInt8], isEnd: Bool) -> Answer? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let words = (lines.first ?? "").split(separator: " ")
        guard words.count > 1, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
            return isEnd ? Answer() : nil
        }
        var answer = Answer(status: status)
        // An answer in chunks isn't read to its end: its status says enough.
        var length = 0
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = Int(line[line.index(after: colon)...].trimmingSpaces)
            switch line[..<colon].lowercased() {
            case "content-length": length = value ?? 0
            case "retry-after": answer.retryAfter = value
            default: break
            }
        }
        answer.body = Array(bytes[end.upperBound...])
        return isEnd || answer.body.count >= length ? answer : nil
    }
}

// The methods of the client hide the function.
private func startConnecting(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>?, _ length: socklen_t)
    -> Int32
{
    guard let address else { return -1 }
    return connect(descriptor, address, length)
}
