/// What a publisher's type tells about having its value synchronously.
@frozen
public enum _Immediacy {
    /// Asking is pointless.
    case never
    /// Some publishers of this type can answer.
    case maybe
    /// Each publisher of this type answers with its value, if it has one, or with its end. One that is traced may answer with
    /// ``_Immediate/then(_:)``, a publisher that sends them synchronously.
    case always
}

/// The answer of a publisher that is asked for its value without being subscribed to.
///
/// A chain like `Just(1).flatMap { Just($0 + 1) }.sink { … }` needs no subscription objects at all: its one
/// value can be computed by plain calls. The history is the one a subscription with unlimited demand would
/// have seen, so only subscribers that can't tell the difference ask. Operators whose effects at
/// subscription are visible, such as `print()` and `handleEvents`, keep the default and never answer.
@frozen
public enum _Immediate<Output, Failure: Error> {
    /// Not synchronously. Nothing has run: subscribe as usual.
    case no
    /// Exactly this value, then finished.
    case value(Output)
    /// Finished without a value.
    case empty
    /// Failed without a value.
    case failure(Failure)
    /// A part of the chain has run already; subscribe to this for the rest.
    case then(AnyPublisher<Output, Failure>)
}

extension _Immediate {
    /// The answer of an operator that does something to a value and nothing to the rest.
    @inlinable @inline(__always)
    func map<T>(
        _ transform: (Output) -> _Immediate<T, Failure>,
        rest: (AnyPublisher<Output, Failure>) -> AnyPublisher<T, Failure>
    ) -> _Immediate<T, Failure> {
        switch self {
        case .no: .no
        case .value(let value): transform(value)
        case .empty: .empty
        case .failure(let error): .failure(error)
        case .then(let publisher): .then(rest(publisher))
        }
    }
}

extension _Immediate {
    /// The answer of an operator that does something to a failure and nothing to the rest.
    @inlinable @inline(__always)
    func mapFailure<E>(
        _ transform: (Failure) -> _Immediate<Output, E>,
        rest: (AnyPublisher<Output, Failure>) -> AnyPublisher<Output, E>
    ) -> _Immediate<Output, E> {
        switch self {
        case .no: .no
        case .value(let value): .value(value)
        case .empty: .empty
        case .failure(let error): transform(error)
        case .then(let publisher): .then(rest(publisher))
        }
    }
}

/// What is left of a chain that has run in part, behind an eraser.
// So rare that clients needn't have it for each of their types: for `Just(1).map { … }` all of the chain would be compiled
// three times, once to be asked and twice to be subscribed to.
@usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
func _rest<P: Publisher>(_ publisher: P) -> AnyPublisher<P.Output, P.Failure> { publisher._erased() }

/// What is left of an operator that can end the stream, if that is one publisher more, such as the only child of a `flatMap`:
/// its end follows the values it comes inside of, as it does where the operator's node stands between.
@usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
func _lastRest<P: Publisher>(_ publisher: P) -> AnyPublisher<P.Output, P.Failure> {
    let rest = publisher._erased()
    // The end of one that sends at most one value follows that value already.
    return rest._sendsAtMostOne ? rest : _rest(_Filtered(upstream: rest, _stage: _LastStage()))
}

extension Publisher {
    /// The one value of this publisher without a subscription, if it is available synchronously. What doesn't answer
    /// isn't compiled to be asked.
    @inlinable @inline(__always)
    func _ask() -> _Immediate<Output, Failure> {
        #if TRAITS_TRACE_ALL
            // What isn't subscribed to isn't seen.
            .no
        #else
            _Fact<_Answers>.mayHold(Self._immediacy != .never) ? _immediate() : .no
        #endif
    }

    @inlinable @inline(__always)
    public static var _immediacy: _Immediacy {
        _Fact<_Answers>.holds ? .always : _Fact<_Answers>.mayHold(false) ? .maybe : .never
    }

    @inlinable @inline(__always)
    public static var _atMostOne: Bool { false }

    @inlinable @inline(__always)
    public func _immediate() -> _Immediate<Output, Failure> { .no }

    @inlinable
    public func _erased() -> AnyPublisher<Output, Failure> { AnyPublisher(_boxing: self) }
}
