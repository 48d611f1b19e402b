/// The knowledge of a publisher's type about whether its value is available synchronously.
@frozen
public enum _Answering {
    /// Asking is pointless.
    case never
    /// Some publishers of this type can answer.
    case maybe
    /// Each publisher of this type answers with its value, if it has one, or with its end. A traced publisher may answer with
    /// ``_Answer/then(_:)``, a publisher that sends them synchronously.
    case always
}

/// The answer of a publisher that is asked for its value without being subscribed to.
///
/// A chain like `Just(1).flatMap { Just($0 + 1) }.sink { … }` needs no subscription objects: plain calls can compute its
/// one value. The answer is the history that a subscription with unlimited demand would receive, so only subscribers that
/// can't tell the difference ask. Operators with visible effects at subscription, such as `print()` and `handleEvents`,
/// keep the default and never answer.
@frozen
public enum _Answer<Output, Failure: Error> {
    /// No synchronous answer. Nothing has run: subscribe as usual.
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

extension _Answer {
    /// Returns the answer of an operator that transforms values and passes everything else through.
    @inlinable @inline(__always)
    package func map<T>(
        _ transform: (Output) -> _Answer<T, Failure>,
        rest: (AnyPublisher<Output, Failure>) -> AnyPublisher<T, Failure>
    ) -> _Answer<T, Failure> {
        switch self {
        case .no: .no
        case .value(let value): transform(value)
        case .empty: .empty
        case .failure(let error): .failure(error)
        case .then(let publisher): .then(rest(publisher))
        }
    }
}

extension _Answer {
    /// Returns the answer of an operator that transforms failures and passes everything else through.
    @inlinable @inline(__always)
    func mapFailure<E>(
        _ transform: (Failure) -> _Answer<Output, E>,
        rest: (AnyPublisher<Output, Failure>) -> AnyPublisher<Output, E>
    ) -> _Answer<Output, E> {
        switch self {
        case .no: .no
        case .value(let value): .value(value)
        case .empty: .empty
        case .failure(let error): transform(error)
        case .then(let publisher): .then(rest(publisher))
        }
    }
}

/// Returns the rest of a chain that has run in part, type-erased.
// So rare that clients needn't specialise it for each of their types: for `Just(1).map { … }` the whole chain would be
// compiled three times, once to be asked and twice to be subscribed to.
@usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
package func _rest<P: Publisher>(_ publisher: P) -> AnyPublisher<P.Output, P.Failure> { publisher._erased() }

/// Returns the rest of an operator that can end the stream, if the rest is one publisher, such as the only child of a
/// `flatMap`. As with the operator's node, its end follows the values that it comes inside of, and its subscription keeps the
/// closure that made it: the closure may own the object that sends the values.
@usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
package func _lastRest<P: Publisher>(
    _ publisher: P, keeping closure: Any
) -> AnyPublisher<P.Output, P.Failure> {
    // If the rest sends at most one value, its end follows that value already, and no node is needed.
    let sendsAtMostOne =
        P._atMostOne || (publisher as? AnyPublisher<P.Output, P.Failure>)?._sendsAtMostOne == true
    return sendsAtMostOne
        ? _rest(_Staged(upstream: publisher, _stage: _RestStage<_, _, _Yes>(keeping: closure)))
        : _rest(_Staged(upstream: publisher, _stage: _RestStage<_, _, _No>(keeping: closure)))
}

extension Publisher {
    /// Returns the one value of this publisher without a subscription, if it is available synchronously. For publishers that
    /// never answer, no code is compiled.
    @inlinable @inline(__always)
    package func _ask() -> _Answer<Output, Failure> {
        #if TRAITS_TRACE_ALL
            // A trace shows only publishers that are subscribed to.
            .no
        #else
            _Fact<_Answers>.mayHold(Self._answering != .never) ? _answer() : .no
        #endif
    }

    @inlinable @inline(__always)
    public static var _answering: _Answering {
        _Fact<_Answers>.holds ? .always : _Fact<_Answers>.mayHold(false) ? .maybe : .never
    }

    @inlinable @inline(__always)
    public static var _atMostOne: Bool { false }

    @inlinable @inline(__always)
    public func _answer() -> _Answer<Output, Failure> { .no }

    @inlinable
    public func _erased() -> AnyPublisher<Output, Failure> { AnyPublisher(_boxing: self) }
}
