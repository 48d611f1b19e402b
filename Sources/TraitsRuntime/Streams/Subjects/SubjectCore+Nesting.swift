// Values sent from inside a delivery. All of this is for the delivering thread.

import Synchronization

extension _SubjectCore {
    /// What a subject needs once a subscriber has sent from inside a delivery.
    ///
    /// Such a value goes to all subscribers at once, on top of the delivery that is going on, as in Combine.
    /// A subscriber that answers each value with another one would fill the stack by that. So what is sent from
    /// inside ``_nestingLimit`` deliveries is *postponed*: the innermost delivery on the stack sends it after its
    /// own value, in a loop. The limit is a number of deliveries, so that a program sees the same order of events
    /// in every build.
    @usableFromInline
    final class Nesting {
        @usableFromInline
        enum Event {
            case value(Output)
            case completion(Subscribers.Completion<Failure>)
        }

        @usableFromInline @exclusivity(unchecked) var postponed = _Queue<Event>()
        @usableFromInline @exclusivity(unchecked) var isCatchingUp = false

        @inlinable
        init() {}
    }

    /// Keeps what was sent for later, and leaves, if ``isTooDeep()`` says so.
    // Two, so that a debug build looks up the type of an event here and not in each call that sends.
    @inlinable @inline(never)
    func postpone(value: Output) {
        nesting!.postponed.push(.value(value))
        delivery.exit()
    }

    /// The same for an end.
    @inlinable @inline(never)
    func postpone(completion: Subscribers.Completion<Failure>) {
        nesting!.postponed.push(.completion(completion))
        delivery.exit()
    }

    /// Whether what is sent now, from inside a delivery, has to wait for its turn. What has been postponed comes
    /// first.
    @inlinable @inline(never)
    func isTooDeep() -> Bool {
        if let nesting, !nesting.postponed.isEmpty { return true }
        guard delivery.depth.load(ordering: .relaxed) >= _nestingLimit else { return false }
        if nesting == nil { nesting = Nesting() }
        return true
    }

    /// Leaves the delivery lock from inside a delivery. A call within the limit sends what was postponed inside of it:
    /// to postpone takes as many of them as the limit says, so nothing stays postponed after the outermost.
    @inlinable @inline(never)
    func leaveNested() {
        if let nesting, !nesting.postponed.isEmpty, !nesting.isCatchingUp,
            delivery.depth.load(ordering: .relaxed) < _nestingLimit
        {
            catchUp(nesting)
        }
        delivery.exit()  // the outermost exit reclaims and looks into the mailbox
    }

    @inlinable
    func catchUp(_ nesting: Nesting) {
        nesting.isCatchingUp = true
        while let event = nesting.postponed.pop() {
            if hasNews.load(ordering: .acquiring) { takeMailbox() }
            if hasEnded { continue }
            switch event {
            case .value(let value): deliver(value, keeps: replays)
            case .completion(let completion): end(completion)
            }
        }
        nesting.isCatchingUp = false
    }
}

/// How many deliveries of a subject may be inside each other: many times what programs nest on purpose, and few enough
/// for the stack of any thread.
@usableFromInline let _nestingLimit: UInt32 = 64
