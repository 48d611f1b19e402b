/// The subscriber of one input of a node: what tells it from the node's other inputs is its type, or what it holds
/// beside the node.
@usableFromInline
protocol _InputSubscriber: _NodeSubscriber, _Described {
    associatedtype Node: _Node
    var node: Node { get }
}

extension _InputSubscriber {
    @usableFromInline var description: String { node.description }

    @inlinable var combineIdentifier: CombineIdentifier { CombineIdentifier(node) }

    /// A node releases its upstreams when it is over.
    @inlinable @inline(__always) static var _dropsSubscription: Bool { true }
}
