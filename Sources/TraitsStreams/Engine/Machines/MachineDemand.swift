/// A machine's policy for demand. It determines the demand of each input, the treatment of an output that downstream hasn't
/// asked for, and the time when downstream gets its subscription.
@frozen
public enum _MachineDemand {
    /// Input 0 gets downstream's requests, and each output answers one of its values. Input 1 only steers.
    case answered(_Steering)
    /// All inputs are asked for unlimited demand, and an output that downstream hasn't asked for is dropped: `sample`.
    case sampled
    /// All inputs get downstream's requests, and an output that downstream hasn't asked for is dropped: `combineLatest`. An
    /// output that is made while another output is being sent on the same thread is dropped too, unless downstream has asked
    /// for it there. Downstream gets its subscription last.
    case latest
    /// All inputs get downstream's requests, and an output takes a value of each input: `zip`. Downstream gets its
    /// subscription last.
    case together
    /// An output that downstream hasn't asked for waits, and so does its input, which isn't asked for its next value
    /// until the output has been sent: `merge`. Waiting outputs of earlier inputs go first. ``_Machine/_HoldsInputs``
    /// states this policy, too.
    case held
    /// All inputs get downstream's requests. The first input that sends anything cancels the others.
    case raced
}

/// The demand of inputs that only steer, and the time when downstream gets its subscription.
@frozen
public enum _Steering {
    /// Unlimited demand.
    case unlimited
    /// One value. A value that comes before the subscription counts as well. A skipped value of input 0 isn't replaced.
    case opens
    /// One value. A value that comes before the subscription may be ignored. Downstream gets its subscription when input
    /// 0 has sent its own. A skipped value of input 0 isn't replaced.
    case closes
}

// The consequences of a policy for one input, one output and the subscription, as the node needs them.

/// The demand that an input is asked for.
@frozen @usableFromInline
enum _InputRule {
    /// Downstream's demand.
    case asDownstream
    /// Unlimited demand, when the input connects.
    case unlimited
    /// One value, when the input connects. A value that it sends earlier may be ignored.
    case once(heedsEarly: Bool)
    /// Downstream's demand. The first input with this rule that sends anything cancels the others.
    case competes
}

/// The treatment of an output that downstream has not asked for.
@frozen @usableFromInline
enum _Surplus {
    /// It is sent: each output answers a value of an input that gets downstream's requests. The demand that downstream
    /// returns is for that input alone.
    case isSent
    /// It is dropped. With the demand `.latest`, an output that is made while another output is being sent on the same thread is
    /// dropped too, unless downstream has asked for it there. The demand that downstream returns is for all inputs.
    case isDropped
    /// It is sent, and the demand that downstream returns is for all inputs.
    case isSentForAll
    /// It waits, and so does its input.
    case holdsInput
}

/// The time when downstream gets its subscription.
@frozen @usableFromInline
enum _Attachment {
    /// Before any input is subscribed to.
    case first
    /// When the input with this number has sent its own.
    case with(Int)
    /// When all inputs have been subscribed to. Until then their synchronous events are kept. Events that inputs send while an
    /// output is being sent on the same thread are handled after that output, not inside it.
    case last
}

extension _Machine {
    @inlinable @inline(__always)
    static func rule(of input: Int) -> _InputRule {
        switch _demand {
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

    /// Returns whether an input is asked for another value in place of a skipped one.
    @inlinable @inline(__always)
    static func replacesSkipped(_ input: Int) -> Bool {
        switch _demand {
        case .held: true
        case .answered(.unlimited): input == 0
        case .answered, .sampled, .latest, .together, .raced: false
        }
    }

    /// Indicates whether outputs only answer values of input 0.
    @inlinable @inline(__always)
    static var answersFirst: Bool { if case .answered = _demand { true } else { false } }

    /// Returns whether values of an input may be handled by another thread that is inside a value: they only steer, or they
    /// wait for a value of another input.
    @inlinable @inline(__always)
    package static func mayLeave(_ input: Int) -> Bool {
        switch _demand {
        case .answered: input != 0
        case .sampled: if case .all = _signals { false } else { input != 0 }
        case .together: true
        case .latest, .held, .raced: false
        }
    }

    @inlinable @inline(__always)
    static var surplus: _Surplus {
        switch _demand {
        case .answered, .raced: .isSent
        case .sampled, .latest: .isDropped
        case .together: .isSentForAll
        case .held: .holdsInput
        }
    }

    @inlinable @inline(__always)
    static var attachment: _Attachment {
        switch _demand {
        case .answered(.closes): .with(0)
        case .answered, .sampled, .held, .raced: .first
        case .latest, .together: .last
        }
    }
}
