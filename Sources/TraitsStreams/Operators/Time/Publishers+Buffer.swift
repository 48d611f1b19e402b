extension Publisher {
    /// Keeps values for a downstream that is slower than upstream.
    ///
    /// ```
    /// upstream      --1-2-3---4--|
    /// demand        1-----------1----∞
    /// buffer        --1---------2----34|
    /// ```
    ///
    /// - Demand: with `keepFull`, as much as there is room for, and one more for each value handed on; with
    ///   `byRequest`, unlimited immediately.
    /// - Failure: upstream's, or the custom error of a buffer that overflows. As in Combine, it follows the kept values that have
    ///   been asked for, and upstream's failure drops the others. A finish waits for a request, even if no values are kept.
    /// - Threads: values are sent on upstream's thread or on the requesting thread; they never overlap.
    /// - Cancellation: drops the kept values.
    /// - Complexity: constant for each value; holds at most `size` of them.
    ///
    /// ```swift
    /// let events = PassthroughSubject<String, Never>()
    /// let log = events.buffer(size: 100, prefetch: .byRequest, whenFull: .dropOldest)
    /// ```
    ///
    /// - Parameters:
    ///   - size: how many values are kept.
    ///   - prefetch: how much is asked of upstream.
    ///   - whenFull: the rule for a value that comes when the buffer is full.
    @inlinable
    public func buffer(
        size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
    ) -> Publishers.Buffer<Self> {
        Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
    }
}

extension Publishers {
    /// The demand of a buffer towards upstream.
    public enum PrefetchStrategy: Hashable, Sendable {
        /// As much as there is room for, even before anything is requested.
        case keepFull

        /// Everything.
        case byRequest
    }

    /// The rule for a value that comes when the buffer is full.
    public enum BufferingStrategy<Failure: Error> {
        /// Leaves the new value out.
        case dropNewest

        /// Leaves the oldest value out.
        case dropOldest

        /// Cancels upstream and fails, after the values that are kept.
        case customError(() -> Failure)
    }

    /// A publisher that keeps values; see `buffer(size:prefetch:whenFull:)`.
    public struct Buffer<Upstream: Publisher>: _NodePublisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are kept.
        public let upstream: Upstream

        /// The maximal number of values that are kept.
        public let size: Int

        /// The demand towards upstream.
        public let prefetch: PrefetchStrategy

        /// The rule for a value that comes when the buffer is full.
        public let whenFull: BufferingStrategy<Upstream.Failure>

        /// Creates a publisher that keeps values.
        @inlinable
        public init(
            upstream: Upstream, size: Int, prefetch: PrefetchStrategy,
            whenFull: BufferingStrategy<Upstream.Failure>
        ) {
            self.upstream = upstream
            self.size = size
            self.prefetch = prefetch
            self.whenFull = whenFull
        }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            upstream.subscribe(
                _BufferNode(
                    downstream, size: size, prefetch: prefetch, whenFull: whenFull, isPrompt: false))
        }
    }
}

/// The subscriber and subscription of ``Publishers/Buffer``, and of the values that wait in front of an operator such as
/// `concatMap`: these are *prompt*. Downstream has its subscription before upstream is asked, and the end follows the last value
/// without a request.
///
/// One thread at a time drains: a thread starts if no other thread is draining. All others only change the state and go on; the
/// draining thread sees their changes before it stops.
@usableFromInline
package final class _BufferNode<Input, Downstream: Subscriber>: _UpstreamNode, _AskingNode
where Downstream.Input == Input {
    @usableFromInline package typealias Failure = Downstream.Failure

    @usableFromInline let size: Int
    @usableFromInline let prefetch: Publishers.PrefetchStrategy
    @usableFromInline let isPrompt: Bool
    @usableFromInline package let downstream: Downstream

    // All under `lock`.
    @usableFromInline @exclusivity(unchecked) var whenFull: Publishers.BufferingStrategy<Failure>
    @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
    @usableFromInline @exclusivity(unchecked) var values = _Queue<Input>()
    @usableFromInline @exclusivity(unchecked) var ending: Subscribers.Completion<Failure>?
    @usableFromInline @exclusivity(unchecked) var isDraining = false
    /// Downstream has its subscription, so a completion may follow.
    @usableFromInline @exclusivity(unchecked) var isAttached = false
    @usableFromInline @exclusivity(unchecked) var isClosed = false
    /// A Boolean value that indicates whether the stream fails since the buffer was full.
    @usableFromInline @exclusivity(unchecked) var hasOverflowed = false

    @inlinable
    package init(
        _ downstream: Downstream, size: Int, prefetch: Publishers.PrefetchStrategy = .byRequest,
        whenFull: Publishers.BufferingStrategy<Failure>, isPrompt: Bool
    ) {
        self.downstream = downstream
        self.size = size
        self.prefetch = prefetch
        self.whenFull = whenFull
        self.isPrompt = isPrompt
        super.init(_handled(by: _BufferNode<Input, Downstream>.self))
    }

    @usableFromInline package override var description: String { isPrompt ? "Backlog" : "Buffer" }

    @usableFromInline package typealias _Unlimited = _No

    @usableFromInline package override var customMirror: Mirror {
        let state = status
        let parts = lock.withLock { (values.elements, demand, ending) }
        let children: [Mirror.Child] = [
            ("values", parts.0), ("state", state), ("downstreamDemand", parts.1),
            ("terminal", parts.2 as Any),
        ]
        return Mirror(self, children: children)
    }

    @inlinable
    package func cancelled() {
        if isAwaiting { return }
        // An upstream that has ended, or was cancelled since the buffer was full, is only released, in `close()`.
        if isConnected { cancelUpstream() }
        close()
    }

    @inlinable
    package func _receive(node: _Node) {
        guard connect(node) else { return }
        if isPrompt { return attach(node) }
        switch prefetch {
        case .keepFull: if size > 0 { node.request(.max(size)) }
        case .byRequest: node.request(.unlimited)
        }
        downstream._receive(node: self)
        let waits = lock.withLock {
            isAttached = true
            return hasOverflowed && demand == .none
        }
        if !waits { drainAndRequest() }
    }

    /// Gives downstream its subscription, and then asks upstream, unless downstream has cancelled inside.
    @inlinable
    func attach(_ node: _Node) {
        downstream._receive(node: self)
        lock.withLock { isAttached = true }
        if isConnected { node.request(.unlimited) }
        drainAndRequest()
    }

    @inlinable
    package func receive(_ input: Input) -> Subscribers.Demand {
        lock.lock()
        guard takesValues else {
            lock.unlock()
            return .none
        }
        // A prompt buffer without room passes on what is asked for.
        if values.count < size || isPrompt && demand > .none && !isDraining {
            values.push(input)
            #if TRAITS_TRACE_ALL
                let count = values.count
                lock.unlock()
                _traceBuffered(count)
            #else
                lock.unlock()
            #endif
            return drain()
        }
        switch whenFull {
        case .dropNewest:
            lock.unlock()
        case .dropOldest:
            let oldest = values.pop()
            if oldest != nil { values.push(input) }
            lock.unlock()
            withExtendedLifetime(oldest) {}
        case .customError(let makeError):
            lock.unlock()
            return overflow(makeError())
        }
        #if TRAITS_TRACE_ALL
            _traceDropped(1)
        #endif
        return drain()
    }

    /// Fails since the buffer is full. As in Combine, downstream gets the failure with its next request, after as many values
    /// as it asks for.
    @inlinable
    func overflow(_ error: Failure) -> Subscribers.Demand {
        lock.lock()
        guard takesValues else {
            lock.unlock()
            return .none
        }
        ending = .failure(error)
        hasOverflowed = true
        connection = .ending
        let (upstream, hasDemand) = (upstream, demand > .none)
        lock.unlock()
        upstream?.cancel()
        return hasDemand || isPrompt ? drain() : .none
    }

    @inlinable
    package func receive(completion: Subscribers.Completion<Failure>) {
        lock.lock()
        guard isConnected else {
            lock.unlock()
            return
        }
        connection = .ending
        ending = completion
        lock.unlock()
        drainAndRequest()
    }

    @inlinable
    package func requested(_ demand: Subscribers.Demand) {
        lock.withLock {
            self.demand += demand
            isAttached = true
        }
        drainAndRequest()
    }

    @inlinable
    func drainAndRequest() {
        // As in Combine, upstream is asked for more even if the last values were sent.
        let upstream = lock.withLock { self.upstream }
        let more = drain()
        if more > .none { upstream?.request(more) }
    }

    /// Sends the kept values, as far as demand goes, and then the end.
    ///
    /// - Returns: how many more values upstream may send.
    @inlinable
    func drain() -> Subscribers.Demand {
        lock.lock()
        guard !isDraining, !isClosed else {
            lock.unlock()
            return .none
        }
        isDraining = true
        var room = 0
        while !isClosed {
            if let completion = ending, isAttached, isDue(completion) {
                isClosed = true
                lock.unlock()
                downstream.receive(completion: completion)
                lock.lock()
            } else {
                guard demand > .none, let value = values.pop() else { break }
                demand -= 1
                demand += lock.unlocked(consume value) { downstream.receive($0) }
                room += 1
            }
        }
        isDraining = false
        let wasClosed = isClosed
        lock.unlock()
        if wasClosed { close() }
        return prefetch == .keepFull ? .max(room) : .none
    }

    /// A Boolean value that indicates whether the buffer still accepts values. As in Combine, a value that follows a finish
    /// which downstream hasn't received yet still comes before the finish. Under `lock`.
    @inlinable
    var takesValues: Bool {
        if isClosed || connection == .awaiting || isOver || isPrompt && ending != nil { return false }
        if case .failure = ending { return false }
        return true
    }

    /// Returns a Boolean value that indicates whether it is time for the end, as in Combine: a finish follows the last value
    /// and a request; a failure waits only for the requested values. If the buffer is prompt, both follow the last
    /// value. Under `lock`.
    @inlinable
    func isDue(_ completion: Subscribers.Completion<Failure>) -> Bool {
        switch completion {
        case _ where isPrompt: values.isEmpty
        case .finished: values.isEmpty && demand > .none
        case .failure: values.isEmpty || demand == .none
        }
    }

    /// Releases everything, unless a thread is draining, which will do it.
    @inlinable
    func close() {
        downstream._release()
        withExtendedLifetime(takeUpstream()) {}
        typealias Kept = (
            _Queue<Input>, Subscribers.Completion<Failure>?, Publishers.BufferingStrategy<Failure>
        )
        let released: Kept? = lock.withLock {
            isClosed = true
            guard !isDraining else { return nil }
            let kept = (values, ending, whenFull)
            values = _Queue()
            ending = nil
            whenFull = .dropNewest
            return kept
        }
        withExtendedLifetime(released) {}
    }
}
