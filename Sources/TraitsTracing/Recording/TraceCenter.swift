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

/// The recorder of the process, which passes events to all running sessions.
// Safe to share: the lock guards all state.
final class TraceCenter: _TraceRecorder, @unchecked Sendable {
    static let shared = TraceCenter()

    private let sessions = Guarded<[TraceSession]>([])

    var isOn: Bool { sessions.withLock { !$0.isEmpty } }

    // MARK: Sessions

    func add(_ session: TraceSession) {
        _ = Self.exit
        sessions.withLock {
            $0.append(session)
            install($0)
        }
    }

    func remove(_ session: TraceSession) {
        sessions.withLock {
            $0.removeAll { $0 === session }
            install($0)
        }
    }

    func stopAll() {
        while let session = sessions.withLock({ $0.first }) { session.stop() }
    }

    private func install(_ sessions: [TraceSession]) { _TraceHook.install(sessions.isEmpty ? nil : self) }

    /// Completes all traces when the program exits.
    private static let exit: Void = { _ = atexit { TraceCenter.shared.stopAll() } }()

    // MARK: Recording

    override func wants(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        sessions.withLock { $0 }.contains { $0.wants(name) }
    }

    override func begin(_ subscription: _TraceStart) -> _TraceRecord? {
        var name = subscription.name
        let all = sessions.withLock { $0 }
        let intakes = name.withUTF8 { name in all.filter { $0.wants(name) } }.compactMap(\.intake)
        return intakes.isEmpty ? nil : TracedSubscription(intakes, subscription)
    }

    override func promise<P: Publisher>(of publisher: P) -> _TracePromise? { .of(publisher) }

    override func note(_ event: _TraceEvent) {
        TraceThread.current._withUnsafeGuaranteedRef(\.innermost)?._withUnsafeGuaranteedRef { $0.note(event) }
    }

    override func name(of publisher: Any.Type) -> String { TraceTypeNames.of(publisher).row }
}
