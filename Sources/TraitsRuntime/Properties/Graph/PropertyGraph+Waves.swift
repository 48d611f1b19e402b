import Synchronization

/// The observers that one thread has yet to tell, in order.
///
/// A change that an observer makes is published at once, and its observers join the end of the wave that is
/// under way on this thread: first everybody hears of the first change, then of the second.
final class _PropertyWave {
    @exclusivity(unchecked) var thread: UInt = 0
    @exclusivity(unchecked) var conduits: ContiguousArray<_PropertyConduitBase> = []
}

extension _PropertyGraph {
    /// Makes a wave of the observers that have got mail, or adds them to this thread's wave. For the holder of
    /// the baton.
    func takeWave() -> _PropertyWave? {
        if fresh.isEmpty { return nil }
        let me = owner.load(ordering: .relaxed)
        waveLock.lock()
        defer { waveLock.unlock() }
        for wave in waves where wave.thread == me {
            wave.conduits.append(contentsOf: fresh)
            fresh.removeAll(keepingCapacity: true)
            return nil
        }
        let wave = idleWave ?? _PropertyWave()
        idleWave = nil
        wave.thread = me
        swap(&wave.conduits, &fresh)
        waves.append(wave)
        return wave
    }

    /// Lets observers empty their mailboxes, with no lock held.
    func deliver(_ wave: _PropertyWave) {
        var index = 0
        while index < wave.conduits.count {
            let conduit = wave.conduits[index]
            conduit.deliver(conduit)
            index += 1
        }
        // This thread alone adds to the wave, so nothing can have come in between.
        waveLock.lock()
        waves.removeAll { $0 === wave }
        waveLock.unlock()
        // Observers may go away here and run code of their own; changes it makes start a wave of their own.
        wave.conduits.removeAll(keepingCapacity: wave.conduits.count <= 64)
        waveLock.lock()
        let spare = idleWave
        idleWave = wave
        waveLock.unlock()
        withExtendedLifetime(spare) {}
    }
}
