import Synchronization

/// A publisher that sends one value and finishes, or fails, once its promise is kept.
///
/// ```
/// promise:        -----1
/// subscribed      -----1|
/// subscribed late        1|
/// ```
///
/// The work starts when the future is created and is done once; each subscriber gets its result.
///
/// - Demand: the value waits for the first request; a failure doesn't.
/// - Threads: sends on the thread that keeps the promise, or inside the request if it is kept already. The
///   promise may be kept from any thread; only the first time counts.
/// - Cancellation: the subscriber is released; the work goes on.
///
/// ```swift
/// let future = Future<Int, Never> { promise in promise(.success(1)) }
/// let cancellable = future.sink { print($0) }      // 1
/// ```
public final class Future<Output, Failure: Error>: _NodePublisher {
    /// A function that the work calls once with its result, from any thread.
    ///
    /// Sendable, so that `DispatchQueue.global().async { promise(.success(1)) }` compiles in every language mode;
    /// functions that take a plain closure take this one too.
    public typealias Promise = @Sendable (Result<Output, Failure>) -> Void

    @usableFromInline let lock = _Lock()
    // All under `lock`.
    /// In a separate object: destroying a generic optional in place would look its type up, at more cost.
    @usableFromInline @exclusivity(unchecked) var result: _Cell<Result<Output, Failure>>?
    @usableFromInline @exclusivity(unchecked) var waiters = _Waiters()

    /// Creates a future and starts its work.
    ///
    /// - Parameter attemptToFulfill: called by the initializer, with the promise to fulfil.
    @inlinable
    public init(_ attemptToFulfill: (@escaping Promise) -> Void) {
        // Safe: the lock guards all that is touched, and the result goes where it is sent.
        nonisolated(unsafe) let future = self
        attemptToFulfill { result in future.resolve(result) }
    }

    @inlinable
    public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        let waiter = SubscriberWaiter(self, downstream)
        downstream._receive(node: waiter)
        lock.lock()
        let known = result
        if known == nil && waiter.isWaiting { waiters.add(waiter) }
        lock.unlock()
        if let known { waiter.fulfil(known.value) }
    }

    public typealias _Answers = _Sometimes

    @inlinable
    public func _answer() -> _Answer<Output, Failure> {
        switch lock.withLock({ result })?.value {
        case .success(let value): .value(value)
        case .failure(let error): .failure(error)
        case nil: .no
        }
    }
}

// Safe to share: the lock guards all state.
extension Future: @unchecked Sendable where Output: Sendable {}

// MARK: - Inside

extension Future {
    @inlinable
    func resolve(_ result: Result<Output, Failure>) {
        let cell = _Cell(result)
        lock.lock()
        guard self.result == nil else { return lock.unlock() }
        self.result = cell
        let waiters = waiters.takeAll()
        lock.unlock()
        waiters.forEach { _unsafeUncheckedDowncast($0, to: Waiter.self).fulfil(result) }
    }

    @inlinable
    func remove(_ waiter: Waiter) {
        lock.lock()
        waiters.remove(waiter)
        lock.unlock()
    }

    /// The subscription of one subscriber.
    @usableFromInline
    class Waiter: _ListedNode, _OperatorNode, _ProgressNode {
        @usableFromInline typealias Progress = _FutureProgress

        /// Delivers a result, or releases the subscriber if there is none.
        @usableFromInline typealias Deliver = (Waiter, Result<Output, Failure>?) -> Void

        @usableFromInline let deliver: Deliver
        @usableFromInline let future: Future

        @inlinable
        init(_ future: Future, _ deliver: @escaping Deliver) {
            self.future = future
            self.deliver = deliver
            super.init(_handled(by: Waiter.self))
        }

        @usableFromInline override var description: String { "Future" }

        @usableFromInline override var customMirror: Mirror {
            let isShown = progress.isDisjoint(with: [.delivered, .cancelled])
            let parent = isShown ? future : nil
            let children: [Mirror.Child] = [
                ("parent", parent as Any),
                ("downstream", (progress.isDisjoint(with: [.over, .cancelled]) ? downstream : nil) as Any),
                ("hasAnyDemand", progress.contains(.asked)), ("subject", parent as Any),
            ]
            return Mirror(self, children: children, ancestorRepresentation: .suppressed)
        }

        /// The subscriber, for the mirror.
        @usableFromInline var downstream: Any? { nil }

        @inlinable
        final var isWaiting: Bool { !progress.contains(.over) }

        @inlinable
        final func requested(_ demand: Subscribers.Demand) {
            guard !note(.asked).contains(.asked), let result = future.lock.withLock({ future.result }) else {
                return
            }
            fulfil(result.value, isAsked: true)
        }

        @inlinable
        final func cancelled() {
            if !note([.over, .cancelled]).contains(.over) { future.remove(self) }
            deliver(self, nil)
        }

        /// Delivers the result if this is the time: a value needs a request, and only one call delivers.
        @inlinable
        final func fulfil(_ result: Result<Output, Failure>, isAsked: Bool = false) {
            if case .success = result, !progress.contains(.asked) { return }
            if note(.over).contains(.over) { return }
            deliver(self, result)
            // As in Combine, the mirror of a subscription that has asked for an available result still shows the future.
            if !isAsked { note(.delivered) }
        }

        @inlinable @inline(__always)
        final func send<S: Subscriber>(_ result: Result<Output, Failure>, to subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            switch result {
            case .success(let value):
                _ = subscriber.receive(value)
                if !progress.contains(.cancelled) { subscriber.receive(completion: .finished) }
            case .failure(let error):
                subscriber.receive(completion: .failure(error))
            }
        }
    }

    @usableFromInline
    final class SubscriberWaiter<S: Subscriber>: Waiter where S.Input == Output, S.Failure == Failure {
        @usableFromInline let subscriber: S

        @inlinable
        init(_ future: Future, _ subscriber: S) {
            self.subscriber = subscriber
            super.init(future) { waiter, result in
                let subscriber = unsafeDowncast(waiter, to: SubscriberWaiter<S>.self).subscriber
                if let result { waiter.send(result, to: subscriber) } else { subscriber._release() }
            }
        }

        @usableFromInline override var downstream: Any? { subscriber }
    }
}

/// The progress of a subscription of a future.
@frozen @usableFromInline
struct _FutureProgress: OptionSet {
    @usableFromInline let rawValue: Int

    @inlinable @inline(__always)
    init(rawValue: Int) { self.rawValue = rawValue }

    @inlinable @inline(__always) static var asked: Self { Self(rawValue: 1) }
    @inlinable @inline(__always) static var over: Self { Self(rawValue: 2) }
    @inlinable @inline(__always) static var cancelled: Self { Self(rawValue: 4) }
    /// The result has been delivered.
    @inlinable @inline(__always) static var delivered: Self { Self(rawValue: 8) }
}
