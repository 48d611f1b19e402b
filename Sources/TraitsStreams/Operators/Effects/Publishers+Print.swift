extension Publisher {
    /// Prints a line for each event that passes by, in either direction.
    ///
    /// ```
    /// receive subscription: (PassthroughSubject)
    /// request unlimited
    /// receive value: (1)
    /// receive finished
    /// ```
    ///
    /// A demand that downstream returns for a value is marked `(synchronous)`; a return of none isn't
    /// printed.
    ///
    /// - Demand, failure, cancellation: pass through.
    /// - Threads: prints wherever the event happens, before it is handed on. A stream given as `stream` is written under a
    ///   lock, one line at a time; each subscription has its own copy if it is a value type.
    ///
    /// ```swift
    /// let cancellable = Just(1).print("just").sink { _ in }
    /// // just: receive subscription: (Just)
    /// // just: request unlimited
    /// // just: receive value: (1)
    /// // just: receive finished
    /// ```
    ///
    /// - Parameters:
    ///   - prefix: put before each line, with a colon, unless it is empty.
    ///   - stream: written to; the standard output if `nil`.
    public func print(
        _ prefix: String = "", to stream: (any TextOutputStream)? = nil
    ) -> Publishers.Print<Self> {
        Publishers.Print(upstream: self, prefix: prefix, to: stream)
    }
}

extension Publishers {
    /// A publisher that prints each event; see `print(_:to:)`.
    public struct Print<Upstream: Publisher>: _NodePublisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose events are printed.
        public let upstream: Upstream

        /// Put before each line, with a colon, unless it is empty.
        public let prefix: String

        /// Written to; the standard output if `nil`.
        public let stream: (any TextOutputStream)?

        /// Creates a publisher that prints each event.
        public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream)? = nil) {
            self.upstream = upstream
            self.prefix = prefix
            self.stream = stream
        }

        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            upstream.subscribe(_ObserverNode(downstream, _PrintObserver<Output, Failure>(prefix, stream)))
        }
    }
}

/// Prints events.
// Printing takes far more time than specialisation would save, so nothing here is inlinable.
private final class _PrintObserver<Output, Failure: Error>: _Observer {
    private let prefix: String
    private let delivery = _DeliveryLock()
    /// Guarded by `delivery`: a stream may well cause events itself.
    private var stream: (any TextOutputStream)?

    init(_ prefix: String, _ stream: (any TextOutputStream)?) {
        self.prefix = prefix.isEmpty ? "" : prefix + ": "
        self.stream = stream
    }

    static var name: String { "Print" }
    static var seesLateRequests: Bool { true }

    func connected(_ subscription: any Subscription) { log("receive subscription: (\(subscription))") }

    func sent(_ input: Output) -> Output {
        log("receive value: (\(input))")
        return input
    }

    func ended(_ completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: log("receive finished")
        case .failure(let error): log("receive error: (\(error))")
        }
    }

    func requested(_ demand: Subscribers.Demand, isReturned: Bool) {
        let text = demand.max.map { "request max: (\($0))" } ?? "request unlimited"
        log(isReturned ? text + " (synchronous)" : text)
    }

    func cancelled() { log("receive cancel") }

    private func log(_ text: String) {
        let line = prefix + text
        if stream == nil { return Swift.print(line) }
        delivery.enter()
        stream?.printLine(line)
        delivery.exit()
    }
}

extension TextOutputStream {
    /// Prints as `Swift.print` does; as a method of its own because opening the existential there crashes
    /// the compiler.
    fileprivate mutating func printLine(_ line: String) { Swift.print(line, to: &self) }
}
