// The current value of a subject.

import Synchronization

extension _SubjectCore {
    @inlinable @inline(__always)
    func store(_ value: Output) {
        let number = version.load(ordering: .relaxed)
        if _isSmall(Output.self) {
            version.store(number &+ 1, ordering: .releasing)
            bits.store(_bits(of: value), ordering: .releasing)
            version.store(number &+ 2, ordering: .releasing)
        } else {
            valueLock.lock()
            let old = current.unsafelyUnwrapped.move()
            current.unsafelyUnwrapped.initialize(to: value)
            version.store(number &+ 2, ordering: .relaxed)
            valueLock.unlock()
            withExtendedLifetime(old) {}
        }
    }

    /// Several threads may call this at the same time: no delivery guards a value that comes after the end.
    @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func storeAfterEnd(_ value: Output) {
        if _isSmall(Output.self) { valueLock.withLock { store(value) } } else { store(value) }
    }

    @inlinable @inline(__always)
    func load() -> Output {
        _isSmall(Output.self)
            ? _value(of: bits.load(ordering: .acquiring), as: Output.self)
            : valueLock.withLock { current.unsafelyUnwrapped.pointee }
    }

    /// The current value and its version, on a thread that doesn't deliver.
    @inlinable
    func loadVersion() -> (value: Output, version: Int) {
        if !_isSmall(Output.self) {
            valueLock.lock()
            defer { valueLock.unlock() }
            return (current.unsafelyUnwrapped.pointee, version.load(ordering: .relaxed))
        }
        while true {
            let before = version.load(ordering: .acquiring)
            let value = bits.load(ordering: .acquiring)
            // Otherwise another thread is between two stores.
            if before & 1 == 0 && version.load(ordering: .acquiring) == before {
                return (_value(of: value, as: Output.self), before)
            }
        }
    }
}
