import Dispatch
import Guestbook
import TraitsExtras
import TraitsRuntime

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `guestbook-server [port] [file]`
@main struct Server {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        try await run(
            port: arguments.first.flatMap { UInt16($0) } ?? 8080,
            file: arguments.dropFirst().first ?? "guestbook.sqlite")
    }

    /// A function of its own: the closures of `main` belong to the main actor, and these run on queues.
    private static func run(port: UInt16, file: String) async throws {
        // A client that has left is noticed where it is written to.
        signal(SIGPIPE, SIG_IGN)
        // Asked for before anything can be accepted, so that no signal is missed.
        let terminations = signals(SIGTERM).share()
        let status = Status()
        let stopped = terminations.sink { status.stop() }
        let shown = status.line.allValues.sink { say($0) }

        let listener = try Listener(port: port)
        say("listening on http://127.0.0.1:\(listener.port)")
        let guestbook = Guestbook(
            store: try store(at: file), status: status, clock: DispatchQueue(label: "clock"))
        await guestbook.serve(listener.connections(until: terminations)).value
        withExtendedLifetime((stopped, shown)) { say("stopped") }
    }

    private static func store(at file: String) throws -> any Store {
        if let database = try Database(path: file) { return try FileStore(database) }
        say("libsqlite3 isn't installed: entries are lost when the program ends")
        return MemoryStore()
    }

    /// Sends whenever the program gets a signal, which doesn't end it then.
    private static func signals(_ number: Int32) -> AnyPublisher<Void, Never> {
        .create { sender in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { sender.send() }
            source.resume()
            return AnyCancellable { source.cancel() }
        }
    }

    private static func say(_ line: String) {
        print(line)
        fflush(nil)
    }
}
