// Subscribers that have missed the current value.

extension _SubjectRoot {
    final func sendMissed(to conduit: _ConduitRoot) {
        guard conduit.state.contains(.missed), conduit.takeDemand() else { return }
        conduit.remove(.missed)
        deliver(to: conduit) {
            // A subscriber that misses a value inside of this one gets another current value in there.
            let isOutermost = !conduit.insert(.receiving).contains(.receiving)
            conduit.perform(conduit, .sendCurrent)
            guard isOutermost else { return }
            conduit.remove(.receiving)
            if hasEnded, complete(conduit) { unsettle(conduit) }
        }
    }

    /// The value that a new subscriber gets inside the delivery of a value which is stored last: that value, as in Combine. The
    /// delivery doesn't reach the subscriber. A subscriber that joins on another thread gets the stored value first.
    @usableFromInline
    final func unstoredValue(for conduit: _ConduitRoot) -> UnsafeRawPointer? {
        guard storesLast, conduit.reader == nil, position.index >= 0,
            conduit.listIndex >= position.unstoredEnd
        else { return nil }
        return position.unstored
    }

    /// Sends something to one listed subscriber only.
    final func deliver(to conduit: _ConduitRoot, _ send: () -> Void) {
        let outer = position
        (position.index, position.end) = (conduit.listIndex, 0)
        send()
        if conduit.isOver { _ = comeBack(or: 0) }
        position = outer
    }
}
