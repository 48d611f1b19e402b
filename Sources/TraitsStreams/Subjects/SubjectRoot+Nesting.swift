// Values sent from inside a delivery. All of this is for the delivering thread.

import Synchronization

/// The state of a subject for postponed events and for guests, which are threads that come back into another thread's delivery.
///
/// A value sent from inside a delivery goes to all subscribers synchronously, on top of that delivery, as in Combine. A
/// subscriber that answers each value with another one would fill the stack. So a value sent from inside ``_nestingLimit``
/// deliveries is *postponed*: the innermost delivery on the stack sends it after its own value, in a loop. The limit is a
/// number of deliveries, so that a program sees the same order of events in every build.
final class _Nesting {
    /// The closures that send the postponed events. Each takes the subject as an argument: a captured one would retain itself.
    @exclusivity(unchecked) var postponed = _Queue<(_SubjectRoot) -> Void>()
    @exclusivity(unchecked) var isCatchingUp = false
    /// The positions of the deliveries that have guests, innermost last. Their threads stand still meanwhile.
    @exclusivity(unchecked) var hosts: [_DeliveryPosition] = []
}

extension _SubjectRoot {
    /// Postpones an event and leaves, where ``isTooDeep()`` is `true`.
    @usableFromInline
    final func postpone(_ event: @escaping (_SubjectRoot) -> Void) {
        nesting!.postponed.push(event)
        delivery.exit()
    }

    /// Returns a Boolean value that indicates whether an event sent now, from inside a delivery, has to be postponed. Events
    /// that were postponed earlier come first.
    @usableFromInline @inline(never)
    final func isTooDeep() -> Bool {
        if let nesting, !nesting.postponed.isEmpty { return true }
        guard delivery.level >= _nestingLimit else { return false }
        if nesting == nil { nesting = _Nesting() }
        return true
    }

    /// Sends the postponed events, for a nested call within the limit that is about to leave. Events are postponed only inside
    /// of as many calls as the limit says, so none stays postponed after the outermost.
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

/// The number of deliveries of a subject that may be nested: many more than programs nest on purpose, and few enough for the
/// stack of any thread.
let _nestingLimit: UInt32 = 64
