// Values sent from inside a delivery. All of this is for the delivering thread.

import Synchronization

/// What a subject needs once a subscriber has sent from inside a delivery.
///
/// Such a value goes to all subscribers synchronously, on top of the delivery that is going on, as in Combine. A
/// subscriber that answers each value with another one would fill the stack by that. So what is sent from inside
/// ``_nestingLimit`` deliveries is *postponed*: the innermost delivery on the stack sends it after its own value, in
/// a loop. The limit is a number of deliveries, so that a program sees the same order of events in every build.
final class _Nesting {
    /// Each sends what was postponed; it is given the subject, which would keep itself otherwise.
    @exclusivity(unchecked) var postponed = _Queue<(_SubjectRoot) -> Void>()
    @exclusivity(unchecked) var isCatchingUp = false
    /// Where the deliveries are that threads stand still in while others have come back as their guests, innermost last.
    @exclusivity(unchecked) var hosts: [_DeliveryPosition] = []
}

extension _SubjectRoot {
    /// Keeps what was sent for later, and leaves, if ``isTooDeep()`` says so.
    @usableFromInline
    final func postpone(_ event: @escaping (_SubjectRoot) -> Void) {
        nesting!.postponed.push(event)
        delivery.exit()
    }

    /// Whether what is sent now, from inside a delivery, has to wait for its turn. What has been postponed comes
    /// first.
    @usableFromInline @inline(never)
    final func isTooDeep() -> Bool {
        if let nesting, !nesting.postponed.isEmpty { return true }
        guard delivery.level >= _nestingLimit else { return false }
        if nesting == nil { nesting = _Nesting() }
        return true
    }

    /// Sends what was postponed, for a nested call within the limit that is about to leave. To postpone takes as many of
    /// them as the limit says, so nothing stays postponed after the outermost.
    final func catchUp() {
        guard let nesting, !nesting.postponed.isEmpty, !nesting.isCatchingUp,
            delivery.level < _nestingLimit
        else { return }
        nesting.isCatchingUp = true
        while let event = nesting.postponed.pop() {
            if !attend() { event(self) }
        }
        nesting.isCatchingUp = false
    }
}

/// How many deliveries of a subject may be inside each other: many times what programs nest on purpose, and few enough
/// for the stack of any thread.
let _nestingLimit: UInt32 = 64
