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

/// A client that sends one request over its own connection.
///
/// It trusts nothing that the server sends: the answer has a limit in bytes, and all waits end at the deadline. Redirects
/// aren't followed. Only the look-up of a name, which the system makes, can't be ended.
struct HTTPClient {
    typealias Failure = OTLPTransport.Failure

    let address: HTTPAddress
    /// Further fields of the request.
    var headers: [(name: String, value: String)] = []
    let wakeup: Wakeup
    /// Returns the time at which to give up, by the steady clock. The time may become earlier, and then the wakeup is called.
    let deadline: () -> UInt64

    func post(_ body: [UInt8], to path: String) throws(Failure) -> OTLPResponse {
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
            \(headers.map { "\($0.name): \($0.value)\r\n" }.joined())\r

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

    private func receive(_ descriptor: Int32) throws(Failure) -> OTLPResponse {
        var answer = HTTPAnswer()
        do throws(Failure) {
            try read(&answer, descriptor)
        } catch {
            // The status is enough, and the spans must not be sent twice.
            if !answer.hasStatus { throw error }
        }
        return OTLPResponse(status: answer.status, retryAfter: answer.retryAfter, body: answer.body)
    }

    private func read(_ answer: inout HTTPAnswer, _ descriptor: Int32) throws(Failure) {
        while !answer.isComplete {
            // A server that sends without a pause needs no wait.
            guard _steadyTime() < deadline() else { throw .late }
            switch Socket.receive(from: descriptor) {
            case .bytes(let more): answer.add(more)
            case .nothingYet: try wait(descriptor, POLLIN)
            case .end: throw Failure(reason: "the connection was closed without an answer")
            }
        }
        if !answer.hasStatus { throw Failure(reason: "it doesn't answer as HTTP has it", mayPass: false) }
    }

    /// Waits until the connection is ready or the deadline has passed.
    private func wait(_ descriptor: Int32, _ events: Int32) throws(Failure) {
        while true {
            let (now, end) = (_steadyTime(), deadline())
            guard now < end else { throw .late }
            var files = [
                pollfd(fd: descriptor, events: Int16(events), revents: 0),
                pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            Socket.wait(for: &files, milliseconds: Int32(clamping: (end - now) / 1_000_000 + 1))
            if files[1].revents != 0 { wakeup.clear() }
            if files[0].revents != 0 { return }
        }
    }
}

// The methods of the client hide the function.
private func startConnecting(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>?, _ length: socklen_t)
    -> Int32
{
    guard let address else { return -1 }
    return connect(descriptor, address, length)
}
