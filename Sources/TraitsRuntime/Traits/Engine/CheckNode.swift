/// The rules of a trait that has at most one value, and doesn't say when the first event comes.
@frozen @usableFromInline
struct _CheckRules: OptionSet {
    @usableFromInline let rawValue: UInt8

    @inlinable @inline(__always)
    init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable @inline(__always) static var value: Self { Self(rawValue: 1) }
    /// It may finish without a value.
    @inlinable @inline(__always) static var emptyFinish: Self { Self(rawValue: 2) }
}

extension _CheckRules {
    /// Checks the events that upstream sends synchronously.
    @inlinable
    func check<Output, Failure, NewFailure>(
        _ answer: _Answer<Output, Failure>,
        _ makeFailure: @autoclosure () -> (TraitBreach<Failure>) -> NewFailure
    ) -> _Answer<Output, NewFailure> {
        switch answer {
        case .no: .no
        case .value(let value): contains(.value) ? .value(value) : .failure(makeFailure()(.tooManyElements))
        case .empty: contains(.emptyFinish) ? .empty : .failure(makeFailure()(.missingElement))
        case .failure(let error): .failure(makeFailure()(.upstream(error)))
        case .then(let rest): .then(_rest(_Checked(upstream: rest, rules: self, failure: makeFailure())))
        }
    }
}

/// The rest of a check when a part of upstream has run already.
@frozen @usableFromInline
struct _Checked<Upstream: Publisher, Failure: Error>: _NodePublisher {
    @usableFromInline typealias Output = Upstream.Output

    @usableFromInline let upstream: Upstream
    @usableFromInline let rules: _CheckRules
    @usableFromInline let failure: (TraitBreach<Upstream.Failure>) -> Failure

    @inlinable
    init(
        upstream: Upstream, rules: _CheckRules, failure: @escaping (TraitBreach<Upstream.Failure>) -> Failure
    ) {
        self.upstream = upstream
        self.rules = rules
        self.failure = failure
    }

    @inlinable
    func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        upstream.subscribe(_CheckNode(downstream, rules, failure))
    }
}

/// The check of a trait that has at most one value, and doesn't say when the first event comes.
@usableFromInline
final class _CheckNode<Downstream: Subscriber, Failure: Error>: _ResultNode<Downstream>, _AskingNode {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Breach = TraitBreach<Failure>

    @usableFromInline let rules: _CheckRules
    @usableFromInline let failure: (Breach) -> Downstream.Failure
    /// Under `lock`.
    @usableFromInline @exclusivity(unchecked) var value: _Cell<Downstream.Input>?

    @inlinable
    init(_ downstream: Downstream, _ rules: _CheckRules, _ failure: @escaping (Breach) -> Downstream.Failure)
    {
        self.rules = rules
        self.failure = failure
        super.init(downstream, _handled(by: _CheckNode<Downstream, Failure>.self))
    }

    @usableFromInline override var description: String { "Check" }

    @usableFromInline typealias _Unlimited = _Yes

    @inlinable @inline(__always)
    static var acceptsZeroDemand: Bool { false }

    @inlinable
    func _receive(node: _Node) {
        if connect(node) { downstream._receive(node: self) }
    }

    @inlinable
    func requested(_ demand: Subscribers.Demand) {
        let before = note(.asked)
        if !before.contains(.asked) { requestUpstream(.unlimited) }
        if before == .ready { deliver() }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        let cell = _Cell(input)
        lock.lock()
        guard isConnected else {
            lock.unlock()
            return .none
        }
        let isAllowed = rules.contains(.value) && value == nil
        if isAllowed { value = cell }
        lock.unlock()
        if !isAllowed { broke(.tooManyElements) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard disconnect() else { return }
        let value = takeValue()
        switch completion {
        case .finished:
            if let value {
                finish(with: value.value)
            } else if rules.contains(.emptyFinish) {
                close(.finished)
            } else {
                close(.failure(failure(.missingElement)))
            }
        case .failure(let error):
            close(.failure(failure(value == nil ? .upstream(error) : .bothElementAndError(error))))
        }
    }

    @inlinable
    func cancelled() {
        if isAwaiting { return }
        cancelResult()
        _ = takeValue()
    }

    /// Ends with the failure for a breach.
    @inlinable @inline(never)
    func broke(_ breach: Breach) {
        let error = failure(breach)
        guard cancelUpstream() else { return }
        _ = takeValue()
        close(.failure(error))
    }

    /// Takes the value, to be released outside of the lock. When the connection is over, no other value comes.
    @inlinable
    func takeValue() -> _Cell<Input>? {
        lock.lock()
        let value = value
        self.value = nil
        lock.unlock()
        return value
    }
}
