#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A call to the system that failed.
struct SystemError: Error, CustomStringConvertible {
    let call: String
    let code: Int32

    init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    var description: String { String(cString: strerror(code)) }
}

/// Sockets of TCP that never block: each wait is a poll.
enum Socket {
    #if canImport(Glibc)
        static let stream = Int32(SOCK_STREAM.rawValue)
    #else
        static let stream = SOCK_STREAM
    #endif

    #if canImport(Darwin)
        // On Darwin, the option `SO_NOSIGPIPE` has this effect.
        private static let noSignal: Int32 = 0
    #else
        private static let noSignal = Int32(MSG_NOSIGNAL)
    #endif

    /// Makes calls for a file return immediately, and closes the file in programs that this program starts.
    static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
            // Fails for a pipe, which doesn't need the option.
            set(descriptor, SO_NOSIGPIPE)
        #endif
    }

    /// Listens on the loopback interface.
    ///
    /// - Parameter port: the port; zero for any free port.
    /// - Returns: the socket and its port.
    static func listen(port: UInt16) throws(SystemError) -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, stream, 0)
        guard descriptor >= 0 else { throw SystemError("socket") }
        prepare(descriptor)
        // The port can be used again as soon as it is closed.
        set(descriptor, SO_REUSEADDR)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard bind(descriptor, address, length) == 0 else { return -1 as Int32 }
                return startListening(descriptor) == 0 ? getsockname(descriptor, address, &length) : -1
            }
        }
        guard status == 0 else {
            let error = SystemError("bind")
            close(descriptor)
            throw error
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// Sends as many bytes as the system takes now.
    ///
    /// - Returns: the number of bytes; less than zero if the connection is broken.
    static func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
        while true {
            let count = bytes.withUnsafeBytes { sendBytes(descriptor, $0.baseAddress, $0.count, noSignal) }
            if count >= 0 { return count }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -1
        }
    }

    /// The result of receiving.
    enum Received {
        case bytes([UInt8])
        case nothingYet
        /// The other side has closed the connection, or it is broken.
        case end
    }

    static func receive(from descriptor: Int32, atMost limit: Int = 16384) -> Received {
        while true {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, used in
                count = recv(descriptor, buffer.baseAddress, limit, 0)
                used = max(0, count)
            }
            if count > 0 { return .bytes(bytes) }
            if count == 0 { return .end }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .nothingYet : .end
        }
    }

    /// Waits until a file is ready.
    ///
    /// - Parameter milliseconds: the longest wait; less than zero for no limit.
    static func wait(for files: inout [pollfd], milliseconds: Int32) {
        // After a signal no file is ready, so the caller waits again.
        if poll(&files, nfds_t(files.count), milliseconds) < 0 {
            for index in files.indices { files[index].revents = 0 }
        }
    }

    static func set(_ descriptor: Int32, _ option: Int32) {
        var one: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, option, &one, socklen_t(MemoryLayout<Int32>.size))
    }
}

// The functions of `Socket` hide the functions of the system.
private func startListening(_ descriptor: Int32) -> Int32 { listen(descriptor, 64) }

private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(descriptor, bytes, count, flags)
}
