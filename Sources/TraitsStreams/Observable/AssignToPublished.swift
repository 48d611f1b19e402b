extension Publisher where Failure == Never {
    /// Sends each value through a `@Published` property, for as long as the property lives.
    ///
    /// ```swift
    /// final class Clock: ObservableObject {
    ///     @Published var text = ""
    ///     init(_ ticks: some Publisher<Int, Never>) {
    ///         ticks.map { "\($0)" }.assign(to: &$text)      // keeps nothing alive, needs no cancellable
    ///     }
    /// }
    /// ```
    ///
    /// - Demand: unlimited, immediately.
    /// - Cancellation: when the property is released, the subscription is cancelled. The end of the stream leaves the property
    ///   as it is.
    ///
    /// - Parameter published: the projection of a published property.
    public func assign(to published: inout Published<Output>.Publisher) {
        subscribe(_PublishedSubscriber(published.box))
    }
}

/// Feeds a published property without keeping it alive.
private final class _PublishedSubscriber<Value>: _UpstreamNode, _OperatorNode, _NodeSubscriber {
    typealias Input = Value
    typealias Failure = Never
    typealias _Drops = _Yes

    /// Weak, despite the cost: upstream must not keep the property, whose release cancels upstream.
    private weak var box: _PublishedBox<Value>?

    init(_ box: _PublishedBox<Value>) {
        self.box = box
        super.init(_handled(by: _PublishedSubscriber<Value>.self))
    }

    override var description: String { "PublishedSubscriber" }

    static var acceptsZeroDemand: Bool { true }

    func requested(_ demand: Subscribers.Demand) { requestUpstream(demand) }

    func cancelled() { cancelUpstream() }

    func _receive(node: _Node) {
        guard let box else { return node.cancel() }
        if connect(node) { box.core.adopt(self) }
    }

    func receive(_ input: Value) -> Subscribers.Demand {
        box?.set(input)
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) { _ = disconnect() }
}
