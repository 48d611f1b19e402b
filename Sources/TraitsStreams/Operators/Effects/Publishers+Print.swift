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
            upstream.subscribe(_PrintNode(downstream, prefix, stream))
        }
    }
}

/// The subscriber and subscription of ``Publishers/Print``.
// Printing takes far more time than specialisation would save, so nothing here is inlinable.
private final class _PrintNode<Input, Downstream: Subscriber>: _UpstreamNode, _AnnouncingNode
where Downstream.Input == Input {
    typealias Failure = Downstream.Failure

    let downstream: Downstream
    private let prefix: String
    /// Guarded by `delivery`, which only prints share here: a stream may well cause events itself.
    private var stream: (any TextOutputStream)?

    init(_ downstream: Downstream, _ prefix: String, _ stream: (any TextOutputStream)?) {
        self.downstream = downstream
        self.prefix = prefix.isEmpty ? "" : prefix + ": "
        self.stream = stream
        super.init(_handled(by: _PrintNode<Input, Downstream>.self))
    }

    override var description: String { "Print" }

    /// The requests to upstream are to be printed, so they are really made.
    @usableFromInline typealias _Unlimited = _No

    func requested(_ demand: Subscribers.Demand) {
        log(Self.text(demand))
        requestUpstream(demand)
    }

    func cancelled() {
        log("receive cancel")
        if isAwaiting { return }
        cancelUpstream()
        downstream._release()
    }

    func _receive(node: _Node) { receive(subscription: node) }

    func receive(subscription: any Subscription) {
        receive(subscription: subscription, showing: { log("receive subscription: (\(subscription))") })
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        if isOver { return .none }
        attachBeforeEvent()
        log("receive value: (\(input))")
        // The output stream may have ended this stream, or cancelled it.
        if isOver { return .none }
        let more = downstream.receive(input)
        if more > .none { log(Self.text(more) + " (synchronous)") }
        return more
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        if isOver { return }
        attachBeforeEvent()
        switch completion {
        case .finished: log("receive finished")
        case .failure(let error): log("receive error: (\(error))")
        }
        _ = disconnect()
        downstream.receive(completion: completion)
    }

    private static func text(_ demand: Subscribers.Demand) -> String {
        demand.max.map { "request max: (\($0))" } ?? "request unlimited"
    }

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
