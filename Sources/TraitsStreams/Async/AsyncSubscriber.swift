/// The outcome of one step of an asynchronous loop.
@frozen @usableFromInline
enum _AsyncStep<Output, Failure: Error> {
    case value(Output)
    case end
    case failure(Failure)
}

/// The subscriber behind an asynchronous sequence. Values that arrive before a reader wait in a ring; a reader that asks before
/// a value waits as a continuation. Both never wait at the same time.
@usableFromInline
final class _AsyncSubscriber<Input, Failure: Error>: _NodeSubscriber, Cancellable, @unchecked Sendable {
    // Unchecked: all state is touched under `lock` only, and a value goes to one step and nowhere else.

    @usableFromInline typealias Step = _AsyncStep<Input, Failure>
    @usableFromInline typealias Continuation = UnsafeContinuation<Step, Never>
    /// A closure that returns the next element, or `nil` at the end. Called with `false`, it releases the elements that are
    /// left.
    @usableFromInline typealias Pull = (Bool) -> Input?

    @frozen @usableFromInline
    enum State {
        case awaiting
        case subscribed(_Node)
        /// The task has been cancelled, and is about to cancel this subscription.
        case left(_Node)
        /// The next step gets the failure, after the values that wait.
        case failed(Failure)
        case over
    }

    /// The policy for waiting values and demand; without a policy, each step asks for one value.
    @usableFromInline let policy: AsyncBufferingPolicy?

    @usableFromInline let lock = _Lock()
    @usableFromInline @exclusivity(unchecked) var state = State.awaiting
    @usableFromInline @exclusivity(unchecked) var values = _Ring<Input>()
    @usableFromInline @exclusivity(unchecked) var waiting = _Queue<Continuation>()
    /// The number of values that steps have asked for and that haven't come. Used without a policy.
    @usableFromInline @exclusivity(unchecked) var wanted = 0

    /// The elements of a sequence, until the loop takes them over.
    @usableFromInline @exclusivity(unchecked) var pull: Pull?

    @inlinable
    init(_ policy: AsyncBufferingPolicy?) { self.policy = policy }

    @usableFromInline typealias _Drops = _Yes
}

// MARK: - The loop's side

extension _AsyncSubscriber {
    /// Asks for a value if each step asks for its own. The value may arrive inside of this call, and then
    /// ``take(orResume:)`` finds it.
    @inlinable @inline(__always)
    func ask() {
        if policy != nil { return }
        lock.lock()
        switch state {
        case .awaiting:
            wanted += 1
            lock.unlock()
        case .subscribed(let node):
            wanted += 1
            lock.unlock()
            node.request(.max(1))
        case .left, .failed, .over:
            lock.unlock()
        }
    }

    /// Takes the oldest value, or the end if there is none any more.
    ///
    /// - Parameter continuation: resumed with the next step, if there is none yet.
    /// - Returns: `nil` if there is nothing yet.
    @inlinable
    func take(orResume continuation: Continuation? = nil) -> Step? {
        lock.lock()
        if let value = values.pop() {
            guard case .bounded = policy, case .subscribed(let node) = state else {
                lock.unlock()
                return .value(value)
            }
            lock.unlock()
            node.request(.max(1))
            return .value(value)
        }
        switch state {
        case .awaiting, .subscribed:
            if let continuation { waiting.push(continuation) }
            lock.unlock()
            return nil
        case .failed(let error):
            state = .over
            lock.unlock()
            return .failure(error)
        case .left, .over:
            lock.unlock()
            return .end
        }
    }

    /// Ends the wait of a task that is being cancelled, and calls nothing of the publisher's.
    ///
    /// A cancellation handler runs under a lock of the task's, which a thread that delivers a value takes to resume the task. A
    /// publisher that is cancelled may send, and wait for that very thread. So the task itself cancels the subscription.
    @usableFromInline
    func leave() {
        lock.lock()
        var pending = waiting
        waiting = _Queue()
        switch state {
        case .subscribed(let node): state = .left(node)
        case .awaiting: state = .over
        case .left, .failed, .over: break
        }
        lock.unlock()
        while let continuation = pending.pop() { continuation.resume(returning: .end) }
    }

    @usableFromInline
    func cancel() {
        lock.lock()
        let released = (state, values)
        var pending = waiting
        state = .over
        values = _Ring()
        waiting = _Queue()
        lock.unlock()
        switch released.0 {
        case .subscribed(let node), .left(let node): node.cancel()
        case .awaiting, .failed, .over: break
        }
        while let continuation = pending.pop() { continuation.resume(returning: .end) }
        withExtendedLifetime(released) {}
    }
}

// MARK: - The publisher's side

extension _AsyncSubscriber {
    /// Gives a loop that asks for each value the elements of a sequence in place of a subscription. A loop is alone with its
    /// iterator, so nothing has to be locked or counted.
    ///
    /// - Returns: `false` if the loop doesn't ask for each value.
    @inlinable @inline(__always)
    func receive<Elements: Sequence>(elements: Elements) -> Bool where Elements.Element == Input {
        if policy != nil { return false }
        let rest = _RestOfElements(elements)
        pull = { isWanted in
            if isWanted, let element = rest.iterator?.next() { return element }
            _replace(&rest.iterator, with: nil)
            return nil
        }
        return true
    }

    @inlinable
    func _receive(node: _Node) {
        lock.lock()
        guard case .awaiting = state else {
            lock.unlock()
            node.cancel()
            return
        }
        state = .subscribed(node)
        let demand = policy?.demand ?? .max(wanted)
        lock.unlock()
        if demand > .none { node.request(demand) }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        lock.lock()
        guard case .subscribed = state else {
            // The value answers no request: as in Combine, the loop stops waiting.
            var pending = waiting
            waiting = _Queue()
            lock.unlock()
            while let continuation = pending.pop() { continuation.resume(returning: .end) }
            return .none
        }
        if policy == nil {
            precondition(wanted > 0, "an asynchronous sequence received a value that nobody had asked for")
            wanted -= 1
        }
        guard let continuation = waiting.pop() else {
            let released = keep(input)
            lock.unlock()
            withExtendedLifetime(released) {}
            return .none
        }
        lock.unlock()
        // The publisher has handed the value over, and nobody but the continuation gets it.
        nonisolated(unsafe) let step = Step.value(input)
        continuation.resume(returning: step)
        if case .bounded = policy { return .max(1) }
        return .none
    }

    /// Lets a value wait. Under the lock.
    ///
    /// - Returns: a value that had to give way, to be released outside of the lock.
    @inlinable @inline(__always)
    func keep(_ input: Input) -> Input? {
        switch policy {
        case .bufferingNewest(let count) where values.count >= count:
            let oldest = values.pop()
            values.push(input)
            return oldest
        case .bufferingOldest(let count) where values.count >= count:
            return input
        default:
            values.push(input)
            return nil
        }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        lock.lock()
        let old = state
        switch old {
        case .failed, .over:
            lock.unlock()
            return
        case .awaiting, .subscribed, .left: break
        }
        var pending = waiting
        waiting = _Queue()
        state = .over
        var first: Continuation?
        if case .failure(let error) = completion {
            first = pending.pop()
            if let first {
                lock.unlock()
                first.resume(returning: .failure(error))
            } else {
                state = .failed(error)
                lock.unlock()
            }
        } else {
            lock.unlock()
        }
        while let continuation = pending.pop() { continuation.resume(returning: .end) }
        withExtendedLifetime(old) {}
    }
}

/// The elements that a loop hasn't taken yet.
// An object, since each call would check the exclusive access to a captured variable.
@usableFromInline
final class _RestOfElements<Elements: Sequence> {
    /// `nil` after the last element.
    @usableFromInline @exclusivity(unchecked) var iterator: Elements.Iterator?

    @inlinable
    init(_ elements: Elements) { iterator = elements.makeIterator() }
}
