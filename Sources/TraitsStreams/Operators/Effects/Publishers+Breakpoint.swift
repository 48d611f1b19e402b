#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

extension Publisher {
    #if !StrictIsolation  // strict: sending
        /// Stops in the debugger when a closure says so.
        ///
        /// - Demand, failure, cancellation: pass through.
        /// - Threads: each closure runs where the event does, just before it is handed on.
        ///
        /// ```swift
        /// let checked = [1, -1].publisher.breakpoint(receiveOutput: { $0 < 0 })
        /// ```
        ///
        /// Without a debugger the signal `SIGTRAP` ends the program.
        ///
        /// - Parameters:
        ///   - receiveSubscription: sees upstream's subscription; `true` stops.
        ///   - receiveOutput: sees each value; `true` stops.
        ///   - receiveCompletion: sees the completion; `true` stops.
        public func breakpoint(
            receiveSubscription: ((any Subscription) -> Bool)? = nil,
            receiveOutput: ((Output) -> Bool)? = nil,
            receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
        ) -> Publishers.Breakpoint<Self> {
            Publishers.Breakpoint(
                upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
                receiveCompletion: receiveCompletion)
        }
    #endif

    /// Stops in the debugger when upstream fails.
    ///
    /// - Demand, failure, cancellation: pass through.
    public func breakpointOnError() -> Publishers.Breakpoint<Self> {
        Publishers.Breakpoint(
            upstream: self, receiveSubscription: nil, receiveOutput: nil,
            receiveCompletion: { if case .failure = $0 { true } else { false } })
    }
}

extension Publishers {
    /// A publisher that stops in the debugger; see `breakpoint` and `breakpointOnError()`.
    public struct Breakpoint<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose events are seen.
        public let upstream: Upstream

        /// Sees upstream's subscription; `true` stops.
        public let receiveSubscription: ((any Subscription) -> Bool)?

        /// Sees each value; `true` stops.
        public let receiveOutput: ((Upstream.Output) -> Bool)?

        /// Sees the completion; `true` stops.
        public let receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Bool)?

        /// Creates a publisher that stops in the debugger.
        public init(
            upstream: Upstream,
            receiveSubscription: ((any Subscription) -> Bool)? = nil,
            receiveOutput: ((Upstream.Output) -> Bool)? = nil,
            receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Bool)? = nil
        ) {
            self.upstream = upstream
            self.receiveSubscription = receiveSubscription
            self.receiveOutput = receiveOutput
            self.receiveCompletion = receiveCompletion
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                _BreakpointSubscriber(
                    downstream: subscriber,
                    announcement: receiveSubscription.map(_Announcement.init),
                    receiveOutput: receiveOutput, receiveCompletion: receiveCompletion))
        }
    }
}

/// The subscriber of ``Publishers/Breakpoint``.
private struct _BreakpointSubscriber<Input, Downstream: Subscriber>: _Transparent
where Downstream.Input == Input {
    typealias Failure = Downstream.Failure

    let downstream: Downstream
    // The closures, and not their publisher: a subscription must not keep the publisher.
    let announcement: _Announcement?
    let receiveOutput: ((Input) -> Bool)?
    let receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)?

    var description: String { "Breakpoint" }

    /// Sources make no real subscription for a subscriber that asks for everything, but `receiveSubscription` has to see one.
    @usableFromInline typealias _Unlimited = _No

    func receive(subscription: any Subscription) {
        guard let announcement else { return downstream.receive(subscription: subscription) }
        attach()
        announcement.subscription = subscription
        if announcement.show(subscription) { raise(SIGTRAP) }
        attach()
    }

    func _receive(node: _Node) { receive(subscription: node) }

    /// Hands downstream the subscription that is being shown, if there is one.
    private func attach() {
        if let subscription = announcement?.subscription.take() {
            downstream.receive(subscription: subscription)
        }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        attach()
        if receiveOutput?(input) == true { raise(SIGTRAP) }
        return downstream.receive(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        attach()
        if receiveCompletion?(completion) == true { raise(SIGTRAP) }
        downstream.receive(completion: completion)
    }
}

/// Shows a subscription before downstream has it. If upstream sends an event inside of that, downstream gets the subscription
/// first.
private final class _Announcement {
    let show: (any Subscription) -> Bool
    /// The subscription that is being shown. It belongs to upstream, whose calls never overlap.
    var subscription: (any Subscription)?

    init(_ show: @escaping (any Subscription) -> Bool) { self.show = show }
}
