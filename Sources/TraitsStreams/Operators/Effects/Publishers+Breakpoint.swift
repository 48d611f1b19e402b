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
                _ObserverSubscriber(
                    subscriber,
                    _BreakpointObserver(
                        receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
                        receiveCompletion: receiveCompletion)))
        }
    }
}

/// The closures, without their publisher: a subscription must not keep the publisher.
private struct _BreakpointObserver<Output, Failure: Error>: _Observer {
    let receiveSubscription: ((any Subscription) -> Bool)?
    let receiveOutput: ((Output) -> Bool)?
    let receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)?

    static var name: String { "Breakpoint" }

    func connected(_ subscription: any Subscription) {
        if receiveSubscription?(subscription) == true { raise(SIGTRAP) }
    }

    func sent(_ input: Output) -> Output {
        if receiveOutput?(input) == true { raise(SIGTRAP) }
        return input
    }

    func ended(_ completion: Subscribers.Completion<Failure>) {
        if receiveCompletion?(completion) == true { raise(SIGTRAP) }
    }
}
