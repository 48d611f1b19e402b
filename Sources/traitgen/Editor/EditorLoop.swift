import TraitgenCore
import TraitgenVerbs

/// The stream from which the messages of an editor are read.
package protocol EditorInput {
    /// Fills a buffer with the next bytes, which it waits for, and returns their number; zero at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int
    /// A Boolean value that indicates whether reading wouldn't wait.
    var isReady: Bool { get }
}

/// Reads messages, and hands them to the server one by one.
///
/// Before each message it reads all bytes that have arrived. So a request is known to be cancelled before it is carried out, and
/// diagnostics are found only for a text that nothing that has arrived changes.
package struct EditorLoop {
    private enum Item {
        case message(Message)
        case fault(String)
    }

    private let input: any EditorInput
    private let server: EditorServer
    private let send: (JSONValue) -> Void
    private var frames = FrameReader()
    private var items: [Item] = []
    private var isAtEnd = false

    package init(_ server: EditorServer, input: any EditorInput, send: @escaping (JSONValue) -> Void) {
        self.server = server
        self.input = input
        self.send = send
    }

    /// Runs the session, and returns its exit status.
    package mutating func run() -> TraitgenCommand.Status {
        while server.status == nil {
            if items.isEmpty, !server.hasWork, !isAtEnd { readMore() }
            while !isAtEnd, input.isReady { readMore() }
            if !items.isEmpty {
                take(items.removeFirst())
            } else if isAtEnd {
                // An editor that ends without `exit` has crashed.
                return .findings
            } else if server.hasWork {
                server.work { input.isReady }
            }
        }
        return server.status ?? .findings
    }

    private func take(_ item: Item) {
        switch item {
        case .message(let message): server.receive(message)
        case .fault(let text): send(ResponseError(.parseError, text).answer(to: .null))
        }
    }

    private mutating func readMore() {
        let count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
            let count = input.read(into: buffer)
            frames.add(buffer.prefix(count))
            return count
        }
        isAtEnd = count == 0
        while let frame = frames.next() {
            switch frame {
            case .fault(let text): items.append(.fault(text))
            case .body(let bytes):
                do throws(JSONScanner.Fault) {
                    let message = Message(try JSONScanner.value(of: bytes))
                    if !cancels(message) { items.append(.message(message)) }
                } catch {
                    items.append(.fault("the message isn't JSON"))
                }
            }
        }
    }

    /// Answers a waiting request that a message cancels.
    private mutating func cancels(_ message: Message) -> Bool {
        guard case .notification("$/cancelRequest", let parameters) = message else { return false }
        let cancelled = parameters["id"]
        let place = items.firstIndex { item in
            if case .message(.request(let id, _, _)) = item { id == cancelled } else { false }
        }
        // A request that isn't waiting has its answer.
        guard let place else { return true }
        items.remove(at: place)
        send(ResponseError(.requestCancelled, "the editor has cancelled the request").answer(to: cancelled))
        return true
    }
}
