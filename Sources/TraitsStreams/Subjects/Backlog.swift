// The values that a subject sends while a new subscriber gets the current one.
//
// A subscriber that arrives while another thread delivers gets the current value on its own thread: waiting for the other
// thread could deadlock. The other thread doesn't wait either, and may send several values meanwhile. A conduit keeps these; it
// stands in the list in the subscriber's place. The delivering thread sends them when it lists the subscriber, so the
// subscriber misses no value after the first.

import Synchronization

/// The values that were sent while a subscriber got the current one.
@usableFromInline
final class _Backlog {
    /// The conduit that stores the values.
    let conduit: _ConduitRoot
    /// The version of the value that the subscriber got; only newer values are sent to it.
    @usableFromInline @exclusivity(unchecked) var first = -1

    init(_ conduit: _ConduitRoot) { self.conduit = conduit }
}

/// A conduit that keeps the values it is sent. For the delivering thread.
final class _BacklogConduit<Output>: _Conduit<Output> {
    @exclusivity(unchecked) var values = _Queue<(value: Output, version: Int)>()
    @exclusivity(unchecked) private var newest = -1
    private let current: () -> Output

    init(_ core: _SubjectCore<Output, some Error>) {
        current = { [unowned(unsafe) core] in core.load() }
        super.init(
            core, core, .missed, retires: false,
            onValue: { conduit, value in
                let me = unsafeDowncast(conduit, to: _BacklogConduit<Output>.self)
                me.keep(value, me.versionBeingSent)
                return .none
            },
            perform: { conduit, task in
                guard case .sendCurrent = task else { return }
                unsafeDowncast(conduit, to: _BacklogConduit<Output>.self).keepCurrent(after: -1)
            })
        addDemand(.unlimited)
    }

    private func keep(_ value: Output, _ version: Int) {
        newest = max(newest, version)
        values.push((value, version))
    }

    /// Keeps the current value if it hasn't come here yet: it is still being sent to subscribers that stand before this
    /// conduit.
    func keepCurrent(after version: Int) {
        let (now, hasEnded) = core._withUnsafeGuaranteedRef {
            ($0.version.load(ordering: .relaxed), $0.hasEnded)
        }
        // A value that is stored after the end is sent to nobody.
        if now > max(newest, version), !hasEnded { keep(current(), now) }
    }

    /// The version of the value that is being sent. If the subject stores it after the delivery, `position` still has the
    /// version before.
    private var versionBeingSent: Int {
        core._withUnsafeGuaranteedRef { $0.asSubject.position.version &+ ($0.asSubject.storesLast ? 2 : 0) }
    }
}

extension _SubjectRoot {
    /// Begins to keep the values that are sent, for a subscriber that is about to get the current value.
    final func keepBacklog(for conduit: _ConduitRoot) {
        let backlog = _Backlog(makeBacklogConduit())
        conduit.reader = backlog
        enqueue(backlog.conduit)
    }

    /// Takes the values that were kept for a subscriber, and stops keeping them.
    final func takeBacklog(of conduit: _ConduitRoot) -> _Backlog? {
        guard let reader = conduit.reader.take() else { return nil }
        let backlog = unsafeDowncast(reader, to: _Backlog.self)
        if backlog.conduit.end(), backlog.conduit.listIndex >= 0 { unsettle(backlog.conduit) }
        return backlog
    }

    /// Sends the kept values to a subscriber that has just been listed.
    final func joined(_ conduit: _ConduitRoot, _ backlog: _Backlog) {
        conduit.remove(.joining)
        // A subscriber that cancelled before has left the backlog to this thread.
        if conduit.isOver { return unsettle(conduit) }
        deliver(to: conduit) { send(backlog, to: conduit) }
    }
}
