// The end of a subject. While another thread sends a value, the thread that ends the subject leaves the end to it, and goes on.
// The end follows that value, before any value that is sent later.
//
// The end may arrive only on a thread that sends something to the subject. A thread that is inside to give a new subscriber the
// current value is none, and it doesn't note that it sends: the ending thread waits for it, and then brings the end itself.

import Synchronization

/// An end that was left to another thread.
struct _LeftEnd {
    let failure: AnyObject?
}

extension _SubjectRoot {
    /// Ends the subject, unless it has ended already.
    @usableFromInline
    final func finish(with failure: AnyObject?) {
        if let isNested = delivery.tryEnter() { return finish(with: failure, isNested: isNested) }
        guard isSending.load(ordering: .sequentiallyConsistent) else {
            guard let isNested = enterInTime() else { return }
            return finish(with: failure, isNested: isNested)
        }
        leave(_LeftEnd(failure: failure))
        bringEnd()
    }

    private final func finish(with failure: AnyObject?, isNested: Bool) {
        if isNested && isTooDeep() { return postpone { $0.end(with: failure) } }
        if !attend() {
            if !isNested { return endOutermost(with: failure) }
            end(with: failure)
        }
        leave(isNested)
    }

    /// Leaves an end to the thread that sends. If an end waits already, it came first.
    private final func leave(_ end: _LeftEnd) {
        lock.lock()
        if leftEnd == nil { leftEnd = end }
        signals.bitwiseOr(Self.due, ordering: .sequentiallyConsistent)
        lock.unlock()
    }

    /// Brings the end that waits, for a thread that has left it or that has sent a value, unless another thread sends: that
    /// thread looks for the end when it has left.
    final func bringEnd() {
        while isDue {
            var isNested = delivery.tryEnter()
            if isNested == nil {
                if isSending.load(ordering: .sequentiallyConsistent) { return }
                isNested = enterInTime()
            }
            let end = takeEnd()
            guard let isNested else { return }
            guard let end else { return leave(isNested) }
            finish(with: end.failure, isNested: isNested)
        }
    }

    /// Indicates whether an end waits.
    @inline(__always)
    final var isDue: Bool { signals.load(ordering: .sequentiallyConsistent) & Self.due != 0 }

    final func takeEnd() -> _LeftEnd? {
        lock.lock()
        defer { lock.unlock() }
        signals.bitwiseAnd(~Self.due, ordering: .sequentiallyConsistent)
        defer { leftEnd = nil }
        return leftEnd
    }

    /// Does the work that other threads have left while this one was inside with a value.
    @usableFromInline @inline(never)
    final func lookBack() {
        drain()
        bringEnd()
    }

    /// Ends the subject from inside a delivery.
    final func end(with failure: AnyObject?) {
        noteEnd(with: failure)
        let end = count
        var index = 0
        while index < end {
            list[index]?._withUnsafeGuaranteedRef { if complete($0) { unsettle($0) } }
            index &+= 1
        }
        endParked()
    }

    /// Ends the subject and leaves. The subscribers are completed afterwards, so that no thread waits for them: nothing is sent
    /// any more, and the list isn't needed.
    private final func endOutermost(with failure: AnyObject?) {
        noteEnd(with: failure)
        let count = takeEntries()
        leaveOutermost()
        for index in 0..<count { list[index]?._withUnsafeGuaranteedRef { _ = complete($0) } }
        endParked()
        for index in 0..<count {
            guard let entry = list[index] else { continue }
            entry._withUnsafeGuaranteedRef { if $0.isOver { retire($0) } }
            entry.release()
        }
    }

    /// Leaves the entries to the thread that ends the subject: no other thread looks at the list, or appends to it, from then
    /// on. An occupied entry is left to the thread that has stepped out inside of it.
    ///
    /// - Returns: the number of entries.
    private final func takeEntries() -> Int {
        for index in 0..<count {
            list[index]?._withUnsafeGuaranteedRef { conduit in
                conduit.listIndex = -1
                if conduit.state.contains(.occupied) { list[index] = nil }
            }
        }
        entriesMoved { _ in 0 }
        defer { (count, holes, isUnsettled, gone) = (0, 0, false, []) }
        return count
    }
}
