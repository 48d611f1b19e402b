/// How a machine deals with demand: one of the ways that operators need. From it follow what each input is asked for, what
/// becomes of an output that downstream hasn't asked for, and when downstream gets its subscription.
@frozen @usableFromInline
enum _MachineDemand {
    /// Input 0 is asked as downstream asks, and each output answers one of its values. The other inputs only steer.
    case answered(_Steering)
    /// All inputs are asked for everything, and an output that downstream hasn't asked for is left out: `sample`.
    case sampled
    /// All inputs are asked as downstream asks, and an output that it hasn't asked for is left out, as is one that is made
    /// while another is being sent on the same thread, unless downstream has asked for it there: `combineLatest`. Downstream
    /// gets its subscription last.
    case latest
    /// All inputs are asked as downstream asks, and an output takes a value of each: `zip`. Downstream gets its
    /// subscription last.
    case together
    /// An output that downstream hasn't asked for waits, and so does its input, which isn't asked for its next value
    /// until this one has been sent: `merge`. Of several that wait, those of earlier inputs go first. What
    /// ``_Machine/HoldsInputs`` says.
    case held
    /// All inputs are asked as downstream asks, until one is the first to send anything: it cancels the others.
    case raced
}

/// What the inputs are asked for that only steer, and when downstream gets its subscription.
@frozen @usableFromInline
enum _Steering {
    /// For everything.
    case unlimited
    /// For one value. One that comes before the subscription counts as well.
    case opens
    /// For one value. One that comes before the subscription may be ignored. Downstream gets its subscription when input
    /// 0 has its own.
    case closes
}

// What follows for one input, one output and the subscription: what the node asks for.

/// What an input is asked for.
@frozen @usableFromInline
enum _InputRule {
    /// What downstream asks for.
    case asDownstream
    /// Everything, when it connects.
    case unlimited
    /// One value, when it connects. One that it sends before that may be ignored.
    case once(heedsEarly: Bool)
    /// What downstream asks for, until an input with this rule is the first to send anything: it cancels the others.
    case competes
}

/// What becomes of an output that downstream has not asked for.
@frozen @usableFromInline
enum _Surplus {
    /// It is sent: each output answers a value of an input that is asked as downstream asks. What downstream returns
    /// is for that input alone.
    case isSent
    /// It is left out, as is one that is made while another is being sent on the same thread, unless downstream has asked for
    /// it there. What downstream returns is for all inputs.
    case isDropped
    /// It is sent, and what downstream returns is for all inputs.
    case isSentForAll
    /// It waits, and so does its input.
    case holdsInput
}

/// When downstream gets its subscription.
@frozen @usableFromInline
enum _Attachment {
    /// Before any input is subscribed to.
    case first
    /// When the input of this number has its own.
    case with(Int)
    /// When all inputs have been subscribed to; what they send synchronously is kept until then. And what inputs send
    /// while an output is being sent on the same thread is handled after that, not inside of it.
    case last
}

extension _Machine {
    @inlinable @inline(__always)
    static func rule(of input: Int) -> _InputRule {
        switch demand {
        case .sampled: .unlimited
        case .latest, .together, .held: .asDownstream
        case .raced: .competes
        case .answered(let steering):
            if input == 0 {
                .asDownstream
            } else {
                switch steering {
                case .unlimited: .unlimited
                case .opens: .once(heedsEarly: true)
                case .closes: .once(heedsEarly: false)
                }
            }
        }
    }

    /// Whether the values of an input are never sent, nor ask for anything: they need no delivery.
    @inlinable @inline(__always)
    static func steers(_ input: Int) -> Bool {
        switch demand {
        case .answered: input != 0
        case .sampled: input != 0 && keepsNewestSignal
        case .latest, .together, .held, .raced: false
        }
    }

    @inlinable @inline(__always)
    static var surplus: _Surplus {
        switch demand {
        case .answered, .raced: .isSent
        case .sampled, .latest: .isDropped
        case .together: .isSentForAll
        case .held: .holdsInput
        }
    }

    @inlinable @inline(__always)
    static var attachment: _Attachment {
        switch demand {
        case .answered(.closes): .with(0)
        case .answered, .sampled, .held, .raced: .first
        case .latest, .together: .last
        }
    }
}
