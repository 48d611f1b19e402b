// Values sent from inside a delivery. All of this is for the delivering thread.

import Synchronization

extension _SubjectCore {
    /// What a subject needs once somebody has sent from inside a delivery.
    ///
    /// Such a value goes to all subscribers at once, on top of the delivery that is going on, as in Combine.
    /// A subscriber that answers each value with another one would fill the stack by that. So what is sent when
    /// the calls inside each other have taken ``_nestingLimit`` of it is *postponed*: the innermost delivery on
    /// the stack sends it after its own value, in a loop.
    @usableFromInline
    final class Nesting {
        @usableFromInline
        enum Event {
            case value(Output)
            case completion(Subscribers.Completion<Failure>)
        }

        @usableFromInline @exclusivity(unchecked) var postponed = _Queue<Event>()
        @usableFromInline @exclusivity(unchecked) var isCatchingUp = false
        /// Where the stack was in the outermost of the calls that sent from inside a delivery, or 0 if there is none
        /// on the stack, and how deep in the delivery lock.
        @usableFromInline @exclusivity(unchecked) var start: UInt = 0
        @usableFromInline @exclusivity(unchecked) var startDepth: UInt32 = 0

        @inlinable
        init() {}
    }

    /// Keeps what was sent for later, and leaves, if ``isTooDeep()`` says so.
    @inlinable @inline(never)
    func postpone(_ event: Nesting.Event) {
        nesting!.postponed.push(event)
        delivery.exit()
    }

    /// Whether too much of the stack is taken for what is sent now, from inside a delivery.
    @inlinable @inline(never)
    func isTooDeep() -> Bool {
        let nesting: Nesting
        if let known = self.nesting {
            nesting = known
        } else {
            nesting = Nesting()
            self.nesting = nesting
        }
        if nesting.start == 0 {
            nesting.start = _stackAddress()
            nesting.startDepth = delivery.depth.load(ordering: .relaxed)
            return false
        }
        // What has been postponed comes first.
        if !nesting.postponed.isEmpty { return true }
        let here = _stackAddress()
        return max(nesting.start, here) - min(nesting.start, here) > _nestingLimit
    }

    /// Leaves a delivery that was sent from inside another one. Where `start` is set, such a delivery is on the
    /// stack, and so nothing stays postponed.
    @inlinable @inline(never)
    func leaveNested() {
        if let nesting {
            if !nesting.isCatchingUp && !nesting.postponed.isEmpty { catchUp(nesting) }
            if nesting.startDepth == delivery.depth.load(ordering: .relaxed) { nesting.start = 0 }
        }
        delivery.exit()  // the outermost exit sweeps and looks at the mail
    }

    @inlinable
    func catchUp(_ nesting: Nesting) {
        nesting.isCatchingUp = true
        while let event = nesting.postponed.pop() {
            if hasMail.load(ordering: .acquiring) { takeMail() }
            guard ended == nil else { continue }
            switch event {
            case .value(let value): deliver(value)
            case .completion(let completion): end(completion)
            }
        }
        nesting.isCatchingUp = false
    }
}

/// How many bytes of the stack deliveries inside each other may take: half of what the smallest threads of
/// Apple's systems have, and many hundred deliveries to ordinary subscribers.
@usableFromInline let _nestingLimit: UInt = 256 * 1024

/// Where the stack ends at this moment.
///
/// - Parameter size: of what the stack is asked for. It is a parameter, for memory of a size that is not known has its
///   place on the stack itself: the address sanitizer moves local variables to a stack of its own, in no order.
@usableFromInline @inline(never)
func _stackAddress(_ size: Int = 1) -> UInt {
    withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { UInt(bitPattern: $0.baseAddress) }
}
