// Values that are sent to a current value while a new subscriber gets the present one.
//
// A subscriber that arrives while another thread delivers gets the current value on its own thread: waiting for the
// other thread could deadlock. The other thread doesn't wait either, and may send several values meanwhile. A conduit
// keeps these; it stands in the list in the subscriber's place. The delivering thread sends them when it lists the
// subscriber, so nothing is left out between the first value and those that come the usual way.

import Synchronization

/// The values that were sent to a current value while a subscriber got it.
@usableFromInline
final class _Backlog {
    /// What keeps them.
    let conduit: _ConduitRoot
    /// The version of the value that the subscriber got: what is not newer is no news to it.
    @usableFromInline @exclusivity(unchecked) var first = -1

    init(_ conduit: _ConduitRoot) { self.conduit = conduit }
}

/// Keeps what it is sent. All of this is for the delivering thread.
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

    /// Keeps the current value if it has not come here: it is still being sent to the subscribers before.
    func keepCurrent(after version: Int) {
        let (now, hasEnded) = core._withUnsafeGuaranteedRef {
            ($0.version.load(ordering: .relaxed), $0.hasEnded)
        }
        // What is stored after the end is sent to nobody.
        if now > max(newest, version), !hasEnded { keep(current(), now) }
    }

    /// What is stored last has the version of the one before while it is sent.
    private var versionBeingSent: Int {
        core._withUnsafeGuaranteedRef { $0.asSubject.position.version &+ ($0.asSubject.storesLast ? 2 : 0) }
    }
}

extension _SubjectRoot {
    /// Has what is sent from now on kept for a subscriber that is about to get the current value.
    final func keepBacklog(for conduit: _ConduitRoot) {
        let backlog = _Backlog(makeBacklogConduit())
        conduit.reader = backlog
        enqueue(backlog.conduit)
    }

    /// Takes what was kept for a subscriber. Nothing more is kept.
    final func takeBacklog(of conduit: _ConduitRoot) -> _Backlog? {
        guard let reader = conduit.reader.take() else { return nil }
        let backlog = unsafeDowncast(reader, to: _Backlog.self)
        if backlog.conduit.end(), backlog.conduit.listIndex >= 0 { unsettle(backlog.conduit) }
        return backlog
    }

    /// Sends a subscriber that has just been listed what was kept for it.
    final func joined(_ conduit: _ConduitRoot, _ backlog: _Backlog) {
        conduit.remove(.joining)
        // A subscriber that cancelled before that has left it to this thread.
        if conduit.isOver { return unsettle(conduit) }
        deliver(to: conduit) { send(backlog, to: conduit) }
    }
}
