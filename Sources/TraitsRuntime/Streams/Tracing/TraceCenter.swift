import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Knows the sessions that run.
// Safe to share: the lock guards all state.
@usableFromInline
final class _TraceCenter: @unchecked Sendable {
    @usableFromInline static let shared = _TraceCenter()

    private let lock = _Lock()
    private var sessions: [TraceSession] = []

    /// Whether any session runs, by what the environment says, too.
    var isOn: Bool {
        _ = Self.environment
        return lock.withLock { !sessions.isEmpty }
    }

    /// The sessions that want to be told of a name.
    func sessions(for name: UnsafeBufferPointer<UInt8>) -> [TraceSession] {
        _ = Self.environment
        let all = lock.withLock { sessions }
        return all.allSatisfy { $0.wants(name) } ? all : all.filter { $0.wants(name) }
    }

    /// Whether a session wants to be told of a name.
    func isTraced(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        _ = Self.environment
        return lock.withLock { sessions }.contains { $0.wants(name) }
    }

    func isTraced(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { isTraced($0) }
    }

    func start(_ writer: any TraceWriter, _ names: String) -> TraceSession {
        _ = Self.environment
        return add(writer, names)
    }

    private func add(_ writer: any TraceWriter, _ names: String) -> TraceSession {
        _ = Self.exit
        let session = TraceSession(writer, names.split(separator: ",").map { _TracePattern($0) })
        session.begin()
        lock.withLock {
            sessions.append(session)
            updateSwitch()
        }
        return session
    }

    /// A session is about to end.
    func remove(_ session: TraceSession) {
        lock.withLock {
            sessions.removeAll { $0 === session }
            updateSwitch()
        }
    }

    func stopAll() {
        while let session = lock.withLock({ sessions.first }) { session.stop() }
    }

    private func updateSwitch() {
        _TraceSwitch.value = sessions.isEmpty ? _TraceSwitch.off : _TraceSwitch.on
    }

    /// Looks at the environment, once.
    private static let environment: Void = {
        defer { shared.lock.withLock { shared.updateSwitch() } }
        guard let path = variable("TRAITS_TRACE"), !path.isEmpty else { return }
        do throws(TracingError) {
            _ = shared.add(try _TraceFile(path), variable("TRAITS_TRACE_NAMES") ?? "*")
        } catch {
            _writeToStandardError("TRAITS_TRACE: \(error)\n")
        }
    }()

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Has what is there written when the program exits.
    private static let exit: Void = { _ = atexit { _TraceCenter.shared.stopAll() } }()
}
